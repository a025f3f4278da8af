import java.time.Duration;
import java.util.*;
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.util.Collector;
public class RefusedKeyedFunction {
  public static void main(String[] args) throws Exception {
    Configuration c = new Configuration();
    c.set(CoreOptions.DEFAULT_PARALLELISM, 4);
    c.setString("execution.batch-shuffle-mode", "ALL_EXCHANGES_HYBRID_FULL");
    c.set(PipelineOptions.VERTEX_DESCRIPTION_MODE, PipelineOptions.VertexDescriptionMode.CASCADING);
    c.set(JobManagerOptions.SCHEDULER, JobManagerOptions.SchedulerType.Default);
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.configure(c, RefusedKeyedFunction.class.getClassLoader());
    env.setRuntimeMode(RuntimeExecutionMode.BATCH);
    DataStreamSource<Long> seq = env.fromSequence(1, 100);
    KeyedStream<Long, Long> k = seq.keyBy(x -> x % 2);
    seq.setParallelism(2).name("numbers").uid("n");
    SingleOutputStreamOperator<Long> ts = seq.map(x -> x);
    SingleOutputStreamOperator<Long> wm = ts.assignTimestampsAndWatermarks(org.apache.flink.api.common.eventtime.WatermarkStrategy.noWatermarks());
    ts.setParallelism(7); wm.name("wm late"); ts.name("ts");
    DataStream<Long> u = seq.union(ts, wm);
    env.setParallelism(6);
    u.map(x -> x).print().setParallelism(3);
    k.reduce(Long::sum).setMaxParallelism(12).name("sum").print();
    k.sum(0).slotSharingGroup("g").startNewChain();
    env.getConfig().setParallelism(5);
    DataStream<Tuple2<Long, String>> t = seq.map(x -> Tuple2.of(x, "a")).returns(Types.TUPLE(Types.LONG, Types.STRING));
    t.keyBy(x -> x.f1).minBy(0).connect(k).process(new KeyedCoProcessFunction<String, Tuple2<Long, String>, Long, String>() { public void processElement1(Tuple2<Long, String> a, Context x, Collector<String> o) {} public void processElement2(Long a, Context x, Collector<String> o) {} }).print();
    CachedDataStream<Long> cached = seq.filter(x -> x > 3).name("f").cache();
    cached.map(x -> x + 1).name("c1").print(); cached.map(x -> x + 2).name("c2").disableChaining().setParallelism(6).print();
    seq.join(seq).where(x -> x).equalTo(x -> x).window(GlobalWindows.createWithEndOfStreamTrigger()).apply((a, b) -> a + b, Types.LONG).name("j").setParallelism(2).forward().map(x -> x).setParallelism(2);
    seq.fullWindowPartition().sortPartition((Long x) -> x, org.apache.flink.api.common.operators.Order.ASCENDING).name("sorted");
    t.project(1, 0).name("proj").keyBy(x -> x.getField(0)).map(x -> x).name("km");
    SlotSharingGroup g = SlotSharingGroup.newBuilder("res").setCpuCores(1).setTaskHeapMemoryMB(10).build();
    wm.global().map(x -> x).name("glob").slotSharingGroup(g).setBufferTimeout(-1);
    env.setParallelism(4);
    env.execute();
  }
}
