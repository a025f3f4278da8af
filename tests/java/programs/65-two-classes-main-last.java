package org.acme.ml;

import java.io.Serializable;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.Partitioner;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.streaming.api.datastream.ConnectedStreams;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.co.CoProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

class Model implements Serializable {
    final String version;

    Model(String version) {
        this.version = version;
    }
}

class Scorer extends CoProcessFunction<Double, Model, Double> {
    static final OutputTag<String> LOG = new OutputTag<String>("scoring-log") {};
    private Model model;

    @Override
    public void processElement1(Double features, Context ctx, Collector<Double> out) {
        if (model == null) {
            ctx.output(LOG, "no model");
        } else {
            out.collect(features);
        }
    }

    @Override
    public void processElement2(Model m, Context ctx, Collector<Double> out) {
        model = m;
    }
}

class ByVersion implements Partitioner<String>, KeySelector<Model, String>, MapFunction<Model, Model> {
    @Override
    public int partition(String key, int n) {
        return Math.floorMod(key.hashCode(), n);
    }

    @Override
    public String getKey(Model m) {
        return m.version;
    }

    @Override
    public Model map(Model m) {
        return m;
    }
}

class Pipeline {
    private final StreamExecutionEnvironment env;
    private DataStream<Model> models;
    private DataStream<Double> features;

    Pipeline(StreamExecutionEnvironment env) {
        this.env = env;
    }

    Pipeline models(String... versions) {
        Model[] all = new Model[versions.length];
        for (int i = 0; i < versions.length; i++) {
            all[i] = new Model(versions[i]);
        }
        ByVersion by = new ByVersion();
        models = env.fromData(Model.class, all).name(all.length + " models").partitionCustom(by, by).map(by).setParallelism(2).name("checked models");
        return this;
    }

    Pipeline features(long n) {
        features = env.fromSequence(0, n).map(Long::doubleValue).name("features");
        return this;
    }

    SingleOutputStreamOperator<Double> score() {
        ConnectedStreams<Double, Model> both = features.rebalance().connect(models.broadcast());
        return both.process(new Scorer()).name("score");
    }
}

class Main {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(4).setBufferTimeout(10);
        SingleOutputStreamOperator<Double> scores = new Pipeline(env).models("a", "b", "c").features(99).score();
        scores.print();
        scores.getSideOutput(Scorer.LOG).print("log").setParallelism(1);
        env.execute("scoring");
    }
}
