package spendreport;

import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import spendreport.shared.Alarm;
import spendreport.shared.AlarmSink;
import spendreport.shared.Payment;
import spendreport.shared.PaymentSource;

/** Skeleton of a job that watches payments. */
public class SpendAlerts {
    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();

        DataStream<Payment> payments = env
            .addSource(new PaymentSource())
            .name("payments");

        DataStream<Alarm> alarms = payments
            .keyBy(Payment::getAccountId)
            .process(new SpendDetector())
            .name("spend-detector");

        alarms
            .addSink(new AlarmSink())
            .name("send-alarms");

        env.execute("Spend Alerts");
    }
}
