import java.util.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.*;

/** Plugin registry, nested ternaries, labeled loops, static nested builders, exceptions as control flow */
public class Registry {
    private static final Map<String, java.util.function.BiFunction<DataStream<Long>, Map<String, String>, DataStream<Long>>> OPS = new LinkedHashMap<>();
    static {
        OPS.put("scale", (s, o) -> s.map(x -> x * Long.parseLong(o.getOrDefault("by", "2"))).name("scale by " + o.getOrDefault("by", "2")).returns(Long.class));
        OPS.put("filter", (s, o) -> s.filter(x -> x > 0).name("filter " + o.get("min")));
        OPS.put("spread", Registry::spread);
        OPS.put("key", (s, o) -> s.keyBy(x -> x % Integer.parseInt(o.get("mod"))).reduce((a, b) -> a + b));
    }
    static DataStream<Long> spread(DataStream<Long> s, Map<String, String> o) {
        String how = o.getOrDefault("how", "rebalance");
        return how.equals("rebalance") ? s.rebalance() : how.equals("shuffle") ? s.shuffle() : how.equals("rescale") ? s.rescale() : s.global();
    }
    static Map<String, String> options(String spec) {
        Map<String, String> m = new HashMap<>();
        int open = spec.indexOf('(');
        if (open < 0) return m;
        for (String kv : spec.substring(open + 1, spec.length() - 1).split(",")) { String[] p = kv.split("=", 2); if (p.length == 2) m.put(p[0].trim(), p[1].trim()); }
        return m;
    }
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        String[] pipelines = {"scale(by=3) | filter(min=1)|spread(how=shuffle)|scale", "key(mod=10)|bogus|spread|scale(by=7)", "spread(how=global)|stop|scale"};
        int n = 0;
        outer:
        for (String p : pipelines) {
            DataStream<Long> s = env.fromSource(new NumberSequenceSource(0, 9), WatermarkStrategy.noWatermarks(), "p" + n++);
            for (String step : p.split("\\|")) {
                String name = step.trim().replaceAll("\\(.*\\)", "");
                if ("stop".equals(name)) { s.print("stopped"); continue outer; }
                try {
                    s = Optional.ofNullable(OPS.get(name)).orElseThrow(() -> new NoSuchElementException(name)).apply(s, options(step.trim()));
                } catch (NoSuchElementException e) { System.err.println("no " + e.getMessage()); continue; }
            }
            s.print(p.substring(0, 5));
        }
        env.execute("registry of " + String.join("/", OPS.keySet()));
    }
}
