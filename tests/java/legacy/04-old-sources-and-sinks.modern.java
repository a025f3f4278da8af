import java.sql.Connection;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.legacy.PrintSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;
import org.apache.flink.streaming.api.functions.source.legacy.ParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichParallelSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.RichSourceFunction;
import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

public class OldSourcesAndSinks {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment().setParallelism(4);

        DataStream<Integer> one = env.addSource(new SourceFunction<Integer>() {
            private boolean running = true;

            @Override
            public void run(SourceContext<Integer> ctx) throws Exception {
                while (running) {
                    ctx.collect(1);
                    Thread.sleep(1000);
                }
            }

            @Override
            public void cancel() {
                running = false;
            }
        });
        DataStream<Integer> many = env.addSource(new Many());
        DataStream<Integer> mysql = env.addSource(new MySqlReader("select n from t")).name("mysql");

        one.union(many, mysql)
                .map(new WithConnection()).setParallelism(2)
                .addSink(new SinkFunction<Integer>() {
                    @Override
                    public void invoke(Integer value, Context context) throws Exception {
                        System.out.println(value);
                    }
                });
        many.addSink(new MySqlWriter()).name("mysql writer");
        many.addSink(new PrintSinkFunction<>(true)).setParallelism(1);
        env.execute();
    }

    private static class Many implements ParallelSourceFunction<Integer> {
        @Override
        public void run(SourceContext<Integer> ctx) {}

        @Override
        public void cancel() {}
    }

    private static class MySqlReader extends RichSourceFunction<Integer> {
        private final String query;
        private transient Connection connection;

        MySqlReader(String query) {
            this.query = query;
        }

        @Override
        public void open(OpenContext parameters) throws Exception {
            super.open(parameters);
        }

        @Override
        public void run(SourceContext<Integer> ctx) throws Exception {
            connection.prepareStatement(query);
        }

        @Override
        public void cancel() {}
    }

    private static class WithConnection extends RichMapFunction<Integer, Integer> {
        @Override
        public void open(OpenContext parameters) {}

        @Override
        public Integer map(Integer n) {
            return n;
        }
    }

    private static class MySqlWriter extends RichSinkFunction<Integer> {
        @Override
        public void open(OpenContext parameters) throws Exception {
            super.open(parameters);
        }

        @Override
        public void invoke(Integer value, Context context) throws Exception {}
    }
}
