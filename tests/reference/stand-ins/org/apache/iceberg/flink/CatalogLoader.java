package org.apache.iceberg.flink;

public class CatalogLoader implements java.io.Serializable {
    final String name;
    private CatalogLoader(String name) { this.name = name; }
    public static CatalogLoader hadoop(String name, Object hadoopConf, java.util.Map<String, String> properties) { return new CatalogLoader(name); }
    public static CatalogLoader hive(String name, Object hadoopConf, java.util.Map<String, String> properties) { return new CatalogLoader(name); }
}
