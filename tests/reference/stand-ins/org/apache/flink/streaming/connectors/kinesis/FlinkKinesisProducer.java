package org.apache.flink.streaming.connectors.kinesis;

import java.util.Properties;
import org.apache.flink.api.common.serialization.SerializationSchema;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class FlinkKinesisProducer<T> extends org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction<T> {
    public FlinkKinesisProducer(SerializationSchema<T> schema, Properties props) {}
    public void setDefaultStream(String stream) {}
    public void setDefaultPartition(String partition) {}
    public void setFailOnError(boolean fail) {}
}
