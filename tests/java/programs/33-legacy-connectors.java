import java.io.IOException;
import org.apache.flink.api.common.io.FilePathFilter;
import org.apache.flink.api.common.io.GenericInputFormat;
import org.apache.flink.api.common.io.OutputFormat;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.legacy.StreamingFileSink;
import org.apache.flink.streaming.api.functions.sink.legacy.DiscardingSink;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.FileProcessingMode;
import org.apache.flink.streaming.api.functions.source.datagen.RandomGenerator;
import org.apache.flink.streaming.api.functions.source.datagen.SequenceGenerator;
import org.apache.flink.streaming.api.functions.source.legacy.ParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.StatefulSequenceSource;
import org.apache.flink.streaming.api.legacy.io.TextInputFormat;

/** Sources and sinks as they were. */
public class LegacyConnectors {

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(3);

        DataStream<Long> serial = env.addSource(new SourceFunction<Long>() {
            private volatile boolean running = true;

            @Override
            public void run(SourceContext<Long> ctx) throws Exception {
                while (running) {
                    ctx.collect(1L);
                }
            }

            @Override
            public void cancel() {
                running = false;
            }
        });
        DataStreamSource<Long> parallel = env.addSource(new Everywhere(), "everywhere").setParallelism(2);
        DataStream<Long> inherited = env.addSource(new Elsewhere());
        DataStream<Long> rich = env.addSource(new RichSourceFunction<Long>() {
            @Override
            public void run(SourceContext<Long> ctx) {}

            @Override
            public void cancel() {}
        }, "rich", BasicTypeInfo.LONG_TYPE_INFO);
        DataStream<Long> sequence = env.addSource(new StatefulSequenceSource(0, 100));
        DataStream<String> random = env
                .addSource(new org.apache.flink.streaming.api.functions.source.datagen.DataGeneratorSource<>(RandomGenerator.stringGenerator(5), 10, 1000L))
                .returns(String.class);

        TextInputFormat format = new TextInputFormat(new Path("/in"));
        format.setFilesFilter(FilePathFilter.createDefaultFilter());
        DataStream<String> once = env.readFile(format, "/in");
        DataStream<String> again = env.readFile(format, "/in", FileProcessingMode.PROCESS_CONTINUOUSLY, 1000).setParallelism(1).name("again");
        DataStream<Long> input = env.createInput(new Numbers());

        DataStream<Long> all = serial.union(parallel, inherited, rich, sequence, input);
        all.addSink(new SinkFunction<Long>() {
            @Override
            public void invoke(Long value, Context context) {
                System.out.println(value);
            }
        }).name("anonymous");
        all.addSink(new PrintSinkFunction<>("prefix", true)).setParallelism(1);
        all.addSink(new DiscardingSink<>());
        all.map(String::valueOf).addSink(new Database("jdbc:h2:mem")).name("database").uid("database").disableChaining();
        once.union(again, random)
                .addSink(StreamingFileSink.forRowFormat(new Path("/out"), new SimpleStringEncoder<String>()).build())
                .name("files");
        once.writeUsingOutputFormat(new Nowhere());
        again.writeToSocket("localhost", 8000, new SimpleStringSchema());
        env.execute("Legacy connectors");
    }

    static class Everywhere implements ParallelSourceFunction<Long> {
        @Override
        public void run(SourceContext<Long> ctx) {}

        @Override
        public void cancel() {}
    }

    abstract static class Base extends RichParallelSourceFunction<Long> {
        @Override
        public void cancel() {}
    }

    static class Elsewhere extends Base {
        @Override
        public void run(SourceContext<Long> ctx) {}
    }

    static class Numbers extends GenericInputFormat<Long> {
        @Override
        public boolean reachedEnd() {
            return true;
        }

        @Override
        public Long nextRecord(Long reuse) {
            return reuse;
        }
    }

    static class Database extends RichSinkFunction<String> {
        private final String url;

        Database(String url) {
            this.url = url;
        }

        @Override
        public void invoke(String value, Context context) {}
    }

    static class Nowhere implements OutputFormat<String> {
        @Override
        public void configure(Configuration parameters) {}

        @Override
        public void open(InitializationContext context) throws IOException {}

        @Override
        public void writeRecord(String record) {}

        @Override
        public void close() {}
    }
}
