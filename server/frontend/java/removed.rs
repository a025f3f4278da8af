//! Classes that Flink 2 removed or moved, by the imports of a text: what is said of them.
//!
//! Methods that are gone are noted where they are called.

use tree_sitter::Node;

use super::evaluator::Evaluator;
use super::syntax::{children, span, text_of};

/// A package or class of Flink 1 and the names in it that are gone (all, if none is given), and what stands for them.
struct Removed {
    package: &'static str,
    classes: &'static [&'static str],
    what: &'static str,
    new_form: &'static str,
}

static REMOVED: &[Removed] = &[
    Removed {
        package: "org.apache.flink.streaming.api.functions.sink",
        classes: &[
            "SinkFunction",
            "RichSinkFunction",
            "PrintSinkFunction",
            "DiscardingSink",
            "TwoPhaseCommitSinkFunction",
            "SocketClientSink",
        ],
        what: "sink functions in `functions.sink`",
        new_form: "`sinkTo` with a Sink V2; the old ones are in `functions.sink.legacy`",
    },
    Removed {
        package: "org.apache.flink.streaming.api.functions.source",
        classes: &[
            "SourceFunction",
            "RichSourceFunction",
            "ParallelSourceFunction",
            "RichParallelSourceFunction",
            "FromElementsFunction",
            "SocketTextStreamFunction",
            "StatefulSequenceSource",
        ],
        what: "source functions in `functions.source`",
        new_form: "`fromSource` with a Source; the old ones are in `functions.source.legacy`",
    },
    Removed {
        package: "org.apache.flink.streaming.api.functions.sink.filesystem",
        classes: &["StreamingFileSink"],
        what: "`StreamingFileSink` in `sink.filesystem`",
        new_form: "`sinkTo` with a `FileSink`",
    },
    Removed {
        package: "org.apache.flink.streaming.connectors.kafka",
        classes: &[],
        what: "`FlinkKafkaConsumer` and `FlinkKafkaProducer`",
        new_form: "`KafkaSource` and `KafkaSink`",
    },
    Removed {
        package: "org.apache.flink.streaming.connectors.kinesis",
        classes: &["FlinkKinesisConsumer", "FlinkKinesisProducer", "FlinkDynamoDBStreamsConsumer"],
        what: "`FlinkKinesisConsumer` and `FlinkKinesisProducer`",
        new_form: "`KinesisStreamsSource` and `KinesisStreamsSink`",
    },
    Removed {
        package: "org.apache.flink.connector.jdbc",
        classes: &["JdbcSink"],
        what: "`JdbcSink` as a sink function",
        new_form: "`JdbcSink` of `jdbc.core.datastream.sink`, for `sinkTo`",
    },
    Removed {
        package: "org.apache.flink.api.common.restartstrategy",
        classes: &["RestartStrategies"],
        what: "`RestartStrategies`",
        new_form: "the configuration, `restart-strategy.type`",
    },
];

/// The old Elasticsearch connectors have a package a version.
const OLD_ELASTICSEARCH: &str = "org.apache.flink.streaming.connectors.elasticsearch";

impl<'t> Evaluator<'t> {
    /// Says of each import that Flink 2 does not have what it names.
    pub fn note_removed_imports(&mut self, root: Node<'t>) {
        for declaration in children(root) {
            if declaration.kind() != "import_declaration" {
                continue;
            }
            let Some(name) = children(declaration).first().map(|name| text_of(self.text, *name)) else {
                continue;
            };
            if name.starts_with(OLD_ELASTICSEARCH) {
                let what = "the sink functions of the Elasticsearch connectors";
                self.removed(what, span(declaration), "`ElasticsearchSink` for `sinkTo`");
                continue;
            }
            let Some((package, class)) = name.rsplit_once('.') else { continue };
            let removed = REMOVED.iter().find(|removed| {
                removed.package == package && (removed.classes.is_empty() || removed.classes.contains(&class))
            });
            if let Some(Removed { what, new_form, .. }) = removed {
                self.removed(what, span(declaration), new_form);
            }
        }
    }
}
