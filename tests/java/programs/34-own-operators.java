import org.apache.flink.api.common.typeinfo.BasicTypeInfo;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.operators.AbstractStreamOperator;
import org.apache.flink.streaming.api.operators.AbstractStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.BoundedOneInput;
import org.apache.flink.streaming.api.operators.ChainingStrategy;
import org.apache.flink.streaming.api.operators.OneInputStreamOperator;
import org.apache.flink.streaming.api.operators.OneInputStreamOperatorFactory;
import org.apache.flink.streaming.api.operators.StreamFilter;
import org.apache.flink.streaming.api.operators.StreamOperator;
import org.apache.flink.streaming.api.operators.StreamOperatorParameters;
import org.apache.flink.streaming.api.operators.TwoInputStreamOperator;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;

/** Operators of our own, given to transform. */
public class OwnOperators {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(2);
        DataStream<String> in = env.socketTextStream("h", 1);

        SingleOutputStreamOperator<String> counted = in.transform("count", BasicTypeInfo.STRING_TYPE_INFO, new Counting());
        counted.uid("count").setParallelism(1);
        counted.transform("filter", Types.STRING, new StreamFilter<>(s -> !s.isEmpty()))
                .transform("head", TypeInformation.of(String.class), new Heading())
                .name("renamed head")
                .print();
        in.keyBy(s -> s).transform("keyed count", Types.STRING, new Counting()).print();
        in.connect(counted).transform("two", Types.STRING, new Both()).setParallelism(4).print();
        in.connect(counted).keyBy(s -> s, s -> s).transform("two keyed", Types.STRING, new Both()).uid("two-keyed");
        env.execute();
    }

    static class Counting extends AbstractStreamOperator<String> implements OneInputStreamOperator<String, String>, BoundedOneInput {
        private long count;

        @Override
        public void processElement(StreamRecord<String> element) {
            count++;
            output.collect(element);
        }

        @Override
        public void endInput() {
            output.collect(new StreamRecord<>("total " + count));
        }
    }

    static class Both extends AbstractStreamOperator<String> implements TwoInputStreamOperator<String, String, String> {
        @Override
        public void processElement1(StreamRecord<String> element) {
            output.collect(element);
        }

        @Override
        public void processElement2(StreamRecord<String> element) {
            output.collect(element);
        }
    }

    static class Heading extends AbstractStreamOperatorFactory<String> implements OneInputStreamOperatorFactory<String, String> {
        Heading() {
            chainingStrategy = ChainingStrategy.HEAD;
        }

        @Override
        public <T extends StreamOperator<String>> T createStreamOperator(StreamOperatorParameters<String> parameters) {
            throw new UnsupportedOperationException();
        }

        @Override
        public Class<? extends StreamOperator> getStreamOperatorClass(ClassLoader classLoader) {
            return Counting.class;
        }
    }
}
