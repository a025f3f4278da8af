import java.util.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.util.ParameterTool;
import org.apache.flink.configuration.*;
import org.apache.flink.api.common.typeinfo.*;

public class FromFile {
    public static void main(String[] args) throws Exception {
        ParameterTool defaults = ParameterTool.fromMap(Map.of("p", "2", "name", "d"));
        ParameterTool params = defaults.mergeWith(ParameterTool.fromMap(Map.of("p", "3"))).mergeWith(ParameterTool.fromSystemProperties());
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        int p = params.getInt("p");
        Properties properties = new Properties();
        properties.put("depth", 3);
        properties.setProperty("count", "4");
        ParameterTool other = ParameterTool.fromMap(new HashMap<>(Map.of("count", properties.getProperty("count", "1"))));
        SingleOutputStreamOperator<Integer> s = env.fromData(1, 2, 3).map(i -> i + 1).setParallelism(p);
        for (int i = 0; i < other.getInt("count"); i += Integer.parseInt("2")) {
            final int k = i;
            s = s.filter(x -> x > k).name("over " + k).setParallelism(p + i);
        }
        String text = """
            job of %s
            """.strip().formatted(params.getRequired("name"));
        s.print(text).setParallelism(1);
        env.execute(text.toUpperCase(Locale.ROOT).substring(4));
    }
}
