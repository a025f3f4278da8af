package org.apache.flink.cdc.connectors.base.options;

public final class StartupOptions implements java.io.Serializable {
    public final boolean snapshotOnly;
    private StartupOptions(boolean snapshotOnly) { this.snapshotOnly = snapshotOnly; }
    public static StartupOptions initial() { return new StartupOptions(false); }
    public static StartupOptions snapshot() { return new StartupOptions(true); }
    public static StartupOptions earliest() { return new StartupOptions(false); }
    public static StartupOptions latest() { return new StartupOptions(false); }
    public static StartupOptions timestamp(long millis) { return new StartupOptions(false); }
}
