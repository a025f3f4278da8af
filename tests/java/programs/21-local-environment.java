package com.acme.iot;

import java.util.Locale;
import java.util.Random;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.LocalStreamEnvironment;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs in the IDE, with the web page on. */
public class LocalRun {
    private static final Logger LOGGER = LoggerFactory.getLogger(LocalRun.class);
    private static final int LOCAL_PARALLELISM = 4;

    private static boolean isLocal(StreamExecutionEnvironment env) {
        return env instanceof LocalStreamEnvironment;
    }

    public static void main(String[] args) throws Exception {
        final Configuration conf = new Configuration();
        conf.set(RestOptions.PORT, 8082);
        conf.setString("taskmanager.memory.network.min", "256mb");

        final StreamExecutionEnvironment env = StreamExecutionEnvironment.createLocalEnvironment(LOCAL_PARALLELISM, conf);
        if (isLocal(env)) {
            LOGGER.info("running locally");
            env.enableCheckpointing(60000);
            env.disableOperatorChaining();
        } else {
            env.setParallelism(16);
        }
        if (!(env instanceof LocalStreamEnvironment)) {
            throw new IllegalStateException("only for development");
        }

        DataStream<Measurement> measurements = env.addSource(new Meters(100)).name("meters").uid("meters");
        measurements
                .keyBy(m -> m.meter)
                .process(new Deltas())
                .name("deltas")
                .uid("deltas")
                .setParallelism(isLocal(env) ? 2 : 32)
                .filter(d -> Math.abs(d) > 1e-3)
                .print()
                .name("print")
                .setParallelism(env.getParallelism() / 4);

        env.execute("local-run".toUpperCase(Locale.ROOT));
    }

    public static class Measurement {
        public int meter;
        public double value;
    }

    public static class Meters extends RichParallelSourceFunction<Measurement> {
        private final int count;
        private volatile boolean running = true;

        public Meters(int count) {
            this.count = count;
        }

        @Override
        public void run(SourceContext<Measurement> ctx) throws Exception {
            Random random = new Random();
            while (running) {
                Measurement m = new Measurement();
                m.meter = random.nextInt(count);
                m.value = random.nextGaussian();
                synchronized (ctx.getCheckpointLock()) {
                    ctx.collect(m);
                }
            }
        }

        @Override
        public void cancel() {
            running = false;
        }
    }

    public static class Deltas extends KeyedProcessFunction<Integer, Measurement, Double> {
        @Override
        public void processElement(Measurement m, Context ctx, Collector<Double> out) {
            out.collect(m.value);
        }
    }
}
