import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

public class SwitchesAndTextBlocks {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        String mode = args.length > 0 ? args[0] : "hourly";
        Duration size = switch (mode) { case "hourly", "h" -> Duration.ofHours(1); case "daily" -> Duration.ofDays(1); default -> { Duration d = Duration.ofMinutes(1); yield d.plusSeconds(5); } };
        int p;
        switch ((int) size.toHours()) { case 0: p = 1; break; case 1: p = 3; default: p = 4; }
        env.fromSequence(1, 100).assignTimestampsAndWatermarks(WatermarkStrategy.<Long>forMonotonousTimestamps().withTimestampAssigner((e, t) -> e))
           .keyBy(x -> x % 2).window(TumblingEventTimeWindows.of(size)).reduce(Long::sum).setParallelism(p).sinkTo(new DiscardingSink<>()).name("""
               text "block" \
               sink""");
        env.execute();
    }
}
