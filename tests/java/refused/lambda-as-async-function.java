import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.ResultFuture;

public class LambdaAsAsyncFunction {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        AsyncDataStream.unorderedWait(in, (Integer n, ResultFuture<Integer> f) -> {}, 1, TimeUnit.SECONDS, 0).returns(Types.INT).print();
        in.print();
        env.execute();
    }
}
