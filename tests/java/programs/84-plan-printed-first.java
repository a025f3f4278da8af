import org.apache.flink.streaming.api.environment.*;
import org.apache.flink.streaming.api.datastream.*;
import org.apache.flink.streaming.api.functions.sink.v2.DiscardingSink;
public class PlanPrintedFirst { public static void main(String[] a) throws Exception {
 StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(); env.setParallelism(2);
 DataStream<String> s = env.socketTextStream("h", 1); s.keyBy(x -> x).map(x -> x).rebalance().sinkTo(new DiscardingSink<>());
 System.out.println(env.getExecutionPlan()); s.map(x -> x).name("after").print(); env.execute(); } }
