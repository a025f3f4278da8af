package com.acme.web;

import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.datastream.WindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** Collections of everything, over and over. */
public final class ChainedHelpers {
    private static final List<String> SITES = List.of("shop", "blog", "help");
    private static final Set<Integer> WIDTHS = new HashSet<>(Arrays.asList(1, 2));

    record Page(String site, int width, Function<DataStream<String>, DataStream<String>> step) {
        Page withWidth(int width) {
            return new Page(site, width, step);
        }

        String title() {
            return site.substring(0, 1).toUpperCase(Locale.ROOT) + site.substring(1).concat("?").replace('?', '!').repeat(width);
        }
    }

    private static <A, B> SingleOutputStreamOperator<B> through(DataStream<A> in, Function<DataStream<A>, SingleOutputStreamOperator<B>> f, String name) {
        return f.apply(in).name(name);
    }

    private static WindowedStream<Tuple2<String, Integer>, String, TimeWindow> windowed(
            DataStream<Tuple2<String, Integer>> in, WindowAssigner<Object, TimeWindow> assigner) {
        return in.keyBy(t -> t.f0).window(assigner);
    }

    public static void main(String[] args) throws Exception {
        final var env = StreamExecutionEnvironment.getExecutionEnvironment();
        var hits = env.socketTextStream("localhost", 80).name("hits");

        Predicate<String> isLong = s -> s.length() > 4;
        List<Page> pages = SITES.stream()
                .filter(isLong.negate().or(s -> s.startsWith("b")))
                .sorted((a, b) -> b.compareTo(a))
                .flatMap(site -> WIDTHS.stream().sorted().map(width -> new Page(site, width, s -> s.filter(x -> x.contains(site)))))
                .skip(1)
                .limit(4)
                .peek(page -> System.out.println(page.title()))
                .toList();
        for (Page page : pages) {
            through(page.step().apply(hits), s -> s.map(String::length), page.title()).setParallelism(page.width()).print();
        }

        TreeMap<String, List<Page>> bySite = pages.stream().collect(Collectors.groupingBy(Page::site, TreeMap::new, Collectors.toList()));
        bySite.forEach((site, list) -> {
            int sum = list.stream().mapToInt(Page::width).sum();
            boolean all = list.stream().allMatch(p -> p.width() > 0) && list.stream().noneMatch(p -> p.width() > 2);
            hits.filter(s -> true).name(site + "=" + sum + (all ? "+" : "-")).print();
        });
        Collection<String> names = bySite.descendingMap().keySet();
        hits.filter(s -> false).name(String.join("/", names) + pages.stream().map(p -> p.withWidth(0).width()).reduce(1, Integer::sum)).print();

        DataStream<Tuple2<String, Integer>> pairs = hits.map(s -> Tuple2.of(s, 1)).returns(Types.TUPLE(Types.STRING, Types.INT));
        IntStream.rangeClosed(1, 2).boxed().map(Duration::ofMinutes).map(TumblingProcessingTimeWindows::of)
                .forEach(assigner -> windowed(pairs, assigner).sum(1).print());
        Stream.of(1, 3, 9).forEach(n -> hits.rescale().map(s -> s + n).setParallelism(n).name("x" + n).print());
        FilterFunction<String>[] filters = new FilterFunction[] {(FilterFunction<String>) s -> true, new NotEmpty()};
        var filtered = Arrays.stream(filters).map(hits::filter).map(s -> (DataStream<String>) s).reduce(DataStream::union).get();
        filtered.print("filtered");
        env.execute();
    }

    private static class NotEmpty implements FilterFunction<String> {
        @Override
        public boolean filter(String s) {
            return !s.isEmpty();
        }
    }
}
