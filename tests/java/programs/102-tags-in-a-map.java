import java.util.*;
import java.util.stream.Collectors;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.util.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.common.operators.SlotSharingGroup;

public class MultiTenantMetrics {
    record Tenant(String id, int parallelism, boolean premium) {}
    public record Metric(String tenant, String name, double value, long ts) {}
    sealed interface Destination permits Console, Nowhere {}
    record Console(String prefix) implements Destination {}
    record Nowhere() implements Destination {}

    private static final List<Tenant> TENANTS = List.of(new Tenant("acme", 4, true), new Tenant("globex", 2, false), new Tenant("initech", 1, false));

    public static void main(String... args) throws Exception {
        var conf = new Configuration();
        conf.set(PipelineOptions.OPERATOR_CHAINING, true);
        conf.set(CheckpointingOptions.CHECKPOINTING_INTERVAL, Duration.ofSeconds(30));
        conf.set(CoreOptions.DEFAULT_PARALLELISM, TENANTS.stream().mapToInt(Tenant::parallelism).max().orElse(1));
        var env = StreamExecutionEnvironment.getExecutionEnvironment(conf);
        var raw = env.fromData("a,b,1", "c,d,2").name("raw");
        var metrics = raw.map(MultiTenantMetrics::parse).name("parse");
        var tags = TENANTS.stream().collect(Collectors.toMap(Tenant::id, t -> new OutputTag<Metric>(t.id()) {}, (a, b) -> a, LinkedHashMap::new));
        var routed = metrics.process(new ProcessFunction<Metric, Metric>() {
            @Override public void processElement(Metric m, Context c, Collector<Metric> o) { c.output(tags.get(m.tenant()), m); }
        }).name("route");
        for (var tenant : TENANTS) {
            var stream = routed.getSideOutput(tags.get(tenant.id()));
            var aggregated = switch (tenant.parallelism()) {
                case 1 -> stream.windowAll(TumblingProcessingTimeWindows.of(Duration.ofMinutes(1))).reduce((a, b) -> b);
                case 2, 3 -> stream.keyBy(Metric::name).countWindow(100, 10).max("value");
                default -> {
                    var keyed = stream.keyBy(m -> m.name());
                    yield keyed.window(SlidingProcessingTimeWindows.of(Duration.ofHours(1), Duration.ofMinutes(15))).apply(new WindowFunction<Metric, Metric, String, TimeWindow>() {
                        @Override public void apply(String k, TimeWindow w, Iterable<Metric> in, Collector<Metric> out) {}
                    });
                }
            };
            if (aggregated.getParallelism() > 1 && tenant.premium()) {
                aggregated.setParallelism(tenant.parallelism()).slotSharingGroup(SlotSharingGroup.newBuilder("premium").build());
            }
            Destination destination = tenant.premium() ? new Console(tenant.id().toUpperCase()) : new Nowhere();
            if (destination instanceof Console c) {
                aggregated.print(c.prefix());
            } else {
                aggregated.sinkTo(new org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink<>()).name("%s nowhere".formatted(tenant.id()));
            }
        }
        env.execute();
    }
    static Metric parse(String line) { var p = line.split(","); return new Metric(p[0], p[1], Double.parseDouble(p[2]), 0L); }
}
