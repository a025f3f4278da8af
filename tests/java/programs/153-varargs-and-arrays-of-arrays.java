import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

public class VarargsAndArraysOfArrays {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        System.out.println("go");
        union(env.fromSequence(1, 2), env.fromSequence(1, 2).map(x -> x).setParallelism(2)).print();
        union(env.fromSequence(1, 2)).print();
        int[] ps = {1, 2, 3}; int sum = 0; for (int p : ps) sum += p;
        final int[][] grid = new int[2][3]; grid[1][2] = sum;
        env.fromSequence(1, 2).rebalance().map(x -> x).setParallelism(grid[1][2] > 5 ? grid[1][2] / 2 : grid.length).print();
        env.execute();
    }

    @SafeVarargs static <T> DataStream<T> union(DataStream<T> first, DataStream<T>... more) { if (more.length == 0) return first.rescale(); DataStream<T> r = first; for (var m : more) { r = r.union(m); } return r; }
}
