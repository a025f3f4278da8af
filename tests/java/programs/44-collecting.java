import java.util.Iterator;
import java.util.List;
import org.apache.flink.streaming.api.datastream.CachedDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.CloseableIterator;

/** Looks at a few results at once. */
public class Collecting {
    public static void main(String[] args) throws Exception {
        try (StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment()) {
            env.setParallelism(2);
            DataStream<Integer> squares = env.fromData(1, 2, 3).map(n -> n * n).name("squares");
            CloseableIterator<Integer> later = squares.filter(n -> n > 1).collectAsync();
            squares.print();
            try (CloseableIterator<Integer> now = squares.executeAndCollect("collect squares")) {
                while (now.hasNext()) {
                    System.out.println(now.next());
                }
            }
            env.execute("never reached by the first plan");
        }
    }
}
