import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.PipelineOptions;
import org.apache.flink.streaming.api.datastream.CustomSinkOperatorUidHashes;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
import org.apache.flink.streaming.api.functions.sink.PrintSink;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.api.common.serialization.SimpleStringSchema;

/** State has to be found again after an update of the job. */
public class Uids {
    private static final String V = "v2";

    enum Step { READ, CLEAN, COUNT, WRITE;
        String uid() { return V + "-" + name().toLowerCase() + "-" + ordinal(); }
    }

    private static <T> SingleOutputStreamOperator<T> step(SingleOutputStreamOperator<T> op, Step step) {
        return op.uid(step.uid()).name(step.toString());
    }

    public static void main(String[] args) throws Exception {
        Configuration configuration = new Configuration();
        configuration.set(PipelineOptions.AUTO_GENERATE_UIDS, false);
        configuration.set(PipelineOptions.VERTEX_DESCRIPTION_MODE, PipelineOptions.VertexDescriptionMode.CASCADING);
        configuration.set(PipelineOptions.VERTEX_NAME_INCLUDE_INDEX_PREFIX, true);
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);

        DataStream<String> lines = step(env.socketTextStream("a", 1), Step.READ);
        SingleOutputStreamOperator<String> clean = step(lines.map(String::trim), Step.CLEAN);
        SingleOutputStreamOperator<String> count = step(clean.keyBy(s -> s).reduce((a, b) -> a + b), Step.COUNT);
        count.assignTimestampsAndWatermarks(WatermarkStrategy.forMonotonousTimestamps()).uid("time")
                .sinkTo(new PrintSink<>()).uid(Step.WRITE.uid());
        clean.map(s -> s).setUidHash("aaaabbbbccccddddeeeeffff00001111").disableChaining()
                .sinkTo(new DiscardingSink<>(), CustomSinkOperatorUidHashes.builder()
                        .setWriterUidHash("00001111222233334444555566667777")
                        .build())
                .uid("to nowhere");
        clean.sinkTo(KafkaSink.<String>builder()
                        .setBootstrapServers("k:1")
                        .setRecordSerializer(KafkaRecordSerializationSchema.builder().setTopic("t").setValueSerializationSchema(new SimpleStringSchema()).build())
                        .build())
                .uid("to kafka").name("to kafka").setParallelism(2);
        env.execute("uids " + V);
    }
}
