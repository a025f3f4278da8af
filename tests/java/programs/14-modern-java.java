import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.WindowAssigner;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;

/** Records, sealed types, switch expressions and text blocks. */
public class ModernJava {

    record Reading(String sensor, double value, Instant at) {
        Reading {
            if (sensor == null) {
                throw new IllegalArgumentException("no sensor");
            }
        }

        static Reading parse(String line) {
            var parts = line.split(",");
            return new Reading(parts[0], Double.parseDouble(parts[1]), Instant.parse(parts[2]));
        }
    }

    record Rollup(String name, Duration size, Duration slide, int parallelism) {
        Rollup(String name, Duration size) {
            this(name, size, size, 1);
        }

        boolean slides() {
            return !slide.equals(size);
        }

        WindowAssigner<Object, TimeWindow> assigner() {
            return slides() ? SlidingEventTimeWindows.of(size, slide) : TumblingEventTimeWindows.of(size);
        }
    }

    sealed interface Target permits Console, Nowhere {}

    record Console(String prefix) implements Target {}

    record Nowhere() implements Target {}

    enum Level {
        LOW(1), MIDDLE(2), HIGH(4) {
            @Override
            String label() {
                return "HIGH!";
            }
        };

        final int weight;

        Level(int weight) {
            this.weight = weight;
        }

        String label() {
            return name().toLowerCase();
        }
    }

    private static final String DATA = """
            a,1.5,2024-01-01T00:00:00Z
            b,2.5,2024-01-01T00:00:01Z
            """;

    public static void main(String... args) throws Exception {
        var env = StreamExecutionEnvironment.getExecutionEnvironment();
        var readings = env.fromData(DATA.lines().toList())
                .map(Reading::parse)
                .name("parse")
                .assignTimestampsAndWatermarks(WatermarkStrategy
                        .<Reading>forBoundedOutOfOrderness(Duration.ofSeconds(1))
                        .withTimestampAssigner((r, old) -> r.at().toEpochMilli()))
                .keyBy(Reading::sensor);

        var rollups = List.of(
                new Rollup("minute", Duration.ofMinutes(1)),
                new Rollup("hour", Duration.ofHours(1), Duration.ofMinutes(5), 2));
        for (var rollup : rollups) {
            attach(rollup(readings, rollup), switch (rollup.name()) {
                case "minute" -> new Console(rollup.name());
                case "hour", "day" -> {
                    var target = new Nowhere();
                    yield target;
                }
                default -> throw new IllegalStateException("Unexpected value: " + rollup.name());
            });
        }

        for (Level level : Level.values()) {
            int shift = switch (level) {
                case LOW -> 0;
                case MIDDLE -> 1;
                case HIGH -> 2;
            };
            readings.filter(r -> r.value() > level.weight)
                    .name("%s#%d".formatted(level.label(), level.ordinal()))
                    .setParallelism(level.weight << shift)
                    .print(level.name());
        }

        Map<String, Integer> shards = Map.of("only", 3);
        shards.forEach((name, n) -> IntStream.range(0, n).mapToObj(i -> name + "-" + i)
                .forEach(shard -> readings.filter(r -> r.sensor().endsWith(shard)).name(shard).print()));

        env.execute("""
                modern \
                java""");
    }

    private static DataStream<Double> rollup(KeyedStream<Reading, String> in, Rollup rollup) {
        return in.window(rollup.assigner())
                .aggregate(new Mean())
                .name("mean of a " + rollup.name())
                .setParallelism(rollup.parallelism());
    }

    private static <T> void attach(DataStream<T> stream, Target target) {
        if (target instanceof Console console) {
            stream.print(console.prefix()).name("to console");
        } else if (target instanceof Nowhere) {
            stream.map(x -> x).returns(stream.getType()).name("to nowhere");
        }
    }

    static class Mean implements AggregateFunction<Reading, double[], Double> {
        public double[] createAccumulator() { return new double[2]; }
        public double[] add(Reading r, double[] acc) { acc[0] += r.value(); acc[1]++; return acc; }
        public Double getResult(double[] acc) { return acc[0] / acc[1]; }
        public double[] merge(double[] a, double[] b) { return new double[] {a[0] + b[0], a[1] + b[1]}; }
    }
}
