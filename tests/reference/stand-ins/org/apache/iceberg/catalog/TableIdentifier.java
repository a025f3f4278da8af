package org.apache.iceberg.catalog;

public class TableIdentifier {
    public final String name;
    private TableIdentifier(String name) { this.name = name; }
    public static TableIdentifier of(String... names) { return new TableIdentifier(String.join(".", names)); }
}
