//! What a program has done so far: its calls of the DataStream API, and what the API would answer if it were asked.
//!
//! Mirrors as much of `StreamExecutionEnvironment` and `Transformation` as a program can read back while it runs:
//! parallelism, ids and names.

use std::collections::HashMap;

use crate::configuration::ConfigurationEntry;
use crate::flink::Refusal;
use crate::frontend::{
    CallDetails, ConnectFunction, LateSetters, Operation, OperatorDefinition, OperatorOptions, PartitionCall,
    PipelineDefinition, SlotSharingGroupOption, Span, StreamKind,
};

/// How many graphs a program may ask for before it is executed.
const MOST_EARLY_GRAPHS: usize = 4;

/// The calls of a program, as they are made.
#[derive(Debug)]
pub struct Program {
    pub operators: Vec<OperatorDefinition>,
    late_setters: Vec<LateSetters>,
    early_graphs: Vec<usize>,
    configuration: Vec<ConfigurationEntry>,
    pub job: Option<String>,
    /// An exception that Flink throws at a call, although the definition's own rules would allow it.
    pub refusal: Option<Box<Refusal>>,
    /// Where in the text that is, if it is about no call of the definition.
    refusal_span: Option<Span>,
    /// `StreamExecutionEnvironment.getParallelism()`.
    pub parallelism: i32,
    /// The class of the environment, where the program says which.
    pub environment_class: Option<&'static str>,
    facts: Vec<Facts>,
    last_id: u32,
}

/// What the Transformation of a call would answer.
#[derive(Clone, Copy, Debug)]
struct Facts {
    id: u32,
    parallelism: i32,
    is_read: bool,
    is_forced_non_parallel: bool,
}

impl Default for Program {
    fn default() -> Self {
        Self {
            operators: Vec::new(),
            late_setters: Vec::new(),
            early_graphs: Vec::new(),
            configuration: Vec::new(),
            job: None,
            refusal: None,
            refusal_span: None,
            parallelism: 1,
            environment_class: None,
            facts: Vec::new(),
            last_id: 0,
        }
    }
}

/// A call of the API.
#[derive(Debug)]
pub struct NewCall {
    pub operation: Operation,
    pub inputs: Vec<usize>,
    pub stream: StreamKind,
    pub name: Option<String>,
    pub details: CallDetails,
    pub span: Span,
    /// The arguments with a place of their own, by the names that the definition format has for them.
    pub field_spans: Vec<(Box<str>, Span)>,
}

impl NewCall {
    pub fn new(operation: Operation, inputs: Vec<usize>, stream: StreamKind, span: Span) -> Self {
        let (details, field_spans) = (CallDetails::NONE, Vec::new());
        Self { operation, inputs, stream, name: None, details, span, field_spans }
    }
}

impl Program {
    /// Makes a call; its index is the stream's.
    pub fn call(&mut self, call: NewCall) -> usize {
        let NewCall { operation, inputs, stream, name, mut details, span, field_spans } = call;
        for &input in &inputs {
            self.facts[input].is_read = true;
        }
        let first_input = inputs.first().map(|&input| self.facts[input].parallelism);
        let parallelism = match &operation {
            Operation::FromData
            | Operation::SocketTextStream
            | Operation::FromCollection
            | Operation::AddSource { parallel: false }
            | Operation::WindowAll { .. }
            | Operation::CountWindowAll { .. } => 1,
            Operation::Partition { .. }
            | Operation::Union
            | Operation::GetSideOutput { .. }
            | Operation::Cache
            | Operation::AssignTimestampsAndWatermarks
            | Operation::FullWindowPartition { .. } => first_input.unwrap_or(self.parallelism),
            _ => self.parallelism,
        };
        self.last_id += if details.is_broadcast { 1 } else { ids_taken(&operation) };
        self.facts.push(Facts {
            id: self.last_id,
            parallelism,
            is_read: false,
            is_forced_non_parallel: false,
        });
        details.environment_parallelism = Some(self.parallelism);
        let options = OperatorOptions { name, ..OperatorOptions::default() };
        self.operators.push(OperatorDefinition {
            id: None,
            operation,
            inputs,
            stream,
            options,
            details,
            span,
            field_spans,
        });
        self.operators.len() - 1
    }

    /// Calls a setter on what a call returned.
    pub fn set(
        &mut self,
        operator: usize,
        field: &'static str,
        span: Span,
        set: impl Fn(&mut OperatorOptions),
    ) {
        let after = self.operators.len() - 1;
        let changed = &mut self.operators[operator];
        // Whoever read the stream before has taken its parallelism over, or its name.
        let is_late =
            self.facts[operator].is_read && ["parallelism", "forceNonParallel", "name"].contains(&field);
        if is_late {
            let mut options = OperatorOptions::default();
            set(&mut options);
            self.late_setters.push(LateSetters { after, operator, options });
        } else {
            set(&mut changed.options);
        }
        changed.field_spans.retain(|(name, _)| **name != *field);
        changed.field_spans.push((field.into(), span));
    }

    /// `setParallelism`.
    pub fn set_parallelism(&mut self, operator: usize, parallelism: i32, span: Span) {
        if self.facts[operator].is_forced_non_parallel && parallelism != 1 {
            let message = "The parallelism of non parallel operator must be 1.";
            let refusal = Refusal::illegal_argument(crate::flink::RefusalStage::Build, message);
            self.set(operator, "parallelism", span, |_| {});
            self.refuse(refusal.at(operator, Some("parallelism")));
            return;
        }
        self.set(operator, "parallelism", span, |options| options.parallelism = Some(parallelism));
        self.facts[operator].parallelism = if parallelism == -1 { self.parallelism } else { parallelism };
    }

    /// `forceNonParallel`.
    pub fn force_non_parallel(&mut self, operator: usize, span: Span) {
        self.set(operator, "forceNonParallel", span, |options| options.force_non_parallel = true);
        self.facts[operator].parallelism = 1;
        self.facts[operator].is_forced_non_parallel = true;
    }

    /// `getExecutionPlan`, `getStreamGraph`: a graph of what there is so far.
    /// Whether it was not asked for too often: each takes as long as a plan.
    pub fn generate_graph(&mut self) -> bool {
        self.early_graphs.extend(self.operators.len().checked_sub(1));
        self.early_graphs.len() <= MOST_EARLY_GRAPHS
    }

    /// How many graphs were generated so far.
    pub fn graphs(&self) -> usize {
        self.early_graphs.len()
    }

    /// The graph of this number, from 0, is the one that is executed: those after it change nothing.
    pub fn execute_graph(&mut self, number: usize) {
        self.early_graphs.truncate(number);
    }

    /// Notes an exception of Flink's; the first one ends the program.
    pub fn refuse(&mut self, refusal: Refusal) {
        self.refusal.get_or_insert_with(|| Box::new(refusal));
    }

    /// Notes an exception of Flink's at a place that is no call of the definition.
    pub fn refuse_in_text(&mut self, refusal: Refusal, place: Span) {
        if self.refusal.is_none() {
            self.refusal_span = Some(place);
            self.refuse(refusal);
        }
    }

    pub fn parallelism_of(&self, operator: usize) -> i32 {
        self.facts[operator].parallelism
    }

    pub fn id_of(&self, operator: usize) -> u32 {
        self.facts[operator].id
    }

    /// `Transformation.getName`.
    pub fn name_of(&self, operator: usize) -> String {
        let call = &self.operators[operator];
        let late = self.late_setters.iter().rev().filter(|late| late.operator == operator);
        let set = late.filter_map(|late| late.options.name.clone()).next();
        set.or_else(|| call.options.name.clone()).unwrap_or_else(|| {
            let keyed =
                call.inputs.first().is_some_and(|&input| self.operators[input].stream == StreamKind::Keyed);
            default_name(&call.operation, keyed).to_owned()
        })
    }

    /// Sets a configuration value, in place of an earlier one.
    pub fn configure(&mut self, key: &str, value: String, span: Span) {
        if let (crate::configuration::PARALLELISM_DEFAULT_KEY, Ok(parallelism)) = (key, value.parse()) {
            self.parallelism = parallelism;
        }
        let entry = ConfigurationEntry { key: key.to_owned(), value, range: span.into() };
        match self.configuration.iter_mut().find(|known| known.key == key) {
            Some(known) => *known = entry,
            None => self.configuration.push(entry),
        }
    }

    pub fn forget_configuration(&mut self, key: &str) {
        self.configuration.retain(|entry| entry.key != key);
    }

    /// The value that is set for a key.
    pub fn configured(&self, key: &str) -> Option<&str> {
        self.configuration.iter().find(|entry| entry.key == key).map(|entry| entry.value.as_str())
    }

    /// The calls as a definition; slot sharing groups with these names have resources.
    pub fn finish(mut self, groups: &HashMap<String, SlotSharingGroupOption>) -> PipelineDefinition {
        let options = self.operators.iter_mut().map(|operator| &mut operator.options);
        for group in options.filter_map(|options| options.slot_sharing_group.as_mut()) {
            if let SlotSharingGroupOption::Name(name) = group
                && let Some(registered) = groups.get(name)
            {
                *group = registered.clone();
            }
        }
        for operator in &mut self.operators {
            let at_the_call = &mut operator.details.environment_parallelism;
            *at_the_call = at_the_call.filter(|&parallelism| parallelism != self.parallelism);
        }
        PipelineDefinition {
            job: self.job,
            configuration: self.configuration,
            operators: self.operators,
            late_setters: self.late_setters,
            early_graphs: self.early_graphs,
            refusal: self.refusal,
            refusal_span: self.refusal_span,
        }
    }
}

/// How many ids the counter gives out for a call; the last one is that of what it returns.
const fn ids_taken(operation: &Operation) -> u32 {
    match operation {
        Operation::WindowAll { .. } | Operation::CountWindowAll { .. } | Operation::ConnectBroadcast => 2,
        Operation::Connect { key_by: true, .. } | Operation::IntervalJoin => 3,
        Operation::Join { .. } | Operation::CoGroup { .. } => 5,
        _ => 1,
    }
}

/// The names that Flink gives, where they do not depend on more.
fn default_name(operation: &Operation, keyed: bool) -> &'static str {
    match operation {
        Operation::FromSequence => "Sequence Source",
        Operation::FromData | Operation::FromCollection => "Collection Source",
        Operation::AddSource { .. } | Operation::CreateInput => "Custom Source",
        Operation::SocketTextStream => "Socket Stream",
        Operation::Map => "Map",
        Operation::FlatMap => "Flat Map",
        Operation::Filter => "Filter",
        Operation::Process if keyed => "KeyedProcess",
        Operation::Process => "Process",
        Operation::Project => "Projection",
        Operation::AssignTimestampsAndWatermarks => "Timestamps/Watermarks",
        Operation::UnorderedWait | Operation::OrderedWait => "async wait operator",
        Operation::Reduce => "Keyed Reduce",
        Operation::Sum | Operation::Min | Operation::Max | Operation::MinBy | Operation::MaxBy => {
            "Keyed Aggregation"
        }
        Operation::Connect { function: ConnectFunction::Map, .. } => "Co-Map",
        Operation::Connect { function: ConnectFunction::FlatMap, .. } => "Co-Flat Map",
        Operation::IntervalJoin => "Interval Join",
        Operation::Union => "Union",
        Operation::GetSideOutput { .. } => "SideOutput",
        Operation::Partition { call: PartitionCall::KeyBy, .. } | Operation::Partition { .. } => "Partition",
        Operation::Print => "Print to Std. Out",
        Operation::PrintToErr => "Print to Std. Err",
        Operation::AddSink | Operation::WriteUsingOutputFormat => "Unnamed",
        Operation::Discard | Operation::SinkTo(_) => "Sink",
        _ => "Source",
    }
}
