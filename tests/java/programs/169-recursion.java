import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class Recursion {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        grow(env.fromSequence(1, 2), 4).print();
        System.out.println(fib(10));
        env.setParallelism(fib(5));
        env.fromSequence(1, 2).map(x -> x).print();
        env.execute();
    }

    static DataStream<Long> grow(DataStream<Long> s, int n) { return n == 0 ? s : grow(s.map(x -> x).name("g" + n), n - 1); }
    static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
}
