package org.apache.flink.streaming.connectors.kafka;

import java.util.List;
import java.util.Properties;
import java.util.regex.Pattern;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.DeserializationSchema;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class FlinkKafkaConsumer<T> extends standins.ParallelSourceFunction<T> {
    public FlinkKafkaConsumer(String topic, DeserializationSchema<T> schema, Properties props) { super(schema); }
    public FlinkKafkaConsumer(List<String> topics, DeserializationSchema<T> schema, Properties props) { super(schema); }
    public FlinkKafkaConsumer(Pattern pattern, DeserializationSchema<T> schema, Properties props) { super(schema); }
    public FlinkKafkaConsumer<T> assignTimestampsAndWatermarks(WatermarkStrategy<T> strategy) { return this; }
    public FlinkKafkaConsumer<T> setStartFromEarliest() { return this; }
    public FlinkKafkaConsumer<T> setStartFromLatest() { return this; }
    public FlinkKafkaConsumer<T> setStartFromGroupOffsets() { return this; }
    public FlinkKafkaConsumer<T> setCommitOffsetsOnCheckpoints(boolean commit) { return this; }
}
