import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.Paths;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Random;
import java.util.Scanner;
import java.util.UUID;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** Arguments by hand, files that may not be there. */
public class CommandLine {
    private static String input = null;
    private static int parallelism = 1;
    private static boolean verbose;

    private static boolean parse(String[] args) {
        for (int i = 0; i < args.length; i++) {
            switch (args[i]) {
                case "-i":
                case "--input":
                    input = args[++i];
                    break;
                case "-p":
                    parallelism = Integer.parseInt(args[++i]);
                    break;
                case "-v":
                    verbose = true;
                    break;
                default:
                    System.err.println("unknown option " + args[i]);
                    return false;
            }
        }
        return true;
    }

    private static List<String> lines(String file) {
        if (file == null) {
            return Collections.emptyList();
        }
        Path path = Paths.get(file);
        if (!Files.exists(path)) {
            return Collections.emptyList();
        }
        try {
            return Files.readAllLines(path, StandardCharsets.UTF_8);
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws Exception {
        if (!parse(args)) {
            System.exit(2);
        }
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(parallelism * 2);
        List<String> words = new ArrayList<>(lines(input));
        if (words.isEmpty()) {
            words.add("no");
            words.add("input");
        }
        String id = UUID.randomUUID().toString();
        long seed = new Random(42).nextLong() + new Date().getTime();
        DataStream<String> stream = env.fromCollection(words).name(words.size() + " words");
        stream.map(w -> w + id + seed).name("salt").print();
        if (verbose) {
            stream.printToErr();
        }
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("bye")));
        env.execute(input == null ? "built-in words" : "words of " + input);
    }
}
