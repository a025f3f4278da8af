package com.example.taxi;

import java.io.Serializable;
import java.time.Duration;
import java.time.Instant;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.RichCoFlatMapFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;
import org.apache.flink.api.connector.sink2.Sink;
import org.apache.flink.util.Collector;

/** Joins rides with their fares. */
public class RidesAndFaresSolution {

    private final SourceFunction<TaxiRide> rideSource;
    private final SourceFunction<TaxiFare> fareSource;
    private final Sink<RideAndFare> sink;

    public RidesAndFaresSolution(
            SourceFunction<TaxiRide> rideSource,
            SourceFunction<TaxiFare> fareSource,
            Sink<RideAndFare> sink) {
        this.rideSource = rideSource;
        this.fareSource = fareSource;
        this.sink = sink;
    }

    public JobExecutionResult execute(StreamExecutionEnvironment env) throws Exception {
        DataStream<TaxiRide> rides =
                env.addSource(rideSource).filter(ride -> ride.isStart).keyBy(ride -> ride.rideId);
        DataStream<TaxiFare> fares = env.addSource(fareSource).keyBy(fare -> fare.rideId);
        rides.filter(new NYCFilter()).uid("nyc");
        env.addSource(rideSource)
                .filter(ride -> ride.isStart)
                .keyBy(ride -> ride.rideId)
                .connect(env.addSource(fareSource).keyBy(fare -> fare.getRideId()))
                .flatMap(new EnrichmentFunction())
                .uid("enrichment")
                .name("enrichment")
                .sinkTo(sink);
        fares.print();
        return env.execute("Join Rides with Fares");
    }

    public JobExecutionResult execute() throws Exception {
        return execute(StreamExecutionEnvironment.getExecutionEnvironment());
    }

    public static void main(String[] args) throws Exception {
        RidesAndFaresSolution job =
                new RidesAndFaresSolution(
                        new TaxiRideGenerator(), new TaxiFareGenerator(), new PrintSink<>());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        job.execute(env);
    }

    private static class NYCFilter implements FilterFunction<TaxiRide> {
        @Override
        public boolean filter(TaxiRide taxiRide) {
            return taxiRide.lon > -74.05 && taxiRide.lon < -73.7;
        }
    }

    public static class EnrichmentFunction
            extends RichCoFlatMapFunction<TaxiRide, TaxiFare, RideAndFare> {
        private ValueState<TaxiRide> rideState;
        private ValueState<TaxiFare> fareState;

        @Override
        public void open(OpenContext context) throws Exception {
            rideState = getRuntimeContext().getState(new ValueStateDescriptor<>("saved ride", TaxiRide.class));
            fareState = getRuntimeContext().getState(new ValueStateDescriptor<>("saved fare", TaxiFare.class));
        }

        @Override
        public void flatMap1(TaxiRide ride, Collector<RideAndFare> out) throws Exception {
            TaxiFare fare = fareState.value();
            if (fare != null) {
                fareState.clear();
                out.collect(new RideAndFare(ride, fare));
            } else {
                rideState.update(ride);
            }
        }

        @Override
        public void flatMap2(TaxiFare fare, Collector<RideAndFare> out) throws Exception {
            fareState.update(fare);
        }
    }

    public static class TaxiRide implements Serializable {
        public long rideId;
        public boolean isStart;
        public Instant eventTime;
        public float lon;
    }

    public static class TaxiFare implements Serializable {
        public long rideId;
        public float tip;
        public long getRideId() { return rideId; }
    }

    public static class RideAndFare implements Serializable {
        public TaxiRide ride;
        public TaxiFare fare;
        public RideAndFare() {}
        public RideAndFare(TaxiRide ride, TaxiFare fare) { this.ride = ride; this.fare = fare; }
    }

    public static class TaxiRideGenerator implements SourceFunction<TaxiRide> {
        private volatile boolean running = true;
        @Override public void run(SourceContext<TaxiRide> ctx) throws Exception {
            while (running) { ctx.collect(new TaxiRide()); Thread.sleep(5); }
        }
        @Override public void cancel() { running = false; }
    }

    public static class TaxiFareGenerator implements SourceFunction<TaxiFare> {
        private volatile boolean running = true;
        @Override public void run(SourceContext<TaxiFare> ctx) throws Exception {
            while (running) { ctx.collect(new TaxiFare()); Thread.sleep(5); }
        }
        @Override public void cancel() { running = false; }
    }
}
