package com.acme.monitoring;

import java.util.ArrayList;
import java.util.List;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;

import static java.time.Duration.ofSeconds;

/** Classes within classes, within methods. */
public class Monitor implements java.io.Serializable {

    private final transient StreamExecutionEnvironment env;
    private final String host;
    private int counter = 0;
    private final List<String> names = new ArrayList<>();

    {
        names.add("initial");
    }

    Monitor(StreamExecutionEnvironment env, String host) {
        this.env = env;
        this.host = host;
        names.add(host);
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Monitor monitor = new Monitor(env, "db1");
        Monitor.Check disk = monitor.new Check("disk", 80);
        Check memory = monitor.new Check("memory", 90).every(5);
        disk.attach();
        memory.attach();

        class Summary {
            private final String title;

            Summary(String title) {
                this.title = title + " of " + monitor.host;
            }

            void attach(DataStream<Integer> in) {
                in.keyBy(n -> 0).sum(0).name(title).print();
            }
        }

        new Summary("sum").attach(env.fromData(1, 2, 3));
        monitor.finish();
    }

    private String label(String what) {
        String label = host + "/" + what + "#" + ++counter;
        names.add(label);
        return label;
    }

    private void finish() throws Exception {
        Runnable check = new Runnable() {
            private int calls;

            @Override
            public void run() {
                calls++;
                env.fromData(calls, counter).name(label("calls")).print();
            }
        };
        check.run();
        check.run();
        env.execute(names.toString());
    }

    class Check implements java.io.Serializable {
        private final String what;
        private final int limit;
        private int seconds = 10;

        Check(String what, int limit) {
            this.what = what;
            this.limit = limit;
        }

        Check every(int seconds) {
            this.seconds = seconds;
            return this;
        }

        void attach() {
            DataStream<Integer> percent = env.socketTextStream(host, 4000 + limit).name(label(what)).map(Integer::valueOf).name(label("parse"));
            DataStream<Integer> high = percent.filter(new Above());
            high.keyBy(n -> n / 10).window(TumblingProcessingTimeWindows.of(ofSeconds(seconds))).reduce(new ReduceFunction<Integer>() {
                @Override
                public Integer reduce(Integer a, Integer b) {
                    return Math.max(a, b);
                }
            }).setParallelism(limit / 40).print(what);
            high.keyBy(n -> n).window(TumblingProcessingTimeWindows.of(ofSeconds(seconds * 2))).reduce(new Largest());
        }

        private class Above implements FilterFunction<Integer> {
            @Override
            public boolean filter(Integer n) {
                return n > limit;
            }
        }
    }

    static class Largest implements ReduceFunction<Integer> {
        @Override
        public Integer reduce(Integer a, Integer b) {
            return a > b ? a : b;
        }
    }
}
