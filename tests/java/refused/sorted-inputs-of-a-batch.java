import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class SortedInputsOfABatch {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.configure(new Configuration() {{ set(PipelineOptions.OPERATOR_CHAINING, false); set(ExecutionOptions.SORT_INPUTS, false); }});
        env.setRuntimeMode(RuntimeExecutionMode.BATCH);
        env.fromData(1, 2, 3).keyBy(i -> i).reduce(Integer::sum).print();
        env.execute();
    }
}
