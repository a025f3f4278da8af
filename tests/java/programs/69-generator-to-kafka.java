import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.serialization.SerializationSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.connector.source.SourceReaderContext;
import org.apache.flink.api.connector.source.util.ratelimit.RateLimiterStrategy;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.datagen.source.DataGeneratorSource;
import org.apache.flink.connector.datagen.source.GeneratorFunction;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kafka.source.reader.deserializer.KafkaRecordDeserializationSchema;
import org.apache.flink.streaming.api.datastream.DataStreamSource;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.apache.kafka.common.serialization.StringDeserializer;

/** Fills a topic, and reads it again. */
public class GeneratorToKafka {

    public static class Reading {
        public int sensor;
        public double value;
    }

    private static class Readings implements GeneratorFunction<Long, Reading> {
        @Override
        public void open(SourceReaderContext readerContext) {}

        @Override
        public Reading map(Long index) {
            Reading reading = new Reading();
            reading.sensor = (int) (index % 10);
            reading.value = ThreadLocalRandom.current().nextDouble();
            return reading;
        }
    }

    private static class ReadingSchema implements KafkaRecordSerializationSchema<Reading>, KafkaRecordDeserializationSchema<Reading> {
        private final String topic;

        ReadingSchema(String topic) {
            this.topic = topic;
        }

        @Override
        public ProducerRecord<byte[], byte[]> serialize(Reading reading, KafkaSinkContext context, Long timestamp) {
            return new ProducerRecord<>(topic, new byte[] {(byte) reading.sensor});
        }

        @Override
        public void deserialize(ConsumerRecord<byte[], byte[]> record, Collector<Reading> out) {
            out.collect(new Reading());
        }

        @Override
        public TypeInformation<Reading> getProducedType() {
            return TypeInformation.of(Reading.class);
        }
    }

    public static void main(String[] args) throws Exception {
        ParameterTool params = ParameterTool.fromArgs(args);
        double errorRate = params.getDouble("error-rate", 0.0);
        int sleep = params.getInt("sleep", 1);
        String topic = params.get("kafka-topic", "readings");
        System.out.printf("Generating events to Kafka with error rate %f, sleep %d to %s%n", errorRate, sleep, topic);

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataGeneratorSource<Reading> generator = new DataGeneratorSource<>(
                new Readings(), Long.MAX_VALUE, RateLimiterStrategy.perSecond(1000.0 / sleep), TypeInformation.of(Reading.class));

        DataStreamSource<Reading> readings = env.fromSource(generator, WatermarkStrategy.noWatermarks(), "Generator Source");
        KafkaSink<Reading> sink = KafkaSink.<Reading>builder()
                .setBootstrapServers(params.get("brokers", "localhost:9092"))
                .setRecordSerializer(new ReadingSchema(topic))
                .setDeliveryGuarantee(DeliveryGuarantee.AT_LEAST_ONCE)
                .build();
        readings.sinkTo(sink);

        KafkaSource<Reading> typed = KafkaSource.<Reading>builder()
                .setBootstrapServers("localhost:9092")
                .setTopics(List.of(topic))
                .setStartingOffsets(OffsetsInitializer.timestamp(1_700_000_000_000L))
                .setDeserializer(new ReadingSchema(topic))
                .build();
        KafkaSource<String> text = KafkaSource.<String>builder()
                .setBootstrapServers("localhost:9092")
                .setTopicPattern(java.util.regex.Pattern.compile("readings-.*"))
                .setDeserializer(KafkaRecordDeserializationSchema.valueOnly(StringDeserializer.class))
                .build();
        env.fromSource(typed, WatermarkStrategy.<Reading>forMonotonousTimestamps().withTimestampAssigner((r, t) -> (long) r.value), "typed")
                .setParallelism(2)
                .map((MapFunction<Reading, String>) r -> r.sensor + "=" + r.value)
                .union(env.fromSource(text, WatermarkStrategy.noWatermarks(), "text"))
                .print();

        // execute program
        env.execute("Readings generator");
    }
}
