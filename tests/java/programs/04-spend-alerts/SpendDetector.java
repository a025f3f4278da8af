package spendreport;

import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.util.Collector;
import spendreport.shared.Alarm;
import spendreport.shared.Payment;

public class SpendDetector extends KeyedProcessFunction<Long, Payment, Alarm> {
    @Override
    public void processElement(Payment payment, Context context, Collector<Alarm> collector) {
        collector.collect(new Alarm());
    }
}
