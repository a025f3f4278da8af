//! `WindowedStream` and `AllWindowedStream`: assigners, triggers, evictors, and what is called on them.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::NewCall;
use super::super::value::{Foreign, Thing, Value};
use super::Flink;
use super::assigners::Assigner;
use crate::flink::{Refusal, RefusalStage};
use crate::frontend::{
    CallDetails, Operation, PartitionWindowFunction, ShownClass, Span, StreamKind, WindowAssigner,
    WindowDetails, WindowFunction,
};

/// A stream in windows.
#[derive(Clone, Debug)]
pub struct Windowed {
    operator: usize,
    is_all: bool,
    window: WindowKind,
    trigger: Option<ShownClass>,
    evictor: Option<ShownClass>,
    /// The call of `window`, and the setters since, by the names that the definition format has for them.
    field_spans: Vec<(Box<str>, Span)>,
    start: usize,
}

#[derive(Clone, Debug)]
enum WindowKind {
    Assigned(Assigner),
    Count { size: i64, slide: Option<i64> },
}

impl Windowed {
    pub fn count(operator: usize, is_all: bool, size: i64, slide: Option<i64>, place: Span) -> Self {
        let window = WindowKind::Count { size, slide };
        Self {
            operator,
            is_all,
            window,
            trigger: None,
            evictor: None,
            field_spans: Vec::new(),
            start: place.start,
        }
    }

    const fn assigned(operator: usize, is_all: bool, assigner: Assigner, place: Span) -> Self {
        let window = WindowKind::Assigned(assigner);
        Self {
            operator,
            is_all,
            window,
            trigger: None,
            evictor: None,
            field_spans: Vec::new(),
            start: place.start,
        }
    }

    pub const fn is_all(&self) -> bool {
        self.is_all
    }

    const fn is_merging(&self) -> bool {
        matches!(self.window, WindowKind::Assigned(Assigner { is_merging: true, .. }))
    }
}

/// What a windowed stream's details are without its functions.
pub fn details_of(
    assigner: &Assigner,
    trigger: Option<ShownClass>,
    evictor: Option<ShownClass>,
) -> WindowDetails {
    WindowDetails {
        assigner: assigner.shown.clone(),
        trigger: trigger.or_else(|| assigner.trigger.clone()),
        evictor,
        fires_at_end_of_stream: assigner.fires_at_end_of_stream,
        ..WindowDetails::default()
    }
}

const MERGING_REFUSED: &str =
    "A merging window assigner cannot be used with a trigger that does not support merging.";

impl<'t> Evaluator<'t> {
    /// `window` and `windowAll`.
    pub fn window_of(
        &mut self,
        operator: usize,
        is_all: bool,
        invocation: &Invocation<'t>,
    ) -> Eval<Windowed> {
        let assigner = invocation.argument(0).cloned().unwrap_or(Value::NULL);
        let place = invocation.argument_place(0);
        let assigner = self.assigner(&assigner, place, invocation)?;
        let mut windowed = Windowed::assigned(operator, is_all, assigner, invocation.place);
        windowed.field_spans.push(("assigner".into(), place));
        Ok(windowed)
    }

    /// Flink 1.x's `timeWindow`: in the time that the program has set.
    pub fn time_window(&mut self, operator: usize, is_all: bool, invocation: &Invocation<'t>) -> Windowed {
        let times: Vec<_> = invocation.arguments.iter().filter_map(|it| self.millis(it)).collect();
        let processing_time = match self.time_characteristic.as_deref() {
            Some(characteristic) => characteristic == "ProcessingTime",
            None => {
                let alternatives = vec![
                    super::super::decisions::alternative("event", "event time"),
                    super::super::decisions::alternative("processing", "processing time"),
                ];
                let question = "In which time are the windows of `timeWindow`?";
                let because = "The program does not set it; since Flink 1.12 it is event time.";
                self.assume("time", invocation.place, question, because, alternatives) == "processing"
            }
        };
        let (size, slide) = match times[..] {
            [size, slide] => (size, Some(slide)),
            [size] => (size, None),
            _ => (1, None),
        };
        let assigner = match (slide, processing_time) {
            (Some(slide), false) => WindowAssigner::SlidingEventTimeWindows { size, slide },
            (Some(slide), true) => WindowAssigner::SlidingProcessingTimeWindows { size, slide },
            (None, false) => WindowAssigner::TumblingEventTimeWindows { size },
            (None, true) => WindowAssigner::TumblingProcessingTimeWindows { size },
        };
        Windowed::assigned(operator, is_all, Assigner::of(assigner), invocation.place)
    }

    pub fn millis(&self, value: &Value) -> Option<i64> {
        match self.heap.as_flink(value) {
            Some(Flink::Duration(millis)) => Some(*millis),
            _ => None,
        }
    }

    /// A method without arguments of an object of the text.
    pub fn call_own(
        &mut self,
        value: &Value,
        method: &'static str,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let Some(object) = self.heap.as_object(value) else { return Ok(None) };
        let ancestry = self.classes.ancestry(object.class);
        let call =
            Invocation { method, arguments: Vec::new(), type_arguments: Vec::new(), ..invocation.clone() };
        self.call_method_from(&ancestry, value, &call)
    }

    // ---------------------------------------------------------------- triggers and evictors

    /// The class and the text of a trigger or an evictor.
    pub fn shown_class(&mut self, value: &Value, invocation: &Invocation<'t>) -> Eval<ShownClass> {
        self.rests_on(value);
        match self.heap.thing(value) {
            Some(Thing::Object(object)) => {
                let class = object.class;
                let (text, _) = self.printed(value, invocation.node)?;
                Ok(ShownClass { name: self.classes.get(class).name.to_owned(), text })
            }
            Some(Thing::Foreign(foreign)) => {
                let foreign = foreign.clone();
                Ok(self.shown_foreign(&foreign, invocation.node)?)
            }
            _ => Ok(ShownClass { name: "Trigger".to_owned(), text: "Trigger".to_owned() }),
        }
    }

    fn shown_foreign(&mut self, foreign: &Foreign, node: tree_sitter::Node<'t>) -> Eval<ShownClass> {
        let Some(name) = foreign.class.as_deref() else {
            let place = foreign.span;
            let written = self.excerpt(place);
            self.warning(
                "class-not-known",
                place,
                format!("the class that {written} gives is not known, and the plan shows it"),
            );
            return Ok(ShownClass { name: "Trigger".to_owned(), text: "Trigger".to_owned() });
        };
        let arguments = foreign.calls.first().map_or_else(Vec::new, |call| call.arguments.clone());
        let first = arguments.first();
        let millis = first.and_then(|it| self.millis(it).or_else(|| it.as_long()));
        let text = match (name, first) {
            ("EventTimeTrigger" | "ProcessingTimeTrigger", _) => format!("{name}()"),
            ("CountTrigger", Some(count)) => format!("CountTrigger({})", self.printed(count, node)?.0),
            ("ContinuousEventTimeTrigger" | "ContinuousProcessingTimeTrigger" | "TimeEvictor", _) => {
                format!("{name}({})", millis.unwrap_or(0))
            }
            ("PurgingTrigger" | "ProcessingTimeoutTrigger", Some(nested)) => {
                let nested = match self.heap.thing(nested) {
                    Some(Thing::Foreign(nested)) => {
                        let nested = nested.clone();
                        self.deeper(node, |evaluator| evaluator.shown_foreign(&nested, node))?.text
                    }
                    _ => {
                        let nested = nested.clone();
                        self.printed(&nested, node)?.0
                    }
                };
                if name == "PurgingTrigger" {
                    format!("PurgingTrigger({nested})")
                } else {
                    format!("TimeoutTrigger({nested})")
                }
            }
            ("DeltaTrigger", Some(threshold)) => {
                let threshold = self.printed(threshold, node)?.0;
                let function = arguments.get(1).cloned().unwrap_or(Value::NULL);
                let function = self.function_text(&function, node)?;
                format!("DeltaTrigger({function}, {threshold})")
            }
            ("CountEvictor" | "DeltaEvictor", _) => {
                format!("org.apache.flink.streaming.api.windowing.evictors.{name}@0")
            }
            _ => {
                let qualified = self.imports.qualified(name).unwrap_or(name).to_owned();
                format!("{qualified}@0")
            }
        };
        Ok(ShownClass { name: name.to_owned(), text })
    }

    /// Whether a trigger can be used with windows that merge.
    fn can_merge(&mut self, trigger: &Value, invocation: &Invocation<'t>) -> Eval<bool> {
        match self.heap.thing(trigger) {
            Some(Thing::Object(_)) => Ok(match self.call_own(trigger, "canMerge", invocation)? {
                Some(answer) => answer.as_bool() != Some(false),
                None => false,
            }),
            Some(Thing::Foreign(foreign)) => {
                let nested = foreign.calls.first().and_then(|call| call.arguments.first()).cloned();
                match (foreign.class.as_deref(), nested) {
                    (Some("PurgingTrigger"), Some(nested)) => {
                        self.deeper(invocation.node, |evaluator| evaluator.can_merge(&nested, invocation))
                    }
                    (Some("DeltaTrigger" | "ProcessingTimeoutTrigger"), _) => Ok(false),
                    _ => Ok(true),
                }
            }
            _ => Ok(true),
        }
    }

    // ---------------------------------------------------------------- what is called on windows

    pub fn call_on_windowed(
        &mut self,
        windowed: &Windowed,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        match (invocation.method, invocation.argument(0)) {
            ("trigger" | "evictor", Some(given)) => {
                let given = given.clone();
                if invocation.method == "trigger"
                    && windowed.is_merging()
                    && !self.can_merge(&given, invocation)?
                {
                    let refusal = Refusal::unsupported_operation(RefusalStage::Build, MERGING_REFUSED);
                    self.program.refuse(refusal.at(windowed.operator, None));
                }
                let shown = self.shown_class(&given, invocation)?;
                let mut changed = windowed.clone();
                let field =
                    if invocation.method == "trigger" { &mut changed.trigger } else { &mut changed.evictor };
                *field = Some(shown);
                changed.field_spans.push((invocation.method.into(), invocation.place));
                // The object itself is changed, whoever holds it.
                if let Some(Thing::Flink(held)) = receiver.id().map(|id| self.heap.get_mut(id)) {
                    *held = Flink::Windowed(Box::new(changed));
                }
                return Ok(Some(receiver.clone()));
            }
            ("allowedLateness" | "sideOutputLateData" | "enableAsyncState", _) => {
                if invocation.method == "allowedLateness" {
                    self.check_lateness(invocation);
                }
                return Ok(Some(receiver.clone()));
            }
            ("getExecutionEnvironment", _) => return Ok(Some(self.the_environment())),
            ("getInputType", _) => return Ok(Some(self.unknown(invocation.place))),
            ("fold", _) => {
                self.error(
                    "removed-in-flink-2",
                    invocation.place,
                    "Flink 2 has no `fold`; `aggregate` stands for it",
                );
                return Ok(Some(self.stream(windowed.operator)));
            }
            _ => {}
        }
        let function = match invocation.method {
            "reduce" => WindowFunction::Reduce,
            "aggregate" => WindowFunction::Aggregate,
            "apply" => WindowFunction::Apply,
            "process" => WindowFunction::Process,
            "sum" => WindowFunction::Sum,
            "min" => WindowFunction::Min,
            "max" | "minBy" | "maxBy" => WindowFunction::Max,
            _ => return Ok(None),
        };
        let aggregates = matches!(function, WindowFunction::Sum | WindowFunction::Min | WindowFunction::Max);
        let made = self.apply_to_window(windowed, function, invocation)?;
        if aggregates {
            self.check_field(windowed.operator, made, invocation.argument(0));
        }
        Ok(Some(self.stream(made)))
    }

    fn apply_to_window(
        &mut self,
        windowed: &Windowed,
        function: WindowFunction,
        invocation: &Invocation<'t>,
    ) -> Eval<usize> {
        let arguments = &invocation.arguments;
        let takes = match function {
            WindowFunction::Reduce | WindowFunction::Aggregate => 2,
            WindowFunction::Apply | WindowFunction::Process => 1,
            _ => 0,
        };
        let mut given: Vec<Value> = arguments.iter().take(takes).cloned().collect();
        // The type of the result may stand in the second place.
        given.retain(|it| self.type_information(it).is_none());
        let mut functions = Vec::with_capacity(given.len());
        for function in &given {
            functions.push(self.function_name(function, invocation.node)?);
        }
        let to_process = given.get(1).is_some_and(|it| self.is_process_function(it, windowed.is_all));
        let input_type = self.element_of(windowed.operator);
        let result_type = match function {
            WindowFunction::Aggregate if given.len() == 1 => {
                given.first().and_then(|it| self.type_argument_of(it, "AggregateFunction", 2))
            }
            WindowFunction::Reduce if given.len() == 1 => input_type.as_deref().map(str::to_owned),
            WindowFunction::Sum | WindowFunction::Min | WindowFunction::Max => {
                input_type.as_deref().map(str::to_owned)
            }
            _ => given.last().and_then(|it| self.output_type(it, None)),
        };
        let mut details = match &windowed.window {
            WindowKind::Assigned(assigner) => {
                details_of(assigner, windowed.trigger.clone(), windowed.evictor.clone())
            }
            WindowKind::Count { .. } => WindowDetails {
                trigger: windowed.trigger.clone(),
                evictor: windowed.evictor.clone(),
                ..WindowDetails::default()
            },
        };
        details.functions = functions;
        details.hands_on_to_process = to_process;
        if windowed.is_all {
            details.call_location = Some(self.call_location(invocation));
            let merged = match function {
                WindowFunction::Aggregate => {
                    given.first().and_then(|it| self.type_argument_of(it, "AggregateFunction", 1))
                }
                WindowFunction::Apply | WindowFunction::Process => Some(String::new()),
                _ => input_type
                    .as_deref()
                    .map(str::to_owned)
                    .or_else(|| given.first().and_then(|it| self.type_argument_of(it, "ReduceFunction", 0))),
            };
            let has_evictor = windowed.evictor.is_some()
                || matches!(windowed.window, WindowKind::Count { slide: Some(_), .. });
            if merged.as_deref() != Some("") && !has_evictor {
                details.serializer = Some(self.serializer_of(merged.as_deref(), invocation.place));
            }
        }
        let operation = match (&windowed.window, windowed.is_all) {
            (WindowKind::Assigned(assigner), false) => {
                Operation::Window { assigner: assigner.assigner, function }
            }
            (WindowKind::Assigned(assigner), true) => {
                Operation::WindowAll { assigner: assigner.assigner, function }
            }
            (&WindowKind::Count { size, slide }, false) => Operation::CountWindow { size, slide, function },
            (&WindowKind::Count { size, slide }, true) => Operation::CountWindowAll { size, slide, function },
        };
        // From `.window(` to the end of the function's call.
        let start = windowed.start.min(invocation.place.start);
        let place = Span { start, end: invocation.place.end };
        let place = if start > invocation.node.start_byte() { place } else { invocation.place };
        let mut call = NewCall::new(operation, vec![windowed.operator], StreamKind::Operator, place);
        call.details = CallDetails { window: Some(Box::new(details)), ..CallDetails::NONE };
        call.field_spans.clone_from(&windowed.field_spans);
        call.field_spans.push(("function".into(), invocation.place));
        let made = self.record(call);
        let merges = matches!(function, WindowFunction::Reduce | WindowFunction::Aggregate);
        let is_rich = given.first().filter(|_| merges).is_some_and(|it| {
            self.extends(it, "RichReduceFunction") == Some(true)
                || self.extends(it, "RichAggregateFunction") == Some(true)
                || self.extends(it, "AbstractRichFunction") == Some(true)
        });
        let message = match (function, given.len()) {
            (WindowFunction::Reduce, 1) => {
                "ReduceFunction of reduce can not be a RichFunction. Please use reduce(ReduceFunction, WindowFunction) instead."
            }
            (WindowFunction::Reduce, _) if windowed.is_all => {
                "ReduceFunction of reduce can not be a RichFunction."
            }
            (WindowFunction::Reduce, _) => "ReduceFunction of apply can not be a RichFunction.",
            (_, 1) => "This aggregation function cannot be a RichFunction.",
            _ => "This aggregate function cannot be a RichFunction.",
        };
        if is_rich {
            return self.refuse(Refusal::unsupported_operation(RefusalStage::Build, message), made);
        }
        if let Some(result_type) = result_type {
            self.note_element(made, &result_type);
        }
        if function == WindowFunction::Apply {
            self.note_erased(made, invocation)?;
        }
        Ok(made)
    }

    /// The place of a call as Flink finds it in the stack: method, file, line.
    pub fn call_location(&self, invocation: &Invocation<'t>) -> String {
        let frame = self.frame();
        let method = if frame.method.is_empty() { "main" } else { &frame.method };
        let parenthesis = invocation
            .node
            .child_by_field_name("arguments")
            .map_or(invocation.place.start, |it| it.start_byte());
        format!("{method}({}:{})", self.file_name(), self.line_of(parenthesis))
    }

    pub fn call_on_partition_windowed(
        &mut self,
        operator: usize,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let function = match invocation.method {
            "mapPartition" => PartitionWindowFunction::MapPartition,
            "reduce" => PartitionWindowFunction::Reduce,
            "aggregate" => PartitionWindowFunction::Aggregate,
            "sortPartition" => PartitionWindowFunction::SortPartition,
            _ => return Ok(None),
        };
        let keyed = self.kind_of(operator) == StreamKind::Keyed;
        let mut call = NewCall::new(
            Operation::FullWindowPartition { function },
            vec![operator],
            StreamKind::Operator,
            invocation.place,
        );
        if keyed && matches!(function, PartitionWindowFunction::Reduce | PartitionWindowFunction::Aggregate) {
            let given = invocation.argument(0).cloned().unwrap_or(Value::NULL);
            let functions = vec![self.function_name(&given, invocation.node)?];
            let details = WindowDetails { functions, ..WindowDetails::default() };
            call.details = CallDetails { window: Some(Box::new(details)), ..CallDetails::NONE };
        }
        if invocation.method == "sortPartition" {
            self.check_sorted_field(invocation);
        }
        let made = self.record(call);
        Ok(Some(self.stream(made)))
    }

    /// The text of a function in a trigger's text.
    fn function_text(&mut self, function: &Value, node: tree_sitter::Node<'t>) -> Eval<String> {
        if self.heap.as_closure(function).is_some() {
            return Ok(format!("{}@0", self.function_name(function, node)?));
        }
        Ok(self.printed(function, node)?.0)
    }
}
