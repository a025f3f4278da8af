package standins;

import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** An environment that a program creates itself: it tells what it builds, and runs nothing. */
public class Watched extends StreamExecutionEnvironment {
    public static Consumer<List<Transformation<?>>> building;
    public static Consumer<StreamGraph> built;
    public static Function<StreamGraph, Error> running;

    public Watched(Configuration configuration) { super(configuration); }
    @Override public StreamGraph getStreamGraph() { return getStreamGraph(true); }
    @Override public StreamGraph getStreamGraph(boolean clear) {
        building.accept(transformations);
        StreamGraph graph = super.getStreamGraph(clear);
        built.accept(graph);
        return graph;
    }
    @Override public JobExecutionResult execute(StreamGraph graph) { throw running.apply(graph); }
    @Override public JobClient executeAsync(StreamGraph graph) { throw running.apply(graph); }
}
