package com.acme.risk.job;

import com.acme.risk.config.JobSettings;
import com.acme.risk.functions.BlacklistFilter;
import com.acme.risk.functions.RiskScorer;
import com.acme.risk.functions.ScoreWindow;
import com.acme.risk.io.CaseSink;
import com.acme.risk.io.PagerSink;
import com.acme.risk.io.TransferSource;
import com.acme.risk.io.WatchListSource;
import com.acme.risk.model.*;
import com.acme.risk.util.EnvironmentUtil;
import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.util.ParameterTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Everything but the pipeline is in other files. */
public class RiskJob {
    private static final Logger log = LoggerFactory.getLogger(RiskJob.class);

    public static void main(String[] args) throws Exception {
        ParameterTool parameters = ParameterTool.fromArgs(args);
        JobSettings settings = JobSettings.from(parameters);
        StreamExecutionEnvironment env = EnvironmentUtil.create(parameters);
        log.info("settings: {}", settings);

        TransferSource source = TransferSource.builder().brokers(settings.getBrokers()).topic(settings.getTopic()).build();
        DataStream<Transfer> transfers = env
                .fromSource(source, WatermarkStrategy.<Transfer>forBoundedOutOfOrderness(Duration.ofSeconds(30)), "transfers")
                .uid("transfers");

        DataStream<WatchEntry> watchList = env.addSource(new WatchListSource(settings.getWatchListUrl()), "watch list").uid("watch-list");

        SingleOutputStreamOperator<Score> scores = transfers
                .filter(new BlacklistFilter(settings))
                .name("blacklist")
                .uid("blacklist")
                .connect(watchList.broadcast(RiskScorer.WATCH_LIST))
                .process(new RiskScorer())
                .name("score")
                .uid("score");

        scores.keyBy(Score::getAccount)
                .window(SlidingEventTimeWindows.of(Duration.ofMinutes(10), Duration.ofMinutes(1)))
                .process(new ScoreWindow())
                .name("account window")
                .uid("account-window")
                .sinkTo(new CaseSink(settings))
                .name("cases")
                .uid("cases");

        scores.getSideOutput(RiskScorer.ALARMS).addSink(new PagerSink(settings.getPagerKey())).name("pager").uid("pager");

        env.execute("risk");
    }
}
