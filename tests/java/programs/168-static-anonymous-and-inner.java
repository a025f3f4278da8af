import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class StaticAnonymousAndInner {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        JOB.run(env);
        new Outer().new Inner().go(env);
        Outer.Nested.go(env, Outer.Nested.DEF);
        env.execute();
    }

    static final Runner JOB = new Runner("j") { @Override void extra(StreamExecutionEnvironment e) { super.extra(e); e.fromSequence(1, 1).name(tag + "-anon").print(); } };
    static class Runner { protected String tag; static int made; { made++; } Runner(String t) { tag = t + made; } void extra(StreamExecutionEnvironment e) { e.fromSequence(1, 1).name(tag).print(); } final void run(StreamExecutionEnvironment e) { extra(e); } }
    static class Outer { String o = "outer"; class Inner { String o = "inner"; void go(StreamExecutionEnvironment e) { e.fromSequence(1, 1).name(this.o + Outer.this.o + o).print(); } } static class Nested { static final String DEF = "def" + Nested.class.getSimpleName(); static void go(StreamExecutionEnvironment e, String... s) { e.fromSequence(1, 1).name(s.length + s[0]).print(); } } }
}
