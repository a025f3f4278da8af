package com.acme.risk.io;

import com.acme.risk.model.Score;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;

public class PagerSink implements SinkFunction<Score> {
    public PagerSink(String key) {}
}
