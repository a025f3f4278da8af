package com.acme.orders.io;

import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.core.io.SimpleVersionedSerializer;

public class KafkaSource implements Source<String, KafkaSource.Part, Long> {
    public static class Part implements SourceSplit {
        @Override
        public String splitId() {
            return "";
        }
    }

    public KafkaSource(String topic) {}

    @Override
    public Boundedness getBoundedness() {
        return Boundedness.CONTINUOUS_UNBOUNDED;
    }

    @Override
    public SplitEnumerator<Part, Long> createEnumerator(SplitEnumeratorContext<Part> c) {
        return null;
    }

    @Override
    public SplitEnumerator<Part, Long> restoreEnumerator(SplitEnumeratorContext<Part> c, Long state) {
        return null;
    }

    @Override
    public SimpleVersionedSerializer<Part> getSplitSerializer() {
        return null;
    }

    @Override
    public SimpleVersionedSerializer<Long> getEnumeratorCheckpointSerializer() {
        return null;
    }

    @Override
    public SourceReader<String, Part> createReader(SourceReaderContext c) {
        return null;
    }
}
