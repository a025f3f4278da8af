import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.api.common.functions.*;

public interface InterfaceMain
{
    int N = 3;
    String[] LETTERS = { "a", "b" , "c", };

    static DataStream<String> letters(StreamExecutionEnvironment e) { return e.fromData(LETTERS); }

    static <T extends DataStream<String>> T named(T stream, Object... parts)
    {
        StringBuffer b = new StringBuffer();
        for (Object o : parts) b.append(o).append(o instanceof Integer ? "." : "-");
        b.setLength(b.length() - 1);
        b.reverse();
        if (stream instanceof SingleOutputStreamOperator) {
            ((SingleOutputStreamOperator<String>) stream).name(b.toString());
        }
        return stream;
    }

    static void main(final String[] argv) throws Exception
    {
        StreamExecutionEnvironment e = StreamExecutionEnvironment.getExecutionEnvironment();
        e.setParallelism(N);
        DataStream<String> s = letters(e);
        SingleOutputStreamOperator<String> up = named(s.map((MapFunction<String, String>) String::toUpperCase), "up", 1, 'c', 2L);
        named(up.filter((String x) -> { return !x.isEmpty(); }), "filter").print();
        int i = 0, j = N;
        while (i++ < --j) {
            final int k = i;
            named(up.map(x -> x + k), i, j, i == j, null == s, 'a' + 1, (char) ('a' + 1), 5 / 2, 5 % 3, 5f / 2, 1L << 33, -17 >> 2, -17 >>> 28, ~7, 6 ^ 3, 6 & 3, 6 | 3).print();
        }
        for (String l : LETTERS) { if ("b".equals(l)) continue; e.fromData(l.hashCode(), (int) l.charAt(0), l.compareTo("b")).name(l + l.hashCode() + l.indexOf("c") + l.isEmpty()).print(); }
        e.execute(String.valueOf(LETTERS.length) + Integer.toHexString(255) + Long.MAX_VALUE + Integer.MIN_VALUE + (int) 3.99 + Math.round(2.5) + Math.pow(2, 3) + Double.parseDouble("1e2") + (1 == 1.0) + 0.1f + 100.0 / 3);
    }
}
