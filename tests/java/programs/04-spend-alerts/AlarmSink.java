package spendreport.shared;

import org.apache.flink.streaming.api.functions.sink.legacy.SinkFunction;

public class AlarmSink implements SinkFunction<Alarm> {}
