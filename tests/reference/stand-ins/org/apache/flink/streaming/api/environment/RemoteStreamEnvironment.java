package org.apache.flink.streaming.api.environment;

import java.net.URL;
import org.apache.flink.configuration.Configuration;

/** Stands before Flink's own class of this name, which would look for a cluster. */
public class RemoteStreamEnvironment extends standins.Watched {
    public RemoteStreamEnvironment(String host, int port, String... jarFiles) { this(host, port, null, jarFiles); }
    public RemoteStreamEnvironment(String host, int port, Configuration configuration, String... jarFiles) { this(host, port, configuration, jarFiles, null); }
    public RemoteStreamEnvironment(String host, int port, Configuration configuration, String[] jarFiles, URL[] globalClasspaths) {
        super(configuration == null ? new Configuration() : configuration);
    }
}
