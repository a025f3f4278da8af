package com.acme.risk.functions;

import com.acme.risk.model.Score;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

public class ScoreWindow extends ProcessWindowFunction<Score, String, String, TimeWindow> {
    @Override
    public void process(String key, Context ctx, Iterable<Score> scores, Collector<String> out) {}
}
