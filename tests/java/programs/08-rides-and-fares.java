package com.citymoves.solutions;

import java.time.Duration;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.KeyedCoProcessFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Rides with their fares; what finds no partner in time goes to the side. */
public class RidesAndFares {

    static final OutputTag<Ride> UNMATCHED_RIDES = new OutputTag<Ride>("unmatchedRides") {};
    static final OutputTag<Fare> UNMATCHED_FARES = new OutputTag<Fare>("unmatchedFares") {};

    private final SourceFunction<Ride> rideSource;
    private final SourceFunction<Fare> fareSource;
    private final SinkFunction<String> sink;

    public RidesAndFares(SourceFunction<Ride> rideSource, SourceFunction<Fare> fareSource, SinkFunction<String> sink) {
        this.rideSource = rideSource;
        this.fareSource = fareSource;
        this.sink = sink;
    }

    public void execute(StreamExecutionEnvironment env) throws Exception {

        // A stream of taxi ride START events, keyed by rideId.
        DataStream<Ride> rides = env.addSource(rideSource)
                .assignTimestampsAndWatermarks(WatermarkStrategy
                        .<Ride>forBoundedOutOfOrderness(Duration.ofSeconds(60))
                        .withTimestampAssigner((ride, streamRecordTimestamp) -> ride.millis))
                .filter(ride -> ride.isStart)
                .keyBy(ride -> ride.rideId);

        // A stream of taxi fare events, also keyed by rideId.
        DataStream<Fare> fares = env.addSource(fareSource)
                .assignTimestampsAndWatermarks(WatermarkStrategy
                        .<Fare>forBoundedOutOfOrderness(Duration.ofSeconds(60))
                        .withTimestampAssigner((fare, streamRecordTimestamp) -> fare.millis))
                .keyBy(fare -> fare.rideId);

        // Create the pipeline.
        SingleOutputStreamOperator<String> processed = rides
                .connect(fares)
                .process(new EnrichmentFunction())
                .uid("enrichment") // uid for this operator's state
                .name("enrichment"); // name for this operator in the web UI

        processed.addSink(sink);
        processed.getSideOutput(UNMATCHED_RIDES).print("ride");
        processed.getSideOutput(UNMATCHED_FARES).printToErr("fare");

        // Execute the pipeline and return the result.
        env.execute("Join Rides with Fares");
    }

    /** Creates and executes the pipeline with a configuration that lets checkpoints be seen. */
    public static void main(String[] args) throws Exception {

        RidesAndFares job = new RidesAndFares(new Feed<Ride>(Ride.class), new Feed<Fare>(Fare.class), new PrintSinkFunction<>());

        // Setting up checkpointing so that the state can be explored
        Configuration conf = new Configuration();
        conf.setString("execution.checkpointing.interval", "10s");
        conf.setString("execution.checkpointing.externalized-checkpoint-retention", "RETAIN_ON_CANCELLATION");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(conf);
        env.disableOperatorChaining();

        job.execute(env);
    }

    public static class EnrichmentFunction extends KeyedCoProcessFunction<Long, Ride, Fare, String> {
        // keyed, managed state
        private ValueState<Ride> rideState;
        private ValueState<Fare> fareState;

        @Override
        public void open(OpenContext config) {
            rideState = getRuntimeContext().getState(new ValueStateDescriptor<>("saved ride", Ride.class));
            fareState = getRuntimeContext().getState(new ValueStateDescriptor<>("saved fare", Fare.class));
        }

        @Override
        public void processElement1(Ride ride, Context context, Collector<String> out) throws Exception {
            Fare fare = fareState.value();
            if (fare != null) {
                fareState.clear();
                out.collect(ride.rideId + " paid");
            } else {
                rideState.update(ride);
                context.timerService().registerEventTimeTimer(ride.millis);
            }
        }

        @Override
        public void processElement2(Fare fare, Context context, Collector<String> out) throws Exception {
            Ride ride = rideState.value();
            if (ride != null) {
                rideState.clear();
                out.collect(ride.rideId + " paid");
            } else {
                fareState.update(fare);
                context.timerService().registerEventTimeTimer(fare.millis);
            }
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<String> out) throws Exception {
            if (fareState.value() != null) {
                ctx.output(UNMATCHED_FARES, fareState.value());
                fareState.clear();
            }
            if (rideState.value() != null) {
                ctx.output(UNMATCHED_RIDES, rideState.value());
                rideState.clear();
            }
        }
    }

    public static class Ride {
        public long rideId;
        public boolean isStart;
        public long millis;
    }

    public static class Fare {
        public long rideId;
        public long millis;
    }

    /** Gives one and then waits. */
    public static class Feed<T> extends RichSourceFunction<T>
            implements org.apache.flink.api.java.typeutils.ResultTypeQueryable<T> {
        private final Class<T> type;

        Feed(Class<T> type) {
            this.type = type;
        }

        @Override
        public void run(SourceContext<T> ctx) throws Exception {
            ctx.collect(type.getDeclaredConstructor().newInstance());
        }

        @Override
        public void cancel() {}

        @Override
        public TypeInformation<T> getProducedType() {
            return TypeInformation.of(type);
        }
    }
}
