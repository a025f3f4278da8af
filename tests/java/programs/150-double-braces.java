import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class DoubleBraces {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        Properties props = new Properties() {{ setProperty("p", "4"); put("name", "fancy"); }};
        Map<String, Integer> par = new HashMap<>() {{ put("a", 2); put("b", 3); }};
        List<String> names = new ArrayList<String>() {{ add("a"); add("b"); }};
        DataStream<Long> s = env.fromSequence(1, 2);
        for (String n : names) s = s.map(x -> x).name(n).setParallelism(par.get(n));
        s.print().setParallelism(Integer.parseInt(props.getProperty("p"))).name(props.getProperty("name"));
        env.execute();
    }
}
