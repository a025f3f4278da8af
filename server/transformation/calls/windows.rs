//! Windows: what a windowed operator is called and how it describes itself.
//!
//! Mirrors `WindowedStream`, `WindowOperatorBuilder`, `AllWindowedStream` and the partition windows.

use super::{Api, Call, Made, ORDINARY, Stream};
use crate::flink::{ChainingStrategy, ManagedMemoryUseCase, Refusal, RefusalStage, Refused};
use crate::frontend::{PartitionWindowFunction, WindowAssigner, WindowFunction};
use crate::transformation::environment::sort_partition_weight;
use crate::transformation::{OperatorFactory, TransformationIndex, options};

/// An assigner with its trigger and evictor, as their classes name and print them.
pub(super) struct Window {
    /// The assigner's simple class name.
    name: &'static str,
    /// The assigner's `toString`.
    assigner: String,
    /// The trigger's simple class name.
    trigger: &'static str,
    /// The trigger's `toString`.
    trigger_text: String,
    evictor: bool,
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
            name,
            assigner: format!("{name}({arguments})"),
            trigger,
            trigger_text: format!("{trigger}()"),
            evictor: false,
            end_of_stream: false,
        }
    }

    /// `GlobalWindows` with one of its own triggers, which have no `toString`.
    fn global(trigger: &'static str) -> Self {
        Self {
            name: "GlobalWindows",
            assigner: format!("GlobalWindows(trigger={trigger})"),
            trigger,
            trigger_text: format!(
                "org.apache.flink.streaming.api.windowing.assigners.GlobalWindows${trigger}@0"
            ),
            evictor: false,
            end_of_stream: trigger == "EndOfStreamTrigger",
        }
    }

    /// `countWindow`: purging without a slide, evicting with one.
    fn count(size: i64, slide: Option<i64>) -> Self {
        let global = Self::global("NeverTrigger");
        match slide {
            None => Self {
                trigger: "PurgingTrigger",
                trigger_text: format!("PurgingTrigger(CountTrigger({size}))"),
                ..global
            },
            Some(slide) => Self {
                trigger: "CountTrigger",
                trigger_text: format!("CountTrigger({slide})"),
                evictor: true,
                ..global
            },
        }
    }
}

/// What a window's contents are handed to.
#[derive(Clone, Copy)]
pub(super) enum WindowContents {
    /// Merged as they come; a function of Flink's passes the result through.
    Merged(&'static str),
    /// Collected for a function.
    Function(&'static str),
}

impl WindowContents {
    fn of(function: WindowFunction) -> Self {
        match function {
            WindowFunction::Reduce => Self::Merged("Reduce"),
            WindowFunction::Aggregate => Self::Merged("Aggregate"),
            WindowFunction::Sum => Self::Merged("SumAggregator"),
            WindowFunction::Min | WindowFunction::Max => Self::Merged("ComparableAggregator"),
            WindowFunction::Apply => Self::Function("Apply"),
            WindowFunction::Process => Self::Function("ProcessWindow"),
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
        let contents = WindowContents::of(function);
        Ok(Made::operator(self.keyed_window(call, input, &Window::of(assigner), contents)))
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
        Ok(self.all_window(call, input, &Window::of(assigner), function))
    }

    /// `countWindow`: of a size, evaluated at each slide if there is one.
    pub(super) fn count_window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        (size, slide): (i64, Option<i64>),
        function: WindowFunction,
    ) -> Made {
        let contents = WindowContents::of(function);
        Made::operator(self.keyed_window(call, input, &Window::count(size, slide), contents))
    }

    /// `countWindowAll`.
    pub(super) fn count_window_all(
        &mut self,
        call: Call<'_>,
        input: Stream,
        (size, slide): (i64, Option<i64>),
        function: WindowFunction,
    ) -> Made {
        self.all_window(call, input, &Window::count(size, slide), function)
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
        let made = self.transform(call, input, window.name, operator);
        let evictor = if window.evictor { ", CountEvictor" } else { "" };
        let function = match contents {
            WindowContents::Merged(function) => format!("{function}, PassThroughWindowFunction"),
            WindowContents::Function(function) => function.to_owned(),
        };
        let description = format!("Window({}, {}{evictor}, {function})", window.assigner, window.trigger);
        self.transformations.graph[made].description = Some(description);
        made
    }

    /// `AllWindowedStream`: keyed by nothing, never parallel. For `aggregate`, `apply` and `process` the whole text is the
    /// operator's name, for the others its description.
    fn all_window(
        &mut self,
        call: Call<'_>,
        input: Stream,
        window: &Window,
        function: WindowFunction,
    ) -> Made {
        let key = self.new_key_selector();
        let keyed = self.key_by(call, input.transformation, key);
        let tuple = "org.apache.flink.api.java.typeutils.runtime.TupleSerializer";
        let list = ("ListStateDescriptor", "org.apache.flink.api.common.typeutils.base.ListSerializer");
        let (state, place, is_name) = match function {
            WindowFunction::Aggregate => {
                (("AggregatingStateDescriptor", tuple), "aggregate(AllWindowedStream.java:567)", true)
            }
            WindowFunction::Apply | WindowFunction::Process => (list, "main(Program.java:1)", true),
            WindowFunction::Reduce | WindowFunction::Sum | WindowFunction::Min | WindowFunction::Max => {
                (("ReducingStateDescriptor", tuple), "reduce(AllWindowedStream.java:230)", false)
            }
        };
        let (descriptor, serializer) = if window.evictor { list } else { state };
        let evictor = if window.evictor {
            ", org.apache.flink.streaming.api.windowing.evictors.CountEvictor@0"
        } else {
            ""
        };
        let text = format!(
            "TriggerWindow({}, {descriptor}{{name=window-contents, defaultValue=null, serializer={serializer}@0}}, \
             {}{evictor}, AllWindowedStream.{place})",
            window.assigner, window.trigger_text
        );
        let name = if is_name { &text } else { window.name };
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
                let contents = WindowContents::Function("KeyedMapPartitionWindowFunction");
                return Ok(Made::operator(self.keyed_window(call, input, &window, contents)));
            }
            PartitionWindowFunction::Reduce if keyed => {
                let contents = WindowContents::Merged("Reduce");
                return Ok(Made::operator(self.keyed_window(call, input, &window, contents)));
            }
            PartitionWindowFunction::Aggregate if keyed => {
                let contents = WindowContents::Merged("Aggregate");
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
    let window = Window::of(assigner);
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
    let message = format!("{} parameters must satisfy {rule}", window.name);
    Err(Box::new(Refusal::illegal_argument(stage, message).at(call.index, Some("assigner"))))
}
