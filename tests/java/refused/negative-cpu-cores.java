import org.apache.flink.api.common.operators.SlotSharingGroup;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class NegativeCpuCores {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        in.map(n -> n).slotSharingGroup(SlotSharingGroup.newBuilder("a").setCpuCores(-1).setTaskHeapMemoryMB(1).build()).print();
        in.print();
        env.execute();
    }
}
