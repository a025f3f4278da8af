import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;

public static void main(String[] args) throws Exception {
    final var env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setParallelism(3);
    var numbers = env.fromSequence(1, 1_000_000L).setParallelism(2);
    var even = numbers.filter(n -> n % 2 == 0).name("even");
    var odd = numbers.filter(n -> n % 2 != 0).name("odd");
    even.union(odd, numbers).map(n -> n * n).slotSharingGroup("squares").sinkTo(new DiscardingSink<>()).name("nowhere");
    env.execute("parity");
}
