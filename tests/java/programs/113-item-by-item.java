import java.util.*;
import java.util.stream.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A stream's stages run item by item. */
public class ItemsOfItems {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        List<DataStream<Integer>> lengths = Stream.of("a", "bb", "ccc")
            .map(t -> env.fromData(t).name("source " + t))
            .filter(s -> s.getParallelism() > 0)
            .map(s -> s.map(String::length).name("length of " + s.getTransformation().getName()))
            .collect(Collectors.toList());
        Optional<DataStream<Integer>> all = lengths.stream().map(s -> (DataStream<Integer>) s.filter(i -> i > 0)).reduce(DataStream::union);
        all.ifPresent(s -> s.print());
        IntStream.rangeClosed(1, 3).mapToObj(i -> env.fromData(i).name("n" + i)).peek(s -> s.print("peeked")).limit(2).forEach(s -> s.map(x -> x + 1).name("limited").print());
        boolean any = Stream.of(1, 2, 3).map(i -> { env.fromData(i).name("tried " + i).print(); return i; }).anyMatch(i -> i == 2);
        Stream.of("x", "y").flatMap(s -> Stream.of(1, 2, 3).map(i -> i).limit(2).map(i -> env.fromData(s + i).name(s + i))).forEach(s -> s.print("flat"));
        Stream<String> unused = Stream.of("never").peek(s -> env.fromData(s).print());
        Stream.concat(Stream.of("p").map(s -> env.fromData(s)), Stream.of("q").map(s -> env.fromData(s))).forEach(s -> s.print(any ? "any" : "none"));
        DataStream<String> first = Stream.of("f1", "f2").map(s -> env.fromData(s).name(s)).findFirst().orElseThrow();
        first.print();
        env.execute();
    }
}
