import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.util.MultipleParameterTool;
import org.apache.flink.util.ParameterTool;

/** Every way to read an argument that is not there. */
public class ArgumentsOfAllKinds {

    private static String arg(String[] args, int index, String otherwise) {
        return index < args.length ? args[index] : otherwise;
    }

    private static boolean flag(String[] args, String name) {
        for (String a : args) {
            if (a.equalsIgnoreCase("--" + name)) {
                return true;
            }
        }
        return false;
    }

    public static void main(String[] args) throws Exception {
        final StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        ParameterTool params = ParameterTool.fromArgs(args);
        MultipleParameterTool multiple = MultipleParameterTool.fromArgs(args);
        ParameterTool defaults = ParameterTool.fromMap(Map.of("width", "3", "topic", "clicks"));
        ParameterTool merged = defaults.mergeWith(params);
        env.getConfig().setGlobalJobParameters(merged);

        DataStream<String> in = env.socketTextStream(arg(args, 0, "localhost"), Integer.parseInt(arg(args, 1, "9999")))
                .name(merged.get("topic") + "@" + arg(args, 0, "localhost"));
        in.map(s -> s).setParallelism(merged.getInt("width")).name(params.get("name", "no name")).print();

        if (params.has("input")) {
            env.fromData(params.getRequired("input")).print();
        }
        if (multiple.has("also") && multiple.getMultiParameter("also").size() > 1) {
            for (String also : multiple.getMultiParameterRequired("also")) {
                env.fromData(also).print();
            }
        }
        if (params.getNumberOfParameters() < 1) {
            System.out.println("usage: ...");
        }
        if (args == null || args.length == 0) {
            in.filter(s -> s.isEmpty()).name("without arguments").print();
        } else if (args.length == 1) {
            in.filter(s -> s.isEmpty()).name("with one").print();
        } else {
            throw new IllegalArgumentException("too many: " + Arrays.toString(args));
        }
        if (flag(args, "debug") || params.getBoolean("debug", false)) {
            in.printToErr();
        }
        Optional<String> out = Optional.ofNullable(params.get("output"));
        String where = out.map(o -> "file " + o).orElse("console");
        if (out.isPresent()) {
            in.map(s -> s + out.get()).print(where);
        } else {
            in.print(where);
        }
        int shards = Optional.of(params.getInt("shards", 2)).filter(n -> n > 5).orElseGet(() -> 4);
        in.rebalance().map(s -> s).name("shards").setParallelism(shards).print();

        String user = System.getenv("PLANSCOPE_NOBODY_SETS_THIS");
        String level = System.getProperty("no.such.property", "info");
        in.filter(s -> true).name(user == null ? "nobody at " + level : user).print();
        boolean fancy = Boolean.parseBoolean(System.getenv().getOrDefault("PLANSCOPE_NOBODY_SETS_THIS", "true"));
        Integer width = Integer.getInteger("no.such.width", 5);
        if (fancy) in.filter(s -> true).setParallelism(width).name("fancy").print();

        Map<String, String> own = new HashMap<>();
        List<String> list = Arrays.asList(args);
        list.forEach(a -> own.put(a, a));
        own.computeIfAbsent("z", k -> k + k);
        String joined = own.isEmpty() ? "none" : own.values().iterator().next() + own.size();
        try {
            int port = Integer.parseInt(params.get("port"));
            env.socketTextStream("x", port).print();
        } catch (NumberFormatException e) {
            in.print("no port");
        } finally {
            in.filter(s -> false).name("finally").print();
        }
        env.execute(params.get("job", ArgumentsOfAllKinds.class.getSimpleName()) + " " + joined);
    }
}
