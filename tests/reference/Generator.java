import java.io.BufferedWriter;
import java.util.List;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ArrayNode;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/**
 * Random pipeline definitions; each follows from the seed, its index and the profile alone.
 *
 * <p>Most are made with care ({@link Careful}). Some of these are then spoilt
 * ({@link Faults}), and some are small and made without any care ({@link Careless}).
 */
final class Generator extends Choice {
    static void main(List<String> rest) throws Exception {
        boolean dump = rest.remove("--dump");
        long seed = Long.parseLong(Reference.option(rest, "--seed", "1"));
        int count = Integer.parseInt(Reference.option(rest, "--count", "1"));
        int from = Integer.parseInt(Reference.option(rest, "--from", "0"));
        int most = Integer.parseInt(Reference.option(rest, "--max-operators", "300"));
        String profile = Reference.option(rest, "--profile", "mixed");
        BufferedWriter out = Reference.stdout();
        for (int index = from; index < from + count; index++) {
            ObjectNode pipeline = new Generator(seed, index, profile, most).pipeline();
            String text = Reference.JSON.writeValueAsString(pipeline);
            if (dump) {
                ObjectNode both = Reference.NODES.objectNode();
                both.set("pipeline", pipeline);
                both.set("dump", Reference.dump(text));
                text = Reference.JSON.writeValueAsString(both);
            }
            out.write(text);
            out.write('\n');
        }
        out.flush();
    }

    private final boolean batch;
    private final int size;

    private Generator(long seed, int index, String profile, int most) {
        super(new Random(seed * 1_000_003L + index * 7919L + profile.hashCode()));
        random.nextInt();
        batch = profile.equals("batch") || (profile.equals("mixed") && random.nextBoolean());
        int s = random.nextInt(100);
        int wanted = s < 30 ? between(1, 6) : s < 68 ? between(3, 16) : s < 92 ? between(10, 40) : s < 98 ? between(40, 120) : between(120, 300);
        size = Math.max(1, Math.min(most, wanted));
    }

    private ObjectNode pipeline() {
        ObjectNode o = Reference.NODES.objectNode();
        if (chance(80)) o.put("version", 1);
        if (chance(50)) o.put("job", pick(List.of("Word Count", "Job \u00e9t\u00e9", "a \"quoted\" job", "nightly", "", "a\nb\t<c>")));
        ObjectNode config = Reference.NODES.objectNode();
        ArrayNode ops = Reference.NODES.arrayNode();
        Settings settings = new Settings(random);
        Careful careful = new Careful(random, settings, batch, ops, config);
        if (chance(15)) {
            new Careless(random, settings, batch, ops, config).fill(between(1, Math.min(size, 14)));
        } else {
            careful.fill(size);
            if (chance(15)) {
                new Faults(random, settings, batch, careful.parallelism(), ops, config).spoil(chance(80) ? 1 : between(2, 3));
            }
        }
        if (config.size() > 0) o.set("config", config);
        o.set("operators", ops);
        return o;
    }
}
