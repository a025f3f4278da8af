package org.apache.doris.flink.sink;

import org.apache.doris.flink.cfg.DorisExecutionOptions;
import org.apache.doris.flink.cfg.DorisOptions;
import org.apache.doris.flink.cfg.DorisReadOptions;
import org.apache.doris.flink.sink.writer.serializer.DorisRecordSerializer;

/** A writer with state and a committer, whatever the options. */
public class DorisSink<IN> extends standins.StateAndCommitterSink<IN> {
    public static <IN> Builder<IN> builder() { return new Builder<>(); }
    public static class Builder<IN> {
        public Builder<IN> setDorisOptions(DorisOptions options) { return this; }
        public Builder<IN> setDorisReadOptions(DorisReadOptions options) { return this; }
        public Builder<IN> setDorisExecutionOptions(DorisExecutionOptions options) { return this; }
        public Builder<IN> setSerializer(DorisRecordSerializer<IN> serializer) { return this; }
        public DorisSink<IN> build() { return new DorisSink<>(); }
    }
}
