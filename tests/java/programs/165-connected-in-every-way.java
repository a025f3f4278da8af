import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.CoMapFunction;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.co.RichCoFlatMapFunction;
import org.apache.flink.util.Collector;

public class ConnectedInEveryWay {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> a = env.fromSequence(1, 5); DataStream<String> b = env.fromData("x");
        a.connect(b).map(new CoMapFunction<Long, String, String>() { public String map1(Long v) { return ""; } public String map2(String v) { return v; } }).print();
        a.connect(b).keyBy(x -> "k", y -> y).process(new KeyedCoProcessFunction<String, Long, String, String>() { public void processElement1(Long v, Context c, Collector<String> o) {} public void processElement2(String v, Context c, Collector<String> o) {} }).setParallelism(2).print();
        a.keyBy(x -> x).connect(b.keyBy(y -> 1L)).flatMap(new RichCoFlatMapFunction<Long, String, String>() { public void flatMap1(Long v, Collector<String> c) {} public void flatMap2(String v, Collector<String> c) {} }).uid("cf").print();
        MapStateDescriptor<String, String> d = new MapStateDescriptor<>("rules", Types.STRING, Types.STRING);
        BroadcastStream<String> bc = b.broadcast(d, new MapStateDescriptor<>("two", String.class, Long.class));
        a.connect(bc).process(new BroadcastProcessFunction<Long, String, String>() { public void processElement(Long v, ReadOnlyContext c, Collector<String> o) {} public void processBroadcastElement(String v, Context c, Collector<String> o) {} }).print();
        a.keyBy(x -> x).connect(bc).process(new KeyedBroadcastProcessFunction<Long, Long, String, String>() { public void processElement(Long v, ReadOnlyContext c, Collector<String> o) {} public void processBroadcastElement(String v, Context c, Collector<String> o) {} }).setParallelism(3).name("kb").print();
        a.map(x -> x).setParallelism(2).connect(a.map(x -> -x).setParallelism(3)).process(new CoProcessFunction<Long, Long, Long>() { public void processElement1(Long v, Context c, Collector<Long> o) {} public void processElement2(Long v, Context c, Collector<Long> o) {} }).slotSharingGroup("co").disableChaining().print();
        env.execute();
    }
}
