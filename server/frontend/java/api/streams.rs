//! `DataStream`, `SingleOutputStreamOperator` and `KeyedStream`.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator, Stop};
use super::super::program::NewCall;
use super::super::value::{Data, Value};
use super::{Connected, Flink, IntervalJoin, Joined, Windowed};
use crate::flink::ChainingStrategy;
use crate::frontend::{CallDetails, Operation, PartitionCall, StreamKind, TransformOptions};

impl<'t> Evaluator<'t> {
    pub fn call_on_stream(
        &mut self,
        operator: usize,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let kind = self.kind_of(operator);
        for argument in &invocation.arguments {
            if invocation.method != "getSideOutput" {
                self.rests_on(argument);
            }
        }
        if let Some(result) = self.ask_stream(operator, receiver, invocation)? {
            return Ok(Some(result));
        }
        if kind == StreamKind::Operator
            && setters_apply(invocation.method)
            && let Some(result) = self.call_setter(operator, receiver, invocation)?
        {
            return Ok(Some(result));
        }
        if let Some(made) = self.transform_stream(operator, kind, invocation)? {
            return Ok(Some(self.stream(made)));
        }
        if let Some(made) = self.partition_stream(operator, invocation)? {
            return Ok(Some(made));
        }
        if let Some(made) = self.combine_streams(operator, kind, invocation)? {
            return Ok(Some(made));
        }
        if let Some(made) = self.window_stream(operator, kind, invocation)? {
            return Ok(Some(made));
        }
        if let Some(sink) = self.add_sink(operator, invocation)? {
            return Ok(Some(self.heap.flink(Flink::Sink(sink))));
        }
        self.removed_method(operator, invocation)
    }

    /// Methods that tell something of a stream, and those that change nothing.
    fn ask_stream(
        &mut self,
        operator: usize,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        Ok(match invocation.method {
            "returns" => {
                self.restore_type(operator);
                if let Some(element) = invocation.argument(0).and_then(|it| self.type_information(it)) {
                    self.note_element(operator, &element);
                }
                Some(receiver.clone())
            }
            "getTransformation" => Some(self.heap.flink(Flink::Transformation { operator, is_sink: false })),
            "getParallelism" => Some(Value::int(self.program.parallelism_of(operator))),
            "getId" => Some(Value::int(i32::try_from(self.program.id_of(operator)).unwrap_or(i32::MAX))),
            "getName" => Some(Value::text(self.program.name_of(operator))),
            "getExecutionEnvironment" => Some(self.the_environment()),
            "getExecutionConfig" => Some(self.heap.flink(Flink::ExecutionConfig)),
            "getType" => {
                self.check_type_of(operator);
                Some(self.foreign(Some("TypeInformation"), invocation.method, &[], invocation.place))
            }
            "getKeyType" | "getKeySelector" | "getMinResources" | "getPreferredResources" => {
                Some(self.foreign(Some("TypeInformation"), invocation.method, &[], invocation.place))
            }
            "enableAsyncState" | "invalidate" | "setConnectionType" | "setResources" => {
                Some(receiver.clone())
            }
            _ => None,
        })
    }

    /// Methods that make an operator of one stream.
    fn transform_stream(
        &mut self,
        operator: usize,
        kind: StreamKind,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<usize>> {
        let place = invocation.place;
        let keyed = kind == StreamKind::Keyed;
        let function = invocation.argument(0).cloned();
        let mut name = None;
        let operation = match invocation.method {
            "map" => Operation::Map,
            "flatMap" => Operation::FlatMap,
            "filter" => Operation::Filter,
            "process" => {
                // A plain ProcessFunction on a keyed stream goes through `DataStream`.
                let is_plain =
                    function.as_ref().is_some_and(|it| self.extends(it, "ProcessFunction") == Some(true));
                if keyed && is_plain {
                    name = Some("Process".to_owned());
                }
                Operation::Process
            }
            "project" => Operation::Project,
            "assignTimestampsAndWatermarks" => {
                let is_old = function.as_ref().is_some_and(|it| self.is_old_assigner(it));
                if is_old {
                    self.removed("timestamp assigners of Flink 1.x", place, "`WatermarkStrategy`");
                }
                Operation::AssignTimestampsAndWatermarks
            }
            "transform" => {
                let given = invocation.argument(0).cloned().unwrap_or(Value::NULL);
                name = Some(self.text_argument(&given, invocation.node)?);
                let factory = invocation.argument(2).cloned().unwrap_or(Value::NULL);
                Operation::Transform(self.operator_factory(&factory, invocation)?)
            }
            "asQueryableState" if keyed => {
                let given = invocation.argument(0).cloned().unwrap_or(Value::NULL);
                name = Some(format!("Queryable state: {}", self.text_argument(&given, invocation.node)?));
                Operation::Transform(ordinary_factory())
            }
            "reduce" if keyed => Operation::Reduce,
            "sum" if keyed => Operation::Sum,
            "min" if keyed => Operation::Min,
            "max" if keyed => Operation::Max,
            "minBy" if keyed => Operation::MinBy,
            "maxBy" if keyed => Operation::MaxBy,
            "cache" if matches!(kind, StreamKind::Operator | StreamKind::SideOutput) => Operation::Cache,
            "getSideOutput" if kind == StreamKind::Operator => {
                let tag = self.output_tag(function.as_ref().unwrap_or(&Value::NULL), invocation)?;
                Operation::GetSideOutput { tag }
            }
            _ => return Ok(None),
        };
        let returned = match &operation {
            Operation::Cache => StreamKind::Cached,
            Operation::GetSideOutput { .. } => StreamKind::SideOutput,
            _ => StreamKind::Operator,
        };
        let aggregates = matches!(
            operation,
            Operation::Sum | Operation::Min | Operation::Max | Operation::MinBy | Operation::MaxBy
        );
        let mut call = NewCall::new(operation, vec![operator], returned, place);
        if invocation.method == "transform" {
            call.field_spans.push(("name".into(), invocation.argument_place(0)));
        }
        let is_side_output = call.stream == StreamKind::SideOutput;
        let made = self.record(NewCall { name, ..call });
        if aggregates {
            self.check_field(operator, made, function.as_ref());
        }
        if is_side_output && let Some(element) = function.as_ref().and_then(|tag| self.element_of_tag(tag)) {
            self.note_element(made, &element);
        }
        let input = self.element_of(operator);
        let type_given = invocation.argument(1).and_then(|it| self.type_information(it));
        let element = type_given.or_else(|| invocation.type_arguments.first().map(|it| (*it).to_owned()));
        let element =
            element.or_else(|| function.as_ref().and_then(|it| self.output_type(it, input.as_deref())));
        if let (Some(element), "map" | "flatMap" | "process" | "transform") = (element, invocation.method) {
            self.note_element(made, &element);
        }
        if matches!(invocation.method, "map" | "flatMap") {
            self.note_erased(made, invocation)?;
        }
        Ok(Some(made))
    }

    fn partition_stream(&mut self, operator: usize, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let place = invocation.place;
        let call = match invocation.method {
            "keyBy" => {
                self.note_key_fields(invocation);
                self.check_type_of(operator);
                self.check_key_selector(invocation, operator);
                PartitionCall::KeyBy
            }
            "rebalance" => PartitionCall::Rebalance,
            "rescale" => PartitionCall::Rescale,
            "shuffle" => PartitionCall::Shuffle,
            "global" => PartitionCall::Global,
            "forward" => PartitionCall::Forward,
            "partitionCustom" => {
                let field =
                    invocation.argument(1).is_some_and(|it| it.as_text().is_some() || it.as_int().is_some());
                if field {
                    self.removed(
                        "`partitionCustom` by the name or the number of a field",
                        place,
                        "a `KeySelector`",
                    );
                }
                PartitionCall::PartitionCustom
            }
            "broadcast" if invocation.arguments.is_empty() => PartitionCall::Broadcast,
            "broadcast" => {
                let made = self.partition(PartitionCall::Broadcast, operator, place);
                return Ok(Some(self.heap.flink(Flink::Broadcast(made))));
            }
            _ => return Ok(None),
        };
        let made = self.partition(call, operator, place);
        Ok(Some(self.stream(made)))
    }

    /// `keyBy` with fields instead of a selector.
    fn note_key_fields(&mut self, invocation: &Invocation<'t>) {
        let by_field = !invocation.arguments.is_empty()
            && invocation.arguments.iter().all(|it| matches!(it.data, Data::Text(_) | Data::Int(_)));
        if by_field {
            self.removed(
                "`keyBy` by the names or the numbers of fields",
                invocation.place,
                "`keyBy` with a `KeySelector`",
            );
        }
    }

    fn combine_streams(
        &mut self,
        operator: usize,
        kind: StreamKind,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        let first = invocation.argument(0).cloned();
        Ok(match (invocation.method, first) {
            ("union", _) => {
                let mut inputs = vec![operator];
                for (index, argument) in invocation.arguments.iter().enumerate() {
                    let place = invocation.argument_place(index);
                    let items = self.items(argument).unwrap_or_else(|| vec![argument.clone()]);
                    for item in items {
                        match self.stream_argument(&item, place) {
                            Some(input) => inputs.push(input),
                            None => self.error("not-a-stream", place, "`union` takes streams"),
                        }
                    }
                }
                if inputs.len() == 1 {
                    return Ok(Some(self.stream(operator)));
                }
                let made = self.call_api(Operation::Union, inputs, StreamKind::Plain, place);
                Some(self.stream(made))
            }
            ("connect", Some(other)) => match self.heap.as_flink(&other) {
                Some(Flink::Broadcast(broadcast)) => {
                    let broadcast = *broadcast;
                    Some(self.heap.flink(Flink::BroadcastConnected { stream: operator, broadcast }))
                }
                _ => match self.stream_argument(&other, invocation.argument_place(0)) {
                    Some(other) => {
                        let connected = Connected { inputs: [operator, other] };
                        Some(self.heap.flink(Flink::Connected(connected)))
                    }
                    None => None,
                },
            },
            ("join" | "coGroup", Some(other)) => {
                let Some(other) = self.stream_argument(&other, invocation.argument_place(0)) else {
                    return Ok(None);
                };
                let joined = Joined::new([operator, other], invocation.method == "coGroup");
                Some(self.heap.flink(Flink::Joined(Box::new(joined))))
            }
            ("intervalJoin", Some(other)) if kind == StreamKind::Keyed => {
                let Some(other) = self.stream_argument(&other, invocation.argument_place(0)) else {
                    return Ok(None);
                };
                if self.kind_of(other) != StreamKind::Keyed {
                    self.error(
                        "wrong-stream",
                        invocation.argument_place(0),
                        "`intervalJoin` takes a keyed stream",
                    );
                }
                Some(self.heap.flink(Flink::IntervalJoin(IntervalJoin { inputs: [operator, other] })))
            }
            ("fullWindowPartition", None) => Some(self.heap.flink(Flink::PartitionWindowed(operator))),
            _ => None,
        })
    }

    fn window_stream(
        &mut self,
        operator: usize,
        kind: StreamKind,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let keyed = kind == StreamKind::Keyed;
        let place = invocation.place;
        let windowed = match invocation.method {
            "window" if keyed => self.window_of(operator, false, invocation)?,
            "windowAll" => self.window_of(operator, true, invocation)?,
            "countWindow" | "countWindowAll" if keyed || invocation.method == "countWindowAll" => {
                let size = invocation.argument(0).cloned().unwrap_or(Value::NULL);
                let size = self.long_argument(&size, invocation.argument_place(0), Some(1)).unwrap_or(1);
                let slide = invocation.argument(1).cloned();
                let slide =
                    slide.and_then(|it| self.long_argument(&it, invocation.argument_place(1), Some(1)));
                Windowed::count(operator, invocation.method == "countWindowAll", size, slide, place)
            }
            "timeWindow" | "timeWindowAll" => {
                self.removed("`timeWindow`", place, "`window` with a window assigner");
                self.time_window(operator, invocation.method == "timeWindowAll", invocation)
            }
            _ => return Ok(None),
        };
        Ok(Some(self.heap.flink(Flink::Windowed(Box::new(windowed)))))
    }

    /// Methods that Flink 2 does not have: read as they were meant where there is one meaning, an error otherwise.
    fn removed_method(&mut self, operator: usize, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let place = invocation.place;
        match invocation.method {
            "writeAsText" | "writeAsCsv" => {
                self.removed("`writeAsText` and `writeAsCsv`", place, "`sinkTo` with a `FileSink`");
                let sink =
                    self.call_api(Operation::WriteUsingOutputFormat, vec![operator], StreamKind::Sink, place);
                return Ok(Some(self.heap.flink(Flink::Sink(sink))));
            }
            "fold" | "iterate" | "split" | "select" | "closeWith" => {
                let message =
                    format!("Flink 2 has no `{}`, and nothing that stands for it", invocation.method);
                self.error("removed-in-flink-2", place, message);
                return Ok(Some(self.stream(operator)));
            }
            _ => {}
        }
        Ok(None)
    }

    /// What an operator or a factory that is given to `transform` says of itself.
    pub fn operator_factory(
        &mut self,
        factory: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<TransformOptions> {
        let mut options = ordinary_factory();
        let Some(object) = self.heap.as_object(factory) else { return Ok(options) };
        let class = object.class;
        let strategy = object
            .fields
            .iter()
            .find(|(name, _)| *name == "chainingStrategy")
            .map(|(_, value)| value.clone());
        let strategy = strategy.and_then(|strategy| self.constant_name(&strategy));
        if let Some(strategy) = strategy.and_then(|name| ChainingStrategy::from_name(&name)) {
            options.chaining = strategy;
        }
        options.yielding = self.classes.extends_any(class, &["YieldingOperatorFactory"]);
        if let Some(attributes) = self.call_own(factory, "getOperatorAttributes", invocation)? {
            let says = |method: &str| {
                let foreign = self.heap.as_foreign(&attributes);
                foreign
                    .and_then(|it| it.arguments_of(method))
                    .and_then(|it| it.first())
                    .and_then(Value::as_bool)
                    == Some(true)
            };
            options.output_only_after_end_of_stream = says("setOutputOnlyAfterEndOfStream");
            options.internal_sorter_supported = says("setInternalSorterSupported");
        }
        Ok(options)
    }

    /// The name of an `OutputTag`.
    pub fn output_tag(&mut self, tag: &Value, invocation: &Invocation<'t>) -> Eval<String> {
        self.rests_on(tag);
        let of_class = self.heap.as_foreign(tag).filter(|it| it.class.as_deref() == Some("OutputTag"));
        let name = of_class.and_then(|it| it.calls.first()).and_then(|call| call.arguments.first()).cloned();
        match name {
            Some(name) => self.text_argument(&name, invocation.node),
            None => {
                // Of a tag that is declared elsewhere only its variable is known.
                let place = invocation.argument_place(0);
                let (question, because) = (
                    format!("What is the id of {}?", self.excerpt(place)),
                    "The tag is not made in the text.",
                );
                let written = &self.text[std::ops::Range::from(place)];
                let name = written.rsplit('.').next().unwrap_or(written).to_owned();
                let alternatives = vec![super::super::decisions::alternative("name", &name)];
                self.assume("tag", place, question, because, alternatives);
                Ok(name)
            }
        }
    }

    /// The type of an `OutputTag`, if its constructor or the variable that holds it tells.
    fn element_of_tag(&self, tag: &Value) -> Option<String> {
        let foreign = self.heap.as_foreign(tag)?;
        let information = foreign.calls.first().and_then(|call| call.arguments.get(1));
        let information = information.and_then(|information| self.type_information(information));
        information.or_else(|| foreign.type_argument.as_deref().map(str::to_owned))
    }

    fn is_old_assigner(&self, value: &Value) -> bool {
        const OLD: [&str; 5] = [
            "AssignerWithPeriodicWatermarks",
            "AssignerWithPunctuatedWatermarks",
            "BoundedOutOfOrdernessTimestampExtractor",
            "AscendingTimestampExtractor",
            "TimestampExtractor",
        ];
        OLD.iter().any(|class| self.extends(value, class) == Some(true))
    }

    // ---------------------------------------------------------------- sinks that hand records to the client

    /// `executeAndCollect` and `collectAsync`.
    pub fn collect(&mut self, operator: usize, invocation: &Invocation<'t>) -> Eval<Option<usize>> {
        let place = invocation.place;
        let mut call = NewCall::new(Operation::AddSink, vec![operator], StreamKind::Sink, place);
        call.details = CallDetails { collects: true, ..CallDetails::NONE };
        let sink = self.record(NewCall { name: Some("Data stream collect sink".to_owned()), ..call });
        self.program.set_parallelism(sink, 1, place);
        let uid = format!("dataStreamCollect_{}", self.program.id_of(sink));
        self.program.set(sink, "uid", place, |options| options.uid = Some(uid.clone()));
        if invocation.method != "executeAndCollect" {
            return Ok(Some(sink));
        }
        let name = invocation.argument(0).filter(|it| it.as_text().is_some()).cloned();
        self.program.job = Some(match name {
            Some(name) => self.text_argument(&name, invocation.node)?,
            None => "DataStream Collect".to_owned(),
        });
        self.is_executed = true;
        Err(Stop::End)
    }
}

fn setters_apply(method: &str) -> bool {
    super::setters::is_setter(method)
}

pub const fn ordinary_factory() -> TransformOptions {
    TransformOptions {
        chaining: ChainingStrategy::Always,
        output_only_after_end_of_stream: false,
        internal_sorter_supported: false,
        yielding: false,
    }
}
