package com.example.training;

import com.example.training.datatypes.Fare;
import com.example.training.sources.FareSource;
import com.example.training.utils.ExerciseBase;
import org.apache.flink.api.java.tuple.Tuple3;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import java.time.Duration;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;

/** Tips per hour, as the exercises had it once. */
public class HourlyTips extends ExerciseBase {

    public static void main(String[] args) throws Exception {
        final int maxEventDelay = 60;
        final int servingSpeedFactor = 600;

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        env.setParallelism(4);

        DataStream<Fare> fares = env.addSource(new FareSource("fares.gz", maxEventDelay, servingSpeedFactor));

        DataStream<Tuple3<Long, Long, Float>> hourlyTips = fares
                .keyBy((Fare fare) -> fare.driverId)
                .window(org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .process(new AddTips());

        DataStream<Tuple3<Long, Long, Float>> hourlyMax = hourlyTips
                .windowAll(org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows.of(Duration.ofHours(1)))
                .maxBy(2);

        hourlyMax.print();
        env.execute("Hourly Tips (java)");
    }

    public static class AddTips extends ProcessWindowFunction<Fare, Tuple3<Long, Long, Float>, Long, TimeWindow> {
        @Override
        public void process(Long key, Context context, Iterable<Fare> fares, Collector<Tuple3<Long, Long, Float>> out) {
            out.collect(new Tuple3<>(context.window().getEnd(), key, 0F));
        }
    }
}
