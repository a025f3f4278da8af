package com.acme.orders.job;

import com.acme.orders.io.JdbcSink;
import com.acme.orders.io.KafkaSink;
import com.acme.orders.io.KafkaSource;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Classes of our own may be called like those of connectors. */
public class OwnNames {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.fromSource(new KafkaSource("orders"), WatermarkStrategy.noWatermarks(), "orders")
                .map(s -> s + "!")
                .sinkTo(new KafkaSink("out"))
                .name("out");
        env.fromData("x").sinkTo(JdbcSink.of("table")).name("table");
        env.execute("own names");
    }
}
