import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Arrays are sorted and filled where they are. */
public class ArraysInPlace {
    private static final String[] TOPICS = {"orders", "clicks", "users"};

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        int[] widths = {3, 1, 2};
        Arrays.sort(widths);
        Arrays.sort(TOPICS);
        for (int i = 0; i < TOPICS.length; i++) {
            env.socketTextStream(TOPICS[i], 9000 + i).name(TOPICS[i]).map(s -> s).setParallelism(widths[i]).name("map " + i).print();
        }
        Arrays.sort(TOPICS, Comparator.reverseOrder());
        List<String> reversed = Arrays.asList(TOPICS);
        Collections.reverse(reversed);
        boolean[] flags = new boolean[2];
        Arrays.fill(flags, true);
        DataStream<Integer> in = env.fromData(1);
        if (flags[0] && flags[1]) {
            in.map(n -> n).name(Arrays.toString(TOPICS) + Arrays.stream(widths).sum() + IntStream.of(widths).max().getAsInt()).print();
        }
        in.print(Objects.requireNonNullElseGet(null, () -> Objects.toString(null, "nothing")));
        env.execute();
    }
}
