import static java.time.Duration.ofSeconds;
import static org.apache.flink.streaming.api.environment.StreamExecutionEnvironment.getExecutionEnvironment;
import static org.apache.flink.api.common.typeinfo.Types.*;
import static org.apache.flink.configuration.CoreOptions.DEFAULT_PARALLELISM;
import static org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows.of;
import org.apache.flink.configuration.Configuration;
public class StaticImports {
  static final int P = 2;
  public static void main(String... argv) throws Exception {
    var env = getExecutionEnvironment(new Configuration().set(DEFAULT_PARALLELISM, P));
    env.fromData("a", "b").map(x -> x, STRING).keyBy(x -> x).window(of(ofSeconds(5))).reduce((a, b) -> a + b).print();
    env.execute("static");
  }
}
