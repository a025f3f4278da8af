import org.apache.flink.api.common.restartstrategy.RestartStrategies;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.runtime.state.filesystem.FsStateBackend;
import org.apache.flink.streaming.api.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.sink.RichSinkFunction;
import org.apache.flink.streaming.api.functions.source.SourceFunction;
import org.apache.flink.streaming.api.functions.AscendingTimestampExtractor;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.configuration.Configuration;
import java.util.concurrent.TimeUnit;

public class OldSensors {
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setStateBackend(new FsStateBackend("hdfs:///checkpoints"));
    env.enableCheckpointing(1000, CheckpointingMode.EXACTLY_ONCE);
    env.getCheckpointConfig().enableExternalizedCheckpoints(CheckpointConfig.ExternalizedCheckpointCleanup.RETAIN_ON_CANCELLATION);
    env.setRestartStrategy(RestartStrategies.fixedDelayRestart(3, org.apache.flink.api.common.time.Time.of(10, TimeUnit.SECONDS)));
    env.setParallelism(2); env.setStreamTimeCharacteristic(org.apache.flink.streaming.api.TimeCharacteristic.ProcessingTime);
    DataStream<Reading> readings = env.addSource(new Sensors());
    readings.keyBy("sensor").timeWindow(Time.minutes(1)).reduce((a, b) -> a.value > b.value ? a : b)
       .addSink(new Writer());
    readings.keyBy(new KeySelector<Reading, String>() { public String getKey(Reading r) { return r.sensor; } })
       .window(ProcessingTimeSessionWindows.withGap(Time.seconds(3))).max("value").writeAsText("/tmp/out").setParallelism(1);
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
    @Override public void open(Configuration parameters) throws Exception { super.open(parameters); }
    @Override public void invoke(Reading value, Context context) { }
  }
}
