//! The connectors that programs use: what their sources and sinks are to a plan. See [`super`] for what an entry says.

use crate::flink::ChainingStrategy;
use crate::frontend::{
    Operation, OperatorOptions, PartitionCall, SinkTopology, TopologyOperator, TransformOptions,
};

/// Whether a source ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Boundedness {
    Bounded,
    Unbounded,
    /// Unbounded, unless one of these methods of its builder was called.
    BoundedAfter(&'static [&'static str]),
    /// Bounded, unless one of these methods of its builder was called.
    UnboundedAfter(&'static [&'static str]),
    /// As the source that was handed over last.
    OfLast,
}

/// The calls that made a sink: the constructor (`new`) or factory method first, then those on its builder. Arguments are
/// texts, numbers or the names of constants; of others nothing is known.
#[derive(Debug)]
pub struct BuiltSink {
    pub calls: Vec<(String, Vec<Option<String>>)>,
}

impl BuiltSink {
    /// Whether a method of this name was called.
    fn has_called(&self, method: &str) -> bool {
        self.calls.iter().any(|(called, _)| called == method)
    }

    /// The first argument of the last call of this method, if it is known.
    fn argument(&self, method: &str) -> Option<&str> {
        let (_, arguments) = self.calls.iter().rev().find(|(called, _)| called == method)?;
        arguments.first()?.as_deref()
    }
}

/// The sources of the new kind.
static SOURCES: &[(&[&str], Boundedness)] = &[
    (&["KafkaSource"], Boundedness::BoundedAfter(&["setBounded"])),
    (&["FileSource"], Boundedness::UnboundedAfter(&["monitorContinuously"])),
    (&["NumberSequenceSource", "DataGeneratorSource", "FromElementsSource"], Boundedness::Bounded),
    (&["KinesisStreamsSource"], Boundedness::Unbounded),
    (&["HybridSource"], Boundedness::OfLast),
];

/// The sinks of the new kind, under the names of their classes and of builders that have names of their own.
static SINKS: &[(&[&str], fn(&BuiltSink) -> SinkTopology)] = &[
    (&["KafkaSink"], kafka),
    (&["FileSink"], file),
    (&["JdbcSink"], |_| SinkTopology { writer_state: true, committer: true, ..SinkTopology::default() }),
    (
        &[
            "ElasticsearchSink",
            "Elasticsearch6SinkBuilder",
            "Elasticsearch7SinkBuilder",
            "Elasticsearch8SinkBuilder",
        ],
        |_| SinkTopology::default(),
    ),
    (&["KinesisStreamsSink"], |_| SinkTopology { writer_state: true, ..SinkTopology::default() }),
    (&["AsyncSinkBase"], |_| SinkTopology { writer_state: true, ..SinkTopology::default() }),
    (&["PrintSink"], |_| SinkTopology { concurrent_execution_attempts: true, ..SinkTopology::default() }),
];

/// Old source functions, and whether they run in parallel.
static LEGACY_SOURCES: &[(&[&str], bool)] = &[
    (&["FlinkKafkaConsumer", "FlinkKafkaConsumer011", "FlinkKafkaConsumer010"], true),
    (&["FlinkKinesisConsumer"], true),
    (&["DataGeneratorSource", "StatefulSequenceSource"], true),
    (&["RMQSource"], true),
    (&["SocketTextStreamFunction", "FromElementsFunction", "FileMonitoringFunction"], false),
];

fn lookup<T: Copy>(table: &[(&[&str], T)], class: &str) -> Option<T> {
    table.iter().find(|(classes, _)| classes.contains(&class)).map(|(_, entry)| *entry)
}

/// What is known of a source.
pub fn source(class: &str) -> Option<Boundedness> {
    lookup(SOURCES, class)
}

/// What is known of a sink.
pub fn sink(class: &str) -> Option<fn(&BuiltSink) -> SinkTopology> {
    lookup(SINKS, class)
}

/// Whether an old source function that is known is a `ParallelSourceFunction`.
pub fn legacy_source(class: &str) -> Option<bool> {
    lookup(LEGACY_SOURCES, class)
}

/// A writer with state and a committer; exactly once they are co-located under the prefix of their transactions.
fn kafka(sink: &BuiltSink) -> SinkTopology {
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
fn file(sink: &BuiltSink) -> SinkTopology {
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
