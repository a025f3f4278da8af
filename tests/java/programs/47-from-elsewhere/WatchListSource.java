package com.acme.risk.io;

import com.acme.risk.model.WatchEntry;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

public class WatchListSource implements SourceFunction<WatchEntry> {
    public WatchListSource(String url) {}

    @Override
    public void run(SourceContext<WatchEntry> ctx) {}

    @Override
    public void cancel() {}
}
