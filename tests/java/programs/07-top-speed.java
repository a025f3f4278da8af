import java.time.Duration;
import java.util.Optional;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.api.java.tuple.Tuple4;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.delta.DeltaFunction;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.streaming.api.windowing.evictors.TimeEvictor;
import org.apache.flink.streaming.api.windowing.triggers.DeltaTrigger;
import org.apache.flink.util.ParameterTool;

/** The top speed of each car over the last ten seconds, every fifty metres. */
public class TopSpeed {

    private static final int NUM_CARS = 3;

    static final class Options {
        private final ParameterTool params;

        private Options(ParameterTool params) {
            this.params = params;
        }

        static Options fromArgs(String[] args) {
            return new Options(ParameterTool.fromArgs(args));
        }

        Optional<Path> getInput() {
            return params.has("input") ? Optional.of(new Path(params.get("input"))) : Optional.empty();
        }

        Optional<Path> getOutput() {
            return Optional.ofNullable(params.get("output")).map(Path::new);
        }

        RuntimeExecutionMode getExecutionMode() {
            if (params.has("execution-mode")) {
                return RuntimeExecutionMode.valueOf(params.get("execution-mode").toUpperCase());
            }
            return RuntimeExecutionMode.STREAMING;
        }
    }

    public static void main(String[] args) throws Exception {
        final Options params = Options.fromArgs(args);
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setRuntimeMode(params.getExecutionMode());

        SingleOutputStreamOperator<Tuple4<Integer, Integer, Double, Long>> carData;
        if (params.getInput().isPresent()) {
            FileSource.FileSourceBuilder<String> builder =
                    FileSource.forRecordStreamFormat(new TextLineInputFormat(), params.getInput().get());
            carData = env.fromSource(builder.build(), WatermarkStrategy.noWatermarks(), "file-input")
                    .map(new ParseCarData())
                    .name("parse-input");
        } else {
            GeneratorFunction<Long, Tuple4<Integer, Integer, Double, Long>> drive =
                    i -> Tuple4.of((int) (i % NUM_CARS), 50, 10.0 * i, System.currentTimeMillis());
            DataGeneratorSource<Tuple4<Integer, Integer, Double, Long>> cars = new DataGeneratorSource<>(
                    drive,
                    Long.MAX_VALUE,
                    RateLimiterStrategy.perSecond(NUM_CARS * 10),
                    TypeInformation.of(new org.apache.flink.api.common.typeinfo.TypeHint<Tuple4<Integer, Integer, Double, Long>>() {}));
            carData = env.fromSource(cars, WatermarkStrategy.noWatermarks(), "in-memory-source");
        }

        int evictionSec = 10;
        double triggerMeters = 50;
        DataStream<Tuple4<Integer, Integer, Double, Long>> topSpeeds = carData
                .assignTimestampsAndWatermarks(WatermarkStrategy
                        .<Tuple4<Integer, Integer, Double, Long>>forMonotonousTimestamps()
                        .withTimestampAssigner((car, ts) -> car.f3))
                .keyBy(value -> value.f0)
                .window(GlobalWindows.create())
                .evictor(TimeEvictor.of(Duration.ofSeconds(evictionSec)))
                .trigger(DeltaTrigger.of(
                        triggerMeters,
                        new DeltaFunction<Tuple4<Integer, Integer, Double, Long>>() {
                            private static final long serialVersionUID = 1L;

                            @Override
                            public double getDelta(
                                    Tuple4<Integer, Integer, Double, Long> oldDataPoint,
                                    Tuple4<Integer, Integer, Double, Long> newDataPoint) {
                                return newDataPoint.f2 - oldDataPoint.f2;
                            }
                        },
                        carData.getType().createSerializer(env.getConfig().getSerializerConfig())))
                .maxBy(1);

        if (params.getOutput().isPresent()) {
            topSpeeds.sinkTo(FileSink.<Tuple4<Integer, Integer, Double, Long>>forRowFormat(
                            params.getOutput().get(), new SimpleStringEncoder<>())
                    .build()).name("file-sink");
        } else {
            topSpeeds.print();
        }

        env.execute("CarTopSpeedWindowing");
    }

    private static class ParseCarData extends RichMapFunction<String, Tuple4<Integer, Integer, Double, Long>> {
        private static final long serialVersionUID = 1L;

        @Override
        public Tuple4<Integer, Integer, Double, Long> map(String record) {
            String[] data = record.substring(1, record.length() - 1).split(",");
            return new Tuple4<>(Integer.valueOf(data[0]), Integer.valueOf(data[1]), Double.valueOf(data[2]), Long.valueOf(data[3]));
        }
    }
}
