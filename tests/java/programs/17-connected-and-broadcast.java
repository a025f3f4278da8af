package com.acme.pricing;

import java.util.Map;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.BroadcastState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ReadOnlyBroadcastState;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeHint;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.BroadcastConnectedStream;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.CoFlatMapFunction;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.RichCoFlatMapFunction;
import org.apache.flink.util.Collector;

/** Two streams that meet, in every way they can. */
public class ConnectedAndBroadcast {

    static final class Descriptors {
        static final MapStateDescriptor<String, Double> PRICES =
                new MapStateDescriptor<>("prices", BasicTypeInfo.STRING_TYPE_INFO, BasicTypeInfo.DOUBLE_TYPE_INFO);
        static final MapStateDescriptor<Void, String> CURRENT = new MapStateDescriptor<>("current", Types.VOID, Types.STRING);

        private Descriptors() {}
    }

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(3);

        DataStream<String> orders = env.socketTextStream("orders.example", 9001).name("orders").uid("orders");
        DataStream<Tuple2<String, Double>> prices = env
                .socketTextStream("prices.example", 9002)
                .map(line -> Tuple2.of(line.split(";")[0], Double.valueOf(line.split(";")[1])))
                .returns(TypeInformation.of(new TypeHint<Tuple2<String, Double>>() {}))
                .name("prices");
        DataStream<String> control = env.fromData("on", "off");

        // one function switched by another stream
        control.keyBy(s -> "x").connect(orders.keyBy(s -> s)).flatMap(new ControlFunction()).uid("control").print();

        // not keyed
        ConnectedStreams<String, Tuple2<String, Double>> both = orders.connect(prices);
        both.map(new CoMapFunction<String, Tuple2<String, Double>, Double>() {
            @Override
            public Double map1(String value) {
                return 0.0;
            }

            @Override
            public Double map2(Tuple2<String, Double> value) {
                return value.f1;
            }
        }).name("either");
        both.keyBy(o -> o, p -> p.f0).process(new Match()).setParallelism(6).name("match").print();
        both.keyBy(new ByOrder(), new ByPrice(), Types.STRING).flatMap(new Swallow<>()).setMaxParallelism(30);

        // broadcast to all
        BroadcastStream<Tuple2<String, Double>> priceList = prices.broadcast(Descriptors.PRICES);
        orders.keyBy(o -> o)
                .connect(priceList)
                .process(new KeyedBroadcastProcessFunction<String, String, Tuple2<String, Double>, String>() {
                    @Override
                    public void processElement(String order, ReadOnlyContext ctx, Collector<String> out) throws Exception {
                        ReadOnlyBroadcastState<String, Double> list = ctx.getBroadcastState(Descriptors.PRICES);
                        out.collect(order + list.get(order));
                    }

                    @Override
                    public void processBroadcastElement(Tuple2<String, Double> price, Context ctx, Collector<String> out) throws Exception {
                        ctx.getBroadcastState(Descriptors.PRICES).put(price.f0, price.f1);
                    }
                })
                .name("price orders")
                .uid("price-orders")
                .print("priced");

        BroadcastConnectedStream<String, String> switched = orders.connect(control.broadcast(Descriptors.CURRENT));
        switched.process(new Switch()).name("switch").slotSharingGroup("switch").print();

        // two lists at once, plain broadcast as well
        prices.connect(control.broadcast(Descriptors.CURRENT, new MapStateDescriptor<>("other", String.class, Long.class)))
                .process(new Forget())
                .connect(control.broadcast())
                .process(new Pass<>())
                .name("pass");

        env.execute("connected");
    }

    public static class ControlFunction extends RichCoFlatMapFunction<String, String, String> {
        private ValueState<Boolean> blocked;

        @Override
        public void open(OpenContext ctx) {
            blocked = getRuntimeContext().getState(new ValueStateDescriptor<>("blocked", Boolean.class));
        }

        @Override
        public void flatMap1(String controlValue, Collector<String> out) throws Exception {
            blocked.update(Boolean.TRUE);
        }

        @Override
        public void flatMap2(String dataValue, Collector<String> out) throws Exception {
            if (blocked.value() == null) {
                out.collect(dataValue);
            }
        }
    }

    private static class ByOrder implements org.apache.flink.api.java.functions.KeySelector<String, String> {
        @Override
        public String getKey(String s) {
            return s;
        }
    }

    private static class ByPrice implements org.apache.flink.api.java.functions.KeySelector<Tuple2<String, Double>, String> {
        @Override
        public String getKey(Tuple2<String, Double> t) {
            return t.f0;
        }
    }

    private static class Match extends org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction<String, String, Tuple2<String, Double>, String> {
        @Override
        public void processElement1(String o, Context ctx, Collector<String> out) {
            out.collect(o);
        }

        @Override
        public void processElement2(Tuple2<String, Double> p, Context ctx, Collector<String> out) {}
    }

    private static class Swallow<A, B> implements CoFlatMapFunction<A, B, String> {
        @Override
        public void flatMap1(A a, Collector<String> out) {}

        @Override
        public void flatMap2(B b, Collector<String> out) {}
    }

    private static class Pass<A, B> extends CoProcessFunction<A, B, String> {
        @Override
        public void processElement1(A a, Context ctx, Collector<String> out) {}

        @Override
        public void processElement2(B b, Context ctx, Collector<String> out) {}
    }

    private static class Switch extends BroadcastProcessFunction<String, String, String> {
        @Override
        public void processElement(String s, ReadOnlyContext ctx, Collector<String> out) throws Exception {
            for (Map.Entry<Void, String> e : ctx.getBroadcastState(Descriptors.CURRENT).immutableEntries()) {
                out.collect(e.getValue() + s);
            }
        }

        @Override
        public void processBroadcastElement(String s, Context ctx, Collector<String> out) throws Exception {
            BroadcastState<Void, String> state = ctx.getBroadcastState(Descriptors.CURRENT);
            state.put(null, s);
        }
    }

    private static class Forget extends BroadcastProcessFunction<Tuple2<String, Double>, String, Double> {
        @Override
        public void processElement(Tuple2<String, Double> t, ReadOnlyContext ctx, Collector<Double> out) {
            out.collect(t.f1);
        }

        @Override
        public void processBroadcastElement(String s, Context ctx, Collector<Double> out) {}
    }
}
