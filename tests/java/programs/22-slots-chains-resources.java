import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class SlotsChainsResources {
    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        SlotSharingGroup heavy = SlotSharingGroup.newBuilder("heavy")
                .setCpuCores(2.0)
                .setTaskHeapMemory(MemorySize.ofMebiBytes(512))
                .setTaskOffHeapMemory(MemorySize.parse("64m"))
                .setManagedMemory(MemorySize.parse("1g"))
                .build();
        SlotSharingGroup light = SlotSharingGroup.newBuilder("light").setCpuCores(0.5).setTaskHeapMemoryMB(64).build();
        SlotSharingGroup plain = SlotSharingGroup.newBuilder("default").setCpuCores(1).setTaskHeapMemoryMB(128).build();
        env.registerSlotSharingGroup(heavy).registerSlotSharingGroup(plain);

        DataStream<Long> numbers = env.fromSequence(1, 100).name("numbers").slotSharingGroup(light);

        SingleOutputStreamOperator<Long> parsed = numbers.map(n -> n + 1).name("parse").startNewChain();
        SingleOutputStreamOperator<Long> heavyWork = parsed
                .map(n -> n * n).name("heavy work").slotSharingGroup("heavy").setParallelism(4)
                .filter(n -> n > 0).name("inherits heavy")
                .map(n -> n).name("alone").disableChaining();
        heavyWork.rescale().map(n -> -n).name("back").slotSharingGroup("default").setParallelism(2)
                .forward().filter(n -> n < 0).setParallelism(2).name("kept").startNewChain()
                .print().setParallelism(2).slotSharingGroup(light).disableChaining();
        numbers.union(heavyWork).map(n -> n).name("mixed groups").print();
        parsed.union(heavyWork.broadcast(), heavyWork.global()).map(n -> n).name("light and heavy").setParallelism(3).print();

        env.execute("slots");
    }
}
