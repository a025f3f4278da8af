package spendreport.shared;

import org.apache.flink.streaming.api.functions.source.legacy.SourceFunction;

public class PaymentSource implements SourceFunction<Payment> {
    @Override
    public void run(SourceContext<Payment> ctx) {}

    @Override
    public void cancel() {}
}
