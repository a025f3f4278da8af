package com.citymoves.exercises;

import com.citymoves.common.Geo;
import com.citymoves.common.Trip;
import com.citymoves.common.TripFeed;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

/** Keeps the trips that start and end in town. */
public class TripCleansing {

    private final SourceFunction<Trip> source;
    private final SinkFunction<Trip> sink;

    /** Creates a job using the source and sink provided. */
    public TripCleansing(SourceFunction<Trip> source, SinkFunction<Trip> sink) {
        this.source = source;
        this.sink = sink;
    }

    /** Main method. */
    public static void main(String[] args) throws Exception {
        TripCleansing job = new TripCleansing(new TripFeed(), new PrintSinkFunction<>());

        job.execute();
    }

    /** Creates and executes the pipeline. */
    public JobExecutionResult execute() throws Exception {

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        env.addSource(source).filter(new InTown()).addSink(sink);

        return env.execute("Trip Cleansing");
    }

    /** Keeps trips of the inner city. */
    public static class InTown implements FilterFunction<Trip> {
        @Override
        public boolean filter(Trip trip) throws Exception {
            return Geo.isInTown(trip.startLon, trip.startLat) && Geo.isInTown(trip.endLon, trip.endLat);
        }
    }
}
