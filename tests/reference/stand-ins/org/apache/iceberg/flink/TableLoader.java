package org.apache.iceberg.flink;

import org.apache.iceberg.catalog.TableIdentifier;

public class TableLoader implements java.io.Serializable {
    public final String table;
    private TableLoader(String table) { this.table = table; }
    public static TableLoader fromHadoopTable(String location) { return new TableLoader(location); }
    public static TableLoader fromCatalog(CatalogLoader catalog, TableIdentifier identifier) { return new TableLoader(catalog.name + "." + identifier.name); }
}
