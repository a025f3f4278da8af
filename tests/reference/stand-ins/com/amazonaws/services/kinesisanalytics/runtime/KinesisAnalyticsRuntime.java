package com.amazonaws.services.kinesisanalytics.runtime;

import java.util.HashMap;
import java.util.Map;
import java.util.Properties;

/** Has every group of properties, all of them empty. */
public class KinesisAnalyticsRuntime {
    public static Map<String, Properties> getApplicationProperties() {
        return new HashMap<>() {
            @Override
            public Properties get(Object group) { return new Properties(); }
        };
    }
    public static Map<String, Properties> getApplicationProperties(String file) { return getApplicationProperties(); }
}
