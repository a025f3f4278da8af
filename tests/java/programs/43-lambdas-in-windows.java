import java.time.Duration;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

class Outer {
    static class Middle {
        static class Inner {
            final ReduceFunction<Integer> field = (a, b) -> a;

            static ReduceFunction<Integer> made() {
                return Integer::sum;
            }
        }
    }
}

/** What functions are called where they show. */
public class LambdasInWindows {
    private static final ReduceFunction<Integer> CONSTANT = (a, b) -> b;

    enum Functions implements ReduceFunction<Integer> {
        FIRST, LAST {
            @Override
            public Integer reduce(Integer a, Integer b) {
                return b;
            }
        };

        @Override
        public Integer reduce(Integer a, Integer b) {
            return a;
        }
    }

    record Scaled(int factor) implements ReduceFunction<Integer> {
        @Override
        public Integer reduce(Integer a, Integer b) {
            return a + b * factor;
        }
    }

    static class Generic<T> implements ReduceFunction<T> {
        @Override
        public T reduce(T a, T b) {
            return a;
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        KeyedStream<Integer, Integer> keyed = env.fromData(1, 2, 3).keyBy(n -> n);
        ReduceFunction<Integer> local = (a, b) -> a * b;
        ReduceFunction<Integer> anonymous = new ReduceFunction<Integer>() {
            @Override
            public Integer reduce(Integer a, Integer b) {
                return a - b;
            }
        };
        ReduceFunction<Integer> max = Math::max;
        ReduceFunction<?>[] all = {local, anonymous, CONSTANT, Outer.Middle.Inner.made(), new Outer.Middle.Inner().field, Functions.FIRST,
                Functions.LAST, new Scaled(2), new Generic<Integer>(), max, new Generic<Integer>() {}};
        for (ReduceFunction<?> f : all) {
            @SuppressWarnings("unchecked")
            ReduceFunction<Integer> typed = (ReduceFunction<Integer>) f;
            keyed.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1))).reduce(typed).print();
        }
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1)))
                .apply((Integer key, TimeWindow w, Iterable<Integer> in, Collector<Integer> out) -> out.collect(key), Types.INT)
                .print();
        keyed.window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1)))
                .reduce(Math::min, LambdasInWindows::label, Types.STRING)
                .print();
        env.execute();
    }

    private static void label(Integer key, TimeWindow window, Iterable<Integer> values, Collector<String> out) {
        out.collect(key + "");
    }
}
