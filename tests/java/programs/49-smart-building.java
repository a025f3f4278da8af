package com.acme.building;

import java.io.Serializable;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import org.apache.flink.api.common.eventtime.SerializableTimestampAssigner;
import org.apache.flink.api.common.eventtime.Watermark;
import org.apache.flink.api.common.eventtime.WatermarkGenerator;
import org.apache.flink.api.common.eventtime.WatermarkOutput;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.functions.AggregateFunction;
import org.apache.flink.api.common.functions.FilterFunction;
import org.apache.flink.api.common.functions.FlatMapFunction;
import org.apache.flink.api.common.functions.MapFunction;
import org.apache.flink.api.common.functions.OpenContext;
import org.apache.flink.api.common.functions.ReduceFunction;
import org.apache.flink.api.common.functions.RichMapFunction;
import org.apache.flink.api.common.serialization.SimpleStringSchema;
import org.apache.flink.api.common.state.ListState;
import org.apache.flink.api.common.state.ListStateDescriptor;
import org.apache.flink.api.common.state.MapState;
import org.apache.flink.api.common.state.MapStateDescriptor;
import org.apache.flink.api.common.state.ValueState;
import org.apache.flink.api.common.state.ValueStateDescriptor;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.api.common.typeinfo.Types;
import org.apache.flink.api.java.functions.KeySelector;
import org.apache.flink.api.java.tuple.Tuple2;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.connector.base.DeliveryGuarantee;
import org.apache.flink.connector.kafka.sink.KafkaRecordSerializationSchema;
import org.apache.flink.connector.kafka.sink.KafkaSink;
import org.apache.flink.connector.kafka.source.KafkaSource;
import org.apache.flink.connector.kafka.source.enumerator.initializer.OffsetsInitializer;
import org.apache.flink.connector.kinesis.sink.KinesisStreamsSink;
import org.apache.flink.connector.kinesis.source.KinesisStreamsSource;
import org.apache.flink.streaming.api.datastream.BroadcastStream;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.datastream.KeyedStream;
import org.apache.flink.streaming.api.datastream.SingleOutputStreamOperator;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.streaming.api.functions.KeyedProcessFunction;
import org.apache.flink.streaming.api.functions.ProcessFunction;
import org.apache.flink.streaming.api.functions.co.KeyedBroadcastProcessFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessAllWindowFunction;
import org.apache.flink.streaming.api.functions.windowing.ProcessWindowFunction;
import org.apache.flink.streaming.api.windowing.assigners.EventTimeSessionWindows;
import org.apache.flink.streaming.api.windowing.assigners.SlidingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.assigners.TumblingEventTimeWindows;
import org.apache.flink.streaming.api.windowing.triggers.CountTrigger;
import org.apache.flink.streaming.api.windowing.triggers.PurgingTrigger;
import org.apache.flink.streaming.api.windowing.windows.TimeWindow;
import org.apache.flink.util.Collector;
import org.apache.flink.util.OutputTag;
import org.apache.flink.util.ParameterTool;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sensors of many buildings: checked, corrected by rules that may change while the job runs, averaged per room and
 * floor, watched for alarms, and kept.
 *
 * <pre>
 *   sensors (Kafka, one topic a region) --> parse --> validate --+--> correct --> room averages --> floor averages --> Kafka
 *                                             |                  |       ^             |
 *                                             v                  |     rules           v
 *                                          rejected              +--> sessions      busiest rooms
 *   doors (Kinesis) -------------------------------------------------> alarms --> Kinesis
 * </pre>
 */
@SuppressWarnings({"serial", "unused"})
public class SmartBuildingJob {

    private static final Logger LOG = LoggerFactory.getLogger(SmartBuildingJob.class);

    // ------------------------------------------------------------------------
    //  constants
    // ------------------------------------------------------------------------

    static final String JOB_NAME = "smart-building";
    static final int VERSION = 3;
    static final Duration MAX_DELAY = Duration.ofSeconds(45);
    static final Duration ROOM_WINDOW = Duration.ofMinutes(1);
    static final Duration FLOOR_WINDOW = ROOM_WINDOW.multipliedBy(5);
    static final long IDLE_MILLIS = TimeUnit.MINUTES.toMillis(2);

    static final OutputTag<String> REJECTED = new OutputTag<String>("rejected") {};
    static final OutputTag<Reading> LATE = new OutputTag<Reading>("late-readings") {};
    static final OutputTag<Alarm> ESCALATED = new OutputTag<>("escalated", TypeInformation.of(Alarm.class));

    static final MapStateDescriptor<String, Rule> RULES = new MapStateDescriptor<>("rules", Types.STRING, Types.POJO(Rule.class));

    private enum Region {
        NORTH("north", 2),
        SOUTH("south", 4),
        WEST("west", 1) {
            @Override
            boolean isEnabled(ParameterTool params) {
                return params.has("west");
            }
        };

        private final String topic;
        private final int partitions;

        Region(String topic, int partitions) {
            this.topic = topic;
            this.partitions = partitions;
        }

        boolean isEnabled(ParameterTool params) {
            return !params.getBoolean("no-" + topic, false);
        }

        String topicName() {
            return String.format("sensors.%s.v%d", topic, VERSION);
        }
    }

    // ------------------------------------------------------------------------
    //  main
    // ------------------------------------------------------------------------

    private final ParameterTool params;
    private final Properties kafka = new Properties();
    private final Map<String, DataStream<?>> taps = new LinkedHashMap<>();

    private SmartBuildingJob(ParameterTool params) {
        this.params = Objects.requireNonNull(params);
        this.kafka.setProperty("bootstrap.servers", params.get("kafka", "kafka.internal:9092"));
        this.kafka.setProperty("group.id", JOB_NAME + "-" + VERSION);
    }

    public static void main(String[] args) throws Exception {
        ParameterTool params = ParameterTool.fromArgs(args);
        StreamExecutionEnvironment env = environment(params);
        SmartBuildingJob job = new SmartBuildingJob(params);
        job.define(env);
        LOG.info("{} taps", job.taps.size());
        env.execute(JOB_NAME + " v" + VERSION);
    }

    private static StreamExecutionEnvironment environment(ParameterTool params) {
        Configuration configuration = new Configuration();
        configuration.setString("state.backend.type", params.get("backend", "rocksdb"));
        configuration.setString("execution.checkpointing.unaligned.enabled", String.valueOf(params.getBoolean("unaligned", true)));
        configuration.setString("pipeline.vertex-description-mode", "TREE");
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment(configuration);
        env.enableCheckpointing(TimeUnit.SECONDS.toMillis(params.getLong("checkpoint-seconds", 30)));
        env.getCheckpointConfig().setMinPauseBetweenCheckpoints(10_000L);
        env.setParallelism(params.getInt("parallelism", 4));
        env.setMaxParallelism(720);
        if (params.getBoolean("debug", false)) {
            env.disableOperatorChaining();
        }
        return env;
    }

    private void define(StreamExecutionEnvironment env) {
        SingleOutputStreamOperator<Reading> readings = readings(env);
        BroadcastStream<Rule> rules = rules(env);

        SingleOutputStreamOperator<Reading> corrected = readings
                .keyBy(Reading::getSensor)
                .connect(rules)
                .process(new Correct())
                .name("correct")
                .uid("correct");

        SingleOutputStreamOperator<RoomAverage> rooms = averages(corrected);
        floors(rooms);
        busiest(rooms);
        sessions(corrected);
        alarms(env, corrected);

        tap("rejected", readings.getSideOutput(REJECTED));
        tap("late", rooms.getSideOutput(LATE));
        if (params.has("taps")) {
            taps.forEach((name, stream) -> stream.print(name));
        } else {
            DataStream<String> all = null;
            for (Map.Entry<String, DataStream<?>> tap : taps.entrySet()) {
                DataStream<String> text = tap.getValue()
                        .map(Object::toString)
                        .returns(String.class)
                        .name(tap.getKey() + " to text");
                all = all == null ? text : all.union(text);
            }
            toKafka(all, "taps", DeliveryGuarantee.NONE);
        }
    }

    // ------------------------------------------------------------------------
    //  sources
    // ------------------------------------------------------------------------

    private SingleOutputStreamOperator<Reading> readings(StreamExecutionEnvironment env) {
        List<DataStream<String>> perRegion = new ArrayList<>();
        for (Region region : Region.values()) {
            if (!region.isEnabled(params)) {
                LOG.warn("region {} is off", region);
                continue;
            }
            KafkaSource<String> source = KafkaSource.<String>builder()
                    .setProperties(kafka)
                    .setTopics(region.topicName())
                    .setStartingOffsets(OffsetsInitializer.latest())
                    .setValueOnlyDeserializer(new SimpleStringSchema())
                    .build();
            perRegion.add(env.fromSource(source, WatermarkStrategy.noWatermarks(), region.topicName())
                    .setParallelism(region.partitions)
                    .uid("source-" + region.topic));
        }
        DataStream<String> lines = perRegion.stream().reduce(DataStream::union).orElseThrow(IllegalStateException::new);
        return lines
                .flatMap(new Parse())
                .name("parse")
                .uid("parse")
                .process(new Validate())
                .name("validate")
                .uid("validate")
                .assignTimestampsAndWatermarks(new PerSensor())
                .name("time")
                .uid("time");
    }

    private BroadcastStream<Rule> rules(StreamExecutionEnvironment env) {
        return env.fromSource(
                        KafkaSource.<String>builder()
                                .setProperties(kafka)
                                .setTopics("rules")
                                .setStartingOffsets(OffsetsInitializer.earliest())
                                .setValueOnlyDeserializer(new SimpleStringSchema())
                                .build(),
                        WatermarkStrategy.noWatermarks(),
                        "rules")
                .setParallelism(1)
                .map(new MapFunction<String, Rule>() {
                    @Override
                    public Rule map(String line) {
                        Rule rule = new Rule();
                        rule.sensor = line;
                        return rule;
                    }
                })
                .setParallelism(1)
                .name("parse rules")
                .broadcast(RULES);
    }

    // ------------------------------------------------------------------------
    //  the parts
    // ------------------------------------------------------------------------

    private SingleOutputStreamOperator<RoomAverage> averages(DataStream<Reading> readings) {
        return readings
                .keyBy(new KeySelector<Reading, Tuple2<String, String>>() {
                    @Override
                    public Tuple2<String, String> getKey(Reading reading) {
                        return Tuple2.of(reading.building, reading.room);
                    }
                })
                .window(TumblingEventTimeWindows.of(ROOM_WINDOW))
                .allowedLateness(ROOM_WINDOW.dividedBy(2))
                .sideOutputLateData(LATE)
                .aggregate(new Average(), new ToRoom())
                .name("room averages")
                .uid("room-averages")
                .setParallelism(2 * params.getInt("parallelism", 4));
    }

    private void floors(DataStream<RoomAverage> rooms) {
        DataStream<String> floors = rooms
                .keyBy(room -> room.building + "/" + room.room.charAt(0))
                .window(SlidingEventTimeWindows.of(FLOOR_WINDOW, ROOM_WINDOW))
                .reduce(
                        new ReduceFunction<RoomAverage>() {
                            @Override
                            public RoomAverage reduce(RoomAverage a, RoomAverage b) {
                                return a.value > b.value ? a : b;
                            }
                        },
                        new ProcessWindowFunction<RoomAverage, String, String, TimeWindow>() {
                            @Override
                            public void process(String floor, Context ctx, Iterable<RoomAverage> averages, Collector<String> out) {
                                out.collect(floor + "@" + Instant.ofEpochMilli(ctx.window().getEnd()));
                            }
                        })
                .uid("floors");
        toKafka(floors, "floors", DeliveryGuarantee.EXACTLY_ONCE);
    }

    private void busiest(DataStream<RoomAverage> rooms) {
        rooms.windowAll(TumblingEventTimeWindows.of(FLOOR_WINDOW)).process(new Busiest(10)).name("busiest rooms").uid("busiest").print("busiest");
    }

    private void sessions(DataStream<Reading> readings) {
        KeyedStream<Reading, String> moving = readings.filter(new Moving(0.5)).name("moving").keyBy(r -> r.room);
        moving.window(EventTimeSessionWindows.withDynamicGap(reading -> reading.room.startsWith("0") ? 1000 : 5000))
                .trigger(PurgingTrigger.of(CountTrigger.of(1000)))
                .aggregate(new Average())
                .name("sessions")
                .uid("sessions")
                .setMaxParallelism(360);
        moving.map(new RichMapFunction<Reading, String>() {
            @Override
            public void open(OpenContext context) {
                LOG.debug("opened");
            }

            @Override
            public String map(Reading reading) {
                return reading.room;
            }
        }).disableChaining();
    }

    private void alarms(StreamExecutionEnvironment env, DataStream<Reading> readings) {
        KinesisStreamsSource<String> doors = KinesisStreamsSource.<String>builder()
                .setStreamArn("arn:aws:kinesis:eu-central-1:0:stream/doors")
                .setDeserializationSchema(new SimpleStringSchema())
                .build();
        DataStream<Reading> openDoors = env.fromSource(doors, WatermarkStrategy.noWatermarks(), "doors", Types.STRING)
                .uid("doors")
                .map(line -> new Reading())
                .returns(Reading.class)
                .name("parse doors");
        SingleOutputStreamOperator<Alarm> alarms = readings
                .union(openDoors)
                .keyBy(Reading::getSensor)
                .process(new Watch(IDLE_MILLIS))
                .name("watch")
                .uid("watch")
                .slotSharingGroup("alarms");
        alarms.map(Alarm::toString)
                .name("alarm to text")
                .sinkTo(KinesisStreamsSink.<String>builder()
                        .setStreamName("alarms")
                        .setSerializationSchema(new SimpleStringSchema())
                        .setPartitionKeyGenerator(alarm -> String.valueOf(alarm.hashCode()))
                        .build())
                .name("alarms")
                .uid("alarms");
        tap("escalated", alarms.getSideOutput(ESCALATED));
    }

    private void toKafka(DataStream<String> stream, String topic, DeliveryGuarantee guarantee) {
        stream.sinkTo(KafkaSink.<String>builder()
                        .setKafkaProducerConfig(kafka)
                        .setBootstrapServers(kafka.getProperty("bootstrap.servers"))
                        .setDeliveryGuarantee(guarantee)
                        .setTransactionalIdPrefix(JOB_NAME + "-" + topic)
                        .setRecordSerializer(KafkaRecordSerializationSchema.builder()
                                .setTopic(topic)
                                .setValueSerializationSchema(new SimpleStringSchema(StandardCharsets.UTF_8))
                                .build())
                        .build())
                .name(topic + " topic")
                .uid(topic + "-sink");
    }

    private <T> void tap(String name, DataStream<T> stream) {
        taps.put(name, stream);
    }

    // ------------------------------------------------------------------------
    //  data
    // ------------------------------------------------------------------------

    public static class Reading implements Serializable {
        public String sensor;
        public String building;
        public String room;
        public double value;
        public long time;

        public String getSensor() {
            return sensor;
        }

        @Override
        public String toString() {
            return "Reading{" + sensor + "=" + value + "}";
        }
    }

    public static class Rule implements Serializable {
        public String sensor;
        public double factor = 1;
    }

    public static class RoomAverage implements Serializable {
        public String building;
        public String room;
        public double value;
    }

    public static class Alarm implements Serializable {
        public String sensor;
        public String reason;
    }

    // ------------------------------------------------------------------------
    //  functions
    // ------------------------------------------------------------------------

    private static class Parse implements FlatMapFunction<String, Reading> {
        @Override
        public void flatMap(String line, Collector<Reading> out) {
            String[] parts = line.split(";");
            if (parts.length != 5) {
                return;
            }
            try {
                Reading reading = new Reading();
                reading.sensor = parts[0];
                reading.building = parts[1];
                reading.room = parts[2];
                reading.value = Double.parseDouble(parts[3]);
                reading.time = Long.parseLong(parts[4]);
                out.collect(reading);
            } catch (NumberFormatException e) {
                LOG.trace("not a reading: {}", line, e);
            }
        }
    }

    private static class Validate extends ProcessFunction<Reading, Reading> {
        @Override
        public void processElement(Reading reading, Context ctx, Collector<Reading> out) {
            if (Double.isNaN(reading.value) || reading.time <= 0) {
                ctx.output(REJECTED, reading.toString());
            } else {
                out.collect(reading);
            }
        }
    }

    /** Each sensor is late in its own way. */
    private static class PerSensor implements WatermarkStrategy<Reading> {
        @Override
        public WatermarkGenerator<Reading> createWatermarkGenerator(
                org.apache.flink.api.common.eventtime.WatermarkGeneratorSupplier.Context context) {
            return new WatermarkGenerator<Reading>() {
                private final Map<String, Long> last = new HashMap<>();

                @Override
                public void onEvent(Reading reading, long timestamp, WatermarkOutput output) {
                    last.merge(reading.sensor, timestamp, Math::max);
                }

                @Override
                public void onPeriodicEmit(WatermarkOutput output) {
                    last.values().stream()
                            .min(Comparator.naturalOrder())
                            .ifPresent(t -> output.emitWatermark(new Watermark(t - MAX_DELAY.toMillis())));
                }
            };
        }

        @Override
        public org.apache.flink.api.common.eventtime.TimestampAssigner<Reading> createTimestampAssigner(
                org.apache.flink.api.common.eventtime.TimestampAssignerSupplier.Context context) {
            return (reading, old) -> reading.time;
        }
    }

    private static class Correct extends KeyedBroadcastProcessFunction<String, Reading, Rule, Reading> {
        @Override
        public void processElement(Reading reading, ReadOnlyContext ctx, Collector<Reading> out) throws Exception {
            Rule rule = ctx.getBroadcastState(RULES).get(reading.sensor);
            if (rule != null) {
                reading.value *= rule.factor;
            }
            out.collect(reading);
        }

        @Override
        public void processBroadcastElement(Rule rule, Context ctx, Collector<Reading> out) throws Exception {
            ctx.getBroadcastState(RULES).put(rule.sensor, rule);
        }
    }

    private static class Average implements AggregateFunction<Reading, Tuple2<Double, Long>, Double> {
        @Override
        public Tuple2<Double, Long> createAccumulator() {
            return Tuple2.of(0.0, 0L);
        }

        @Override
        public Tuple2<Double, Long> add(Reading reading, Tuple2<Double, Long> acc) {
            return Tuple2.of(acc.f0 + reading.value, acc.f1 + 1);
        }

        @Override
        public Double getResult(Tuple2<Double, Long> acc) {
            return acc.f1 == 0 ? 0 : acc.f0 / acc.f1;
        }

        @Override
        public Tuple2<Double, Long> merge(Tuple2<Double, Long> a, Tuple2<Double, Long> b) {
            return Tuple2.of(a.f0 + b.f0, a.f1 + b.f1);
        }
    }

    private static class ToRoom extends ProcessWindowFunction<Double, RoomAverage, Tuple2<String, String>, TimeWindow> {
        @Override
        public void process(Tuple2<String, String> key, Context ctx, Iterable<Double> averages, Collector<RoomAverage> out) {
            RoomAverage average = new RoomAverage();
            average.building = key.f0;
            average.room = key.f1;
            average.value = averages.iterator().next();
            out.collect(average);
        }
    }

    private static class Busiest extends ProcessAllWindowFunction<RoomAverage, String, TimeWindow> {
        private final int size;

        Busiest(int size) {
            this.size = size;
        }

        @Override
        public void process(Context ctx, Iterable<RoomAverage> averages, Collector<String> out) {
            TreeMap<Double, String> sorted = new TreeMap<>(Collections.reverseOrder());
            for (RoomAverage average : averages) {
                sorted.put(average.value, average.room);
            }
            out.collect(sorted.values().stream().limit(size).collect(Collectors.joining(", ")));
        }
    }

    private static class Moving implements FilterFunction<Reading> {
        private final double threshold;

        Moving(double threshold) {
            this.threshold = threshold;
        }

        @Override
        public boolean filter(Reading reading) {
            return Math.abs(reading.value) > threshold;
        }
    }

    private static class Watch extends KeyedProcessFunction<String, Reading, Alarm> {
        private final long idle;
        private transient ValueState<Long> timer;
        private transient ListState<Double> recent;
        private transient MapState<String, Integer> counts;

        Watch(long idle) {
            this.idle = idle;
        }

        @Override
        public void open(OpenContext context) {
            timer = getRuntimeContext().getState(new ValueStateDescriptor<>("timer", Types.LONG));
            recent = getRuntimeContext().getListState(new ListStateDescriptor<>("recent", Types.DOUBLE));
            counts = getRuntimeContext().getMapState(new MapStateDescriptor<>("counts", String.class, Integer.class));
        }

        @Override
        public void processElement(Reading reading, Context ctx, Collector<Alarm> out) throws Exception {
            if (timer.value() != null) {
                ctx.timerService().deleteProcessingTimeTimer(timer.value());
            }
            long next = ctx.timerService().currentProcessingTime() + idle;
            ctx.timerService().registerProcessingTimeTimer(next);
            timer.update(next);
            recent.add(reading.value);
            Optional<Set<String>> known = Optional.empty();
            known.ifPresent(set -> set.remove(reading.sensor));
        }

        @Override
        public void onTimer(long timestamp, OnTimerContext ctx, Collector<Alarm> out) throws Exception {
            Alarm alarm = new Alarm();
            alarm.sensor = ctx.getCurrentKey();
            alarm.reason = "silent since " + timestamp;
            Integer count = counts.get(alarm.sensor);
            if (count != null && count > 3) {
                ctx.output(ESCALATED, alarm);
            }
            counts.put(alarm.sensor, count == null ? 1 : count + 1);
            out.collect(alarm);
        }
    }
}
