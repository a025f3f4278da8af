//! `StreamExecutionEnvironment`: settings, sources, execution.

use super::super::calls::Invocation;
use super::super::connectors::{self, Boundedness};
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator, Stop};
use super::super::program::NewCall;
use super::super::value::{Data, Thing, Value};
use super::Flink;
use crate::flink::ChainingStrategy;
use crate::frontend::{Operation, SlotSharingGroupOption, Span, StreamKind, TransformOptions};

/// The superclasses and interfaces of old sources that are parallel.
const PARALLEL_SOURCE_FUNCTIONS: [&str; 2] = ["ParallelSourceFunction", "RichParallelSourceFunction"];

/// What `getStreamGraph` gives; a program may name its job there.
const STREAM_GRAPH: &str = "StreamGraph";

impl<'t> Evaluator<'t> {
    /// Static methods that make an environment.
    pub fn make_environment(&mut self, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        match invocation.method {
            "getExecutionEnvironment"
            | "createLocalEnvironment"
            | "createLocalEnvironmentWithWebUI"
            | "createRemoteEnvironment"
            | "createTestStreamEnvironment" => {}
            "getDefaultLocalParallelism" => return Ok(Some(Value::int(1))),
            "setDefaultLocalParallelism" => return Ok(Some(Value::NULL)),
            _ => return Ok(None),
        }
        let environment = self.the_environment();
        self.program.environment_class = match invocation.method {
            "createLocalEnvironment" | "createLocalEnvironmentWithWebUI" => Some("LocalStreamEnvironment"),
            "createRemoteEnvironment" => Some("RemoteStreamEnvironment"),
            _ => None,
        };
        for (index, argument) in invocation.arguments.iter().enumerate() {
            let place = invocation.argument_place(index);
            if let Some(Flink::Configuration(settings)) = self.heap.as_flink(argument).cloned() {
                self.rests_on(argument);
                self.configure_from(&settings, place);
            }
        }
        // The port of a remote environment is a number too: its parallelism is the second one.
        let numbers: Vec<_> =
            invocation.arguments.iter().filter(|it| it.as_int().is_some()).cloned().collect();
        let parallelism = match invocation.method {
            "createLocalEnvironment" => numbers.first(),
            "createRemoteEnvironment" => numbers.get(1),
            _ => None,
        };
        if let Some(parallelism) = parallelism {
            self.rests_on(parallelism);
            let value = parallelism.as_int().unwrap_or(1).to_string();
            self.program.configure("parallelism.default", value, invocation.place);
        }
        Ok(Some(environment))
    }

    pub fn call_on_environment(
        &mut self,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        for argument in &invocation.arguments {
            if !matches!(invocation.method, "execute" | "executeAsync" | "addDefaultKryoSerializer") {
                self.rests_on(argument);
            }
        }
        let first = invocation.argument(0).cloned();
        let this = Some(receiver.clone());
        if self.check_environment_call(invocation) {
            return Ok(this);
        }
        Ok(match (invocation.method, first) {
            ("setParallelism", Some(parallelism)) => {
                let current = self.program.parallelism;
                let argument = invocation.argument_place(0);
                let parallelism = self.int_argument(&parallelism, argument, Some(current));
                // PARALLELISM_UNKNOWN is passed over.
                if let Some(parallelism) = parallelism.filter(|&parallelism| parallelism != -2) {
                    self.program.configure("parallelism.default", parallelism.to_string(), place);
                }
                this
            }
            ("setMaxParallelism", Some(max)) => {
                let argument = invocation.argument_place(0);
                if let Some(max) = self.int_argument(&max, argument, Some(128)) {
                    self.program.configure("pipeline.max-parallelism", max.to_string(), place);
                }
                this
            }
            ("setRuntimeMode", Some(mode)) => {
                self.configure_constant("execution.runtime-mode", &mode, 0, invocation);
                this
            }
            ("setBufferTimeout", Some(timeout)) => {
                let argument = invocation.argument_place(0);
                match self.long_argument(&timeout, argument, Some(100)) {
                    Some(-1) => {
                        self.program.configure("execution.buffer-timeout.enabled", "false".to_owned(), place)
                    }
                    Some(timeout) => {
                        self.program.forget_configuration("execution.buffer-timeout.enabled");
                        self.program.configure(
                            "execution.buffer-timeout.interval",
                            format!("{timeout} ms"),
                            place,
                        );
                    }
                    None => {}
                }
                this
            }
            ("disableOperatorChaining", None) => {
                self.program.configure("pipeline.operator-chaining.enabled", "false".to_owned(), place);
                this
            }
            ("enableCheckpointing", interval) => {
                if let Some(interval) = interval.and_then(|it| self.millis_argument(&it)) {
                    self.program.configure(
                        "execution.checkpointing.interval",
                        format!("{interval} ms"),
                        place,
                    );
                }
                if let Some(mode) = invocation.argument(1).cloned() {
                    self.configure_constant("execution.checkpointing.mode", &mode, 1, invocation);
                }
                this
            }
            ("configure", Some(configuration)) => {
                if let Some(Flink::Configuration(settings)) = self.heap.as_flink(&configuration).cloned() {
                    self.configure_from(&settings, place);
                }
                Some(Value::NULL)
            }
            ("enableChangelogStateBackend", Some(enabled)) => {
                if let Some(enabled) = enabled.as_bool() {
                    self.program.configure("state.changelog.enabled", enabled.to_string(), place);
                }
                this
            }
            ("registerSlotSharingGroup", Some(group)) => {
                let group = self.slot_sharing_group(&group, invocation)?;
                if let SlotSharingGroupOption::Resources { name, .. } = &group {
                    self.slot_sharing_groups.insert(name.clone(), group);
                }
                this
            }
            ("getConfig", None) => Some(self.heap.flink(Flink::ExecutionConfig)),
            ("getCheckpointConfig", None) => Some(self.heap.flink(Flink::CheckpointConfig)),
            ("getParallelism", None) => Some(Value::int(self.program.parallelism)),
            ("getMaxParallelism", None) => {
                Some(Value::int(self.configured_int("pipeline.max-parallelism", -1)))
            }
            ("getCheckpointInterval", None) => {
                Some(Value::long(self.configured_millis("execution.checkpointing.interval", -1)))
            }
            ("getBufferTimeout", None) => {
                Some(Value::long(self.configured_millis("execution.buffer-timeout.interval", 100)))
            }
            ("isChainingEnabled", None) => Some(Value::bool(
                self.program.configured("pipeline.operator-chaining.enabled") != Some("false"),
            )),
            ("getConfiguration", None) => {
                Some(self.heap.flink(Flink::Configuration(super::Settings::default())))
            }
            ("execute" | "executeAsync", name) => return self.execute(name, invocation),
            ("addOperator", Some(transformation)) => {
                // The operator was noted when its Transformation was made.
                self.rests_on(&transformation);
                Some(Value::NULL)
            }
            (
                "close"
                | "registerCachedFile"
                | "registerJobListener"
                | "clearJobListeners"
                | "setDefaultSavepointDirectory",
                _,
            ) => this,
            ("getStreamGraph" | "getExecutionPlan", _) => {
                let number = Value::long(self.program.graphs() as i64);
                if !self.program.generate_graph() {
                    self.error(
                        "too-many-graphs",
                        place,
                        "the program asks for its plan too often to be followed",
                    );
                }
                match invocation.method {
                    "getStreamGraph" => Some(self.foreign(Some(STREAM_GRAPH), "new", &[number], place)),
                    _ => Some(self.unknown(place)),
                }
            }
            ("getTransformations" | "getCachedFiles", _) => Some(self.unknown(place)),
            ("clean", Some(function)) => Some(function),
            ("setStreamTimeCharacteristic", given) => {
                self.time_characteristic = given.and_then(|given| self.constant_name(&given));
                self.removed("`setStreamTimeCharacteristic`", place, "nothing: event time is the default");
                this
            }
            (
                "setStateBackend"
                | "setRestartStrategy"
                | "setNumberOfExecutionRetries"
                | "addDefaultKryoSerializer"
                | "registerTypeWithKryoSerializer"
                | "registerType",
                _,
            ) => {
                self.removed(
                    "setters of state backends, restart strategies and serializers",
                    place,
                    "the configuration",
                );
                this
            }
            _ => return self.make_source(invocation),
        })
    }

    fn execute(&mut self, name: Option<Value>, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        if let Some(name) = name {
            let name = if self.is_stream_graph(&name) {
                let made = self.heap.as_foreign(&name).and_then(|graph| graph.arguments_of("new"));
                if let Some(number) = made.and_then(|made| made.first()).and_then(Value::as_int) {
                    self.program.execute_graph(usize::try_from(number).unwrap_or_default());
                }
                self.name_of_graph(&name)
            } else {
                Some(name)
            };
            if let Some(name) = name.filter(|name| !name.is_null()) {
                let job = self.text_argument(&name, invocation.node)?;
                self.program.job = Some(job);
            }
        }
        self.is_executed = true;
        Err(Stop::End)
    }

    fn is_stream_graph(&self, value: &Value) -> bool {
        self.heap.as_foreign(value).is_some_and(|it| it.class.as_deref() == Some(STREAM_GRAPH))
    }

    /// The name that `setJobName` gave to a `StreamGraph`.
    fn name_of_graph(&self, graph: &Value) -> Option<Value> {
        self.heap.as_foreign(graph)?.arguments_of("setJobName")?.first().cloned()
    }

    /// What a `StreamGraph` is asked for before it is executed.
    pub fn ask_stream_graph(&mut self, graph: &Value, invocation: &Invocation<'t>) -> Option<Value> {
        if invocation.method != "getJobName" || !self.is_stream_graph(graph) {
            return None;
        }
        let configured = self.program.configured("pipeline.name").map(Value::text);
        let is_batch = self
            .program
            .configured("execution.runtime-mode")
            .is_some_and(|it| it.eq_ignore_ascii_case("batch"));
        let default = if is_batch { "Flink Batch Job" } else { "Flink Streaming Job" };
        Some(self.name_of_graph(graph).or(configured).unwrap_or_else(|| Value::text(default)))
    }

    // ---------------------------------------------------------------- sources

    fn make_source(&mut self, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let place = invocation.place;
        let arguments = &invocation.arguments;
        let operator = match invocation.method {
            "fromSource" => {
                let bounded = self.is_bounded(&arguments.first().cloned().unwrap_or(Value::NULL), place)?;
                let name = arguments.get(2).cloned().unwrap_or(Value::NULL);
                let name = self.text_argument(&name, invocation.node)?;
                self.source(Operation::FromSource { bounded }, Some(name), invocation)
            }
            "fromSequence" => {
                let operator = self.source(Operation::FromSequence, None, invocation);
                self.note_element(operator, "Long");
                operator
            }
            "fromData" | "fromElements" | "fromCollection" => {
                let operation = if invocation.method == "fromData" {
                    Operation::FromData
                } else {
                    Operation::FromCollection
                };
                let operator = self.source(operation, None, invocation);
                let first = arguments.iter().find_map(|argument| match self.items(argument) {
                    Some(items) => items.into_iter().next(),
                    None => Some(argument.clone()),
                });
                if let Some(element) = first.and_then(|first| self.type_of(&first)) {
                    self.note_element(operator, &element);
                }
                operator
            }
            "fromParallelCollection" => {
                let name = Some("Parallel Collection Source".to_owned());
                self.source(Operation::AddSource { parallel: true }, name, invocation)
            }
            "generateSequence" => {
                let name = Some("Sequence Source (Deprecated)".to_owned());
                self.source(Operation::AddSource { parallel: true }, name, invocation)
            }
            "socketTextStream" => {
                let operator = self.source(Operation::SocketTextStream, None, invocation);
                self.note_element(operator, "String");
                operator
            }
            "addSource" => {
                let function = arguments.first().cloned().unwrap_or(Value::NULL);
                let parallel = self.is_parallel_source(&function, place);
                let name = arguments.get(1).filter(|it| it.as_text().is_some()).cloned();
                let name = name.map(|name| self.text_argument(&name, invocation.node)).transpose()?;
                self.source(Operation::AddSource { parallel }, name, invocation)
            }
            "createInput" => {
                let format = arguments.first().cloned().unwrap_or(Value::NULL);
                if self.is_file_format(&format) {
                    self.file_source("Custom File source", invocation)
                } else {
                    self.source(Operation::CreateInput, None, invocation)
                }
            }
            "readFile" => self.file_source("Custom File Source", invocation),
            "readTextFile" => {
                self.removed("`readTextFile`", place, "`fromSource` with a `FileSource`");
                let operator = self.file_source("Custom File Source", invocation);
                self.note_element(operator, "String");
                operator
            }
            _ => return Ok(None),
        };
        if let Some(element) = invocation.type_arguments.first() {
            self.note_element(operator, element);
        }
        Ok(Some(self.stream(operator)))
    }

    fn source(&mut self, operation: Operation, name: Option<String>, invocation: &Invocation<'t>) -> usize {
        let place = self.source_place(invocation);
        let mut call = NewCall::new(operation, Vec::new(), StreamKind::Operator, place);
        if name.is_some() && invocation.method == "fromSource" {
            call.field_spans.push(("name".into(), invocation.argument_place(2)));
        }
        self.record(NewCall { name, ..call })
    }

    /// The whole call: a source's `env.` belongs to it.
    fn source_place(&self, invocation: &Invocation<'t>) -> Span {
        let object = invocation.node.child_by_field_name("object");
        let start = match object {
            Some(object) if object.kind() == "identifier" => object.start_byte(),
            _ => invocation.place.start,
        };
        Span { start, end: invocation.place.end }
    }

    /// `ContinuousFileMonitoringFunction` and the reader of its splits.
    fn file_source(&mut self, name: &str, invocation: &Invocation<'t>) -> usize {
        let monitor =
            self.source(Operation::AddSource { parallel: false }, Some(name.to_owned()), invocation);
        self.program
            .set(monitor, "maxParallelism", invocation.place, |options| options.max_parallelism = Some(1));
        let factory = TransformOptions {
            chaining: ChainingStrategy::Head,
            output_only_after_end_of_stream: false,
            internal_sorter_supported: false,
            yielding: true,
        };
        let name = Some(format!("Split Reader: {name}"));
        let call = NewCall::new(
            Operation::Transform(factory),
            vec![monitor],
            StreamKind::Operator,
            invocation.place,
        );
        self.record(NewCall { name, ..call })
    }

    fn is_file_format(&self, format: &Value) -> bool {
        const FORMATS: [&str; 6] = [
            "FileInputFormat",
            "DelimitedInputFormat",
            "TextInputFormat",
            "CsvInputFormat",
            "RowCsvInputFormat",
            "AvroInputFormat",
        ];
        match self.heap.thing(format) {
            Some(Thing::Object(object)) => self.classes.extends_any(object.class, &FORMATS),
            Some(Thing::Foreign(foreign)) => foreign.class.as_deref().is_some_and(|it| FORMATS.contains(&it)),
            _ => false,
        }
    }

    /// Whether a source of the new kind ends.
    pub fn is_bounded(&mut self, source: &Value, place: Span) -> Eval<bool> {
        match self.heap.thing(source) {
            Some(Thing::Object(_)) => self.is_own_source_bounded(source, place),
            Some(Thing::Foreign(foreign)) => {
                let foreign = foreign.clone();
                let class = foreign.class.clone();
                let known =
                    class.as_deref().and_then(|class| connectors::source(self.connector_class(class)));
                match known {
                    Some(boundedness) => {
                        let answer = self.ask_connector(&foreign, |built| boundedness.is_bounded(built));
                        if let Some(is_bounded) = answer {
                            return Ok(is_bounded);
                        }
                        let last = foreign.calls.iter().rev().find(|call| !call.arguments.is_empty());
                        let last = last.and_then(|call| call.arguments.first()).cloned();
                        match last {
                            Some(last) => self.is_bounded(&last, place),
                            None => Ok(false),
                        }
                    }
                    None => Ok(self.assume_bounded(class.as_deref(), foreign.span, place)),
                }
            }
            _ => Ok(self.assume_bounded(None, place, place)),
        }
    }

    fn assume_bounded(&mut self, class: Option<&str>, made_at: Span, place: Span) -> bool {
        let place = if made_at.start == made_at.end { place } else { made_at };
        let what = class.map_or_else(|| self.excerpt(place), |class| format!("`{class}`"));
        let question = format!("Does the source {what} end?");
        let because =
            "Its class is not in the text and no connector that is known here; most sources never end.";
        let alternatives = vec![alternative("unbounded", "it never ends"), alternative("bounded", "it ends")];
        self.assume("source", place, question, because, alternatives) == "bounded"
    }

    /// Asks an own `Source` with its own `getBoundedness`.
    fn is_own_source_bounded(&mut self, source: &Value, place: Span) -> Eval<bool> {
        let Some(object) = self.heap.as_object(source) else { return Ok(false) };
        let class = object.class;
        let ancestry = self.classes.ancestry(class);
        let node = self.classes.get(class).node;
        let invocation = Invocation {
            method: "getBoundedness",
            arguments: Vec::new(),
            node,
            place,
            type_arguments: Vec::new(),
        };
        if let Some(answer) = self.call_method_from(&ancestry, source, &invocation)?
            && let Some(name) = self.constant_name(&answer)
        {
            self.rests_on(&answer);
            return Ok(name == "BOUNDED");
        }
        let parent = self.classes.foreign_supertypes(class).first().map(|it| it.name);
        Ok(match parent.and_then(|parent| connectors::source(self.connector_class(parent))) {
            Some(Boundedness::Bounded) => true,
            Some(_) => false,
            None => self.assume_bounded(parent, place, place),
        })
    }

    /// Whether an old source function runs in parallel.
    fn is_parallel_source(&mut self, function: &Value, place: Span) -> bool {
        let class = match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                let class = object.class;
                if self.classes.extends_any(class, &PARALLEL_SOURCE_FUNCTIONS) {
                    return true;
                }
                let known = ["SourceFunction", "RichSourceFunction", "FromElementsFunction"];
                if self.classes.extends_any(class, &known) {
                    return false;
                }
                self.classes.foreign_supertypes(class).first().map(|it| it.name.to_owned())
            }
            Some(Thing::Closure(_)) => return false,
            Some(Thing::Foreign(foreign)) => foreign.class.as_deref().map(str::to_owned),
            _ => None,
        };
        if let Some(parallel) =
            class.as_deref().and_then(|class| connectors::legacy_source(self.connector_class(class)))
        {
            return parallel;
        }
        let made_at = self.heap.as_foreign(function).map_or(place, |foreign| foreign.span);
        let what = class.map_or_else(|| self.excerpt(made_at), |class| format!("`{class}`"));
        let question = format!("Is the source {what} a ParallelSourceFunction?");
        let because =
            "Its class is not in the text; most old sources are plain SourceFunctions, which run once.";
        let alternatives = vec![
            alternative("single", "no: it runs once"),
            alternative("parallel", "yes: it runs in parallel"),
        ];
        self.assume("legacy-source", made_at, question, because, alternatives) == "parallel"
    }

    /// The name of a constant: `BATCH` of `RuntimeExecutionMode.BATCH`.
    pub fn constant_name(&self, value: &Value) -> Option<String> {
        match self.heap.thing(value) {
            Some(Thing::Foreign(foreign)) => foreign.calls.first().map(|call| call.method.to_string()),
            Some(Thing::Object(object)) => object.constant.map(|(name, _)| name.to_owned()),
            _ => match &value.data {
                Data::Text(text) => Some(text.to_string()),
                // A constant in mixed case looks like a class.
                Data::Class(name) => Some(name.to_string()),
                _ => None,
            },
        }
    }
}
