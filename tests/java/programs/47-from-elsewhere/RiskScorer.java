package com.acme.risk.functions;

import com.acme.risk.model.Score;
import com.acme.risk.model.Transfer;
import com.acme.risk.model.WatchEntry;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.streaming.api.functions.co.BroadcastProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class RiskScorer extends BroadcastProcessFunction<Transfer, WatchEntry, Score> {
    public static final MapStateDescriptor<String, WatchEntry> WATCH_LIST = new MapStateDescriptor<>("watch", String.class, WatchEntry.class);
    public static final OutputTag<Score> ALARMS = new OutputTag<Score>("ALARMS") {};

    @Override
    public void processElement(Transfer t, ReadOnlyContext ctx, Collector<Score> out) {}

    @Override
    public void processBroadcastElement(WatchEntry w, Context ctx, Collector<Score> out) {}
}
