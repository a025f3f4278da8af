package com.acme.router;

import java.util.EnumMap;
import java.util.Map;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SideOutputDataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

/** Sends each kind of message to its own handler. */
public class Router {

    enum Kind {
        LOGIN(2) {
            @Override
            DataStream<String> handle(DataStream<String> in) {
                return in.keyBy(s -> s.split(" ")[1]).reduce((a, b) -> b).name("last login");
            }
        },
        PAYMENT(4) {
            @Override
            DataStream<String> handle(DataStream<String> in) {
                SingleOutputStreamOperator<String> checked = in.filter(s -> s.length() > 1).name("check payment").setParallelism(width);
                return checked.map(s -> s.toLowerCase()).name("book").setParallelism(width);
            }
        },
        OTHER(1);

        final int width;
        final OutputTag<String> tag;

        Kind(int width) {
            this.width = width;
            this.tag = new OutputTag<>(name().toLowerCase(), Types.STRING);
        }

        DataStream<String> handle(DataStream<String> in) {
            return in;
        }

        static Kind of(String line) {
            for (Kind kind : values()) {
                if (line.startsWith(kind.name())) {
                    return kind;
                }
            }
            return OTHER;
        }
    }

    private final Map<Kind, DataStream<String>> streams = new EnumMap<>(Kind.class);

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Router router = new Router();
        SingleOutputStreamOperator<Void> routed = env.socketTextStream("localhost", 5555)
                .process(new ProcessFunction<String, Void>() {
                    @Override
                    public void processElement(String line, Context ctx, Collector<Void> out) {
                        ctx.output(Kind.of(line).tag, line);
                    }
                })
                .name("route");
        for (Kind kind : Kind.values()) {
            SideOutputDataStream<String> side = routed.getSideOutput(kind.tag);
            router.streams.put(kind, kind.handle(side));
        }
        router.connect();
        env.execute("router of " + Kind.values().length + " kinds");
    }

    private void connect() {
        DataStream<String> rest = null;
        for (Map.Entry<Kind, DataStream<String>> entry : streams.entrySet()) {
            Kind kind = entry.getKey();
            if (kind == Kind.OTHER) {
                entry.getValue().printToErr(kind.toString());
            } else if (rest == null) {
                rest = entry.getValue();
            } else {
                rest = rest.union(entry.getValue());
            }
        }
        if (rest != null) {
            rest.print().name("handled");
        }
        assert streams.size() == 3;
    }
}
