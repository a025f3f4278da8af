import java.util.*;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.connector.file.src.FileSource;
import org.apache.flink.connector.file.src.reader.TextLineInputFormat;
import org.apache.flink.core.fs.Path;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.MultipleParameterTool;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.util.Collector;

public class WordCount {
    public static void main(String[] args) throws Exception {
        final MultipleParameterTool params = MultipleParameterTool.fromArgs(args);
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.getConfig().setGlobalJobParameters(params);
        DataStream<String> text = null;
        if (params.has("input")) {
            for (String input : params.getMultiParameterRequired("input")) {
                if (text == null) {
                    text = read(env, input);
                } else {
                    text = text.union(read(env, input));
                }
            }
            Objects.requireNonNull(text, "Input DataStream should not be null.");
        } else {
            System.out.println("Executing WordCount example with default input data set.");
            text = env.fromData(WordCountData.WORDS);
        }
        DataStream<Tuple2<String, Integer>> counts = text.flatMap(new Tokenizer()).keyBy(value -> value.f0).sum(1);
        if (params.has("output")) {
            counts.map(Tuple2::toString).print(params.get("output"));
        } else {
            System.out.println("Printing result to stdout. Use --output to specify output path.");
            counts.print();
        }
        env.execute("Streaming WordCount");
    }

    private static DataStream<String> read(StreamExecutionEnvironment env, String input) {
        return env.fromSource(FileSource.forRecordStreamFormat(new TextLineInputFormat(), new Path(input)).build(), WatermarkStrategy.noWatermarks(), "file-input");
    }

    public static final class Tokenizer implements FlatMapFunction<String, Tuple2<String, Integer>> {
        @Override
        public void flatMap(String value, Collector<Tuple2<String, Integer>> out) {
            for (String token : value.toLowerCase().split("\\W+")) {
                if (token.length() > 0) { out.collect(new Tuple2<>(token, 1)); }
            }
        }
    }
}

class WordCountData {
    public static final String[] WORDS = new String[] {"To be, or not to be,--that is the question:--", "Whether 'tis nobler in the mind to suffer"};
}
