package io.acme.streaming.intro;

import java.time.Duration;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.windowing.assigners.TumblingProcessingTimeWindows;
import org.apache.flink.util.Collector;
import org.apache.flink.util.ParameterTool;

/**
 * Counts the words of a text that arrives over a socket, five seconds at a time.
 *
 * <p>Start a server first: {@code nc -lk 9000}.
 */
public class SocketCounts {

    public static void main(String[] args) throws Exception {

        // where to read from
        final String hostname;
        final int port;
        try {
            final ParameterTool params = ParameterTool.fromArgs(args);
            hostname = params.has("hostname") ? params.get("hostname") : "localhost";
            port = params.getInt("port", 9000);
        } catch (Exception e) {
            System.err.println("Usage: SocketCounts --hostname <hostname> --port <port>");
            return;
        }

        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<String> text = env.socketTextStream(hostname, port, "\n");

        DataStream<CountedWord> counts = text
                .flatMap(new FlatMapFunction<String, CountedWord>() {
                    @Override
                    public void flatMap(String value, Collector<CountedWord> out) {
                        for (String word : value.split("\\s")) {
                            out.collect(new CountedWord(word, 1L));
                        }
                    }
                })
                .keyBy(value -> value.word)
                .window(TumblingProcessingTimeWindows.of(Duration.ofSeconds(5)))
                .reduce(new ReduceFunction<CountedWord>() {
                    @Override
                    public CountedWord reduce(CountedWord a, CountedWord b) {
                        return new CountedWord(a.word, a.count + b.count);
                    }
                });

        // one thread prints, so that lines do not mix
        counts.print().setParallelism(1);

        env.execute("Socket counts on " + hostname + ":" + port);
    }

    /** A word and how often it came. */
    public static class CountedWord {
        public String word;
        public long count;

        public CountedWord() {}

        public CountedWord(String word, long count) {
            this.word = word;
            this.count = count;
        }

        @Override
        public String toString() {
            return word + " : " + count;
        }
    }
}
