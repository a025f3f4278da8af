package com.acme.risk.config;

import org.apache.flink.util.ParameterTool;

public class JobSettings implements java.io.Serializable {
    public static JobSettings from(ParameterTool parameters) {
        return new JobSettings();
    }

    public String getBrokers() {
        return "b";
    }

    public String getTopic() {
        return "t";
    }

    public String getWatchListUrl() {
        return "u";
    }

    public String getPagerKey() {
        return "k";
    }
}
