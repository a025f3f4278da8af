import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.connectors.cassandra.CassandraSink;
import org.apache.flink.streaming.connectors.rabbitmq.RMQSink;
import org.apache.flink.streaming.connectors.rabbitmq.RMQSource;
import org.apache.flink.streaming.connectors.rabbitmq.common.RMQConnectionConfig;
import org.apache.flink.streaming.connectors.redis.RedisSink;
import org.apache.flink.streaming.connectors.redis.common.config.FlinkJedisPoolConfig;
import org.apache.flink.streaming.connectors.redis.common.mapper.RedisMapper;

public class QueueToStores {

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(3);

        final RMQConnectionConfig connectionConfig = new RMQConnectionConfig.Builder()
                .setHost("localhost")
                .setPort(5672)
                .setUserName("guest")
                .setPassword("guest")
                .setVirtualHost("/")
                .build();

        final DataStream<String> stream = env
                .addSource(new RMQSource<String>(connectionConfig, "queue", true, new SimpleStringSchema()))
                .setParallelism(1);

        DataStream<Tuple2<String, Long>> counts = stream
                .map(word -> Tuple2.of(word, 1L))
                .returns(Types.TUPLE(Types.STRING, Types.LONG))
                .keyBy(t -> t.f0)
                .sum(1);

        CassandraSink.addSink(counts)
                .setQuery("INSERT INTO example.wordcount(word, count) values (?, ?);")
                .setHost("127.0.0.1")
                .build();
        CassandraSink.addSink(counts).setQuery("INSERT INTO example.again(word, count) values (?, ?);").setHost("127.0.0.1", 9042).build()
                .name("cassandra")
                .uid("cassandra")
                .setParallelism(1);

        FlinkJedisPoolConfig conf = new FlinkJedisPoolConfig.Builder().setHost("127.0.0.1").build();
        counts.addSink(new RedisSink<Tuple2<String, Long>>(conf, new CountMapper()));
        stream.addSink(new RMQSink<String>(connectionConfig, "copy", new SimpleStringSchema())).name("rabbit");

        env.execute("queue to stores");
    }

    public static class CountMapper implements RedisMapper<Tuple2<String, Long>> {
        @Override
        public String getKeyFromData(Tuple2<String, Long> data) {
            return data.f0;
        }

        @Override
        public String getValueFromData(Tuple2<String, Long> data) {
            return data.f1.toString();
        }
    }
}
