import java.io.Serializable;
import java.time.Duration;
import java.util.*;
import java.util.function.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.connector.datagen.source.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.*;

import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.util.Collector;

/** Builder-pattern job. */
public class PipelineBuilderJob {
    static class Pipeline {
        private final StreamExecutionEnvironment env;
        private final Source<Long, ?, ?> source;
        private final List<Sink<Long>> sinks;
        private final Optional<Duration> window;
        private final int parallelism;
        private final boolean chained;

        private Pipeline(Builder b) {
            this.env = Objects.requireNonNull(b.env, "env");
            this.source = b.source;
            this.sinks = Collections.unmodifiableList(b.sinks);
            this.window = Optional.ofNullable(b.window);
            this.parallelism = b.parallelism;
            this.chained = b.chained;
        }
        static Builder builder() { return new Builder(); }

        void wire() {
            SingleOutputStreamOperator<Long> s = env.fromSource(source, WatermarkStrategy.<Long>forMonotonousTimestamps().withTimestampAssigner((e, t) -> e), source.getClass().getSimpleName()).setParallelism(parallelism);
            SingleOutputStreamOperator<Long> m = s.map(x -> x * 2).returns(Types.LONG).setParallelism(parallelism);
            if (!chained) { m = m.disableChaining(); }
            DataStream<Long> out = window.map(Duration::toMinutes).isPresent() ? windowed(m) : m;
            int i = 0;
            for (Sink<Long> sink : sinks) {
                out.sinkTo(sink).name("sink-" + (++i)).setParallelism(i);
            }
        }
        private DataStream<Long> windowed(DataStream<Long> in) {
            return in.keyBy(x -> x % 10)
                     .window(TumblingEventTimeWindows.of(window.get()))
                     .trigger(ContinuousEventTimeTrigger.of(window.get().dividedBy(4)))
                     .reduce(Long::sum);
        }
        static class Builder {
            StreamExecutionEnvironment env; Source<Long, ?, ?> source; List<Sink<Long>> sinks = new ArrayList<>(); Duration window; int parallelism = 1; boolean chained = true;
            Builder env(StreamExecutionEnvironment e) { env = e; return this; }
            Builder source(Source<Long, ?, ?> s) { source = s; return this; }
            Builder sink(Sink<Long> s) { sinks.add(s); return this; }
            Builder sinkIf(boolean condition, Supplier<Sink<Long>> s) { return condition ? sink(s.get()) : this; }
            Builder window(Duration d) { this.window = d; return this; }
            Builder parallelism(int p) { if (p < 1) throw new IllegalArgumentException("parallelism " + p); parallelism = p; return this; }
            Builder unchained() { chained = false; return this; }
            Pipeline build() { return new Pipeline(this); }
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Pipeline.builder().env(env).source(new NumberSequenceSource(1, 1000)).parallelism(3).sink(new PrintSink<>("a")).sink(new DiscardingSink<>()).build().wire();
        Pipeline.builder().env(env)
            .source(new DataGeneratorSource<>((GeneratorFunction<Long, Long>) i -> i, Long.MAX_VALUE, RateLimiterStrategy.perSecond(10), Types.LONG))
            .parallelism(2).window(Duration.ofHours(1)).unchained()
            .sinkIf(args.length == 0, () -> new PrintSink<>(true))
            .sinkIf(args.length > 0, DiscardingSink::new)
            .build().wire();
        env.execute(PipelineBuilderJob.class.getSimpleName());
    }
}
