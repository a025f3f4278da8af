import java.time.Duration;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.util.ParameterTool;

public class OwnOptions {
    private static final ConfigOption<Integer> WIDTH = ConfigOptions.key("width").intType().defaultValue(3);
    private static final ConfigOption<Duration> PAUSE = ConfigOptions.key("pause").durationType().defaultValue(Duration.ofSeconds(9));
    private static final ConfigOption<String> TITLE = ConfigOptions.key("title").stringType().noDefaultValue();

    public static void main(String[] args) throws Exception {
        Configuration configuration = ParameterTool.fromArgs(args).getConfiguration();
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(configuration.get(WIDTH));
        env.enableCheckpointing(configuration.get(PAUSE).toMillis());
        env.fromSequence(1, 9).print().name(configuration.getOptional(TITLE).orElse("untitled")).setParallelism(WIDTH.defaultValue() + 1);
        env.execute(configuration.getOptional(WIDTH).map(w -> "wide").orElse("plain"));
    }
}
