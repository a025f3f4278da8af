import java.time.Duration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.triggers.ContinuousEventTimeTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;

public class TriggerThatCanMergeInAnother {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.keyBy(n -> n).window(EventTimeSessionWindows.withGap(Duration.ofSeconds(1))).trigger(PurgingTrigger.of(ContinuousEventTimeTrigger.of(Duration.ofSeconds(1)))).sum(0);
        in.print();
        env.execute();
    }
}
