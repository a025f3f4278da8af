import java.time.Duration;
import java.util.*;
import org.apache.flink.api.common.eventtime.*;
import org.apache.flink.api.common.functions.*;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.java.tuple.*;
import org.apache.flink.cep.*;
import org.apache.flink.cep.pattern.*;
import org.apache.flink.cep.pattern.conditions.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.*;
import org.apache.flink.streaming.api.functions.co.*;
import org.apache.flink.streaming.api.windowing.assigners.*;
import org.apache.flink.streaming.api.windowing.triggers.*;
import org.apache.flink.streaming.api.functions.windowing.*;
import org.apache.flink.streaming.api.windowing.windows.*;
import org.apache.flink.streaming.api.functions.windowing.delta.*;
import org.apache.flink.util.*;

public class TaxiLike {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Tuple3<Long, Float, Long>> fares = env.fromData(Arrays.asList(Tuple3.of(1L, 2f, 3L), Tuple3.of(2L, 3f, 4L)))
            .assignTimestampsAndWatermarks(WatermarkStrategy.<Tuple3<Long, Float, Long>>forMonotonousTimestamps().withTimestampAssigner((t, x) -> t.f2));
        DataStream<Tuple3<Long, Long, Float>> hourlyTips = fares.keyBy((Tuple3<Long, Float, Long> f) -> f.f0)
            .window(TumblingEventTimeWindows.of(Duration.ofHours(1))).process(new AddTips());
        DataStream<Tuple3<Long, Long, Float>> hourlyMax = hourlyTips.windowAll(TumblingEventTimeWindows.of(Duration.ofHours(1))).maxBy(2);
        hourlyMax.print();
        DataStream<Tuple3<Long, Long, Float>> top = hourlyTips.keyBy(t -> t.f0).maxBy(2);
        top.print();
        hourlyTips.keyBy(new org.apache.flink.api.java.functions.KeySelector<Tuple3<Long, Long, Float>, Tuple2<Long, Long>>() {
            @Override public Tuple2<Long, Long> getKey(Tuple3<Long, Long, Float> t) { return Tuple2.of(t.f0, t.f1); }
        }).window(GlobalWindows.create()).trigger(DeltaTrigger.of(5.0, (o, n) -> n.f2 - o.f2, hourlyTips.getType().createSerializer(env.getConfig().getSerializerConfig()))).max(2).print();
        Pattern<Tuple3<Long, Long, Float>, ?> p = Pattern.<Tuple3<Long, Long, Float>>begin("a").where(SimpleCondition.of(t -> t.f2 > 3)).next("b").within(Duration.ofMinutes(3));
        PatternStream<Tuple3<Long, Long, Float>> ps = CEP.pattern(hourlyTips.keyBy(t -> t.f0), p).inProcessingTime();
        OutputTag<String> timeouts = new OutputTag<String>("timeouts") {};
        SingleOutputStreamOperator<String> s = ps.select(timeouts, (m, ts) -> "late", m -> "x");
        s.print(); s.getSideOutput(timeouts).printToErr();
        env.execute("Hourly Tips (java)");
    }
    public static class AddTips extends ProcessWindowFunction<Tuple3<Long, Float, Long>, Tuple3<Long, Long, Float>, Long, TimeWindow> {
        @Override public void process(Long key, Context context, Iterable<Tuple3<Long, Float, Long>> fares, Collector<Tuple3<Long, Long, Float>> out) {}
    }
}
