//! Windows: what a windowed operator is called and how it describes itself.
//!
//! Mirrors `WindowedStream`, `WindowOperatorBuilder`, `AllWindowedStream` and the partition windows.

use std::borrow::Cow;

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase, Refusal, RefusalStage, Refused};
use crate::frontend::{PartitionWindowFunction, ShownClass, WindowAssigner, WindowDetails, WindowFunction};
use crate::transformation::environment::sort_partition_weight;
use crate::transformation::{OperatorFactory, TransformationIndex, options};

/// An assigner with its trigger and evictor, as their classes name and print them.
pub(super) struct Window {
    assigner: ShownClass,
    trigger: ShownClass,
    evictor: Option<ShownClass>,
    end_of_stream: bool,
}

impl Window {
    /// An assigner with its default trigger.
    pub(super) fn of(assigner: WindowAssigner) -> Self {
        let (name, arguments) = match assigner {
            WindowAssigner::TumblingEventTimeWindows { size } => {
                ("TumblingEventTimeWindows", format!("{size}"))
            }
            WindowAssigner::TumblingProcessingTimeWindows { size } => {
                ("TumblingProcessingTimeWindows", format!("{size}"))
            }
            WindowAssigner::SlidingEventTimeWindows { size, slide } => {
                ("SlidingEventTimeWindows", format!("{size}, {slide}"))
            }
            WindowAssigner::SlidingProcessingTimeWindows { size, slide } => {
                ("SlidingProcessingTimeWindows", format!("{size}, {slide}"))
            }
            WindowAssigner::EventTimeSessionWindows { gap } => ("EventTimeSessionWindows", format!("{gap}")),
            WindowAssigner::ProcessingTimeSessionWindows { gap } => {
                ("ProcessingTimeSessionWindows", format!("{gap}"))
            }
            WindowAssigner::GlobalWindows => return Self::global("NeverTrigger"),
        };
        let trigger =
            if name.contains("ProcessingTime") { "ProcessingTimeTrigger" } else { "EventTimeTrigger" };
        Self {
            assigner: shown(name, format!("{name}({arguments})")),
            trigger: shown(trigger, format!("{trigger}()")),
            evictor: None,
            end_of_stream: false,
        }
    }

    /// `GlobalWindows` with one of its own triggers, which have no `toString`.
    fn global(trigger: &str) -> Self {
        let text = format!("org.apache.flink.streaming.api.windowing.assigners.GlobalWindows${trigger}@0");
        Self {
            assigner: shown("GlobalWindows", format!("GlobalWindows(trigger={trigger})")),
            trigger: shown(trigger, text),
            evictor: None,
            end_of_stream: trigger == "EndOfStreamTrigger",
        }
    }

    /// `countWindow`: purging without a slide, evicting with one.
    fn count(size: i64, slide: Option<i64>) -> Self {
        let global = Self::global("NeverTrigger");
        match slide {
            None => {
                let text = format!("PurgingTrigger(CountTrigger({size}))");
                Self { trigger: shown("PurgingTrigger", text), ..global }
            }
            Some(slide) => {
                let evictor = "org.apache.flink.streaming.api.windowing.evictors.CountEvictor@0".to_owned();
                Self {
                    trigger: shown("CountTrigger", format!("CountTrigger({slide})")),
                    evictor: Some(shown("CountEvictor", evictor)),
                    ..global
                }
            }
        }
    }

    /// The window with what a program sets on it.
    pub(super) fn with(mut self, call: Call<'_>) -> Self {
        let Some(details) = &call.details.window else { return self };
        let WindowDetails { assigner, trigger, evictor, fires_at_end_of_stream, .. } = &**details;
        self.assigner = assigner.clone().unwrap_or(self.assigner);
        self.trigger = trigger.clone().unwrap_or(self.trigger);
        self.evictor = evictor.clone().or(self.evictor);
        self.end_of_stream |= fires_at_end_of_stream;
        self
    }
}

fn shown(name: &str, text: String) -> ShownClass {
    ShownClass { name: name.to_owned(), text }
}

/// What a window's contents are handed to.
pub(super) enum WindowContents {
    /// Merged as they come; a function of Flink's passes the result through.
    Merged(Cow<'static, str>),
    /// Collected, or merged, for a function.
    Function(Cow<'static, str>),
}

impl WindowContents {
    fn of(call: Call<'_>, function: WindowFunction) -> Self {
        let given = call.details.window.as_ref().map_or(&[][..], |window| &window.functions);
        match (function, given) {
            (WindowFunction::Apply | WindowFunction::Process, [function]) => {
                return Self::Function(function.clone().into());
            }
            (WindowFunction::Reduce | WindowFunction::Aggregate, [function]) => {
                return Self::Merged(function.clone().into());
            }
            (_, [merging, window]) => return Self::Function(format!("{merging}, {window}").into()),
            _ => {}
        }
        match function {
            WindowFunction::Reduce => Self::Merged("Reduce".into()),
            WindowFunction::Aggregate => Self::Merged("Aggregate".into()),
            WindowFunction::Sum => Self::Merged("SumAggregator".into()),
            WindowFunction::Min | WindowFunction::Max => Self::Merged("ComparableAggregator".into()),
            WindowFunction::Apply => Self::Function("Apply".into()),
            WindowFunction::Process => Self::Function("ProcessWindow".into()),
        }
    }
}

impl Api<'_> {
    /// `window`.
    pub(super) fn window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        assigner: WindowAssigner,
        function: WindowFunction,
    ) -> Refused<Made> {
        assigner_arguments_allowed(self.stage, call, assigner)?;
        let contents = WindowContents::of(call, function);
        Ok(Made::operator(self.keyed_window(call, input, &Window::of(assigner).with(call), contents)))
    }

    /// `windowAll`.
    pub(super) fn window_all(
        &mut self,
        call: Call<'_>,
        input: Stream,
        assigner: WindowAssigner,
        function: WindowFunction,
    ) -> Refused<Made> {
        assigner_arguments_allowed(self.stage, call, assigner)?;
        Ok(self.all_window(call, input, &Window::of(assigner).with(call), function))
    }

    /// `countWindow`: of a size, evaluated at each slide if there is one.
    pub(super) fn count_window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        (size, slide): (i64, Option<i64>),
        function: WindowFunction,
    ) -> Made {
        let contents = WindowContents::of(call, function);
        Made::operator(self.keyed_window(call, input, &Window::count(size, slide).with(call), contents))
    }

    /// `countWindowAll`.
    pub(super) fn count_window_all(
        &mut self,
        call: Call<'_>,
        input: Stream,
        (size, slide): (i64, Option<i64>),
        function: WindowFunction,
    ) -> Made {
        self.all_window(call, input, &Window::count(size, slide).with(call), function)
    }

    /// `WindowedStream`: named after the assigner, described by assigner, trigger, evictor and function.
    pub(super) fn keyed_window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        window: &Window,
        contents: WindowContents,
    ) -> TransformationIndex {
        let operator = OperatorFactory { output_only_after_end_of_stream: window.end_of_stream, ..ORDINARY };
        let made = self.transform(call, input, &window.assigner.name, operator);
        let evictor =
            window.evictor.as_ref().map_or_else(String::new, |evictor| format!(", {}", evictor.name));
        let function = match contents {
            WindowContents::Merged(function) => format!("{function}, PassThroughWindowFunction"),
            WindowContents::Function(function) => function.into_owned(),
        };
        let description =
            format!("Window({}, {}{evictor}, {function})", window.assigner.text, window.trigger.name);
        self.transformations.graph[made].description = Some(description);
        made
    }

    /// `AllWindowedStream`: keyed by nothing, never parallel. For some functions the whole text is the operator's name, for
    /// the others its description. The lines in it are those in which Flink 2.2.0 calls itself.
    fn all_window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        window: &Window,
        function: WindowFunction,
    ) -> Made {
        let key = self.new_key_selector();
        let keyed = self.key_by(call, input.transformation, key);
        let details = call.details.window.as_deref();
        let of_program = details.and_then(|details| details.serializer.as_deref());
        let serializer =
            of_program.unwrap_or("org.apache.flink.api.java.typeutils.runtime.TupleSerializer@0");
        let list = ("ListStateDescriptor", "org.apache.flink.api.common.typeutils.base.ListSerializer@0");
        let location = details.and_then(|details| details.call_location.as_deref());
        let functions = details.map_or(1, |details| details.functions.len());
        let to_process = details.is_some_and(|details| details.hands_on_to_process);
        let (state, place, is_name) = match function {
            WindowFunction::Aggregate => {
                let (line, is_name) = match functions {
                    2 if to_process => (797, false),
                    2 => (605, true),
                    _ => (567, true),
                };
                let place = format!("aggregate(AllWindowedStream.java:{line})");
                (("AggregatingStateDescriptor", serializer), place, is_name)
            }
            WindowFunction::Apply | WindowFunction::Process => {
                (list, location.unwrap_or("main(Program.java:1)").to_owned(), true)
            }
            WindowFunction::Reduce | WindowFunction::Sum | WindowFunction::Min | WindowFunction::Max => {
                let (line, is_name) = if functions == 2 && to_process { (378, true) } else { (230, false) };
                let place = format!("reduce(AllWindowedStream.java:{line})");
                (("ReducingStateDescriptor", serializer), place, is_name)
            }
        };
        let (descriptor, serializer) = if window.evictor.is_some() { list } else { state };
        let evictor =
            window.evictor.as_ref().map_or_else(String::new, |evictor| format!(", {}", evictor.text));
        let text = format!(
            "TriggerWindow({}, {descriptor}{{name=window-contents, defaultValue=null, serializer={serializer}}}, \
             {}{evictor}, AllWindowedStream.{place})",
            window.assigner.text, window.trigger.text
        );
        let name = if is_name { &text } else { &window.assigner.name };
        let made = self.transform(call, keyed, name, ORDINARY);
        let transformation = &mut self.transformations.graph[made];
        if !is_name {
            transformation.description = Some(text);
        }
        transformation.set_parallelism(1);
        transformation.max_parallelism = 1;
        Made::non_parallel(made)
    }

    /// `fullWindowPartition`: all of a key's or of a subtask's records, at the end of the input.
    pub(super) fn full_window_partition(
        &mut self,
        call: Call<'_>,
        input: Stream,
        function: PartitionWindowFunction,
    ) -> Refused<Made> {
        let at_end = OperatorFactory { output_only_after_end_of_stream: true, ..ORDINARY };
        let sorting = OperatorFactory { internal_sorter_supported: true, ..at_end };
        let window = Window::global("EndOfStreamTrigger");
        let keyed = input.key.is_some();
        let (name, operator) = match function {
            PartitionWindowFunction::MapPartition if keyed => {
                let contents = WindowContents::Function("KeyedMapPartitionWindowFunction".into());
                return Ok(Made::operator(self.keyed_window(call, input, &window, contents)));
            }
            PartitionWindowFunction::Reduce if keyed => {
                let contents = WindowContents::of(call, WindowFunction::Reduce);
                return Ok(Made::operator(self.keyed_window(call, input, &window, contents)));
            }
            PartitionWindowFunction::Aggregate if keyed => {
                let contents = WindowContents::of(call, WindowFunction::Aggregate);
                return Ok(Made::operator(self.keyed_window(call, input, &window, contents)));
            }
            PartitionWindowFunction::MapPartition => {
                let never = ChainingStrategy::Never;
                ("MapPartition", OperatorFactory { chaining_strategy: never, ..at_end })
            }
            PartitionWindowFunction::Reduce => ("PartitionReduce", at_end),
            PartitionWindowFunction::Aggregate => ("PartitionAggregate", at_end),
            PartitionWindowFunction::SortPartition if keyed => ("KeyedSortPartition", sorting),
            PartitionWindowFunction::SortPartition => ("SortPartition", sorting),
        };
        let parallelism = self.transformations.graph[input.transformation].parallelism;
        let made = self.transform(call, input, name, operator);
        let transformation = &mut self.transformations.graph[made];
        options::set_parallelism(transformation, parallelism, self.stage)?;
        if function == PartitionWindowFunction::SortPartition {
            let weight = sort_partition_weight(self.configuration, keyed)?;
            transformation.managed_memory_operator.insert(ManagedMemoryUseCase::Operator, weight);
        }
        Ok(Made::operator(made))
    }
}

/// The checks that the assigners' factory methods make.
pub(super) fn assigner_arguments_allowed(
    stage: RefusalStage,
    call: Call<'_>,
    assigner: WindowAssigner,
) -> Refused<()> {
    let name = Window::of(assigner).assigner.name;
    let rule = match assigner {
        WindowAssigner::TumblingEventTimeWindows { size }
        | WindowAssigner::TumblingProcessingTimeWindows { size }
            if size <= 0 =>
        {
            "abs(offset) < size"
        }
        WindowAssigner::SlidingEventTimeWindows { size, slide }
        | WindowAssigner::SlidingProcessingTimeWindows { size, slide }
            if size <= 0 || slide <= 0 =>
        {
            "abs(offset) < slide and size > 0"
        }
        // Only windows of event time are bounded in number.
        WindowAssigner::SlidingEventTimeWindows { size, slide } if size / slide > 10_000_000 => {
            "size / slide <= 10000000"
        }
        WindowAssigner::EventTimeSessionWindows { gap }
        | WindowAssigner::ProcessingTimeSessionWindows { gap }
            if gap <= 0 =>
        {
            "0 < size"
        }
        _ => return Ok(()),
    };
    let message = format!("{name} parameters must satisfy {rule}");
    Err(Box::new(Refusal::illegal_argument(stage, message).at(call.index, Some("assigner"))))
}
