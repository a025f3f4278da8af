import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;

public class SettersInEveryOrder {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSequence(1, 9).map(x -> x).uid("u").name("n").setMaxParallelism(16).setParallelism(4).setBufferTimeout(3).slotSharingGroup("g").disableChaining().setUidHash("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa").setDescription("d").returns(Types.LONG).name("n2")
          .keyBy(x -> x).process(new KeyedProcessFunction<Long, Long, Long>() { public void processElement(Long v, Context c, Collector<Long> o) {} }).forceNonParallel().name("one").startNewChain()
          .union(env.fromSequence(2, 3)).filter(x -> x > 1).setParallelism(-1).slotSharingGroup("default").print("sink").setParallelism(2).slotSharingGroup("h").name("pp").uid("ps").setUidHash("bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb").setDescription("sd").disableChaining();
        env.execute();
    }
}
