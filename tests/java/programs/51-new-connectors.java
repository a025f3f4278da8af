package com.acme.hub;

import java.util.Properties;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.cdc.connectors.mysql.source.MySqlSource;
import org.apache.flink.cdc.connectors.mysql.table.StartupOptions;
import org.apache.flink.cdc.connectors.postgres.source.PostgresSourceBuilder;
import org.apache.flink.cdc.debezium.JsonDebeziumDeserializationSchema;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.clickhouse.sink.ClickHouseAsyncSink;
import org.apache.flink.connector.dynamodb.sink.DynamoDbSink;
import org.apache.flink.connector.elasticsearch.sink.Elasticsearch8AsyncSinkBuilder;
import org.apache.flink.connector.firehose.sink.KinesisFirehoseSink;
import org.apache.flink.connector.jdbc.core.datastream.source.JdbcSource;
import org.apache.flink.connector.mongodb.sink.MongoSink;
import org.apache.flink.connector.mongodb.source.MongoSource;
import org.apache.flink.connector.mongodb.source.reader.deserializer.MongoDeserializationSchema;
import org.apache.flink.connector.opensearch.sink.OpensearchSinkBuilder;
import org.apache.flink.connector.pulsar.sink.PulsarSink;
import org.apache.flink.connector.pulsar.source.PulsarSource;
import org.apache.flink.connector.pulsar.source.enumerator.cursor.StartCursor;
import org.apache.flink.connector.pulsar.source.enumerator.cursor.StopCursor;
import org.apache.flink.connector.sqs.sink.SqsSink;
import org.apache.doris.flink.cfg.DorisExecutionOptions;
import org.apache.doris.flink.cfg.DorisOptions;
import org.apache.doris.flink.cfg.DorisReadOptions;
import org.apache.doris.flink.sink.DorisSink;
import org.apache.doris.flink.sink.writer.serializer.SimpleStringSerializer;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.http.HttpHost;
import org.elasticsearch.client.Requests;

/** From everywhere to everywhere. */
public class Hub {

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(3000);
        env.setParallelism(2);

        PulsarSource<String> pulsar = PulsarSource.<String>builder()
                .setServiceUrl("pulsar://localhost:6650")
                .setAdminUrl("http://localhost:8080")
                .setStartCursor(StartCursor.earliest())
                .setTopics("in")
                .setDeserializationSchema(new SimpleStringSchema())
                .setSubscriptionName("hub")
                .build();
        PulsarSource<String> pulsarUntilNow = PulsarSource.<String>builder()
                .setServiceUrl("pulsar://localhost:6650")
                .setTopics("in")
                .setBoundedStopCursor(StopCursor.latest())
                .setDeserializationSchema(new SimpleStringSchema())
                .setSubscriptionName("hub-once")
                .build();
        MySqlSource<String> mysql = MySqlSource.<String>builder()
                .hostname("mysql")
                .port(3306)
                .databaseList("shop")
                .tableList("shop.orders", "shop.customers")
                .username("u")
                .password("p")
                .deserializer(new JsonDebeziumDeserializationSchema())
                .startupOptions(StartupOptions.initial())
                .build();
        MySqlSource<String> mysqlSnapshot = MySqlSource.<String>builder()
                .hostname("mysql")
                .databaseList("shop")
                .startupOptions(StartupOptions.snapshot())
                .deserializer(new JsonDebeziumDeserializationSchema())
                .build();
        PostgresSourceBuilder.PostgresIncrementalSource<String> postgres = PostgresSourceBuilder.PostgresIncrementalSource.<String>builder()
                .hostname("postgres")
                .database("shop")
                .slotName("flink")
                .deserializer(new JsonDebeziumDeserializationSchema(true))
                .build();
        MongoSource<String> mongo = MongoSource.<String>builder()
                .setUri("mongodb://localhost")
                .setDatabase("shop")
                .setCollection("orders")
                .setDeserializationSchema(new MongoDeserializationSchema<String>() {
                    @Override
                    public String deserialize(Object document) {
                        return document.toString();
                    }

                    @Override
                    public TypeInformation<String> getProducedType() {
                        return Types.STRING;
                    }
                })
                .build();
        JdbcSource<String> jdbc = JdbcSource.<String>builder()
                .setDBUrl("jdbc:postgresql://db")
                .setSql("select name from orders")
                .setTypeInformation(Types.STRING)
                .setResultExtractor(row -> row.getString(1))
                .build();

        DataStream<String> all = env.fromSource(pulsar, WatermarkStrategy.noWatermarks(), "pulsar")
                .union(
                        env.fromSource(pulsarUntilNow, WatermarkStrategy.noWatermarks(), "pulsar until now"),
                        env.fromSource(mysql, WatermarkStrategy.noWatermarks(), "mysql").setParallelism(1),
                        env.fromSource(mysqlSnapshot, WatermarkStrategy.noWatermarks(), "mysql snapshot"),
                        env.fromSource(postgres, WatermarkStrategy.noWatermarks(), "postgres"),
                        env.fromSource(mongo, WatermarkStrategy.noWatermarks(), "mongo"),
                        env.fromSource(jdbc, WatermarkStrategy.noWatermarks(), "jdbc"))
                .map(String::trim)
                .name("trim");

        all.sinkTo(PulsarSink.<String>builder()
                .setServiceUrl("pulsar://localhost:6650")
                .setTopics("out")
                .setSerializationSchema(new SimpleStringSchema())
                .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)
                .build()).name("to pulsar");
        all.sinkTo(MongoSink.<String>builder()
                .setUri("mongodb://localhost")
                .setDatabase("shop")
                .setCollection("out")
                .setSerializationSchema((s, context) -> s)
                .build()).name("to mongo");
        Properties load = new Properties();
        load.setProperty("format", "json");
        DorisSink.Builder<String> doris = DorisSink.builder();
        doris.setDorisReadOptions(DorisReadOptions.builder().build())
                .setDorisExecutionOptions(DorisExecutionOptions.builder().setLabelPrefix("hub").setStreamLoadProp(load).build())
                .setSerializer(new SimpleStringSerializer())
                .setDorisOptions(DorisOptions.builder().setFenodes("doris:8030").setTableIdentifier("shop.out").setUsername("u").setPassword("p").build());
        all.sinkTo(doris.build()).name("to doris").uid("doris");
        all.sinkTo(KinesisFirehoseSink.<String>builder().setDeliveryStreamName("out").setSerializationSchema(new SimpleStringSchema()).build());
        all.sinkTo(DynamoDbSink.<String>builder().setTableName("out").setElementConverter((s, context) -> s).build()).name("to dynamo");
        all.sinkTo(SqsSink.<String>builder().setSqsUrl("https://sqs").setSerializationSchema(new SimpleStringSchema()).build()).name("to sqs");
        all.sinkTo(Elasticsearch8AsyncSinkBuilder.<String>builder()
                .setHosts(new HttpHost("es", 9200))
                .setElementConverter((s, context) -> s)
                .build()).name("to elasticsearch 8");
        all.sinkTo(new OpensearchSinkBuilder<String>()
                .setHosts(new HttpHost("os", 9200, "https"))
                .setEmitter((s, context, indexer) -> indexer.add(Requests.indexRequest("out")))
                .build()).name("to opensearch").setParallelism(1);
        all.sinkTo(ClickHouseAsyncSink.<String>builder().setElementConverter((s, context) -> s).setMaxBatchSize(100).build()).name("to clickhouse");
        env.execute("hub");
    }
}
