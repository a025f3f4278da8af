import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.core.fs.Path;
import java.time.Duration;

public class OldSensors {
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(1000, CheckpointingMode.EXACTLY_ONCE);
    env.setParallelism(2);
    DataStream<Reading> readings = env.addSource(new Sensors());
    readings.keyBy(r -> r.sensor).window(TumblingProcessingTimeWindows.of(Duration.ofMinutes(1))).reduce((a, b) -> a.value > b.value ? a : b)
       .addSink(new Writer());
    readings.keyBy(new KeySelector<Reading, String>() { public String getKey(Reading r) { return r.sensor; } })
       .window(ProcessingTimeSessionWindows.withGap(Duration.ofSeconds(3))).max("value").writeUsingOutputFormat(new org.apache.flink.streaming.api.legacy.io.TextOutputFormat<>(new Path("/tmp/out"))).setParallelism(1);
    readings.countWindowAll(5).sum("value").print();
    env.execute("Sensors");
  }
  public static class Reading { public String sensor; public double value; public long time; public Reading() {} }
  public static class Sensors implements SourceFunction<Reading> {
    private volatile boolean running = true;
    @Override public void run(SourceContext<Reading> ctx) { while (running) { ctx.collect(new Reading()); } }
    @Override public void cancel() { running = false; }
  }
  public static class Writer extends RichSinkFunction<Reading> {
    @Override public void invoke(Reading value, Context context) { }
  }
}
