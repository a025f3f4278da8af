import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ConfigOptions;
import org.apache.flink.configuration.CoreOptions;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.configuration.StateRecoveryOptions;
import org.apache.flink.configuration.ExternalizedCheckpointRetention;
import org.apache.flink.configuration.RestartStrategyOptions;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSink;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.CheckpointConfig;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** Settings where one does not expect them. */
public class OddSettings {
    public static void main(String[] args) throws Exception {
        Map<String, String> raw = new HashMap<>();
        raw.put("parallelism.default", "3");
        raw.put("pipeline.operator-chaining.chain-operators-with-different-max-parallelism", "false");
        Configuration c = Configuration.fromMap(raw);
        c.set(PipelineOptions.NAME, "from the configuration");
        c.set(ExecutionOptions.BUFFER_TIMEOUT, java.time.Duration.ofMillis(5));
        c.set(ConfigOptions.key("my.own").intType().defaultValue(7), 8);
        c.set(RestartStrategyOptions.RESTART_STRATEGY, "fixed-delay");

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(c);
        env.setRuntimeMode(RuntimeExecutionMode.AUTOMATIC);
        ExecutionConfig config = env.getConfig();

        DataStreamSource<String> source = env.socketTextStream("localhost", 1234);
        SingleOutputStreamOperator<String> a = source.map(s -> s + "a");       // 3
        env.setParallelism(5);
        SingleOutputStreamOperator<String> b = a.map(s -> s + "b");            // 5
        config.setParallelism(2).setMaxParallelism(64);
        SingleOutputStreamOperator<String> d = b.map(s -> s + "d");            // 2
        a.setParallelism(4).name("a").setDescription("adds an a").setBufferTimeout(0L);
        b.uid("b").name("b").setMaxParallelism(32).setParallelism(b.getParallelism() + 1).disableChaining();

        KeyedStream<String, Integer> keyed = d.keyBy(String::length);
        env.setMaxParallelism(256);
        SingleOutputStreamOperator<String> reduced = keyed.reduce((x, y) -> x);
        reduced.setUidHash("0123456789abcdef0123456789abcdef");
        DataStreamSink<String> sink = reduced.print().setDescription("shows it");
        sink.name("shown").setMaxParallelism(16).setParallelism(config.getParallelism() * 2 - 1).uid("shown");
        env.setBufferTimeout(-1);
        reduced.name("reduced");
        env.disableOperatorChaining();
        source.name("source").uid("source");

        CheckpointConfig checkpoints = env.enableCheckpointing(5_000, CheckpointingMode.AT_LEAST_ONCE).getCheckpointConfig();
        checkpoints.setExternalizedCheckpointRetention(ExternalizedCheckpointRetention.RETAIN_ON_CANCELLATION);
        checkpoints.enableUnalignedCheckpoints(false);
        Configuration late = new Configuration();
        late.setString(PipelineOptions.OPERATOR_CHAINING.key(), "true");
        late.set(CoreOptions.DEFAULT_PARALLELISM, 6);
        late.set(StateRecoveryOptions.SAVEPOINT_PATH, "s3://none");
        env.configure(late);
        DataStream<String> last = reduced.filter(s -> true);                   // 6
        last.print();

        StreamGraph graph = env.getStreamGraph(false);
        graph.setJobName(graph.getJobName() + "!");
        String plan = env.getExecutionPlan();
        assert plan.contains("shown");
        env.execute(graph);
    }
}
