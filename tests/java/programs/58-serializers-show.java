import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;

/** What windowAll keeps shows in its operator's name, and that depends on types. */
public class SerializersShow {

    public static class Point {
        public int x;
        public int y;
    }

    public static class Opaque {
        private final int hidden;

        public Opaque(int hidden) {
            this.hidden = hidden;
        }
    }

    enum Color { RED, GREEN }

    abstract static class Into<T, A> implements AggregateFunction<T, A, String> {
        @Override
        public A add(T value, A acc) {
            return acc;
        }

        @Override
        public String getResult(A acc) {
            return "" + acc;
        }

        @Override
        public A merge(A a, A b) {
            return a;
        }
    }

    static class IntoLong extends Into<Integer, Long> {
        @Override
        public Long createAccumulator() {
            return 0L;
        }
    }

    static class IntoPair extends Into<Integer, Tuple2<Integer, String>> {
        @Override
        public Tuple2<Integer, String> createAccumulator() {
            return Tuple2.of(0, "");
        }
    }

    static class IntoPoint extends Into<Integer, Point> {
        @Override
        public Point createAccumulator() {
            return new Point();
        }
    }

    static class IntoOpaque extends Into<Integer, Opaque> {
        @Override
        public Opaque createAccumulator() {
            return new Opaque(0);
        }
    }

    static class IntoArray extends Into<Integer, double[]> {
        @Override
        public double[] createAccumulator() {
            return new double[2];
        }
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Integer> in = env.fromData(1, 2, 3);
        TumblingEventTimeWindows hour = TumblingEventTimeWindows.of(Duration.ofHours(1));

        in.windowAll(hour).reduce((a, b) -> a + b).print();
        in.windowAll(hour).sum(0).print();
        in.map(n -> "x" + n).windowAll(hour).reduce((a, b) -> a + b).print();
        in.map(n -> n * 0.5).returns(Types.DOUBLE).windowAll(hour).max(0).print();
        in.map(n -> new Point()).windowAll(hour).maxBy("x").print();
        in.map(n -> new Opaque(n)).windowAll(hour).reduce((a, b) -> a).print();
        in.map(n -> n > 1 ? Color.RED : Color.GREEN).windowAll(hour).reduce((a, b) -> a).print();
        in.map(n -> Tuple2.of(n, "a")).returns(Types.TUPLE(Types.INT, Types.STRING)).windowAll(hour).minBy(0).print();
        in.windowAll(hour).aggregate(new IntoLong()).print();
        in.windowAll(hour).aggregate(new IntoPair()).print();
        in.windowAll(hour).aggregate(new IntoPoint()).print();
        in.windowAll(hour).aggregate(new IntoOpaque()).print();
        in.windowAll(hour).aggregate(new IntoArray()).print();
        in.windowAll(hour).aggregate(new AggregateFunction<Integer, List<Integer>, Integer>() {
            @Override
            public List<Integer> createAccumulator() {
                return new ArrayList<>();
            }

            @Override
            public List<Integer> add(Integer value, List<Integer> acc) {
                acc.add(value);
                return acc;
            }

            @Override
            public Integer getResult(List<Integer> acc) {
                return acc.size();
            }

            @Override
            public List<Integer> merge(List<Integer> a, List<Integer> b) {
                a.addAll(b);
                return a;
            }
        }).print();
        in.windowAll(hour).aggregate(new AggregateFunction<Integer, Map<String, Long>, Integer>() {
            @Override
            public Map<String, Long> createAccumulator() {
                return new HashMap<>();
            }

            @Override
            public Map<String, Long> add(Integer value, Map<String, Long> acc) {
                return acc;
            }

            @Override
            public Integer getResult(Map<String, Long> acc) {
                return acc.size();
            }

            @Override
            public Map<String, Long> merge(Map<String, Long> a, Map<String, Long> b) {
                return a;
            }
        }).print();
        env.execute("serializers");
    }
}
