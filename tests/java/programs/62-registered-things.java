import java.io.Serializable;
import java.util.Collections;
import java.util.Map;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.functions.IterationRuntimeContext;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.functions.RuntimeContext;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.core.execution.JobListener;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.FlinkRuntimeException;
import org.apache.flink.util.ParameterTool;

/** Calls that change nothing that one sees. */
public class RegisteredThings {
    public static final class Money implements Serializable {
        public final long cents;

        public Money(Long cents) {
            this.cents = cents;
        }

        @Override
        public String toString() {
            return cents / 100 + "." + cents % 100;
        }
    }

    interface Greeter extends Serializable {
        String greet(Money money);
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().enableObjectReuse();
        env.getConfig().setLatencyTrackingInterval(1000);
        env.getConfig().setTaskCancellationInterval(100L);
        env.registerCachedFile("file:///etc/hosts", "hosts");
        env.registerJobListener(new JobListener() {
            @Override
            public void onJobSubmitted(JobClient client, Throwable t) {
                System.out.println(client);
            }

            @Override
            public void onJobExecuted(JobExecutionResult result, Throwable t) {}
        });
        env.setDefaultSavepointDirectory("file:///savepoints");
        System.setProperty("user.timezone", "UTC");
        System.out.println(env.getConfig().isObjectReuseEnabled() + " " + env.getCheckpointInterval() + " " + env.getMaxParallelism());

        Greeter greeter = money -> "Hello " + money;
        DataStream<Money> money = env.fromSequence(1, 1000).map(Money::new).name("money");
        money.map(greeter::greet).name("greeted").print();
        money.map(new Describe(Collections.singletonMap("currency", "EUR"))).name("described").print();
        DataStream<Object> objects = money.map((MapFunction<Money, Object>) m -> m).returns(Object.class);
        objects.getExecutionEnvironment().setParallelism(7);
        objects.map(o -> o).returns(Object.class).name("at seven").print().setParallelism(objects.getExecutionConfig().getParallelism() - 3);
        System.out.println(money.getType() + " " + money.getTransformation().getName() + " " + money.getId());
        if (env.getParallelism() != 7) {
            throw new FlinkRuntimeException("not seven: " + env.getParallelism());
        }
        JobExecutionResult result = env.execute("registered");
        System.out.println(result.getNetRuntime());
    }

    static class Describe extends RichMapFunction<Money, String> {
        private final Map<String, String> how;

        Describe(Map<String, String> how) {
            this.how = how;
        }

        @Override
        public String map(Money m) {
            return m + how.get("currency");
        }
    }
}
