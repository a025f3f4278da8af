import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

public class UnionsAndArrays {
    private static final String[] REGIONS = {"eu", "us", "ap"};
    private static final int[][] GRID = {{1, 2}, {3, 4}};
    private static final Map<String, Integer> PORTS = new LinkedHashMap<>();

    static {
        int port = 9000;
        for (String region : REGIONS) {
            PORTS.put(region, port++);
        }
    }

    @SuppressWarnings("unchecked")
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        // an array of streams, joined
        DataStream<String>[] regional = new DataStream[REGIONS.length];
        for (int i = 0; i < REGIONS.length; i++) {
            regional[i] = env.socketTextStream("logs." + REGIONS[i], PORTS.get(REGIONS[i])).name("logs " + REGIONS[i]);
        }
        DataStream<String> all = regional[0].union(Arrays.copyOfRange(regional, 1, regional.length));
        all.map(String::length).name("lengths").setParallelism(GRID[1][0]).print();

        // with itself, twice
        DataStream<String> eu = regional[0];
        eu.union(eu).map(s -> s).name("doubled").print();
        eu.union(eu.filter(s -> s.startsWith("E")), eu).rebalance().map(s -> s).name("nested").print();
        eu.union(all).union(regional).keyBy(s -> s).reduce((a, b) -> a).name("everything").print();

        // reduced from a list
        List<DataStream<String>> list = new ArrayList<>();
        for (Map.Entry<String, Integer> e : PORTS.entrySet()) {
            if (e.getKey().equals("us")) {
                continue;
            }
            list.add(env.fromData(e.getKey(), String.valueOf(e.getValue())).name(e.getKey()));
        }
        Optional<DataStream<String>> merged = list.stream().reduce((a, b) -> a.union(b));
        merged.ifPresent(s -> s.sinkTo(new DiscardingSink<>()).name("merged"));
        DataStream<String> first = list.remove(0);
        DataStream<String> again = first.union(list.toArray(new DataStream[0]));
        again.print();

        // collected from a java.util.stream
        List<DataStream<Long>> ranges = Stream.of(10L, 20L, 30L)
                .filter(n -> n != 20L)
                .map(n -> (DataStream<Long>) env.fromSequence(0, n).name("up to " + n))
                .collect(Collectors.toList());
        Collections.reverse(ranges);
        DataStream<Long> numbers = ranges.get(0);
        for (int i = 1, n = ranges.size(); i < n; ++i) {
            numbers = numbers.union(ranges.get(i));
        }

        // own partitioning
        numbers.partitionCustom(new ByRemainder(), n -> n).map(n -> n + 1).setParallelism(2).name("custom")
                .partitionCustom((key, parts) -> 0, (Long n) -> n.toString()).filter(n -> true).setParallelism(3)
                .partitionCustom(new Partitioner<Integer>() {
                    @Override
                    public int partition(Integer key, int numPartitions) {
                        return key % numPartitions;
                    }
                }, n -> n.intValue()).print();

        String name = String.join("+", REGIONS) + " " + Arrays.stream(REGIONS).map(String::toUpperCase).collect(Collectors.joining(",", "[", "]"));
        env.execute(name);
    }

    private static final class ByRemainder implements Partitioner<Long> {
        @Override
        public int partition(Long key, int numPartitions) {
            return (int) (key % numPartitions);
        }
    }
}
