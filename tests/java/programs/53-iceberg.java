import java.time.Duration;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.apache.flink.api.common.eventtime.WatermarkStrategy;
import org.apache.flink.api.common.typeinfo.TypeInformation;
import org.apache.flink.streaming.api.datastream.DataStream;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;
import org.apache.flink.table.data.RowData;
import org.apache.iceberg.catalog.TableIdentifier;
import org.apache.iceberg.flink.CatalogLoader;
import org.apache.iceberg.flink.TableLoader;
import org.apache.iceberg.flink.sink.FlinkSink;
import org.apache.iceberg.flink.sink.IcebergSink;
import org.apache.iceberg.flink.source.IcebergSource;

/** One table read, four written, by the old and the new sink. */
public class IcebergTables {

    private static RowData toRow(String line) {
        return new RowData() {};
    }

    public static void main(String[] args) throws Exception {
        StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();
        env.enableCheckpointing(60_000);
        env.setParallelism(2);

        TableLoader events = TableLoader.fromHadoopTable("hdfs://nn:8020/warehouse/events");
        Map<String, String> properties = new HashMap<>();
        properties.put("uri", "thrift://metastore:9083");
        CatalogLoader catalog = CatalogLoader.hive("lake", null, properties);
        TableLoader counts = TableLoader.fromCatalog(catalog, TableIdentifier.of("db", "counts"));

        IcebergSource<RowData> source = IcebergSource.forRowData()
                .tableLoader(events)
                .streaming(true)
                .monitorInterval(Duration.ofSeconds(60))
                .build();
        DataStream<RowData> rows = env.fromSource(source, WatermarkStrategy.noWatermarks(), "events", TypeInformation.of(RowData.class)).setParallelism(1);
        DataStream<String> lines = env.socketTextStream("localhost", 9999).map(s -> s).name("lines");

        FlinkSink.forRowData(rows).tableLoader(counts).append();
        FlinkSink.builderFor(lines, IcebergTables::toRow, TypeInformation.of(RowData.class))
                .tableLoader(counts)
                .equalityFieldColumns(Arrays.asList("id"))
                .upsert(true)
                .uidPrefix("upsert")
                .writeParallelism(3)
                .append();

        IcebergSink.forRowData(rows).tableLoader(events).append();
        IcebergSink.forRowData(rows)
                .tableLoader(counts)
                .equalityFieldColumns(Arrays.asList("id"))
                .uidSuffix("new-upsert")
                .writeParallelism(4)
                .append();

        env.execute("iceberg");
    }
}
