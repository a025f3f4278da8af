//! Connectors that a program does not hand to `sinkTo`, `addSink` or `fromSource`: their own builders add the operators.
//!
//! Iceberg's `FlinkSink`, `IcebergSink` and `FlinkSource`, Cassandra's `CassandraSink`. What they add depends on the table as
//! well, which no text holds: that is an assumption. [`left_out`] knows those whose operators are mostly the table's affair.

use super::super::api::Flink;
use super::super::calls::Invocation;
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::NewCall;
use super::super::value::{Foreign, ForeignCall, Value};
use super::{Class, FLINK, Table, lookup};
use crate::flink::ChainingStrategy;
use crate::frontend::{
    Operation, OperatorOptions, PartitionCall, SinkTopology, Span, StreamKind, TopologyOperator,
    TransformOptions,
};

const ICEBERG: &str = "org.apache.iceberg";

/// What a builder adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Appends {
    /// `FlinkSink`: a writer, a committer and a sink that does nothing.
    IcebergFlinkSink,
    /// `IcebergSink`: a Sink V2.
    IcebergSink,
    /// `FlinkSource`: an input format, or a monitor and a reader.
    IcebergFlinkSource,
    /// `CassandraSink`: an old sink function, or an operator with a log of its own.
    Cassandra,
}

/// The classes that hand out the builders, and the builder's method that adds the operators.
static APPENDING: Table<(&'static str, Appends)> = &[
    (ICEBERG, &["FlinkSink"], ("append", Appends::IcebergFlinkSink)),
    (ICEBERG, &["IcebergSink"], ("append", Appends::IcebergSink)),
    (ICEBERG, &["FlinkSource"], ("build", Appends::IcebergFlinkSource)),
    (FLINK, &["CassandraSink"], ("build", Appends::Cassandra)),
];

/// Connectors whose operators are not planned, and why.
static LEFT_OUT: Table<&'static str> = &[
    (
        "org.apache.paimon",
        &["FlinkSinkBuilder", "RichCdcSinkBuilder", "CdcSinkBuilder", "FlinkCdcSyncDatabaseSinkBuilder"],
        "Which operators Paimon adds (the partitioning, the writer, compaction, the committer) depends on the table, \
         which is not in the text. They are left out.",
    ),
    (
        "org.apache.hudi",
        &["HoodiePipeline", "Pipelines"],
        "Which operators Hudi adds (the index, the writers, compaction, clustering, cleaning) depends on the options of \
         the table. They are left out.",
    ),
    (
        "org.apache.flink.table",
        &["StreamTableEnvironment", "TableEnvironment"],
        "Which operators the Table API and SQL add is decided by Flink's SQL planner. They are left out.",
    ),
    (
        ICEBERG,
        &["DynamicIcebergSink", "TableMaintenance"],
        "Which operators Iceberg adds here depends on tables that are not in the text. They are left out.",
    ),
];

/// Whether static methods of the class give a builder that adds operators.
pub fn gives_builder(class: Class<'_>) -> bool {
    lookup(APPENDING, class).is_some() || left_out(class).is_some()
}

/// Why what the class's builder adds is not planned.
pub fn left_out(class: Class<'_>) -> Option<&'static str> {
    lookup(LEFT_OUT, class)
}

impl<'t> Evaluator<'t> {
    /// Calls the method of a connector's builder that adds its operators; `None` if this is no such method.
    pub fn append_connector(&mut self, builder: &Value, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let Some(foreign) = self.heap.as_foreign(builder) else { return Ok(None) };
        let known = foreign.class.as_deref().map(|class| lookup(APPENDING, self.connector_class(class)));
        let Some((method, appends)) = known.flatten() else { return Ok(None) };
        if method != invocation.method {
            return Ok(None);
        }
        let foreign = foreign.clone();
        match appends {
            Appends::IcebergFlinkSink => self.append_iceberg_flink_sink(&foreign, invocation),
            Appends::IcebergSink => self.append_iceberg_sink(&foreign, invocation),
            Appends::IcebergFlinkSource => self.append_iceberg_source(&foreign, invocation).map(Some),
            Appends::Cassandra => self.append_cassandra(&foreign, invocation),
        }
    }

    /// The stream that a builder was made for.
    fn builders_input(&mut self, foreign: &Foreign, place: Span) -> Option<usize> {
        let value = foreign.calls.iter().flat_map(|call| &call.arguments).find(|it| self.is_of_streams(it));
        let value = value.cloned()?;
        self.stream_argument(&value, place)
    }

    // ---------------------------------------------------------------- Iceberg

    fn append_iceberg_flink_sink(
        &mut self,
        foreign: &Foreign,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        let Some(input) = self.builders_input(foreign, place) else { return Ok(None) };
        let prefix = self.builders_text(foreign, "uidPrefix", invocation)?;
        let table = self.iceberg_table(foreign, invocation)?;
        let name = |suffix: &str| match &prefix {
            Some(prefix) => format!("{prefix}-{suffix}"),
            None => suffix.to_owned(),
        };
        let uid = |suffix: &str| prefix.as_ref().map(|prefix| format!("{prefix}-{suffix}"));
        let mapped_name = prefix.as_ref().map(|prefix| format!("{prefix}-{prefix}"));
        let rows = self.iceberg_rows(foreign, input, mapped_name, uid("mapper"), place);
        let parallelism = self.builders_parallelism(foreign, rows, invocation);
        let distributed = if self.is_iceberg_keyed(foreign, place) { self.key_by(rows, place) } else { rows };
        let writer = self.append_transform(distributed, name("IcebergStreamWriter"), uid("writer"), place);
        self.program.set_parallelism(writer, parallelism, place);
        let committer = self.append_transform(writer, name("IcebergFilesCommitter"), uid("committer"), place);
        self.program.set_parallelism(committer, 1, place);
        self.program.set(committer, "maxParallelism", place, |options| options.max_parallelism = Some(1));
        let sink = self.call_api(Operation::Discard, vec![committer], StreamKind::Sink, place);
        self.append_name(sink, Some(name(&format!("IcebergSink {table}"))), uid("dummysink"), place);
        self.program.set_parallelism(sink, 1, place);
        Ok(Some(self.heap.flink(Flink::Sink(sink))))
    }

    fn append_iceberg_sink(&mut self, foreign: &Foreign, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let place = invocation.place;
        let Some(input) = self.builders_input(foreign, place) else { return Ok(None) };
        let suffix =
            self.builders_text(foreign, "uidSuffix", invocation)?.filter(|suffix| !suffix.is_empty());
        let suffix = match suffix {
            Some(suffix) => suffix,
            None => self.iceberg_table(foreign, invocation)?,
        };
        let mapper = format!("Sink pre-writer mapper: {suffix}");
        let rows = self.iceberg_rows(foreign, input, Some(mapper.clone()), Some(mapper), place);
        let parallelism = foreign.has_called("writeParallelism");
        let parallelism = parallelism.then(|| self.builders_parallelism(foreign, rows, invocation));
        let pre_write = match self.is_iceberg_keyed(foreign, place) {
            true => vec![partition(PartitionCall::KeyBy)],
            false => Vec::new(),
        };
        let aggregator = format!("Sink pre-commit aggregator: {suffix}");
        let aggregator = TopologyOperator {
            operation: Operation::Transform(FACTORY),
            options: OperatorOptions {
                name: Some(aggregator.clone()),
                uid: Some(aggregator),
                parallelism: Some(1),
                max_parallelism: Some(1),
                ..OperatorOptions::default()
            },
            takes_parallelism_unconfigured: false,
        };
        let topology = SinkTopology {
            committer: true,
            pre_write: Some(pre_write),
            pre_commit: Some(vec![
                partition(PartitionCall::Global),
                aggregator,
                partition(PartitionCall::Global),
            ]),
            post_commit: Some(Vec::new()),
            ..SinkTopology::default()
        };
        let sink = self.call_api(Operation::SinkTo(topology), vec![rows], StreamKind::Sink, place);
        self.append_name(sink, Some(suffix.clone()), Some(suffix), place);
        if let Some(parallelism) = parallelism {
            self.program.set_parallelism(sink, parallelism, place);
        }
        Ok(Some(self.heap.flink(Flink::Sink(sink))))
    }

    fn append_iceberg_source(&mut self, foreign: &Foreign, invocation: &Invocation<'t>) -> Eval<Value> {
        let place = invocation.place;
        let streaming = foreign.arguments_of("streaming").and_then(|arguments| arguments.first()).cloned();
        if let Some(streaming) = &streaming {
            self.rests_on(streaming);
        }
        if streaming.and_then(|streaming| streaming.as_bool()) == Some(true) {
            let table = self.iceberg_table(foreign, invocation)?;
            let monitor = format!("Iceberg table ({table}) monitor");
            let monitor = self.source_call(Operation::AddSource { parallel: false }, Some(monitor), place);
            let reader =
                self.append_transform(monitor, format!("Iceberg table ({table}) reader"), None, place);
            return Ok(self.stream(reader));
        }
        let source = self.source_call(Operation::CreateInput, None, place);
        let question = format!("How many splits does the table of {} have?", self.excerpt(place));
        let because = "The source runs as often as there are splits, and the table is not in the text.";
        let alternatives = ["1", "2", "4", "8"].map(|splits| alternative(splits, splits)).to_vec();
        let splits = self.assume("splits", place, question, because, alternatives);
        self.program.set_parallelism(source, splits.parse().unwrap_or(1), place);
        Ok(self.stream(source))
    }

    /// The rows that are written: `forRow` and `builderFor` map the stream's elements first.
    fn iceberg_rows(
        &mut self,
        foreign: &Foreign,
        input: usize,
        name: Option<String>,
        uid: Option<String>,
        place: Span,
    ) -> usize {
        if foreign.has_called("forRowData") {
            return input;
        }
        let mapper = self.call_api(Operation::Map, vec![input], StreamKind::Operator, place);
        self.program.set_parallelism(mapper, self.program.parallelism_of(input), place);
        self.append_name(mapper, name, uid, place);
        mapper
    }

    /// Whether rows go to the writers by key.
    fn is_iceberg_keyed(&mut self, foreign: &Foreign, place: Span) -> bool {
        let columns =
            foreign.arguments_of("equalityFieldColumns").and_then(|arguments| arguments.first()).cloned();
        if let Some(columns) = columns {
            self.rests_on(&columns);
            let is_empty = self.heap.as_list(&columns).is_some_and(|list| list.items.is_empty());
            if !is_empty && !columns.is_null() {
                return true;
            }
        }
        let mode = foreign.arguments_of("distributionMode").and_then(|arguments| arguments.first()).cloned();
        let mode = mode.and_then(|mode| self.constant_name(&mode));
        if mode.as_deref() == Some("RANGE") {
            let message = "what Iceberg adds to distribute rows by range cannot be planned here";
            self.error("not-supported", place, message.to_owned());
        }
        let mut alternatives = vec![
            alternative("as-they-are", "as they are: the table has no identifier fields"),
            alternative("by-key", "by key: the table has identifier fields, or partitions and mode hash"),
        ];
        if mode.as_deref() == Some("HASH") {
            alternatives.reverse();
        }
        let question = format!("How do rows go to the writers of {}?", self.excerpt(place));
        let because = "That depends on the table, which is not in the text.";
        self.assume("iceberg-distribution", place, question, because, alternatives) == "by-key"
    }

    /// The table's name as Iceberg's catalogs and loaders give it.
    fn iceberg_table(&mut self, foreign: &Foreign, invocation: &Invocation<'t>) -> Eval<String> {
        let loader = foreign.arguments_of("tableLoader").and_then(|arguments| arguments.first()).cloned();
        if let Some(loader) = loader {
            self.rests_on(&loader);
            if let Some(ForeignCall { method, arguments }) = self.origin_of(&loader) {
                match (&*method, &arguments[..]) {
                    ("fromHadoopTable", [location, ..]) if location.as_text().is_some() => {
                        return self.text_argument(location, invocation.node);
                    }
                    ("fromCatalog", [catalog, identifier]) => {
                        let catalog =
                            self.origin_of(catalog).and_then(|call| call.arguments.first().cloned());
                        let names = self.origin_of(identifier).map_or_else(Vec::new, |call| call.arguments);
                        let parts: Vec<_> = catalog.into_iter().chain(names).collect();
                        if parts.len() > 1 && parts.iter().all(|part| part.as_text().is_some()) {
                            let parts = parts.iter().map(|part| self.text_argument(part, invocation.node));
                            return Ok(parts.collect::<Eval<Vec<_>>>()?.join("."));
                        }
                    }
                    _ => {}
                }
            }
        }
        let place = invocation.place;
        let question = format!("What is the table of {} called?", self.excerpt(place));
        let because = "The names of the operators hold it, and the text does not say.";
        Ok(self.assume("iceberg-table", place, question, because, vec![alternative("table", "table")]))
    }

    /// The call that something of another file came from.
    fn origin_of(&self, value: &Value) -> Option<ForeignCall> {
        self.heap.as_foreign(value)?.calls.first().cloned()
    }

    // ---------------------------------------------------------------- Cassandra

    fn append_cassandra(&mut self, foreign: &Foreign, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let place = invocation.place;
        let Some(input) = self.builders_input(foreign, place) else { return Ok(None) };
        const NAME: &str = "Cassandra Sink";
        if foreign.has_called("enableWriteAheadLog") {
            let operator = self.append_transform(input, NAME.to_owned(), None, place);
            return Ok(Some(self.stream(operator)));
        }
        let sink = self.call_api(Operation::AddSink, vec![input], StreamKind::Sink, place);
        self.append_name(sink, Some(NAME.to_owned()), None, place);
        Ok(Some(self.heap.flink(Flink::Sink(sink))))
    }

    // ---------------------------------------------------------------- what they share

    /// The text that a method of the builder was given.
    fn builders_text(
        &mut self,
        foreign: &Foreign,
        method: &str,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<String>> {
        let text = foreign.arguments_of(method).and_then(|arguments| arguments.first()).cloned();
        match text {
            Some(text) if !text.is_null() => self.text_argument(&text, invocation.node).map(Some),
            _ => Ok(None),
        }
    }

    /// The parallelism of the writers: that of the rows, unless the builder was given one.
    fn builders_parallelism(&mut self, foreign: &Foreign, rows: usize, invocation: &Invocation<'t>) -> i32 {
        let default = self.program.parallelism_of(rows);
        let given = foreign.arguments_of("writeParallelism").and_then(|arguments| arguments.first()).cloned();
        let Some(given) = given else { return default };
        self.int_argument(&given, invocation.place, Some(default)).unwrap_or(default)
    }

    fn append_transform(&mut self, input: usize, name: String, uid: Option<String>, place: Span) -> usize {
        let call = NewCall::new(Operation::Transform(FACTORY), vec![input], StreamKind::Operator, place);
        let operator = self.record(NewCall { name: Some(name), ..call });
        self.append_name(operator, None, uid, place);
        operator
    }

    /// Calls the setters `name` and `uid`.
    fn append_name(&mut self, operator: usize, name: Option<String>, uid: Option<String>, place: Span) {
        if let Some(name) = name {
            self.program.set(operator, "name", place, |options| options.name = Some(name.clone()));
        }
        if let Some(uid) = uid {
            self.program.set(operator, "uid", place, |options| options.uid = Some(uid.clone()));
        }
    }
}

/// The factory of an operator that says nothing of itself.
const FACTORY: TransformOptions = TransformOptions {
    chaining: ChainingStrategy::Always,
    output_only_after_end_of_stream: false,
    internal_sorter_supported: false,
    yielding: false,
};

fn partition(call: PartitionCall) -> TopologyOperator {
    TopologyOperator {
        operation: Operation::Partition { call, exchange_mode: None },
        options: OperatorOptions::default(),
        takes_parallelism_unconfigured: false,
    }
}
