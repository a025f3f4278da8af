package com.acme.examples.counting;

import com.acme.examples.counting.util.Cli;
import com.acme.examples.counting.util.SampleText;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.TimestampAssigner;
import org.apache.flink.api.common.eventtime.TimestampAssignerSupplier;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Counts words; what is read, and where to, is told by options that are parsed elsewhere. */
public class CountWords {

    private static final OutputTag<String> REJECTED = new OutputTag<String>("rejected") {};

    public static void main(String[] args) throws Exception {
        final Cli params = Cli.fromArgs(args);

        // Create the execution environment. This is the main entrypoint to building a Flink application.
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        // Apache Flink's unified approach to stream and batch processing means that a DataStream application executed
        // over bounded input will produce the same final results regardless of the configured execution mode.
        env.setRuntimeMode(params.getExecutionMode());

        // This optional step makes the input parameters available in the UI.
        env.getConfig().setGlobalJobParameters(params);

        DataStream<String> text;
        if (params.getInputs().isPresent()) {
            // Create a new file source that will read files from a given set of directories.
            FileSource.FileSourceBuilder<String> builder =
                    FileSource.forRecordStreamFormat(new TextLineInputFormat(), params.getInputs().get());

            // If a discovery interval is provided, the source will continuously watch the given directories for new files.
            params.getDiscoveryInterval().ifPresent(builder::monitorContinuously);

            text = env.fromSource(builder.build(), WatermarkStrategy.noWatermarks(), "file-input");
        } else {
            text = env.fromData(SampleText.WORDS).name("in-memory-input");
        }

        // We assign the WatermarkStrategy after creating the source.
        DataStream<String> timed = text.assignTimestampsAndWatermarks(IngestionTime.create());

        SingleOutputStreamOperator<Tuple2<String, Integer>> tokenized = timed
                .keyBy(t -> "all")
                .process(new Splitter())
                .name("tokenizer");
        DataStream<String> rejected = tokenized.getSideOutput(REJECTED).map(value -> "rejected: " + value).name("rejected");

        int windowSize = params.getInt("window").orElse(250);
        int slideSize = params.getInt("slide").orElse(150);
        DataStream<Tuple2<String, Integer>> counts = tokenized
                .keyBy(value -> value.f0)
                // create windows of windowSize records slided every slideSize records
                .countWindow(windowSize, slideSize)
                // group by the tuple field "0" and sum up tuple field "1"
                .sum(1)
                .name("counter");

        if (params.getOutput().isPresent()) {
            counts.sinkTo(FileSink.<Tuple2<String, Integer>>forRowFormat(params.getOutput().get(), new SimpleStringEncoder<>())
                            .withRollingPolicy(DefaultRollingPolicy.builder()
                                    .withMaxPartSize(MemorySize.ofMebiBytes(1))
                                    .withRolloverInterval(Duration.ofSeconds(10))
                                    .build())
                            .build())
                    .name("file-sink");
            rejected.sinkTo(FileSink.<String>forRowFormat(params.getOutput().get(), new SimpleStringEncoder<>()).build()).name("rejected-file-sink");
        } else {
            counts.print().name("print-sink");
            rejected.print().name("rejected-print-sink");
        }

        env.execute("CountWords");
    }

    public static final class Splitter extends ProcessFunction<String, Tuple2<String, Integer>> {
        @Override
        public void processElement(String value, Context ctx, Collector<Tuple2<String, Integer>> out) {
            for (String token : value.toLowerCase().split("\\W+")) {
                if (token.length() > 5) {
                    ctx.output(REJECTED, token);
                } else if (token.length() > 0) {
                    out.collect(new Tuple2<>(token, 1));
                }
            }
        }
    }

    private static class IngestionTime<T> implements WatermarkStrategy<T> {
        private IngestionTime() {}

        public static <T> IngestionTime<T> create() {
            return new IngestionTime<>();
        }

        @Override
        public WatermarkGenerator<T> createWatermarkGenerator(WatermarkGeneratorSupplier.Context context) {
            return new WatermarkGenerator<T>() {
                @Override
                public void onEvent(T event, long eventTimestamp, WatermarkOutput output) {}

                @Override
                public void onPeriodicEmit(WatermarkOutput output) {}
            };
        }

        @Override
        public TimestampAssigner<T> createTimestampAssigner(TimestampAssignerSupplier.Context context) {
            return (event, timestamp) -> System.currentTimeMillis();
        }
    }
}
