package org.apache.flink.connector.jdbc;

import org.apache.flink.streaming.api.functions.sink.legacy.RichSinkFunction;
import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;

/** Gone with Flink 2; here on Flink 2's old interfaces. */
public class JdbcSink {
    public static <T> SinkFunction<T> sink(String sql, JdbcStatementBuilder<T> builder, JdbcConnectionOptions connection) { return new Function<>(); }
    public static <T> SinkFunction<T> sink(String sql, JdbcStatementBuilder<T> builder, JdbcExecutionOptions execution, JdbcConnectionOptions connection) {
        return new Function<>();
    }
    private static class Function<T> extends RichSinkFunction<T> {}
}
