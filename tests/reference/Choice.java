import java.util.List;
import java.util.Random;
import org.apache.flink.shaded.jackson2.com.fasterxml.jackson.databind.node.ObjectNode;

/** Choices that follow from a seed. */
class Choice {
    final Random random;

    Choice(Random random) {
        this.random = random;
    }

    boolean chance(int percent) {
        return random.nextInt(100) < percent;
    }

    <T> T pick(List<T> list) {
        return list.get(random.nextInt(list.size()));
    }

    int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    static ObjectNode op(String name) {
        return Reference.NODES.objectNode().put("op", name);
    }
}
