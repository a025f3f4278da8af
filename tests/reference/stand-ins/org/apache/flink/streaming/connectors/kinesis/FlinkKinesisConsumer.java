package org.apache.flink.streaming.connectors.kinesis;

import java.util.Properties;
import org.apache.flink.api.common.serialization.DeserializationSchema;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class FlinkKinesisConsumer<T> extends standins.ParallelSourceFunction<T> {
    public FlinkKinesisConsumer(String stream, DeserializationSchema<T> schema, Properties props) { super(schema); }
}
