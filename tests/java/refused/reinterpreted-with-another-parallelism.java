import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class ReinterpretedWithAnotherParallelism {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        DataStreamUtils.reinterpretAsKeyedStream(in, n -> n).map(n -> n).setParallelism(5).print();
        in.print();
        env.execute();
    }
}
