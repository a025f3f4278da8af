import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.AllWindowedStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** The place of a call shows in a name: its method and its line. */
public class CallSites {
    private static final StreamExecutionEnvironment ENV = StreamExecutionEnvironment.getExecutionEnvironment();
    private static final DataStream<String> IN = ENV.fromData("a");
    private static final DataStream<String> AT_CLASS = window(IN).process(new Pass());
    private final DataStream<String> atField = window(IN).process(new Pass());

    static {
        window(IN)
                .process(
                        new Pass())
                .name("named").print();
        window(AT_CLASS).process(new Pass());
    }

    CallSites() {
        window(IN).process(new Pass());
    }

    static AllWindowedStream<String, TimeWindow> window(DataStream<String> in) {
        return in.windowAll(TumblingProcessingTimeWindows.of(Duration.ofSeconds(1)));
    }

    DataStream<String> method() {
        return window(atField)
                .apply((TimeWindow w, Iterable<String> values, Collector<String> out) -> out.collect("x"),
                        Types.STRING);
    }

    class Inner {
        void inInner() {
            window(IN).process(new Pass()); Runnable nested = () -> window(IN).process(new Pass()); nested.run();
        }
    }

    interface Shape {
        default void draw() {
            window(IN).process(new Pass());
        }

        static void sketch() {
            window(IN).process(new Pass());
        }
    }

    enum Kind implements Shape {
        ROUND {
            @Override
            public void draw() {
                window(IN).process(new Pass());
            }
        },
        SQUARE;
    }

    public static void main(String[] args) throws Exception {
        CallSites sites = new CallSites();
        sites.method().print();
        sites.new Inner().inInner();
        MapFunction<String, String> serializable = s -> s;
        Runnable first = () -> window(IN.map(serializable)).process(new Pass());
        Supplier<DataStream<String>> second = () -> {
            Consumer<DataStream<String>> third = s -> window(s).process(new Pass()).print();
            third.accept(IN.map(s -> s + "!"));
            return window(IN)
                    .process(new Pass());
        };
        first.run();
        second.get().print();
        Consumer<DataStream<String>> reference = CallSites::referred;
        reference.accept(IN);
        new Object() {
            void run() {
                window(IN).process(new Pass());
            }
        }.run();
        Kind.ROUND.draw();
        Kind.SQUARE.draw();
        Shape.sketch();
        List.of(1, 2).forEach(n -> window(IN.filter(s -> s.length() > n)).process(new Pass()));
        ENV.execute("call sites");
    }

    private static void referred(DataStream<String> in) {
        window(in).process(new Pass());
    }

    static class Pass extends ProcessAllWindowFunction<String, String, TimeWindow> {
        @Override
        public void process(Context ctx, Iterable<String> values, Collector<String> out) {}
    }
}
