import java.util.Arrays;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.api.common.functions.MapPartitionFunction;
import org.apache.flink.api.common.operators.Order;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.BatchExecutionOptions;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.ExecutionOptions;
import org.apache.flink.api.common.BatchShuffleMode;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.PartitionWindowedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.GlobalWindows;
import org.apache.flink.util.Collector;

/** A report over all the sales of a day. */
public class BatchPartitions {

    private static final Configuration CONFIG = new Configuration();

    static {
        CONFIG.set(ExecutionOptions.RUNTIME_MODE, RuntimeExecutionMode.BATCH);
        CONFIG.set(ExecutionOptions.BATCH_SHUFFLE_MODE, BatchShuffleMode.ALL_EXCHANGES_BLOCKING);
        CONFIG.set(BatchExecutionOptions.ADAPTIVE_AUTO_PARALLELISM_ENABLED, false);
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(CONFIG);
        env.setParallelism(args.length == 0 ? 4 : Integer.parseInt(args[0]));

        DataStream<Tuple2<String, Double>> sales = env
                .fromCollection(Arrays.asList(Tuple2.of("apples", 2.0), Tuple2.of("pears", 3.5)))
                .rebalance()
                .map(t -> Tuple2.of(t.f0.trim(), t.f1))
                .returns(Types.TUPLE(Types.STRING, Types.DOUBLE))
                .name("trim");

        // per subtask
        PartitionWindowedStream<Tuple2<String, Double>> parts = sales.fullWindowPartition();
        parts.sortPartition(1, Order.DESCENDING).name("sort").map(t -> t.f0).print("sorted");
        parts.mapPartition(new MapPartitionFunction<Tuple2<String, Double>, Integer>() {
            @Override
            public void mapPartition(Iterable<Tuple2<String, Double>> values, Collector<Integer> out) {
                int n = 0;
                for (Tuple2<String, Double> ignored : values) {
                    n++;
                }
                out.collect(n);
            }
        }).name("count").setParallelism(2).print("counted");

        // per key
        sales.keyBy(t -> t.f0).reduce((a, b) -> Tuple2.of(a.f0, a.f1 + b.f1)).name("total").print("total");
        sales.keyBy(t -> t.f0).window(GlobalWindows.createWithEndOfStreamTrigger()).sum(1).name("total at the end");
        sales.keyBy(t -> t.f0).fullWindowPartition().reduce((a, b) -> b).name("last").setMaxParallelism(8);

        env.execute();
    }
}
