import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.TimeCharacteristic;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.timestamps.BoundedOutOfOrdernessTimestampExtractor;
import org.apache.flink.streaming.api.windowing.time.Time;
import org.apache.flink.streaming.connectors.kafka.*;
import org.apache.flink.util.Collector;
import java.util.Properties;

public class KafkaOld {
  public static void main(String[] args) throws Exception {
    StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
    env.setStreamTimeCharacteristic(TimeCharacteristic.EventTime);
    env.enableCheckpointing(5000);
    Properties properties = new Properties();
    properties.setProperty("bootstrap.servers", "localhost:9092");
    properties.setProperty("group.id", "test");
    FlinkKafkaConsumer<String> consumer = new FlinkKafkaConsumer<>("in", new SimpleStringSchema(), properties);
    consumer.setStartFromEarliest();
    DataStream<String> stream = env.addSource(consumer).name("kafka in");
    stream.assignTimestampsAndWatermarks(new BoundedOutOfOrdernessTimestampExtractor<String>(Time.seconds(10)) {
          @Override public long extractTimestamp(String s) { return s.length(); }
        })
        .map(new MapFunction<String, Tuple2<String, Integer>>() {
          @Override public Tuple2<String, Integer> map(String s) { return new Tuple2<>(s, 1); }
        })
        .keyBy(0)
        .timeWindow(Time.seconds(30), Time.seconds(10))
        .allowedLateness(Time.seconds(5))
        .sum(1)
        .map(t -> t.f0)
        .addSink(new FlinkKafkaProducer<>("out", new SimpleStringSchema(), properties)).name("kafka out");
    env.execute("Kafka old");
  }
}
