import java.util.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.operators.ResourceSpec;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.core.execution.CheckpointingMode;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.functions.sink.legacy.*;
import org.apache.flink.types.Row;
import org.apache.flink.util.*;

public class Inventory {
    private static final String[] WAREHOUSES = {"ber", "ham", "muc"};
    private int step;

    public static void main(String[] args) throws Exception { new Inventory().start(); }

    private void start() throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        CheckpointConfig checkpoints = env.getCheckpointConfig();
        checkpoints.setCheckpointInterval(5000);
        checkpoints.setCheckpointingConsistencyMode(CheckpointingMode.AT_LEAST_ONCE);
        DataStream<Row> stock = null;
        int i = 0;
        do {
            String w = WAREHOUSES[i];
            DataStream<Row> one = env.fromCollection(Collections.singletonList(Row.of(w, i)), Types.ROW(Types.STRING, Types.INT)).name(next(w));
            stock = stock == null ? one : stock.union(one);
        } while (++i < WAREHOUSES.length);
        ConnectedStreams<Row, String> connected = stock.connect(env.fromData("a", "b").broadcast());
        SingleOutputStreamOperator<String> texts = connected.map(new CoMapFunction<Row, String, String>() {
            @Override public String map1(Row r) { return r.toString(); }
            @Override public String map2(String s) { return s; }
        }).name(next("merge"));
        texts.addSink(new SinkFunction<String>() {
            @Override public void invoke(String value, Context context) {}
        }).name(next("sink"));
        stock.keyBy(r -> (String) r.getField(0)).process(new org.apache.flink.streaming.api.functions.KeyedProcessFunction<String, Row, Long>() {
            @Override public void processElement(Row r, Context c, Collector<Long> out) {}
        }).setMaxParallelism(64).setBufferTimeout(-1).name(next("count"))
          .addSink(new PrintSinkFunction<>("count", true));
        stock.connect(stock.map(r -> r, Types.ROW(Types.STRING, Types.INT)).name("copy")).keyBy(a -> a.getField(0), b -> b.getField(0))
            .flatMap(new CoFlatMapFunction<Row, Row, Integer>() {
                @Override public void flatMap1(Row r, Collector<Integer> o) {}
                @Override public void flatMap2(Row r, Collector<Integer> o) {}
            }).print();
        env.execute("inventory of " + String.join("/", WAREHOUSES) + " in " + step + " steps");
    }

    private String next(String what) { return ++step + "-" + what; }
}
