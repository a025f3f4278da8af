package com.example.training.sources;

import com.example.training.datatypes.Fare;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

public class FareSource implements SourceFunction<Fare> {
    public FareSource(String file, int maxEventDelay, int servingSpeedFactor) {}

    @Override
    public void run(SourceContext<Fare> ctx) {}

    @Override
    public void cancel() {}
}
