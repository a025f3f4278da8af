import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LoopsAndRecursion {
    private static int calls;

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        // a tournament
        Deque<DataStream<Integer>> open = new ArrayDeque<>();
        for (int i = 0; i < 5; i++) open.add(env.fromData(i).name("player " + (char) ('A' + i)));
        int round = 0;
        while (open.size() > 1) {
            DataStream<Integer> a = open.poll(), b = open.poll();
            open.addLast(a.union(b).keyBy(n -> 0).max(0).name("match " + round++));
        }
        open.getFirst().print("winner");

        // halves, again and again
        List<Integer> depths = Arrays.asList(1, 2, 4, 8);
        split(env.fromSequence(1, 1 << 10), depths.iterator(), "all");

        // a ladder with a way out
        SingleOutputStreamOperator<Long> step = env.fromSequence(1, 3).map(n -> n).name("step 0");
        int i = 1;
        do {
            if (i % 3 == 0) {
                i++;
                continue;
            }
            if (i > 7) {
                break;
            }
            final int n = i;
            step = step.map(x -> x + n).name("step " + i).setParallelism((i & 1) == 1 ? 1 : 2);
            i += 1;
        } while (true);
        step.print();

        outer:
        for (int x = 0; x < 3; x++) {
            for (int y = 0; ; y++) {
                if (y == x) continue outer;
                if (x + y > 2) break outer;
                step.filter(v -> v > 0).name(x + "x" + y + "=" + x * y).print();
            }
        }

        // the reminder of an old optimisation
        StringBuilder name = new StringBuilder();
        for (String part : "loops,and,recursion".split(",")) {
            if (name.length() > 0) {
                name.append(' ');
            }
            name.append(Character.toUpperCase(part.charAt(0))).append(part.substring(1));
        }
        name.insert(0, calls + " ").append(0x10).append(1.5f).append('!').append(7 / 2).append(7 % 4).append(-7 / 2).append(1e3);
        env.execute(name.toString());
    }

    static void split(DataStream<Long> in, Iterator<Integer> depths, String path) {
        calls++;
        if (!depths.hasNext()) {
            in.print(path);
            return;
        }
        int parallelism = depths.next();
        split(in.filter(n -> n % 2 == 0).name(path + "/even").setParallelism(parallelism), depths, path + "/e");
        split(in.filter(n -> n % 2 != 0).name(path + "/odd").setParallelism(parallelism), depths, path + "/o");
    }
}
