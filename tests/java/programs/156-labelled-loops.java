import java.util.ArrayList;
import java.util.List;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class LabelledLoops {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        List<DataStream<Long>> all = new ArrayList<>();
        outer:
        for (int i = 0; i < 5; i++) {
            for (int j = 0; ; j++) {
                if (j == 2) continue outer;
                if (i == 3) break outer;
                all.add(env.fromSequence(i, i * 10L + j).map(x -> x + 1).name("m" + i + "-" + j).setParallelism(i + 1));
            }
        }
        DataStream<Long> first = all.remove(0);
        DataStream<Long>[] rest = all.toArray(new DataStream[0]);
        first.union(rest).print();
        env.execute();
    }
}
