package com.citymoves.common;

import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

public class TripFeed implements SourceFunction<Trip> {
    @Override
    public void run(SourceContext<Trip> ctx) {}

    @Override
    public void cancel() {}
}
