package org.apache.flink.table.data;

/** What table connectors carry. */
public interface RowData {}
