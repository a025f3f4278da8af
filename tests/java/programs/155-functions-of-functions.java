import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class FunctionsOfFunctions {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Function<DataStream<Long>, Function<Integer, SingleOutputStreamOperator<Long>>> f = in -> p -> in.map(x -> x * p).setParallelism(p);
        BiFunction<DataStream<Long>, DataStream<Long>, DataStream<Long>> u = (a, b) -> a.union(b);
        Supplier<DataStream<Long>> src = () -> env.fromSequence(0, 1);
        UnaryOperator<DataStream<Long>> id = UnaryOperator.identity();
        Consumer<DataStream<?>> out = DataStream::print;
        out.accept(id.apply(u.andThen(x -> x.filter(y -> true)).apply(f.apply(src.get()).apply(2), f.apply(src.get()).apply(3))));
        Runnable r = () -> src.get().print("r"); r.run();
        env.execute();
    }

    interface Function<A, B> extends java.util.function.Function<A, B> {}
    interface BiFunction<A, B, C> extends java.util.function.BiFunction<A, B, C> {}
    interface Supplier<A> extends java.util.function.Supplier<A> {}
    interface UnaryOperator<A> extends java.util.function.UnaryOperator<A> { static <A> UnaryOperator<A> identity() { return x -> x; } }
    interface Consumer<A> extends java.util.function.Consumer<A> {}
}
