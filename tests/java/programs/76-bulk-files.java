package com.acme.lake;

import java.time.Duration;
import java.util.UUID;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.BulkWriter;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.MemorySize;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.sink.compactor.ConcatFileCompactor;
import org.apache.flink.connector.file.sink.compactor.FileCompactStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.enumerate.NonSplittingRecursiveEnumerator;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.filesystem.OutputFileConfig;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.BasePathBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.bucketassigners.DateTimeBucketAssigner;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.DefaultRollingPolicy;
import org.apache.flink.streaming.api.functions.sink.filesystem.rollingpolicies.OnCheckpointRollingPolicy;

/** Files in, files out, in rows and in bulk. */
public class BulkFiles {

    private static final String IN = "file:///data/in";
    private static final String OUT = System.getProperty("out", "file:///data/out");

    private static FileSink<String> rows(String folder, boolean compact) {
        FileSink.DefaultRowFormatBuilder<String> builder = FileSink.forRowFormat(new Path(OUT, folder), new SimpleStringEncoder<String>("UTF-8"))
                .withRollingPolicy(DefaultRollingPolicy.builder().withMaxPartSize(MemorySize.ofMebiBytes(128)).withInactivityInterval(Duration.ofMinutes(5)).build())
                .withBucketAssigner(new BasePathBucketAssigner<>())
                .withOutputFileConfig(OutputFileConfig.builder().withPartPrefix("part").withPartSuffix(".txt").build());
        if (compact) {
            builder.enableCompact(
                    FileCompactStrategy.Builder.newBuilder().setSizeThreshold(1024).enableCompactionOnCheckpoint(5).build(),
                    new ConcatFileCompactor());
        }
        return builder.build();
    }

    private static FileSink<String> bulk() {
        BulkWriter.Factory<String> factory = out -> new BulkWriter<String>() {
            @Override
            public void addElement(String element) {}

            @Override
            public void flush() {}

            @Override
            public void finish() {}
        };
        return FileSink.forBulkFormat(new Path(OUT + "/bulk"), factory)
                .withRollingPolicy(OnCheckpointRollingPolicy.build())
                .withBucketAssigner(new DateTimeBucketAssigner<>("'dt='yyyyMMdd"))
                .build();
    }

    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.setString("execution.checkpointing.interval", "3 min");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(conf);
        env.setParallelism(4);
        FileSource<String> source = FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(IN))
                .setFileEnumerator(NonSplittingRecursiveEnumerator::new)
                .monitorContinuously(Duration.ofMinutes(1))
                .build();
        DataStream<String> lines = env.fromSource(source, WatermarkStrategy.noWatermarks(), "lines " + IN).uid("lines").setParallelism(1);
        lines.rebalance().map(String::trim).name("trim").uid("trim").sinkTo(bulk()).name("bulk").uid("bulk");
        lines.sinkTo(rows("plain", false)).name("plain").uid("plain");
        lines.keyBy(l -> l.charAt(0)).sinkTo(rows("compacted", true)).name("compacted").uid("compacted").setParallelism(2);
        env.execute("bulk files");
    }
}
