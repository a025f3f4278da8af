import java.util.EnumMap;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class EnumsWithBodiesAndEnumMaps {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        for (Kind k : Kind.values()) { k.attach(env.fromSequence(0, k.ordinal()).name(k.name().toLowerCase())); }
        env.fromData(Kind.valueOf("B").label).print();
        EnumMap<Kind, Integer> m = new EnumMap<>(Kind.class); m.put(Kind.B, 2); m.put(Kind.A, 1);
        m.forEach((k, v) -> env.fromSequence(0, v).map(x -> x).setParallelism(v).name(k + "" + v).print());
        switch (Kind.B) { case A -> env.fromSequence(1, 1).print("a"); case B -> { env.fromSequence(1, 1).print("b"); } }
        env.execute();
    }

    enum Kind { A("x") { void attach(DataStream<Long> s) { s.print(); } }, B("y") { void attach(DataStream<Long> s) { s.rebalance().printToErr("e"); } }; final String label; Kind(String l) { label = l; } abstract void attach(DataStream<Long> s); }
}
