import java.util.*;
import java.time.*;
import org.apache.flink.api.common.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.configuration.*;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.*;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.util.*;

public class Report {
    public static void main(String[] args) throws Exception {
        Configuration c = new Configuration();
        c.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        c.set(ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_PIPELINED);
        c.set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_ENABLED, false);
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(c);
        env.setParallelism(8);
        DataStream<String> lines = env.fromSource(
            FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path("hdfs:///in")).build(),
            WatermarkStrategy.<String>forMonotonousTimestamps().withTimestampAssigner((l, t) -> l.length()), "lines");
        CachedDataStream<Tuple2<String, Long>> counted = lines
            .flatMap((String l, Collector<Tuple2<String, Long>> out) -> Arrays.stream(l.split(" ")).forEach(w -> out.collect(Tuple2.of(w, 1L))))
            .returns(new TypeHint<Tuple2<String, Long>>() {})
            .keyBy(t -> t.f0)
            .window(TumblingEventTimeWindows.of(Duration.ofDays(1)))
            .sum("f1")
            .cache();
        counted.keyBy(t -> t.f0.charAt(0)).minBy("f1").map(Object::toString).returns(Types.STRING)
            .sinkTo(FileSink.forRowFormat(new Path("/o"), new SimpleStringEncoder<String>())
                .enableCompact(FileCompactStrategy.Builder.newBuilder().setSizeThreshold(1024).build(), new ConcatFileCompactor())
                .build()).name("report").uid("report").setParallelism(2);
        counted.join(lines).where(t -> t.f0).equalTo(l -> l).window(EventTimeSessionWindows.withGap(Duration.ofSeconds(1)))
            .apply(new FlatJoinFunction<Tuple2<String, Long>, String, String>() {
                @Override public void join(Tuple2<String, Long> a, String b, Collector<String> out) {}
            }).print();
        env.execute("report");
    }
}
