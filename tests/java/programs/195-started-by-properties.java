import java.io.*;
import java.time.Duration;
import java.util.*;
import java.util.function.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.util.*;

public class Metering {
    private static final ConfigOption<Integer> PARALLELISM = ConfigOptions.key("metering.parallelism").intType().defaultValue(3).withDescription("x");
    private static final ConfigOption<Duration> WINDOW = ConfigOptions.key("metering.window").durationType().defaultValue(Duration.ofMinutes(15));
    private static final ConfigOption<String> MODE = ConfigOptions.key("metering.mode").stringType().noDefaultValue();

    public static void main(String[] args) throws Exception {
        Configuration configuration = ParameterTool.fromArgs(new String[] {"--metering.mode", "full", "--metering.parallelism", "5"}).getConfiguration();
        Configuration fixed = new Configuration();
        fixed.set(PARALLELISM, 2);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(configuration.get(PARALLELISM));
        List<Tuple2<String, MapFunction<Long, Long>>> steps = new LinkedList<>();
        steps.add(Tuple2.of("double", x -> x * 2));
        steps.add(Tuple2.of("minus", new Minus(4)));
        if ("full".equals(configuration.getOptional(MODE).orElse("small"))) {
            steps.add(0, new Tuple2<>("first", x -> x));
        }
        SingleOutputStreamOperator<Long> s = env.fromSequence(1, 5).map(x -> x).returns(Long.class);
        Iterator<Tuple2<String, MapFunction<Long, Long>>> it = steps.iterator();
        while (it.hasNext()) {
            Tuple2<String, MapFunction<Long, Long>> step = it.next();
            s = s.map(step.f1).returns(Types.LONG).name(step.f0);
        }
        s.setParallelism(fixed.get(PARALLELISM));
        s.keyBy(x -> x % 2).window(TumblingProcessingTimeWindows.of(fixed.get(WINDOW))).reduce(Long::sum).name("per " + fixed.get(WINDOW).toMinutes() + " min").print();
        StringBuilder name = new StringBuilder("metering");
        for (int i = steps.size() - 1; i >= 0; i--) name.append('-').append(steps.get(i).f0.charAt(0));
        env.execute(name.toString());
    }
    static class Minus implements MapFunction<Long, Long> {
        final long n;
        Minus(long n) { this.n = n; }
        @Override public Long map(Long x) { return x - n; }
    }
}
