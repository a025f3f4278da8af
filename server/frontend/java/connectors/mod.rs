//! The connectors that programs use: what their sources and sinks are to a plan. See [`super`] for what an entry says.
//!
//! The facts are those of the connectors' releases for Flink 2 where there are such, else of their last ones for Flink 1.
//! Classes are known by simple name; a text that imports such a name from elsewhere than the connector's package means a
//! class of its own.

mod appended;

pub use appended::{gives_builder, left_out};

use std::cell::RefCell;

use crate::flink::ChainingStrategy;
use crate::frontend::{
    Operation, OperatorOptions, PartitionCall, SinkTopology, TopologyOperator, TransformOptions,
};

/// A class as a text names it.
#[derive(Clone, Copy, Debug)]
pub struct Class<'a> {
    pub name: &'a str,
    /// Its name with its package, if the text imports it.
    pub qualified: Option<&'a str>,
}

/// A call on a builder: its method, and its first argument if only that one counts.
type Call = (&'static str, Option<&'static str>);

/// Whether a source ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundedness {
    Bounded,
    Unbounded,
    /// Unbounded, unless one of these calls was made on its builder.
    BoundedAfter(&'static [Call]),
    /// Bounded, unless one of these calls was made on its builder.
    UnboundedAfter(&'static [Call]),
    /// As the source that was handed over last.
    OfLast,
}

impl Boundedness {
    /// Whether the source that was built ends; `None` if another source decides.
    pub fn is_bounded(self, built: &Built) -> Option<bool> {
        match self {
            Self::Bounded => Some(true),
            Self::Unbounded => Some(false),
            Self::BoundedAfter(calls) => Some(built.has_any(calls)),
            Self::UnboundedAfter(calls) => Some(!built.has_any(calls)),
            Self::OfLast => None,
        }
    }
}

/// The calls that made a source or a sink: the constructor (`new`) or factory method first, then those on its builder.
/// Arguments are texts, numbers or the names of constants and factory methods; of others nothing is known.
#[derive(Debug, Default)]
pub struct Built {
    calls: Vec<(String, Option<String>)>,
    /// The calls whose first argument was asked for, by index: the plan rests on it.
    asked: RefCell<Vec<usize>>,
}

impl Built {
    /// The calls, each with its first argument.
    pub fn of(calls: Vec<(String, Option<String>)>) -> Self {
        Self { calls, asked: RefCell::default() }
    }

    /// The calls whose first argument has been asked for.
    pub fn asked(self) -> Vec<usize> {
        self.asked.into_inner()
    }

    /// Whether a method of this name was called.
    fn has_called(&self, method: &str) -> bool {
        self.calls.iter().any(|(called, _)| called == method)
    }

    /// The first argument of the last call of this method, if it is known.
    fn argument(&self, method: &str) -> Option<&str> {
        let index = self.calls.iter().rposition(|(called, _)| called == method)?;
        self.asked.borrow_mut().push(index);
        self.calls[index].1.as_deref()
    }

    fn has_any(&self, calls: &[Call]) -> bool {
        calls.iter().any(|(method, argument)| match argument {
            None => self.has_called(method),
            Some(argument) => self.argument(method) == Some(argument),
        })
    }
}

/// What is known of classes: the package that they are in, however deep, their simple names, and what they are.
type Table<T> = &'static [(&'static str, &'static [&'static str], T)];

/// Everything that Flink's own project has.
const FLINK: &str = "org.apache.flink";
/// Flink CDC, before and after it moved to Apache.
const VERVERICA: &str = "com.ververica.cdc";

/// The sources of the new kind (FLIP-27), under the names of their classes and of builders that have names of their own.
static SOURCES: Table<Boundedness> = {
    use Boundedness::{Bounded, BoundedAfter, OfLast, Unbounded, UnboundedAfter};
    const SNAPSHOT: &[Call] = &[("startupOptions", Some("snapshot"))];
    const CDC: &[&str] = &[
        "MySqlSource",
        "MySqlSourceBuilder",
        "PostgresIncrementalSource",
        "PostgresSourceBuilder",
        "OracleSourceBuilder",
        "OracleIncrementalSource",
        "SqlServerSourceBuilder",
        "SqlServerIncrementalSource",
        "MongoDBSource",
        "MongoDBSourceBuilder",
        "Db2SourceBuilder",
        "Db2IncrementalSource",
        "JdbcIncrementalSource",
        "IncrementalSource",
    ];
    &[
        (FLINK, &["KafkaSource", "KafkaSourceBuilder"], BoundedAfter(&[("setBounded", None)])),
        (FLINK, &["DynamicKafkaSource"], BoundedAfter(&[("setBounded", None)])),
        (FLINK, &["FileSource"], UnboundedAfter(&[("monitorContinuously", None)])),
        (FLINK, &["NumberSequenceSource", "DataGeneratorSource", "FromElementsSource"], Bounded),
        (FLINK, &["HybridSource"], OfLast),
        (FLINK, &["KinesisStreamsSource", "DynamoDbStreamsSource"], Unbounded),
        (FLINK, &["PulsarSource", "PulsarSourceBuilder"], BoundedAfter(&[("setBoundedStopCursor", None)])),
        (
            FLINK,
            &["JdbcSource", "JdbcSourceBuilder"],
            UnboundedAfter(&[("setContinuousUnBoundingSettings", None)]),
        ),
        (FLINK, &["MongoSource", "MongoSourceBuilder", "CassandraSource"], Bounded),
        ("com.google.pubsub.flink", &["PubSubSource"], Unbounded),
        ("org.apache.flink.cdc", CDC, BoundedAfter(SNAPSHOT)),
        (VERVERICA, CDC, BoundedAfter(SNAPSHOT)),
        ("org.apache.iceberg", &["IcebergSource"], UnboundedAfter(&[("streaming", Some("true"))])),
        ("org.apache.doris", &["DorisSource", "DorisSourceBuilder"], Bounded),
        ("io.delta", &["DeltaSource"], BoundedAfter(&[("forBoundedRowData", None)])),
    ]
};

/// The sinks of the new kind (Sink V2), under the names of their classes and of builders that have names of their own.
static SINKS: Table<fn(&Built) -> SinkTopology> = &[
    (FLINK, &["KafkaSink", "KafkaSinkBuilder"], kafka),
    (FLINK, &["FileSink"], file),
    (FLINK, &["JdbcSink", "JdbcSinkBuilder"], stateful_two_phase),
    (
        FLINK,
        &[
            "ElasticsearchSink",
            "Elasticsearch6SinkBuilder",
            "Elasticsearch7SinkBuilder",
            "Elasticsearch8SinkBuilder",
            "OpensearchSink",
            "OpensearchSinkBuilder",
            "Opensearch2SinkBuilder",
            "MongoSink",
            "MongoSinkBuilder",
        ],
        plain,
    ),
    // They extend AsyncSinkBase, whose writer keeps what it has not sent yet.
    (
        FLINK,
        &[
            "AsyncSinkBase",
            "KinesisStreamsSink",
            "KinesisStreamsSinkBuilder",
            "KinesisFirehoseSink",
            "KinesisFirehoseSinkBuilder",
            "DynamoDbSink",
            "DynamoDbSinkBuilder",
            "SqsSink",
            "SqsSinkBuilder",
            "PrometheusSink",
            "PrometheusSinkBuilder",
            "Elasticsearch8AsyncSink",
            "Elasticsearch8AsyncSinkBuilder",
            "ClickHouseAsyncSink",
            "ClickHouseAsyncSinkBuilder",
        ],
        stateful,
    ),
    ("com.getindata", &["HttpSink", "HttpSinkBuilder"], stateful),
    (FLINK, &["PulsarSink", "PulsarSinkBuilder"], two_phase),
    (FLINK, &["PrintSink"], print),
    ("org.apache.doris", &["DorisSink", "DorisBatchSink"], stateful_two_phase),
    ("com.google.pubsub.flink", &["PubSubSink"], plain),
];

/// Old source functions, and whether they are a `ParallelSourceFunction`.
static LEGACY_SOURCES: Table<bool> = &[
    (
        FLINK,
        &[
            "FlinkKafkaConsumer",
            "FlinkKafkaConsumer08",
            "FlinkKafkaConsumer09",
            "FlinkKafkaConsumer010",
            "FlinkKafkaConsumer011",
            "FlinkKinesisConsumer",
            "FlinkDynamoDBStreamsConsumer",
            "FlinkPulsarSource",
            "PubSubSource",
            "NiFiSource",
            "DataGeneratorSource",
            "StatefulSequenceSource",
            "InputFormatSourceFunction",
        ],
        true,
    ),
    (
        FLINK,
        &[
            "RMQSource",
            "AMQSource",
            "TwitterSource",
            "WikipediaEditsSource",
            "SocketTextStreamFunction",
            "FromElementsFunction",
            "FileMonitoringFunction",
            "DebeziumSourceFunction",
            "MySQLSource",
            "MySqlSource",
            "PostgreSQLSource",
            "OracleSource",
            "SqlServerSource",
            "MongoDBSource",
        ],
        false,
    ),
    (
        VERVERICA,
        &[
            "DebeziumSourceFunction",
            "MySQLSource",
            "MySqlSource",
            "PostgreSQLSource",
            "OracleSource",
            "SqlServerSource",
            "MongoDBSource",
        ],
        false,
    ),
    ("com.starrocks", &["StarRocksSource", "StarRocksDynamicSourceFunction"], true),
    ("org.apache.doris", &["DorisSourceFunction"], true),
    ("io.pravega", &["FlinkPravegaReader"], true),
    ("com.amazonaws", &["FlinkKinesisConsumer"], true),
];

fn lookup<T: Copy>(table: Table<T>, class: Class<'_>) -> Option<T> {
    let is_in = |package: &str| {
        let rest = class.qualified.map(|qualified| qualified.strip_prefix(package));
        rest.is_none_or(|rest| rest.is_some_and(|rest| rest.starts_with('.')))
    };
    let entry = table.iter().find(|(package, names, _)| names.contains(&class.name) && is_in(package));
    entry.map(|(_, _, what)| *what)
}

/// What is known of a source.
pub fn source(class: Class<'_>) -> Option<Boundedness> {
    lookup(SOURCES, class)
}

/// What is known of a sink.
pub fn sink(class: Class<'_>) -> Option<fn(&Built) -> SinkTopology> {
    lookup(SINKS, class)
}

/// Whether an old source function that is known is a `ParallelSourceFunction`.
pub fn legacy_source(class: Class<'_>) -> Option<bool> {
    lookup(LEGACY_SOURCES, class)
}

/// Whether anything is known of the class.
pub fn is_known(class: Class<'_>) -> bool {
    source(class).is_some() || sink(class).is_some() || legacy_source(class).is_some() || gives_builder(class)
}

/// A writer.
fn plain(_: &Built) -> SinkTopology {
    SinkTopology::default()
}

/// A writer with state.
fn stateful(_: &Built) -> SinkTopology {
    SinkTopology { writer_state: true, ..SinkTopology::default() }
}

/// A writer and a committer.
fn two_phase(_: &Built) -> SinkTopology {
    SinkTopology { committer: true, ..SinkTopology::default() }
}

/// A writer with state and a committer.
fn stateful_two_phase(_: &Built) -> SinkTopology {
    SinkTopology { writer_state: true, committer: true, ..SinkTopology::default() }
}

/// A writer that may run more than once at a time.
fn print(_: &Built) -> SinkTopology {
    SinkTopology { concurrent_execution_attempts: true, ..SinkTopology::default() }
}

/// A writer with state and a committer; exactly once they are co-located under the prefix of their transactions.
fn kafka(sink: &Built) -> SinkTopology {
    let exactly_once = sink.argument("setDeliveryGuarantee") == Some("EXACTLY_ONCE");
    let prefix = sink.argument("setTransactionalIdPrefix").map(str::to_owned);
    SinkTopology {
        writer_state: true,
        committer: true,
        post_commit: Some(Vec::new()),
        co_location_group: prefix.filter(|_| exactly_once),
        ..SinkTopology::default()
    }
}

/// A writer with state and a committer; with compaction two operators between them.
fn file(sink: &Built) -> SinkTopology {
    let operator = |name: &str, uid: &str| {
        let factory = TransformOptions {
            chaining: ChainingStrategy::Always,
            output_only_after_end_of_stream: false,
            internal_sorter_supported: false,
            yielding: false,
        };
        let options = OperatorOptions {
            name: Some(name.to_owned()),
            uid: Some(uid.to_owned()),
            ..OperatorOptions::default()
        };
        TopologyOperator {
            operation: Operation::Transform(factory),
            options,
            takes_parallelism_unconfigured: false,
        }
    };
    let compacts = sink.has_called("enableCompact");
    let pre_commit = compacts.then(|| {
        let call = PartitionCall::Rebalance;
        let rebalance = TopologyOperator {
            operation: Operation::Partition { call, exchange_mode: None },
            options: OperatorOptions::default(),
            takes_parallelism_unconfigured: false,
        };
        let mut coordinator = operator("CompactorCoordinator", "FileSinkCompactorCoordinator");
        coordinator.options.parallelism = Some(1);
        let compactor = TopologyOperator {
            takes_parallelism_unconfigured: true,
            ..operator("CompactorOperator", "FileSinkCompactorOperator")
        };
        vec![rebalance, coordinator, compactor]
    });
    SinkTopology {
        writer_state: true,
        committer: true,
        pre_commit,
        concurrent_execution_attempts: true,
        ..SinkTopology::default()
    }
}
