import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import java.util.BitSet;
import java.util.ListIterator;

public class LoopsOfEveryKind {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        int n = 0; 
        while (true) { if (n++ > 2) break; if (n == 2) continue; env.fromSequence(0, n).name("w" + n).print(); }
        for (int i = 0, j = 10; i < j; i += 3, j--) { if (i % 2 == 0) env.fromSequence(i, j).setParallelism(j - i).print(); }
        int k = 3; do { env.fromSequence(k, k).print("" + k--); } while (k > 1);
        for (;;) { break; }
        Iterator<Integer> it = List.of(1, 2).iterator(); while (it.hasNext()) { int v = it.next(); env.fromSequence(v, v).setParallelism(v).print(); }
        ListIterator<String> li = new ArrayList<>(List.of("x", "y")).listIterator(); while (li.hasNext()) { env.fromSequence(1, 1).name(li.next()).print(); }
        char[] cs = "hey".toCharArray(); for (char c : cs) { env.fromSequence(1, 1).name("c" + c).print(); }
        for (var e : new TreeMap<>(Map.of("b", 2, "a", 1)).entrySet()) env.fromSequence(1, e.getValue()).name(e.getKey()).print();
        Map<String, List<String>> groups = Stream.of("apple", "avocado", "bean").collect(Collectors.groupingBy(x -> x.substring(0, 1), TreeMap::new, Collectors.toList()));
        groups.forEach((g, l) -> env.fromSequence(1, 1).name(g + l.size() + l).print());
        BitSet bs = new BitSet(); 
        Integer boxed = 5; boxed++; boxed += 2; long total = 0; for (Integer x : new int[0].length == 0 ? List.of(1, 2, 3) : List.<Integer>of()) total += x * boxed; env.fromSequence(1, total).name("t" + total).print();
        env.execute();
    }
}
