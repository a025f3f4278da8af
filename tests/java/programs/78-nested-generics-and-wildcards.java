import java.util.AbstractMap.SimpleEntry;
import java.util.Arrays;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedList;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.flink.api.common.functions.CoGroupFunction;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.types.Row;

public class NestedGenerics {
    static <K extends Comparable<K>, V> Map<K, DataStream<? extends V>> ordered(List<? extends Entry<K, ? extends DataStream<? extends V>>> entries) {
        Map<K, DataStream<? extends V>> map = new LinkedHashMap<>();
        for (Entry<K, ? extends DataStream<? extends V>> entry : entries) map.put(entry.getKey(), entry.getValue());
        return map;
    }

    static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }

    static long fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

    static String title(Object... parts) { return parts.length == 0 ? "" : parts[0] + (parts.length > 1 ? "/" + title(Arrays.copyOfRange(parts, 1, parts.length)) : ""); }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Row> rows = env.fromData(Types.ROW_NAMED(new String[] {"a", "b"}, Types.INT, Types.STRING), Row.of(1, "x"), Row.of(2, "y")).name("rows");
        DataStream<Tuple3<Integer, String, Long>> tuples = env.fromData(Collections.singletonList(Tuple3.of(1, "x", 2L))).name("tuples");
        AtomicInteger ids = new AtomicInteger(10);

        LinkedList<SimpleEntry<String, DataStream<?>>> entries = new LinkedList<>();
        entries.addFirst(new SimpleEntry<>("tuples", tuples));
        entries.addFirst(new SimpleEntry<>("rows", rows));
        entries.push(new SimpleEntry<>("joined", tuples.join(tuples).where(t -> t.f0).equalTo(t -> t.f0)
                .window(org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of(java.time.Duration.ofSeconds(fib(10))))
                .apply((a, b) -> a.f1 + b.f1, Types.STRING)));
        for (Entry<String, DataStream<?>> e : NestedGenerics.<String, Object>ordered((List<Entry<String, DataStream<?>>>) (List<?>) entries).entrySet().toArray(new Entry[0])) {
            e.getValue().map(Object::toString).returns(Types.STRING).name(title(e.getKey(), ids.getAndIncrement(), depth(5), ids.addAndGet(2) % 2 == 0)).print();
        }

        TypeInformation<Tuple2<String, Integer>> pair = Types.TUPLE(Types.STRING, Types.INT);
        DataStream<Tuple2<String, Integer>> left = rows.map(r -> Tuple2.of((String) r.getField("b"), (Integer) r.getField(0)), pair).name("left");
        DataStream<Tuple2<String, Integer>> right = tuples.flatMap((t, out) -> out.collect(Tuple2.of(t.f1, t.f0)), pair).name("right").setParallelism(entries.size());
        left.coGroup(right).where(l -> l.f0, Types.STRING).equalTo(r -> r.f0, Types.STRING)
                .window(org.apache.flink.streaming.api.windowing.assigners.GlobalWindows.create())
                .trigger(org.apache.flink.streaming.api.windowing.triggers.CountTrigger.of(2))
                .apply((CoGroupFunction<Tuple2<String, Integer>, Tuple2<String, Integer>, String>) (l, r, out) -> out.collect("" + l + r), Types.STRING)
                .print();
        int total = 0;
        loop: while (true) {
            switch (total++) {
                case 0: continue loop;
                case 1: { left.print("one"); }
                case 2: left.union(right).print("two");
                    break;
                default: break loop;
            }
        }
        env.execute(title("nested", total, 'g', 1.0, true, null, new int[0].length));
    }
}
