import java.util.Collections;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.streaming.api.datastream.AsyncDataStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.async.AsyncFunction;
import org.apache.flink.streaming.api.functions.async.AsyncRetryStrategy;
import org.apache.flink.streaming.api.functions.async.ResultFuture;
import org.apache.flink.streaming.api.functions.async.RichAsyncFunction;
import org.apache.flink.streaming.util.retryable.AsyncRetryStrategies;
import org.apache.flink.streaming.util.retryable.RetryPredicates;
import org.apache.flink.util.ParameterTool;

/** Looks users up elsewhere. */
public class AsyncWithRetry {

    private static final String MODE_ORDERED = "ordered";
    private static final String MODE_UNORDERED = "unordered";

    private static class Lookup extends RichAsyncFunction<Long, String> {
        private transient CompletableFuture<String> client;

        @Override
        public void open(OpenContext openContext) {
            client = CompletableFuture.completedFuture("x");
        }

        @Override
        public void asyncInvoke(Long id, ResultFuture<String> resultFuture) {
            client.thenAccept(name -> resultFuture.complete(Collections.singleton(id + name)));
        }

        @Override
        public void timeout(Long id, ResultFuture<String> resultFuture) {
            resultFuture.complete(Collections.emptyList());
        }
    }

    public static void main(String[] args) throws Exception {
        final ParameterTool params = ParameterTool.fromArgs(args);

        String mode;
        long timeout;
        try {
            mode = params.get("waitMode", MODE_UNORDERED);
            timeout = params.getLong("timeout", 10_000L);
        } catch (Exception e) {
            System.out.println("To customize: [--waitMode ordered|unordered] [--timeout ms]");
            throw e;
        }

        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        DataStream<Long> ids = env.fromSequence(1, 1000).setParallelism(1);

        AsyncFunction<Long, String> function = new Lookup();

        // add async operator to streaming job
        SingleOutputStreamOperator<String> result;
        switch (mode.toUpperCase()) {
            case "ORDERED":
                result = AsyncDataStream.orderedWait(ids, function, timeout, TimeUnit.MILLISECONDS, 20);
                break;
            case "UNORDERED":
                result = AsyncDataStream.unorderedWait(ids, function, timeout, TimeUnit.MILLISECONDS, 20);
                break;
            default:
                throw new IllegalStateException("Unknown mode: " + mode);
        }
        result.print();

        AsyncRetryStrategy<String> fixed = new AsyncRetryStrategies.FixedDelayRetryStrategyBuilder<String>(3, 100L)
                .ifResult(RetryPredicates.EMPTY_RESULT_PREDICATE)
                .ifException(RetryPredicates.HAS_EXCEPTION_PREDICATE)
                .build();
        AsyncDataStream.unorderedWaitWithRetry(ids, new Lookup(), 1000, TimeUnit.MILLISECONDS, 100, fixed)
                .name("lookup with retry")
                .setParallelism(3)
                .print();
        AsyncDataStream.orderedWaitWithRetry(ids, (Long id, ResultFuture<String> f) -> f.complete(Collections.emptyList()), 1, TimeUnit.SECONDS, fixed)
                .returns(String.class)
                .startNewChain()
                .print();
        AsyncDataStream.orderedWait(ids.keyBy(id -> id % 10), new Lookup(), 5, TimeUnit.SECONDS).uid("lookup").print();

        env.execute("Async: " + mode);
    }
}
