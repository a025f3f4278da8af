import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** How long Flink itself takes for the plan of a definition, in a JVM that is warm. */
final class Bench {
    /** How often a definition is planned at least. */
    private static final int LEAST = 5;

    private Bench() {}

    static void main(List<String> rest) throws Exception {
        long warmup = Long.parseLong(Reference.option(rest, "--warmup-seconds", "3"));
        long measured = Long.parseLong(Reference.option(rest, "--seconds", "1"));
        BufferedReader in = Reference.stdin();
        BufferedWriter out = Reference.stdout();
        for (String line; (line = in.readLine()) != null; ) {
            out.write(Reference.JSON.writeValueAsString(measure(Reference.JSON.readTree(line), warmup, measured)));
            out.write('\n');
            out.flush();
        }
    }

    private static ObjectNode measure(JsonNode document, long warmup, long measured) throws Exception {
        List<Long> calls = new ArrayList<>();
        List<Long> graphs = new ArrayList<>();
        ObjectNode o = Reference.NODES.objectNode();
        try {
            for (long end = System.nanoTime() + warmup * 1_000_000_000L; System.nanoTime() < end; ) {
                Reference.environment(document).getStreamGraph(false).getJobGraph();
            }
            System.gc();
            long before = used();
            pools().forEach(MemoryPoolMXBean::resetPeakUsage);
            long end = System.nanoTime() + measured * 1_000_000_000L;
            while (graphs.size() < LEAST || System.nanoTime() < end) {
                long start = System.nanoTime();
                StreamExecutionEnvironment env = Reference.environment(document);
                long called = System.nanoTime();
                StreamGraph graph = env.getStreamGraph(false);
                graph.getJobGraph();
                calls.add(called - start);
                graphs.add(System.nanoTime() - called);
                if (graphs.size() == 1) {
                    // Later iterations leave their garbage behind.
                    long peak = pools().stream().mapToLong(pool -> pool.getPeakUsage().getUsed()).sum();
                    o.put("peakBytes", peak - before);
                }
            }
        } catch (Throwable t) {
            Throwable root = t;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return Reference.NODES.objectNode().put("error", root.getClass().getSimpleName());
        }
        o.put("callsNanos", median(calls));
        o.put("graphsNanos", median(graphs));
        return o;
    }

    private static List<MemoryPoolMXBean> pools() {
        List<MemoryPoolMXBean> heap = new ArrayList<>(ManagementFactory.getMemoryPoolMXBeans());
        heap.removeIf(pool -> pool.getType() != MemoryType.HEAP);
        return heap;
    }

    private static long used() {
        return pools().stream().mapToLong(pool -> pool.getUsage().getUsed()).sum();
    }

    private static long median(List<Long> times) {
        Collections.sort(times);
        return times.get(times.size() / 2);
    }
}
