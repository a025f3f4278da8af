package org.apache.flink.connector.jdbc.core.datastream.source.reader.extractor;

public interface ResultExtractor<T> extends java.io.Serializable {
    T extract(java.sql.ResultSet row) throws java.sql.SQLException;
}
