package com.acme.risk.util;

import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.ParameterTool;

public class EnvironmentUtil {
    public static StreamExecutionEnvironment create(ParameterTool parameters) {
        return StreamExecutionEnvironment.getExecutionEnvironment();
    }
}
