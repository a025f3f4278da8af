import static org.apache.flink.api.common.RuntimeExecutionMode.BATCH;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.file.sink.FileSink;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringEncoder;
import org.apache.flink.core.fs.Path;
import org.apache.flink.streaming.api.datastream.CachedDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class BatchCache {
    public static void main(String[] args) throws Exception {
        Configuration conf = new Configuration();
        conf.setString("execution.runtime-mode", "batch");
        conf.setString("jobmanager.scheduler", "default");
        conf.setString("execution.batch-shuffle-mode", "ALL_EXCHANGES_HYBRID_FULL");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(conf).setRuntimeMode(BATCH);
        env.setParallelism(4);
        Path in = new Path("/data", "events.txt");
        CachedDataStream<String> parsed = env
                .fromSource(FileSource.forRecordStreamFormat(new TextLineInputFormat(), in).build(), WatermarkStrategy.noWatermarks(), "events")
                .map(String::trim).name("trim")
                .cache();
        DataStream<String> errors = parsed.filter(s -> s.contains("ERROR")).name("errors");
        errors.keyBy(s -> s.length()).reduce((a, b) -> a).name("longest").print();
        errors.sinkTo(FileSink.forRowFormat(new Path("/data/errors"), new SimpleStringEncoder<String>()).build()).name("error files");
        parsed.keyBy(s -> s.charAt(0)).reduce((a, b) -> a + b).print();
        env.execute("Cache");
    }
}
