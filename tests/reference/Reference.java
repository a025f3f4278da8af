import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.ObjectMapper;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.JsonNodeFactory;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;

/** What planscope is compared with: Flink itself, asked for the plan dump of a pipeline definition or of a program. */
@SuppressWarnings("deprecation")
public final class Reference {
    static final String FLINK = "2.2.0";
    static final ObjectMapper JSON = new ObjectMapper();
    static final JsonNodeFactory NODES = JsonNodeFactory.instance;
    /** What every stream carries. */
    static final TypeInformation<Tuple2<String, Integer>> T2 = Types.TUPLE(Types.STRING, Types.INT);

    private static final String USAGE = String.join("\n",
            "usage: run plan                       one definition a line in, one dump a line out, in order",
            "       run java [--config KEY=VALUE]... FILE.java [ARGUMENT]...",
            "                                      the dump of a DataStream program, run up to its first execution",
            "       run java --golden FILE.java... the dumps of programs, each into a .json file beside it",
            "       run java --answers FILE.json...the dumps of programs with arguments, each into the case that tells of it",
            "       run generate --seed N --count M [--from I] [--profile streaming|batch|mixed] [--max-operators K] [--dump]",
            "                                      random definitions, one a line; with --dump {\"pipeline\", \"dump\"}",
            "       run bench [--warmup-seconds S] [--seconds S]",
            "                                      one definition a line in, the time that Flink took for each out");

    private Reference() {}

    public static void main(String[] args) throws Exception {
        List<String> rest = new ArrayList<>(Arrays.asList(args));
        String command = rest.isEmpty() ? "" : rest.remove(0);
        switch (command) {
            case "plan": plan(); break;
            case "java": Program.main(rest); break;
            case "generate": Generator.main(rest); break;
            case "bench": Bench.main(rest); break;
            default:
                System.err.println(USAGE);
                System.exit(2);
        }
        System.exit(0);
    }

    static BufferedReader stdin() {
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    }

    static BufferedWriter stdout() {
        return new BufferedWriter(new OutputStreamWriter(new FileOutputStream(FileDescriptor.out), StandardCharsets.UTF_8), 1 << 16);
    }

    /** Takes a flag and its value from the arguments. */
    static String option(List<String> rest, String name, String absent) {
        int at = rest.indexOf(name);
        if (at < 0) {
            return absent;
        }
        rest.remove(at);
        return rest.remove(at);
    }

    private static void plan() throws Exception {
        BufferedReader in = stdin();
        BufferedWriter out = stdout();
        for (String line; (line = in.readLine()) != null; ) {
            out.write(JSON.writeValueAsString(dump(line)));
            out.write('\n');
            if (!in.ready()) {
                out.flush(); // whoever asks waits for an answer
            }
        }
        out.flush();
    }

    /** The dump of one definition, whatever happens to it. */
    static ObjectNode dump(String text) {
        String[] stage = {"definition"};
        try {
            return dump(JSON.readTree(text), stage);
        } catch (Throwable t) {
            ObjectNode o = NODES.objectNode();
            o.put("flink", FLINK);
            ObjectNode error = o.putObject("error");
            error.put("stage", t instanceof Definition.DefinitionException ? "definition" : stage[0]);
            error.put("exception", t.getClass().getName());
            error.put("message", t.getMessage());
            return (ObjectNode) Dump.canonical(o);
        }
    }

    private static ObjectNode dump(JsonNode document, String[] stage) throws Exception {
        Definition.checkFields(document, "document", Set.of("version", "job", "config", "operators"));
        if (document.has("version") && document.get("version").asInt(-1) != 1) {
            throw new Definition.DefinitionException("version: expected 1");
        }
        stage[0] = "build";
        StreamExecutionEnvironment env = environment(document);
        ArrayNode transformations = Dump.transformations(env.getTransformations());
        ArrayNode roots = Dump.roots(env.getTransformations());
        stage[0] = "streamGraph";
        StreamGraph graph = env.getStreamGraph(false);
        if (document.hasNonNull("job")) {
            graph.setJobName(document.get("job").asText());
        }
        return Dump.dump(transformations, roots, graph, Reference.class.getClassLoader(), stage);
    }

    /** The environment after the program's calls. */
    static StreamExecutionEnvironment environment(JsonNode document) throws Exception {
        Dump.resetIds();
        StreamExecutionEnvironment env =
                StreamExecutionEnvironment.getExecutionEnvironment(Definition.configuration(document.get("config")));
        new Definition(env).all(document.get("operators"));
        return env;
    }
}
