package com.acme.examples.counting.util;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import org.apache.flink.api.common.ExecutionConfig;
import org.apache.flink.api.common.RuntimeExecutionMode;
import org.apache.flink.core.fs.Path;
import org.apache.flink.util.MultipleParameterTool;

public class Cli extends ExecutionConfig.GlobalJobParameters {
    private final MultipleParameterTool params;

    private Cli(MultipleParameterTool params) {
        this.params = params;
    }

    public static Cli fromArgs(String[] args) {
        return new Cli(MultipleParameterTool.fromArgs(args));
    }

    public RuntimeExecutionMode getExecutionMode() {
        return RuntimeExecutionMode.STREAMING;
    }

    public Optional<Path[]> getInputs() {
        return Optional.empty();
    }

    public Optional<Path> getOutput() {
        return Optional.empty();
    }

    public Optional<Duration> getDiscoveryInterval() {
        return Optional.empty();
    }

    public OptionalInt getInt(String key) {
        return params.has(key) ? OptionalInt.of(params.getInt(key)) : OptionalInt.empty();
    }

    @Override
    public Map<String, String> toMap() {
        return params.toMap();
    }
}
