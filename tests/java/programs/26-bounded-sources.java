import java.time.Duration;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.connector.source.lib.NumberSequenceSource;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.base.source.hybrid.HybridSource;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.NumberSequenceIterator;
import org.apache.flink.util.SplittableIterator;

/** Where data may come from. */
public class Sources {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);

        DataStreamSource<Long> sequence = env.fromSequence(0, 10);
        sequence.name("sequence");
        DataStream<Long> numbers = env.fromSource(new NumberSequenceSource(1, 100), WatermarkStrategy.noWatermarks(), "numbers");

        GeneratorFunction<Long, String> f = index -> "Event from index: " + index;
        double rate = 100;
        DataStream<String> generated = env.fromSource(
                new DataGeneratorSource<>(f, 1_000, RateLimiterStrategy.perSecond(rate), Types.STRING),
                WatermarkStrategy.<String>forBoundedOutOfOrderness(Duration.ofSeconds(1)),
                "generated");

        FileSource<String> once = FileSource.forRecordStreamFormat(new TextLineInputFormat("UTF-8"), new Path("/data/in")).build();
        FileSource<String> forever = FileSource
                .forRecordStreamFormat(new TextLineInputFormat(), new Path("/data/in"), new Path("/data/more"))
                .monitorContinuously(Duration.ofSeconds(10))
                .build();
        DataStream<String> files = env.fromSource(once, WatermarkStrategy.noWatermarks(), "files");
        DataStream<String> watched = env.fromSource(forever, WatermarkStrategy.noWatermarks(), "watched files").setParallelism(1);

        KafkaSource<String> replay = kafka().setBounded(OffsetsInitializer.latest()).build();
        HybridSource<String> hybrid = HybridSource.builder(once).addSource(kafka().build()).build();
        DataStream<String> kafka = env.fromSource(replay, WatermarkStrategy.forMonotonousTimestamps(), "replay", Types.STRING);
        DataStream<String> both = env.fromSource(hybrid, WatermarkStrategy.noWatermarks(), "history and then live", Types.STRING);

        List<String> list = Arrays.asList("x", "y");
        Iterator<Integer> iterator = new Once();
        SplittableIterator<Long> splittable = new NumberSequenceIterator(0, 9);
        DataStream<String> data = env.fromData(list).union(env.fromData(Types.STRING, "a", "b"), env.fromCollection(list), env.fromElements("e"));
        env.fromCollection(iterator, Integer.class).map(i -> i + 1).print("iterated");
        env.fromParallelCollection(splittable, BasicTypeInfo.LONG_TYPE_INFO).map(i -> i + 1).print("split");

        numbers.union(sequence).map(String::valueOf).union(generated, files, watched, kafka, both, data).print();
        env.execute("sources");
    }

    private static org.apache.flink.connector.kafka.source.KafkaSourceBuilder<String> kafka() {
        return KafkaSource.<String>builder().setBootstrapServers("b:9092").setTopics("t1", "t2").setValueOnlyDeserializer(new SimpleStringSchema());
    }

    static class Once implements Iterator<Integer>, java.io.Serializable {
        private boolean given;

        @Override
        public boolean hasNext() {
            return !given;
        }

        @Override
        public Integer next() {
            given = true;
            return 1;
        }
    }
}
