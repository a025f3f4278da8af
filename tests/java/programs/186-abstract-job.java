import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.Objects;
import java.util.function.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.connector.sink2.*;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.configuration.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.util.Collector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

public class DeviceJob extends AbstractJob<DeviceJob.Event, String> {
    private static final Logger LOG = LoggerFactory.getLogger(DeviceJob.class);

    public DeviceJob(Supplier<Source<Event, ?, ?>> source, Sink<String> sink) {
        super("device-job", source, sink);
    }

    @Override
    protected DataStream<String> transform(DataStream<Event> events) {
        LOG.info("building {}", name());
        return events
            .keyBy(Event::getDevice)
            .process(new Watchdog(Duration.ofMinutes(5)))
            .name(name() + ": watchdog")
            .uid(uid("watchdog"))
            .rescale()
            .map(value -> value.trim())
            .name("trim")
            .setParallelism(Math.max(1, env.getParallelism() / 2));
    }

    @Override
    protected void customize(Configuration configuration) {
        configuration.set(CoreOptions.DEFAULT_PARALLELISM, 6);
        configuration.set(PipelineOptions.OPERATOR_CHAINING, true);
        configuration.setString("pipeline.max-parallelism", "120");
    }

    public static void main(String[] args) {
        try {
            int code = new DeviceJob(() -> KafkaSource.<Event>builder()
                    .setBootstrapServers("b:1").setTopics("t").setStartingOffsets(OffsetsInitializer.earliest())
                    .setValueOnlyDeserializer(new EventSchema()).build(),
                new DiscardingSink<>()).run(args);
            LOG.info("done {}", code);
        } catch (Exception e) {
            LOG.error("failed", e);
            throw new RuntimeException(e);
        }
    }

    public static class EventSchema extends org.apache.flink.api.common.serialization.AbstractDeserializationSchema<Event> {
        @Override public Event deserialize(byte[] bytes) throws IOException { return new Event(); }
    }

    public static class Event {
        private String device; private long time;
        public String getDevice() { return device; }
        public void setDevice(String d) { device = d; }
        public long getTime() { return time; }
        public void setTime(long t) { time = t; }
    }

    static class Watchdog extends KeyedProcessFunction<String, Event, String> {
        private final long timeout;
        Watchdog(Duration d) { timeout = d.toMillis(); }
        @Override public void processElement(Event e, Context c, Collector<String> out) {
            c.timerService().registerEventTimeTimer(e.getTime() + timeout);
        }
        @Override public void onTimer(long t, OnTimerContext c, Collector<String> out) { out.collect(c.getCurrentKey()); }
    }
}

abstract class AbstractJob<I, O> {
    protected StreamExecutionEnvironment env;
    private final String name;
    private final Supplier<Source<I, ?, ?>> source;
    private final Sink<O> sink;

    AbstractJob(String name, Supplier<Source<I, ?, ?>> source, Sink<O> sink) {
        this.name = Objects.requireNonNull(name, "name");
        this.source = source;
        this.sink = sink;
    }

    protected abstract DataStream<O> transform(DataStream<I> in);

    protected void customize(Configuration configuration) {}

    protected final String name() { return name; }

    protected String uid(String step) { return String.format("%s-%s-v%d", name, step, 1); }

    final int run(String[] args) throws Exception {
        Configuration configuration = Configuration.fromMap(java.util.Map.of());
        customize(configuration);
        env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        DataStream<I> in = env.fromSource(source.get(), WatermarkStrategy.noWatermarks(), name + " source").uid(uid("source"));
        transform(in).sinkTo(sink).name("sink").uid(uid("sink"));
        env.execute(name);
        return 0;
    }
}
