import java.util.*;
import java.util.stream.*;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.util.Collector;

public class SensorsInBatch {
    interface Stage { DataStream<Reading> apply(DataStream<Reading> in); }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        env.setParallelism(4);

        List<String> rooms = Arrays.asList("kitchen", "cellar", "attic");
        Map<String, DataStream<Reading>> streams = new LinkedHashMap<>();
        for (String room : rooms) {
            streams.put(room, env.fromData(new Reading(room, 1), new Reading(room, 2)).name("readings of " + room));
        }
        DataStream<Reading> all = streams.values().stream().reduce((a, b) -> a.union(b)).orElseThrow();
        Stage[] stages = { in -> in.filter(r -> r.value > 0).name("positive"), SensorsInBatch::calibrate };
        for (Stage s : stages) { all = s.apply(all); }

        DataStream<Tuple2<String, Double>> averages = all
            .map(r -> Tuple2.of(r.room, r.value)).returns(Types.TUPLE(Types.STRING, Types.DOUBLE))
            .keyBy(new KeySelector<Tuple2<String, Double>, String>() {
                @Override public String getKey(Tuple2<String, Double> t) { return t.f0; }
            })
            .sum(1);
        averages.keyBy(t -> t.f0).connect(all.keyBy(r -> r.room))
            .process(new KeyedCoProcessFunction<String, Tuple2<String, Double>, Reading, String>() {
                @Override public void processElement1(Tuple2<String, Double> v, Context c, Collector<String> out) {}
                @Override public void processElement2(Reading v, Context c, Collector<String> out) {}
            })
            .name("deviation").print();
        streams.entrySet().stream().filter(e -> e.getKey().length() > 5).map(Map.Entry::getValue)
            .forEach(s -> s.rebalance().map(r -> r.room).returns(String.class).print());
        all.keyBy(r -> r.room).reduce(new ReduceFunction<Reading>() {
            @Override public Reading reduce(Reading a, Reading b) { return a; }
        }).keyBy(r -> r.room).max("value").print(rooms.stream().collect(Collectors.joining("+")));
        all.fullWindowPartition().mapPartition(new MapPartitionFunction<Reading, Integer>() {
            @Override public void mapPartition(Iterable<Reading> v, Collector<Integer> out) {}
        }).print();
        env.execute();
    }

    private static DataStream<Reading> calibrate(DataStream<Reading> in) {
        return in.map(new Calibrate(1.5)).name("calibrate");
    }

    public static class Reading {
        public String room; public double value;
        public Reading() {}
        public Reading(String room, double value) { this.room = room; this.value = value; }
    }
    static final class Calibrate implements MapFunction<Reading, Reading> {
        private final double factor;
        Calibrate(double factor) { this.factor = factor; }
        @Override public Reading map(Reading r) { return new Reading(r.room, r.value * factor); }
    }
}
