import java.time.Duration;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.triggers.DeltaTrigger;

public class TriggerThatCannotMerge {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.keyBy(n -> n).window(EventTimeSessionWindows.withGap(Duration.ofSeconds(1))).trigger(DeltaTrigger.of(1.0, (a, b) -> 1.0, Types.INT.createSerializer(env.getConfig().getSerializerConfig()))).sum(0);
        in.print();
        env.execute();
    }
}
