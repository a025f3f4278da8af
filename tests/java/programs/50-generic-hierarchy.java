package com.acme.generic;

import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

/** Pipelines as a family of generic classes. */
public class GenericHierarchy {

    interface HasKey<K> {
        K key();
    }

    static class Event implements HasKey<String> {
        public String id;

        @Override
        public String key() {
            return id;
        }
    }

    static class Order extends Event {
        public double amount;
    }

    abstract static class Pipeline<I extends HasKey<String>, O> {
        protected final String name;
        private final Class<I> type;
        private Sink<O> sink;
        private Integer sinkParallelism;

        protected Pipeline(String name, Class<I> type) {
            this.name = name;
            this.type = type;
        }

        protected abstract DataStream<I> source(StreamExecutionEnvironment env);

        protected abstract SingleOutputStreamOperator<O> transform(KeyedStream<I, String> keyed);

        Pipeline<I, O> to(Sink<O> sink) {
            return to(sink, null);
        }

        Pipeline<I, O> to(Sink<O> sink, Integer parallelism) {
            this.sink = sink;
            sinkParallelism = parallelism;
            return this;
        }

        final DataStreamSink<O> build(StreamExecutionEnvironment env) {
            KeyedStream<I, String> keyed = source(env).keyBy(HasKey::key, Types.STRING);
            SingleOutputStreamOperator<O> out = transform(keyed);
            out.name(name + "(" + type.getSimpleName() + ")");
            DataStreamSink<O> result = out.sinkTo(sink == null ? defaultSink() : sink).name(name + " sink");
            if (sinkParallelism != null) {
                result.setParallelism(sinkParallelism);
            }
            return result;
        }

        protected Sink<O> defaultSink() {
            return new DiscardingSink<>();
        }
    }

    static class Latest<T extends Event> extends Pipeline<T, T> {
        private final Function<StreamExecutionEnvironment, DataStream<T>> source;

        Latest(String name, Class<T> type, Function<StreamExecutionEnvironment, DataStream<T>> source) {
            super("latest " + name, type);
            this.source = source;
        }

        @Override
        protected DataStream<T> source(StreamExecutionEnvironment env) {
            return source.apply(env);
        }

        @Override
        protected SingleOutputStreamOperator<T> transform(KeyedStream<T, String> keyed) {
            return keyed.reduce((a, b) -> b);
        }
    }

    static class Totals extends Pipeline<Order, Double> {
        static final int WIDTH = 3;

        Totals() {
            super("totals", Order.class);
        }

        @Override
        protected DataStream<Order> source(StreamExecutionEnvironment env) {
            return env.fromData(Order.class, new Order(), new Order()).name("orders").setParallelism(1);
        }

        @Override
        protected SingleOutputStreamOperator<Double> transform(KeyedStream<Order, String> keyed) {
            return keyed.map(order -> order.amount).returns(TypeInformation.of(Double.class)).setParallelism(WIDTH);
        }

        @Override
        protected Sink<Double> defaultSink() {
            return new PrintSink<>(name);
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        Latest<Event> events = new Latest<>("events", Event.class, e -> e.fromData(new Event()).map(x -> x).name("events"));
        Latest<Order> orders = new Latest<Order>("orders", Order.class, e -> e.fromData(new Order())) {
            @Override
            protected SingleOutputStreamOperator<Order> transform(KeyedStream<Order, String> keyed) {
                return super.transform(keyed).filter(o -> o.amount > 0);
            }
        };
        List<Pipeline<?, ?>> all = Arrays.asList(events.to(new PrintSink<>(), 1), orders, new Totals());
        all.forEach(pipeline -> pipeline.build(env));
        env.execute(all.size() + " pipelines");
    }
}
