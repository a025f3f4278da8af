package org.apache.flink.connector.jdbc.core.datastream.source;

import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.connector.jdbc.core.datastream.source.reader.extractor.ResultExtractor;

public class JdbcSourceBuilder<T> {
    private TypeInformation<T> type;
    public JdbcSourceBuilder<T> setSql(String sql) { return this; }
    public JdbcSourceBuilder<T> setDBUrl(String url) { return this; }
    public JdbcSourceBuilder<T> setDriverName(String name) { return this; }
    public JdbcSourceBuilder<T> setUsername(String name) { return this; }
    public JdbcSourceBuilder<T> setPassword(String password) { return this; }
    public JdbcSourceBuilder<T> setTypeInformation(TypeInformation<T> t) { type = t; return this; }
    public JdbcSourceBuilder<T> setResultExtractor(ResultExtractor<T> extractor) { return this; }
    public JdbcSource<T> build() { return new JdbcSource<>(type); }
}
