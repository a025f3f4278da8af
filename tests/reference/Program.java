import java.io.BufferedWriter;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.apache.flink.api.common.JobExecutionResult;
import org.apache.flink.api.dag.Transformation;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.core.execution.JobClient;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.JsonNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.graph.StreamGraph;
import org.apache.flink.util.AbstractID;

/** A DataStream program as a user writes it: compiled, its main run up to the first execution, and dumped. */
final class Program {
    private static final Pattern PUBLIC_CLASS =
            Pattern.compile("^public (?:final |abstract )*(?:class|interface|enum|record) (\\w+)", Pattern.MULTILINE);

    /** What a text without a class is put into, in its first line, so that lines keep their numbers. */
    private static final String IMPORTS = Stream.of(
                    "java.time", "java.util", "java.util.function", "org.apache.flink.api.common.eventtime",
                    "org.apache.flink.api.common.functions", "org.apache.flink.api.common.state",
                    "org.apache.flink.api.common.typeinfo", "org.apache.flink.api.java.functions",
                    "org.apache.flink.api.java.tuple", "org.apache.flink.configuration",
                    "org.apache.flink.streaming.api.datastream", "org.apache.flink.streaming.api.environment",
                    "org.apache.flink.streaming.api.functions", "org.apache.flink.streaming.api.functions.co",
                    "org.apache.flink.streaming.api.functions.sink.v2", "org.apache.flink.streaming.api.functions.windowing",
                    "org.apache.flink.streaming.api.windowing.assigners", "org.apache.flink.streaming.api.windowing.windows",
                    "org.apache.flink.util")
            .map(it -> "import " + it + ".*; ")
            .collect(Collectors.joining());

    private static final Pattern TYPE = Pattern.compile("^(?:(?:public|final|abstract) )*(?:class|interface|enum|record|@interface) ", Pattern.MULTILINE);
    private static final Pattern IMPORT = Pattern.compile("^(?:package|import) [^;]*;", Pattern.MULTILINE);

    // What no two runs share: the numbers of lambdas' classes and the hash codes of objects.
    private static final Pattern LAMBDA = Pattern.compile("\\$\\$Lambda(\\$\\d+)?/0x[0-9a-f]+");
    private static final Pattern HASH_CODE = Pattern.compile("((?:\\w+\\.)*[A-Z][\\w$]*)@[0-9a-f]{5,8}(?![0-9A-Za-z])");

    /** The environment asks to end the program: what it wanted to run is known. */
    private static final class Captured extends Error {
        Captured() {
            super("captured", null, false, false);
        }
    }

    private final Path file;
    private final String[] arguments;
    private final Configuration configuration;
    private final List<ObjectNode> dumps = new ArrayList<>();
    private ClassLoader loader;
    private Environment last;
    private ArrayNode[] before;
    private final Map<StreamGraph, ArrayNode[]> builtOf = new IdentityHashMap<>();
    private String stage = "build";

    private Program(Path file, String[] arguments, Configuration configuration) {
        this.file = file;
        this.arguments = arguments;
        this.configuration = configuration;
    }

    static void main(List<String> rest) throws Exception {
        Configuration configuration = new Configuration();
        for (String entry; (entry = Reference.option(rest, "--config", null)) != null; ) {
            configuration.setString(entry.substring(0, entry.indexOf('=')), entry.substring(entry.indexOf('=') + 1));
        }
        boolean golden = rest.remove("--golden");
        boolean answers = rest.remove("--answers");
        PrintStream stdout = System.out;
        System.setOut(System.err); // what the programs print
        if (answers) {
            for (String name : rest) {
                answer(Path.of(name), configuration);
            }
            return;
        }
        if (!golden) {
            Path file = Path.of(rest.remove(0));
            ObjectNode dump = new Program(file, rest.toArray(new String[0]), configuration).dump();
            if (dump == null) {
                System.exit(1);
            }
            stdout.println(Lines.write(dump));
            stdout.flush();
            return;
        }
        int failed = 0;
        for (String name : rest) {
            Path file = Path.of(name);
            ObjectNode dump = new Program(file, new String[0], configuration).dump();
            if (dump == null) {
                failed++;
                continue;
            }
            Path beside = file.resolveSibling(file.getFileName().toString().replaceFirst("\\.java$", ".json"));
            try (BufferedWriter out = Files.newBufferedWriter(beside)) {
                out.write(Lines.write(dump));
                out.write('\n');
            }
            JsonNode error = dump.get("error");
            if (error != null) {
                System.err.println(name + ": " + error);
            }
        }
        if (failed > 0) {
            System.err.println(failed + " programs do not compile");
            System.exit(1);
        }
    }

    /** Runs the program of a case with its arguments and writes the dump into the case. */
    private static void answer(Path file, Configuration configuration) throws Exception {
        ObjectNode answered = (ObjectNode) Reference.JSON.readTree(Files.readString(file));
        Path program = file.resolveSibling("..").resolve(answered.get("program").asText()).normalize();
        List<String> arguments = new ArrayList<>();
        answered.get("arguments").forEach(argument -> arguments.add(argument.asText()));
        answered.set("dump", new Program(program, arguments.toArray(new String[0]), configuration).dump());
        Files.writeString(file, Lines.write(answered) + "\n");
    }

    /** What Flink builds when main runs; null if the program does not compile. */
    private ObjectNode dump() throws Exception {
        Path work = Files.createTempDirectory("program");
        try {
            Path classes = Files.createDirectory(work.resolve("classes"));
            if (!compile(Files.createDirectory(work.resolve("sources")), classes)) {
                System.err.println(file + " does not compile");
                return null;
            }
            loader = new URLClassLoader(new URL[] {classes.toUri().toURL()}, Program.class.getClassLoader());
            Thread.currentThread().setContextClassLoader(loader);
            return (ObjectNode) canonical(run(main(classes)));
        } finally {
            delete(work);
        }
    }

    /** The file under the name of its public class; with it the folder of its name: its author's other files and resources. */
    private boolean compile(Path sources, Path classes) throws IOException {
        String stem = file.getFileName().toString().replaceFirst("\\.java$", "");
        String text = Files.readString(file);
        Matcher found = PUBLIC_CLASS.matcher(text);
        Path own = sources.resolve((found.find() ? found.group(1) : stem) + ".java");
        Files.writeString(own, TYPE.matcher(text).find() ? text : wrapped(text));
        List<String> all = new ArrayList<>(List.of("-nowarn", "-proc:none", "-Xlint:none,-deprecation,-unchecked", "-XDsuppressNotes", "-cp",
                System.getProperty("java.class.path"), "-d", classes.toString(), own.toString()));
        Path others = file.resolveSibling(stem);
        if (Files.isDirectory(others)) {
            try (Stream<Path> walk = Files.walk(others)) {
                walk.filter(it -> it.toString().endsWith(".java")).map(Path::toString).sorted().forEach(all::add);
            }
        }
        if (Files.isDirectory(others)) {
            try (Stream<Path> walk = Files.walk(others)) {
                for (Path resource : walk.filter(it -> Files.isRegularFile(it) && !it.toString().endsWith(".java")).collect(Collectors.toList())) {
                    Path copy = classes.resolve(others.relativize(resource).toString());
                    Files.createDirectories(copy.getParent());
                    Files.copy(resource, copy);
                }
            }
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        return compiler.run(null, System.err, System.err, all.toArray(new String[0])) == 0;
    }

    /** A program of a text that has no class: the members of one, or the statements of its main. */
    private static String wrapped(String text) {
        int end = 0;
        for (Matcher matcher = IMPORT.matcher(text); matcher.find(); ) {
            end = matcher.end();
        }
        boolean isMembers = text.contains(" void main(");
        String before = isMembers ? "class Snippet { " : "class Snippet { public static void main(String[] args) throws Exception { ";
        return text.substring(0, end) + IMPORTS + before + text.substring(end) + (isMembers ? "}" : "}}");
    }

    /** The main method of the public class, or of the only class that has one. */
    private Method main(Path classes) throws Exception {
        Matcher declared = PUBLIC_CLASS.matcher(Files.readString(file));
        String wanted = declared.find() ? declared.group(1) : null;
        List<Method> found = new ArrayList<>();
        List<Path> all;
        try (Stream<Path> walk = Files.walk(classes)) {
            all = walk.filter(it -> it.toString().endsWith(".class")).sorted().collect(Collectors.toList());
        }
        for (Path path : all) {
            String name = classes.relativize(path).toString().replaceAll("\\.class$", "").replace('/', '.');
            Class<?> type = Class.forName(name, false, loader);
            try {
                Method method = type.getMethod("main", String[].class);
                method.setAccessible(true);
                if (type.getSimpleName().equals(wanted)) {
                    return method;
                }
                found.add(method);
            } catch (NoSuchMethodException e) {
                // Not a program.
            }
        }
        if (found.isEmpty()) {
            throw new IllegalArgumentException("no class with a main in " + file);
        }
        return found.get(0);
    }

    private ObjectNode run(Method main) throws Exception {
        Dump.resetIds();
        Environment.install(this);
        watch();
        try {
            main.invoke(null, (Object) arguments);
        } catch (InvocationTargetException e) {
            Throwable thrown = e.getCause();
            if (!isCaptured(thrown)) {
                return error(stage, thrown);
            }
        }
        if (dumps.isEmpty() && last != null) {
            last.dumpNow(); // a program that executes nothing still has a pipeline
        }
        return dumps.isEmpty() ? error("build", new IllegalStateException("the program built no pipeline")) : dumps.get(0);
    }

    private static boolean isCaptured(Throwable thrown) {
        for (Throwable t = thrown; t != null; t = t.getCause()) {
            if (t instanceof Captured) {
                return true;
            }
        }
        return false;
    }

    private static ObjectNode error(String stage, Throwable thrown) {
        ObjectNode o = Reference.NODES.objectNode();
        o.put("flink", Reference.FLINK);
        ObjectNode error = o.putObject("error");
        error.put("stage", stage);
        error.put("exception", thrown.getClass().getName());
        error.put("message", thrown.getMessage());
        return o;
    }

    private static JsonNode canonical(JsonNode node) {
        if (node.isObject()) {
            ((ObjectNode) node).fields().forEachRemaining(entry -> entry.setValue(canonical(entry.getValue())));
        } else if (node.isArray()) {
            ArrayNode array = (ArrayNode) node;
            for (int i = 0; i < array.size(); i++) {
                array.set(i, canonical(array.get(i)));
            }
        } else if (node.isTextual()) {
            String text = LAMBDA.matcher(node.asText()).replaceAll(Matcher.quoteReplacement("$$Lambda"));
            return Reference.NODES.textNode(HASH_CODE.matcher(text).replaceAll("$1@0"));
        }
        return node;
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> walk = Files.walk(folder)) {
            for (Path path : walk.sorted(Comparator.reverseOrder()).collect(Collectors.toList())) {
                Files.delete(path);
            }
        }
    }

    /** Remembers what a graph is built of: afterwards the environment may have forgotten it. */
    private void building(List<Transformation<?>> transformations) {
        before = new ArrayNode[] {Dump.transformations(transformations), Dump.roots(transformations)};
        stage = "streamGraph";
    }

    private void built(StreamGraph graph) {
        builtOf.put(graph, before);
        stage = "build";
    }

    /** Dumps a graph that an environment is asked to run; returns what ends the program. */
    private Error captured(StreamGraph graph) {
        String[] at = {"streamGraph"};
        ArrayNode[] of = builtOf.getOrDefault(graph, before);
        try {
            dumps.add(Dump.dump(of[0], of[1], graph, loader, at));
        } catch (Throwable t) {
            dumps.add(error(at[0], t));
        }
        return new Captured();
    }

    /** Environments that programs create themselves tell as well (see the stand-ins). */
    private void watch() throws ReflectiveOperationException {
        Class<?> watched = Class.forName("standins.Watched");
        Consumer<List<Transformation<?>>> building = this::building;
        Consumer<StreamGraph> built = this::built;
        Function<StreamGraph, Error> running = this::captured;
        watched.getField("building").set(null, building);
        watched.getField("built").set(null, built);
        watched.getField("running").set(null, running);
    }

    /** The environment that a program is given. */
    private static final class Environment extends StreamExecutionEnvironment {
        private final Program program;

        private Environment(Program program, Configuration configuration) {
            super(configuration, program.loader);
            this.program = program;
            program.last = this;
        }

        static void install(Program program) {
            initializeContextEnvironment(given -> {
                Configuration merged = new Configuration(program.configuration);
                merged.addAll(given);
                return new Environment(program, merged);
            });
        }

        void dumpNow() {
            try {
                program.captured(getStreamGraph(false));
            } catch (Throwable t) {
                program.dumps.add(error(program.stage, t));
            }
        }

        @Override
        public StreamGraph getStreamGraph() {
            return getStreamGraph(true);
        }

        @Override
        public StreamGraph getStreamGraph(boolean clear) {
            program.building(transformations);
            StreamGraph graph = super.getStreamGraph(clear);
            program.built(graph);
            return graph;
        }

        @Override
        protected Set<AbstractID> listCompletedClusterDatasets() {
            return Collections.emptySet();
        }

        @Override
        public JobExecutionResult execute(StreamGraph graph) {
            throw program.captured(graph);
        }

        @Override
        public JobClient executeAsync(StreamGraph graph) {
            throw program.captured(graph);
        }
    }

    /** JSON with one thing a line: a node, an edge, a vertex's operator; deeper things in lines of their own. */
    private static final class Lines {
        private static final int WIDTH = 100;

        static String write(JsonNode node) throws IOException {
            StringBuilder out = new StringBuilder();
            write(node, "", out);
            return out.toString();
        }

        private static void write(JsonNode node, String indent, StringBuilder out) throws IOException {
            String line = line(node);
            if (!node.isContainerNode() || isFlat(node) || line.length() + indent.length() <= WIDTH) {
                out.append(line);
                return;
            }
            String deeper = indent + "  ";
            out.append(node.isObject() ? "{" : "[");
            String separator = "\n";
            if (node.isObject()) {
                for (var fields = node.fields(); fields.hasNext(); ) {
                    var field = fields.next();
                    out.append(separator).append(deeper).append(Reference.JSON.writeValueAsString(field.getKey())).append(": ");
                    write(field.getValue(), deeper, out);
                    separator = ",\n";
                }
            } else {
                for (JsonNode element : node) {
                    out.append(separator).append(deeper);
                    write(element, deeper, out);
                    separator = ",\n";
                }
            }
            out.append('\n').append(indent).append(node.isObject() ? "}" : "]");
        }

        /** Whether it is one thing: an object whose fields are scalars and short lists, or a list of scalars. */
        private static boolean isFlat(JsonNode node) {
            boolean scalars = node.isEmpty();
            for (JsonNode child : node) {
                for (JsonNode grandchild : child) {
                    if (grandchild.isContainerNode() || node.isArray()) {
                        return false;
                    }
                }
                scalars |= child.isValueNode();
            }
            return scalars;
        }

        private static String line(JsonNode node) throws IOException {
            return Reference.JSON.writeValueAsString(node);
        }
    }
}
