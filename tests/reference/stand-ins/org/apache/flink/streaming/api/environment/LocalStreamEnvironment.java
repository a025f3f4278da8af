package org.apache.flink.streaming.api.environment;

import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.DeploymentOptions;

/** Stands before Flink's own class of this name, which would run the job. */
public class LocalStreamEnvironment extends standins.Watched {
    public LocalStreamEnvironment() { this(new Configuration()); }
    public LocalStreamEnvironment(Configuration configuration) { super(local(configuration)); }
    private static Configuration local(Configuration configuration) {
        Configuration own = new Configuration(configuration);
        own.set(DeploymentOptions.TARGET, "local");
        own.set(DeploymentOptions.ATTACHED, true);
        return own;
    }
}
