import java.util.LinkedHashMap;
import java.util.Map;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** One branch a region, made in a loop, and all of them together again. */
public class StagesInALoop {

    private static final Map<String, Integer> REGIONS = new LinkedHashMap<>();

    static {
        REGIONS.put("north", 1);
        REGIONS.put("south", 2);
        REGIONS.put("east", 3);
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        DataStream<String> readings = env.socketTextStream("meters", 7000).name("readings");

        DataStream<String> all = null;
        for (Map.Entry<String, Integer> region : REGIONS.entrySet()) {
            String name = region.getKey();
            DataStream<String> branch = readings
                    .filter(reading -> reading.startsWith(name))
                    .name("only " + name)
                    .map(reading -> reading.substring(name.length()))
                    .name("clean " + name)
                    .setParallelism(region.getValue());
            all = all == null ? branch : all.union(branch);
        }

        all.keyBy(reading -> reading.length()).reduce((a, b) -> b).name("latest").print().name("show");
        env.execute("Regions");
    }
}
