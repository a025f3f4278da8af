package demo;

import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.api.java.tuple.Tuple3;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.DataStreamUtils;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;

public class SmallJobs
{
	public static void main(String[] args) throws Exception
	{
		final StreamExecutionEnvironment see = StreamExecutionEnvironment.getExecutionEnvironment();
		see.setParallelism(2);
		DataStream<Tuple3<Integer, String, Double>> in = see.fromElements(Tuple3.of(1, "x", 1.0), Tuple3.of(2, "y", 2.0));
		// project
		DataStream<Tuple2<Double, Integer>> projected = in.project(2, 0);
		projected.keyBy(t -> t.f1).sum(0).print();
		// max, min, and by
		KeyedStream<Tuple3<Integer, String, Double>, Integer> k = in.keyBy(value -> value.f0);
		k.min(2).print("min"); k.minBy(2).print("minBy"); k.max("f2").print("max"); k.maxBy("f2", false).print("maxBy"); k.sum(2).print("sum");
		// keyed already
		DataStreamUtils.reinterpretAsKeyedStream(in.map(t -> t.f0).keyBy(n -> n).filter(n -> n > 0), n -> n, Types.INT).reduce((a, b) -> a + b).print();
		// side output
		OutputTag<String> tag = new OutputTag<String>("side"){};
		var main = in.process(new ProcessFunction<Tuple3<Integer, String, Double>, Integer>() {
			@Override public void processElement(Tuple3<Integer, String, Double> v, Context c, Collector<Integer> o) { o.collect(v.f0); c.output(tag, v.f1); }
		});
		main.getSideOutput(tag).broadcast().map(s -> s.length()).union(main).map(i -> i).returns(Integer.class).print();
		// partitioning, one after another
		main.shuffle().rebalance().rescale().map(i -> i).name("last wins").print();
		main.keyBy(i -> i).keyBy(i -> -i).process(new org.apache.flink.streaming.api.functions.KeyedProcessFunction<Integer, Integer, Integer>() {
			@Override public void processElement(Integer v, Context c, Collector<Integer> o) { o.collect(v); }
		}).print();
		main.global().print(); main.broadcast().print(); main.forward().print();
		see.execute(SmallJobs.class.getCanonicalName());
	}
}
