import java.util.*;
import java.util.stream.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class OrderOfThings {
    enum Level { ERROR, WARN, INFO, DEBUG }
    static class Route implements Comparable<Route> {
        final String name; final int weight;
        Route(String n, int w) { name = n; weight = w; }
        String getName() { return name; }
        @Override public int compareTo(Route o) { return Integer.compare(weight, o.weight); }
    }
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<String> in = env.fromData("a");
        Map<Level, Integer> parallelism = new EnumMap<>(Level.class);
        parallelism.put(Level.INFO, 3); parallelism.put(Level.ERROR, 1); parallelism.put(Level.WARN, 2);
        for (Map.Entry<Level, Integer> e : parallelism.entrySet()) in.filter(s -> !s.isEmpty()).name(e.getKey().toString()).setParallelism(e.getValue()).print();
        for (Level l : EnumSet.of(Level.DEBUG, Level.ERROR)) in.map(s -> s).name("set " + l).print();
        for (Level l : EnumSet.allOf(Level.class)) in.map(s -> s).name("all " + l.ordinal()).print();
        for (Level l : EnumSet.range(Level.WARN, Level.INFO)) in.map(s -> s).name("range " + l).print();
        for (Level l : EnumSet.complementOf(EnumSet.of(Level.WARN))) in.map(s -> s).name("others " + l).print();
        List<Route> routes = new ArrayList<>(List.of(new Route("b", 2), new Route("c", 1), new Route("a", 3)));
        Collections.sort(routes);
        routes.forEach(r -> in.map(s -> s).name("natural " + r.name).print());
        routes.sort(Comparator.comparing(Route::getName));
        routes.forEach(r -> in.map(s -> s).name("by name " + r.name).print());
        routes.stream().sorted(Comparator.comparingInt((Route r) -> r.weight).reversed()).map(Route::getName).forEach(n -> in.map(s -> s).name("heavy first " + n).print());
        routes.sort((x, y) -> y.name.compareTo(x.name));
        for (Route r : routes) in.map(s -> s).name("backwards " + r.name).print();
        Map<String, Integer> sizes = new HashMap<>(); sizes.put("small", 1); sizes.put("large", 3); sizes.put("medium", 2);
        sizes.entrySet().stream().sorted(Map.Entry.<String, Integer>comparingByValue().reversed()).forEach(e -> in.map(s -> s).name(e.getKey()).setParallelism(e.getValue()).print());
        env.execute();
    }
}
