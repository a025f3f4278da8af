//! The connector table: what is known of a class by its name and its package, and what is asked because only a table knows it.

use planscope::frontend::{Operation, Parsed, SinkTopology};

use super::{definition, in_main, names, questions, read};

/// What the last call of a program is.
fn last_operation(text: &str) -> Operation {
    last_of(&read(text))
}

fn last_of(parsed: &Parsed) -> Operation {
    definition(parsed).operators.last().expect("a program with a call").operation.clone()
}

fn sink(text: &str) -> SinkTopology {
    match last_operation(text) {
        Operation::SinkTo(topology) => topology,
        other => panic!("not a sink: {other:?}"),
    }
}

fn is_bounded(source: &str) -> bool {
    let text = in_main(&format!(r#"env.fromSource({source}, WatermarkStrategy.noWatermarks(), "source");"#));
    match last_operation(&text) {
        Operation::FromSource { bounded } => bounded,
        other => panic!("not a source: {other:?}"),
    }
}

#[test]
fn a_call_on_its_builder_decides_whether_a_source_ends() {
    for (source, bounded) in [
        ("KafkaSource.<String>builder().build()", false),
        ("KafkaSource.<String>builder().setBounded(OffsetsInitializer.latest()).build()", true),
        ("MySqlSource.<String>builder().startupOptions(StartupOptions.initial()).build()", false),
        ("MySqlSource.<String>builder().startupOptions(StartupOptions.snapshot()).build()", true),
        ("IcebergSource.forRowData().streaming(true).build()", false),
        ("IcebergSource.forRowData().streaming(false).build()", true),
        ("FileSource.forRecordStreamFormat(format, path).build()", true),
        ("FileSource.forRecordStreamFormat(format, path).monitorContinuously(every).build()", false),
        ("DeltaSource.forContinuousRowData(path, conf).build()", false),
        ("DeltaSource.forBoundedRowData(path, conf).build()", true),
    ] {
        assert_eq!(is_bounded(source), bounded, "{source}");
    }
}

#[test]
fn a_hybrid_source_ends_as_its_last_one_does() {
    let files = "FileSource.forRecordStreamFormat(format, path).build()";
    let kafka = "KafkaSource.<String>builder().build()";
    assert!(!is_bounded(&format!("HybridSource.builder({files}).addSource({kafka}).build()")));
    assert!(is_bounded(&format!("HybridSource.builder({files}).addSource({files}).build()")));
}

#[test]
fn a_nested_builder_stands_for_what_it_builds() {
    let topology = sink(&in_main("env.fromData(1).sinkTo(new DorisSink.Builder<Integer>().build());"));
    assert!(topology.writer_state && topology.committer);
}

#[test]
fn a_class_of_another_package_is_no_connector() {
    let text = format!("import com.acme.KafkaSink;\n{}", in_main("env.fromData(1).sinkTo(new KafkaSink());"));
    assert!(!sink(&text).committer);
    assert_eq!(questions(&read(&text)), ["What does the sink `KafkaSink` consist of?"]);
}

#[test]
fn a_package_that_only_begins_alike_is_another_one() {
    let import = "import org.apache.flinkish.KafkaSink;";
    let text = format!("{import}\n{}", in_main("env.fromData(1).sinkTo(new KafkaSink());"));
    assert!(!sink(&text).committer);
}

#[test]
fn only_arguments_that_the_table_looks_at_leave_something_open() {
    let text = in_main(
        "ParameterTool params = ParameterTool.fromArgs(args);\n\
         env.fromData(1).sinkTo(KafkaSink.<Integer>builder()\n\
             .setBootstrapServers(params.get(\"brokers\", \"localhost\"))\n\
             .setTransactionalIdPrefix(params.get(\"prefix\", \"p\"))\n\
             .setDeliveryGuarantee(DeliveryGuarantee.EXACTLY_ONCE)\n\
             .build());",
    );
    assert_eq!(sink(&text).co_location_group.as_deref(), Some("p"));
    assert_eq!(questions(&read(&text)), [r#"What is `params.get("prefix", "p")`?"#]);
}

#[test]
fn what_an_iceberg_table_decides_is_asked() {
    let text = in_main("FlinkSink.forRowData(env.fromData(row)).tableLoader(loader).append();");
    let parsed = read(&text);
    assert_eq!(questions(&parsed).len(), 2, "{:?}", questions(&parsed));
    assert_eq!(names(&parsed), ["IcebergStreamWriter", "IcebergFilesCommitter", "IcebergSink table"]);
}

#[test]
fn the_columns_of_an_upsert_answer_how_rows_go_to_icebergs_writers() {
    let text = in_main(
        "FlinkSink.forRowData(env.fromData(row)).tableLoader(TableLoader.fromHadoopTable(\"/t\"))\
         .equalityFieldColumns(Arrays.asList(\"id\")).append();",
    );
    let parsed = read(&text);
    assert!(questions(&parsed).is_empty(), "{:?}", questions(&parsed));
    assert!(
        definition(&parsed).operators.iter().any(|it| matches!(it.operation, Operation::Partition { .. }))
    );
}

#[test]
fn icebergs_distribution_by_range_is_not_guessed() {
    let text = in_main(
        "FlinkSink.forRowData(env.fromData(row)).tableLoader(loader).distributionMode(DistributionMode.RANGE).append();",
    );
    assert!(read(&text).definition.is_none());
}

#[test]
fn what_paimon_and_hudi_add_is_said_to_be_left_out() {
    for call in [
        "new FlinkSinkBuilder(table).forRowData(in).parallelism(2).build();",
        "HoodiePipeline.builder(\"t\").column(\"a int\").sink(in, false);",
    ] {
        let parsed =
            read(&in_main(&format!("DataStream<RowData> in = env.fromData(row);\nin.print();\n{call}")));
        let [assumption] = &parsed.assumptions[..] else { panic!("{call}: {:?}", parsed.assumptions) };
        assert!(assumption.because.contains("left out"), "{}", assumption.because);
    }
}

#[test]
fn cassandras_sink_takes_the_setters_of_a_sink() {
    let text = in_main(
        "CassandraSink.addSink(env.fromData(1)).setQuery(\"q\").setHost(\"h\").build().name(\"cassandra\").setParallelism(3);",
    );
    let parsed = read(&text);
    let call = definition(&parsed).operators.last().expect("a sink");
    assert!(matches!(call.operation, Operation::AddSink));
    assert_eq!((call.options.name.as_deref(), call.options.parallelism), (Some("cassandra"), Some(3)));
}

#[test]
fn what_sql_adds_is_said_to_be_left_out_and_what_it_gives_is_a_stream() {
    let parsed = read(&in_main(
        "StreamTableEnvironment tables = StreamTableEnvironment.create(env);\n\
         tables.executeSql(\"CREATE TABLE t (a INT)\");\n\
         tables.toDataStream(tables.from(\"t\")).print();",
    ));
    assert!(matches!(last_of(&parsed), Operation::Print));
    let because: Vec<_> = parsed.assumptions.iter().map(|assumption| assumption.because.as_str()).collect();
    assert!(because[0].contains("SQL planner"), "{because:?}");
    assert!(because[1].contains("a single source"), "{because:?}");
}

#[test]
fn parameters_that_another_file_made_have_their_defaults() {
    let parsed = read(&in_main(
        "final ParameterTool parameters = Settings.createParameters(args);\n\
         env.fromData(1).print().setParallelism(parameters.getInt(\"sinks\", 5));",
    ));
    assert_eq!(definition(&parsed).operators.last().and_then(|call| call.options.parallelism), Some(5));
}

#[test]
fn the_declared_class_says_what_a_method_elsewhere_gives() {
    let text = in_main(
        "KafkaSource<String> source = Sources.createKafkaSource();\n\
         KafkaSink<String> sink = Sinks.createKafkaSink();\n\
         env.fromSource(source, WatermarkStrategy.noWatermarks(), \"in\").sinkTo(sink);",
    );
    assert!(sink(&text).committer);
    assert!(questions(&read(&text)).is_empty(), "{:?}", questions(&read(&text)));
}
