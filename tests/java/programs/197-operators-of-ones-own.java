import java.util.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.*;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.operators.*;
import org.apache.flink.streaming.runtime.streamrecord.StreamRecord;
import org.apache.flink.util.*;

public class Scoring {
    static class Lazy extends ProcessFunction<Double, Double> {
        @Override public void processElement(Double d, Context c, Collector<Double> out) { out.collect(d); }
    }
    static DataStream<Double> branch(DataStream<Double> in, int depth) {
        if (depth == 0) { return in; }
        SingleOutputStreamOperator<Double> l = in.process(new Lazy()).name("L" + depth);
        SingleOutputStreamOperator<Double> r = in.process(new Lazy()).name("R" + depth);
        if (depth % 2 == 0) { r.startNewChain(); } else { l.disableChaining(); }
        return branch(l, depth - 1).union(branch(r, depth - 1));
    }
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(new org.apache.flink.configuration.Configuration());
        env.setParallelism(2);
        env.getConfig().enableObjectReuse();
        DataStream<Double> scored = env.fromSequence(0, 9).transform("score", Types.DOUBLE, new Score2());
        DataStream<Double> tree = branch(scored, 3);
        tree.keyBy(d -> d.intValue()).transform("keyed score", Types.DOUBLE, new Again()).slotSharingGroup("g").setDescription("again & again");
        tree.print();
        env.execute("scoring");
    }
    static class Score2 extends AbstractStreamOperator<Double> implements OneInputStreamOperator<Long, Double> {
        @Override public void processElement(StreamRecord<Long> r) { output.collect(new StreamRecord<>(r.getValue() / 2.0)); }
    }
    static class Again extends AbstractStreamOperator<Double> implements OneInputStreamOperator<Double, Double> {
        @Override public void processElement(StreamRecord<Double> r) { output.collect(r); }
    }
}
