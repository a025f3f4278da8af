import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.util.*;
import java.util.*;

public class DeclaredInSteps {
    private StreamExecutionEnvironment env;
    private DataStream<String> source;
    private SingleOutputStreamOperator<String> parsed, enriched;
    private KeyedStream<String, String> keyed;
    private final OutputTag<String> errors = new OutputTag<String>("errors") {};
    private int p = 2;

    public static void main(String[] args) throws Exception {
        DeclaredInSteps job = new DeclaredInSteps();
        job.prepare();
        job.read();
        job.parse(); job.enrich();
        job.write();
        job.env.execute();
    }

    void prepare() {
        this.env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.setParallelism(p);
        p *= 2;
    }

    void read() {
        source = env.socketTextStream("localhost", 9999);
        DataStream<String> backup = env.socketTextStream("localhost", 9998);
        source = source.union(backup);
    }

    void parse() {
        final OutputTag<String> tag = this.errors;
        parsed = source.process(new ProcessFunction<String, String>() {
            @Override
            public void processElement(String value, ProcessFunction<String, String>.Context ctx, Collector<String> out) throws Exception {
                try {
                    Integer.parseInt(value);
                    out.collect(value);
                } catch (NumberFormatException nfe) {
                    ctx.output(tag, value);
                }
            }
        });
        parsed.name("parse");
        if (p > 3) {
            parsed.setParallelism(p);
        }
        keyed = parsed.keyBy(v -> v, Types.STRING);
    }

    void enrich() {
        class Enricher implements MapFunction<String, String> {
            @Override
            public String map(String v) { return v; }
        }
        enriched = keyed.map(new Enricher());
        enriched = enriched.name("enrich").setParallelism(p++);
        enriched = enriched.filter(v -> !v.isEmpty()).name("width " + p).setParallelism(--p);
    }

    void write() {
        DataStreamSink<?>[] sinks = { enriched.print(), parsed.getSideOutput(errors).printToErr() };
        String[] names = new String[] {"good", "bad"};
        for (int i = 0; i < sinks.length; i++) {
            sinks[i].name(names[i]).uid(names[i].toUpperCase(Locale.ENGLISH)).setParallelism(i == 0 ? p : 1);
        }
        Iterator<String> it = Arrays.asList(names).iterator();
        while (it.hasNext()) {
            String name = it.next();
            enriched.map(v -> name + v).name("tag " + name).setDescription(name + ": " + (names.length - 1) + "/" + 10 % 4 + "/" + 7 / 2.0);
        }
    }
}
