import java.util.*;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.*;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.*;

public class TenantRouter {
    private record Tenant(String name, int parallelism, boolean exactlyOnce) {
        Tenant {
            if (parallelism < 1) throw new IllegalArgumentException("parallelism of " + name);
        }
        static Tenant of(String text) {
            String[] p = text.split(":");
            return new Tenant(p[0], p.length > 1 ? Integer.parseInt(p[1]) : 1, p.length > 2 && Boolean.parseBoolean(p[2]));
        }
        OutputTag<String> tag() { return new OutputTag<>("tenant-" + name, Types.STRING); }
        DeliveryGuarantee guarantee() { return exactlyOnce ? DeliveryGuarantee.EXACTLY_ONCE : DeliveryGuarantee.NONE; }
    }

    public static void main(String[] args) throws Exception {
        ParameterTool params = ParameterTool.fromArgs(args);
        List<Tenant> tenants = Arrays.stream(params.get("tenants", "acme:2:true,globex:1,initech:3:false").split(","))
            .map(String::trim).map(Tenant::of).sorted(Comparator.comparing(Tenant::name).reversed()).toList();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Map<String, OutputTag<String>> tags = tenants.stream().collect(Collectors.toMap(Tenant::name, Tenant::tag, (a, b) -> a, TreeMap::new));
        SingleOutputStreamOperator<String> routed = env
            .fromSource(source(tenants), WatermarkStrategy.noWatermarks(), "all tenants")
            .process(new Router(tags)).name("router (" + tags.size() + ")");
        routed.print("unknown").name("unknown");
        for (Tenant t : tenants) {
            SideOutputDataStream<String> side = routed.getSideOutput(tags.get(t.name()));
            SingleOutputStreamOperator<String> cleaned = clean(t).apply(side);
            DataStreamSink<String> sink = cleaned.sinkTo(KafkaSink.<String>builder()
                .setBootstrapServers("k:9092")
                .setRecordSerializer(KafkaRecordSerializationSchema.<String>builder().setTopicSelector(e -> t.name()).setValueSerializationSchema(new SimpleStringSchema()).build())
                .setDeliveryGuarantee(t.guarantee()).setTransactionalIdPrefix(t.name()).build());
            sink.name(t.toString()).uid(t.name() + "-" + t.guarantee().name().toLowerCase(Locale.ROOT));
            if (t.exactlyOnce()) { sink.setParallelism(1).disableChaining(); }
        }
        env.execute(tenants.stream().map(Tenant::name).collect(Collectors.joining(", ", "[", "]")));
    }

    private static Function<DataStream<String>, SingleOutputStreamOperator<String>> clean(Tenant tenant) {
        return in -> in.filter(s -> !s.isBlank()).name("not blank of " + tenant.name()).setParallelism(tenant.parallelism());
    }

    private static KafkaSource<String> source(Collection<Tenant> tenants) {
        var builder = KafkaSource.<String>builder().setBootstrapServers("k:9092").setValueOnlyDeserializer(new SimpleStringSchema());
        builder.setTopicPattern(java.util.regex.Pattern.compile(tenants.stream().map(Tenant::name).collect(Collectors.joining("|"))));
        return builder.setProperty("partition.discovery.interval.ms", "10000").build();
    }

    private static class Router extends ProcessFunction<String, String> {
        private final Map<String, OutputTag<String>> tags;
        Router(Map<String, OutputTag<String>> tags) { this.tags = tags; }
        @Override public void processElement(String v, Context c, Collector<String> out) {
            OutputTag<String> tag = tags.get(v);
            if (tag == null) { out.collect(v); } else { c.output(tag, v); }
        }
    }
}
