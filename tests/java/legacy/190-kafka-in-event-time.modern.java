import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.connectors.kafka.*;
import java.time.Duration;
import java.util.Properties;

public class KafkaOld {
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.enableCheckpointing(5000);
    Properties properties = new Properties();
    FlinkKafkaConsumer<String> consumer = new FlinkKafkaConsumer<>("in", new SimpleStringSchema(), properties);
    DataStream<String> stream = env.addSource(consumer).name("kafka in");
    stream.assignTimestampsAndWatermarks(WatermarkStrategy.<String>forBoundedOutOfOrderness(Duration.ofSeconds(10)).withTimestampAssigner((s, t) -> s.length()))
        .map(new MapFunction<String, Tuple2<String, Integer>>() {
          @Override public Tuple2<String, Integer> map(String s) { return new Tuple2<>(s, 1); }
        })
        .keyBy(t -> t.f0)
        .window(SlidingEventTimeWindows.of(Duration.ofSeconds(30), Duration.ofSeconds(10)))
        .allowedLateness(Duration.ofSeconds(5))
        .sum(1)
        .map(t -> t.f0)
        .addSink(new FlinkKafkaProducer<>("out", new SimpleStringSchema(), properties)).name("kafka out");
    env.execute("Kafka old");
  }
}
