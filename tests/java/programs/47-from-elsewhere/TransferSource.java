package com.acme.risk.io;

import com.acme.risk.model.Transfer;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.Boundedness;
import org.apache.flink.api.connector.source.Source;
import org.apache.flink.api.connector.source.SourceReader;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.SourceSplit;
import org.apache.flink.api.connector.source.SplitEnumerator;
import org.apache.flink.api.connector.source.SplitEnumeratorContext;
import org.apache.flink.api.java.typeutils.ResultTypeQueryable;
import org.apache.flink.core.io.SimpleVersionedSerializer;

public class TransferSource implements Source<Transfer, TransferSource.Part, Long>, ResultTypeQueryable<Transfer> {
    public static class Part implements SourceSplit {
        @Override
        public String splitId() {
            return "";
        }
    }

    public static class Builder {
        public Builder brokers(String brokers) {
            return this;
        }

        public Builder topic(String topic) {
            return this;
        }

        public TransferSource build() {
            return new TransferSource();
        }
    }

    public static Builder builder() {
        return new Builder();
    }

    @Override
    public TypeInformation<Transfer> getProducedType() {
        return TypeInformation.of(Transfer.class);
    }

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
    public SourceReader<Transfer, Part> createReader(SourceReaderContext c) {
        return null;
    }
}
