//! The calls of a program whose StreamGraph a plan shows.
//!
//! Virtual nodes are gone from a plan, so their calls come back where an edge cannot do without them: a ship strategy that
//! equal or different parallelism does not explain is a partitioning call, several edges into one input are a union. Sinks
//! are one call again. Everything else about the program is assumed, and asked.

use std::collections::{HashMap, HashSet};

use super::document::{Pact, PlanNode, ShipStrategy, StreamPlan};
use super::inputs::partition_call;
use super::names::{self, SINK, SOURCE};
use super::questions::{Question, Questions};
use super::sinks::{self, Graph, Sink};
use crate::configuration::{ConfigurationEntry, OPERATOR_CHAINING, PARALLELISM_DEFAULT, RUNTIME_MODE};
use crate::flink::ChainingStrategy;
use crate::frontend::{
    CallDetails, ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PipelineDefinition,
    SinkTopology, Span, StreamKind, TopologyOperator, TransformOptions,
};

/// The program, with what had to be assumed noted in `questions`. `place` is where the plan stands.
pub(super) fn read(plan: &StreamPlan, place: Span, questions: &mut Questions<'_>) -> PipelineDefinition {
    let nodes = &plan.nodes[..];
    let positions: HashMap<_, _> =
        nodes.iter().enumerate().map(|(position, node)| (node.id, position)).collect();
    let mut consumers = vec![Vec::new(); nodes.len()];
    for (position, node) in nodes.iter().enumerate() {
        for edge in &node.predecessors {
            consumers[positions[&edge.id]].push(position);
        }
    }
    let batch = is_batch(plan.adaptive, place, questions);
    let default_parallelism = default_parallelism(nodes, place, batch, questions);
    let mut configuration = Vec::new();
    let mut configure = |key: &str, value: String| {
        configuration.push(ConfigurationEntry { key: key.to_owned(), value, range: place.into() });
    };
    for (key, value) in questions.configuration(place) {
        configure(&key, value);
    }
    configure(PARALLELISM_DEFAULT.key(), default_parallelism.to_string());
    if batch {
        configure(RUNTIME_MODE.key(), "BATCH".to_owned());
    }
    if !is_chaining_enabled(place, questions) {
        configure(OPERATOR_CHAINING.key(), "false".to_owned());
    }
    let job = questions.job(place);
    let graph = Graph { nodes, positions: &positions, consumers: &consumers };
    let sinks = sinks::find(graph, questions);
    let mut program = Program {
        graph,
        questions,
        batch,
        default_parallelism,
        operators: Vec::with_capacity(nodes.len() * 2),
        calls: vec![0; nodes.len()],
    };
    program.calls(&sinks);
    let operators = program.operators;
    // Keys are unique, and what was told of the configuration as such comes first.
    let mut keys = HashSet::new();
    configuration.retain(|entry| keys.insert(entry.key.clone()));
    PipelineDefinition { job, configuration, operators, ..PipelineDefinition::default() }
}

fn is_batch(adaptive: bool, place: Span, questions: &mut Questions<'_>) -> bool {
    let streaming = ("streaming", "STREAMING");
    let batch = ("batch", "BATCH, with sources that end");
    let (alternatives, because) = match adaptive {
        true => {
            ([batch, streaming], "Flink shows a plan of this form only while it runs an adaptive BATCH job.")
        }
        false => (
            [streaming, batch],
            "The plan does not say how the job runs. STREAMING is the default, and a source that does not end needs it.",
        ),
    };
    let question = Question {
        key: "mode",
        asked: "How does the job run?",
        because,
        alternatives: &alternatives.map(owned),
        told: true,
    };
    alternatives[questions.ask_of_plan(place, question)] == batch
}

fn is_chaining_enabled(place: Span, questions: &mut Questions<'_>) -> bool {
    let alternatives = [("on", "on"), ("off", "off: pipeline.operator-chaining.enabled is false")].map(owned);
    questions.ask_of_plan(
        place,
        Question {
            key: "chaining",
            asked: "Is chaining on?",
            because: "The plan does not hold the configuration; chaining is on by default.",
            alternatives: &alternatives,
            told: true,
        },
    ) == 0
}

/// The environment's parallelism: the one that most nodes have. Others are taken as set.
fn default_parallelism(nodes: &[PlanNode], place: Span, batch: bool, questions: &mut Questions<'_>) -> i32 {
    let mut counts: HashMap<i32, usize> = HashMap::new();
    for node in nodes {
        *counts.entry(node.parallelism).or_default() += 1;
    }
    let mut counts: Vec<_> = counts.into_iter().collect();
    counts.sort_by_key(|&(parallelism, count)| (std::cmp::Reverse(count), std::cmp::Reverse(parallelism)));
    let alternatives: Vec<_> =
        counts.iter().map(|(parallelism, _)| (parallelism.to_string(), parallelism.to_string())).collect();
    let chosen = questions.ask_of_plan(
        place,
        Question {
            key: "parallelism",
            asked: "What is the environment's parallelism?",
            because: "Most operators have it; those with another have set it themselves.",
            alternatives: &alternatives,
            // A STREAMING plan shows nowhere whether a parallelism was set.
            told: batch && alternatives.len() > 1,
        },
    );
    counts.get(chosen).map_or(1, |(parallelism, _)| *parallelism)
}

pub(super) fn owned((value, label): (&str, &str)) -> (String, String) {
    (value.to_owned(), label.to_owned())
}

/// A program as it is put together.
pub(super) struct Program<'p, 'q, 'a> {
    pub(super) graph: Graph<'p>,
    pub(super) questions: &'q mut Questions<'a>,
    pub(super) batch: bool,
    pub(super) default_parallelism: i32,
    pub(super) operators: Vec<OperatorDefinition>,
    /// For each node the call that made it.
    pub(super) calls: Vec<usize>,
}

/// A stream that a call is made on: the call that returned it, and what it is.
#[derive(Clone, Copy)]
pub(super) struct Stream {
    pub(super) call: usize,
    pub(super) keyed: bool,
}

impl<'p> Program<'p, '_, '_> {
    /// All calls, in the order in which the program made them.
    fn calls(&mut self, sinks: &[Sink]) {
        let mut of_sink = vec![false; self.graph.nodes.len()];
        let mut sinks_after: HashMap<usize, Vec<&Sink>> = HashMap::new();
        for sink in sinks {
            sink.nodes().for_each(|position| of_sink[position] = true);
            sinks_after.entry(sink.after).or_default().push(sink);
        }
        for (position, is_of_sink) in of_sink.into_iter().enumerate() {
            if !is_of_sink {
                self.node(position);
            }
            for sink in sinks_after.remove(&position).unwrap_or_default() {
                self.sink(sink);
            }
        }
    }

    /// The call of one node that is no sink's part.
    fn node(&mut self, position: usize) {
        let node = &self.graph.nodes[position];
        let (operation, inputs, stream, own_parallelism) = match node.pact {
            Pact::Source => {
                let (operation, own_parallelism) = self.source(node);
                (operation, Vec::new(), StreamKind::Operator, own_parallelism)
            }
            Pact::Sink => {
                let input = self.input(node, false);
                (self.sink_function(node), vec![input.call], StreamKind::Sink, None)
            }
            Pact::Operator => self.operator(node),
        };
        let mut options = self.options(node, &operation, own_parallelism);
        options.name = given_name(node, &operation, self.is_keyed(&inputs));
        self.calls[position] = self.operators.len();
        self.operators.push(OperatorDefinition {
            id: Some(id_of(node)),
            operation,
            inputs,
            stream,
            options,
            details: CallDetails::NONE,
            span: node.span,
            field_spans: node.field_spans.clone(),
        });
    }

    fn is_keyed(&self, inputs: &[usize]) -> bool {
        !inputs.is_empty() && inputs.iter().all(|&input| self.operators[input].stream == StreamKind::Keyed)
    }

    /// The setters that say what the plan says, and what was answered.
    fn options(
        &mut self,
        node: &PlanNode,
        operation: &Operation,
        own_parallelism: Option<i32>,
    ) -> OperatorOptions {
        self.questions.note_properties(node);
        let chaining = self.questions.chaining_strategy(node);
        let is_transform = matches!(
            operation,
            Operation::Transform(_)
                | Operation::MultipleInput { .. }
                | Operation::Connect { function: ConnectFunction::Transform(_), .. }
        );
        let default = own_parallelism.unwrap_or(self.default_parallelism);
        let all_window =
            node.parallelism == 1 && names::is_all_window(&node.name, node.description.as_deref());
        let is_set = node.parallelism != default || self.questions.parallelism_is_set(node);
        OperatorOptions {
            uid_hash: self.questions.uid_hash(node),
            buffer_timeout: self.questions.buffer_timeout(node),
            co_location_group: self.questions.co_location_group(node),
            description: node.description.clone(),
            uid: self.questions.uid(node),
            parallelism: (is_set && !all_window).then_some(node.parallelism),
            max_parallelism: self.questions.max_parallelism(node),
            slot_sharing_group: self.questions.slot_sharing_group(node),
            disable_chaining: chaining == ChainingStrategy::Never && !is_transform,
            start_new_chain: chaining == ChainingStrategy::Head && !is_transform,
            force_non_parallel: all_window,
            stream_node_ids: vec![node.id],
            ..OperatorOptions::default()
        }
    }

    /// The call of a source, and the parallelism that it has unless one is set.
    fn source(&mut self, node: &PlanNode) -> (Operation, Option<i32>) {
        let name = node.name.strip_prefix(SOURCE).unwrap_or(&node.name);
        let source = ("source", "fromSource: a FLIP-27 source");
        let function = ("function", "addSource: a SourceFunction");
        let format = ("format", "createInput: an InputFormat");
        let (alternatives, told) = match name {
            "Socket Stream" | "Custom Source" => ([function, source, format], name == "Custom Source"),
            "Sequence Source" => ([source, function, format], false),
            _ => ([source, function, format], true),
        };
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "source",
                asked: &format!("How is `{name}` made?"),
                because: match name {
                    "Custom Source" => "It is the name that addSource and createInput give.",
                    _ => "The plan does not say it. Only async I/O and sink writers care: they do not chain behind addSource.",
                },
                alternatives: &alternatives.map(owned),
                told,
            },
        );
        match alternatives[chosen].0 {
            "function" if name == "Socket Stream" && node.parallelism == 1 => {
                (Operation::SocketTextStream, Some(1))
            }
            // The only SourceFunctions that are known to end.
            "function" if self.batch && node.parallelism == 1 => (Operation::FromCollection, Some(1)),
            "function" => (Operation::AddSource { parallel: true }, None),
            "format" => (Operation::CreateInput, None),
            _ if name == "Sequence Source" => (Operation::FromSequence, None),
            _ if name == "Collection Source" => (Operation::FromData, Some(1)),
            _ => (Operation::FromSource { bounded: self.batch }, None),
        }
    }

    /// The call of an operator around a `SinkFunction`.
    fn sink_function(&mut self, node: &PlanNode) -> Operation {
        let name = node.name.strip_prefix(SINK).unwrap_or(&node.name);
        let named = match name {
            "Print to Std. Out" => ("print", "print()"),
            "Print to Std. Err" => ("print-to-err", "printToErr()"),
            _ => ("function", "addSink: a SinkFunction"),
        };
        let others = [
            ("print", "print()"),
            ("function", "addSink: a SinkFunction"),
            ("format", "writeUsingOutputFormat"),
        ];
        let mut alternatives = vec![named];
        alternatives.extend(others.into_iter().filter(|other| *other != named));
        let labels: Vec<_> = alternatives.iter().copied().map(owned).collect();
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "sink",
                asked: &format!("How is `{name}` made?"),
                because: "The plan does not say it; it changes no chain.",
                alternatives: &labels,
                told: false,
            },
        );
        match alternatives[chosen].0 {
            "print" => Operation::Print,
            "print-to-err" => Operation::PrintToErr,
            "format" => Operation::WriteUsingOutputFormat,
            _ => Operation::AddSink,
        }
    }

    /// The call of a sink whose parts the plan shows.
    fn sink(&mut self, sink: &Sink) {
        let nodes = self.graph.nodes;
        let writer = &nodes[sink.writer];
        let first = &nodes[sink.pre_write.first().copied().unwrap_or(sink.writer)];
        let input = self.input(first, false);
        let discards = {
            let alternatives =
                [("writer", "sinkTo, with a sink of its own"), ("discard", "a DiscardingSink")].map(owned);
            let question = Question {
                key: "sink",
                asked: &format!("Which sink is `{}`?", sink.name),
                because: "The plan does not say its class. It changes no chain, only whether Flink may run it twice at once.",
                alternatives: &alternatives,
                told: false,
            };
            self.questions.ask_of(writer, question) == 1
        };
        let topology = SinkTopology {
            writer_state: false,
            committer: sink.committer.is_some(),
            pre_write: self.topology(sink, &sink.pre_write, Some(sink.writer)),
            pre_commit: sink.committer.and_then(|next| self.topology(sink, &sink.pre_commit, Some(next))),
            post_commit: self.topology(sink, &sink.post_commit, None),
            ..SinkTopology::default()
        };
        let operation = if discards && topology == SinkTopology::default() {
            Operation::Discard
        } else {
            Operation::SinkTo(topology)
        };
        let mut options = self.options(writer, &operation, None);
        // A sink has no such setters.
        (options.start_new_chain, options.buffer_timeout) = (false, None);
        options.name = (sink.name != "Sink").then(|| sink.name.clone());
        options.stream_node_ids = sink.nodes().map(|position| nodes[position].id).collect();
        let call = self.operators.len();
        sink.nodes().for_each(|position| self.calls[position] = call);
        self.operators.push(OperatorDefinition {
            id: Some(id_of(writer)),
            operation,
            inputs: vec![input.call],
            stream: StreamKind::Sink,
            options,
            details: CallDetails::NONE,
            span: writer.span,
            field_spans: writer.field_spans.clone(),
        });
    }

    /// A topology of a sink: its operators, with partitioning calls before them and before what follows.
    fn topology(
        &self,
        sink: &Sink,
        positions: &[usize],
        next: Option<usize>,
    ) -> Option<Vec<TopologyOperator>> {
        let nodes = self.graph.nodes;
        let (sink_parallelism, is_behind_writer) =
            (nodes[sink.writer].parallelism, next != Some(sink.writer));
        let mut operators = Vec::new();
        for (number, &position) in positions.iter().chain(&next).enumerate() {
            let node = &nodes[position];
            let edge = &node.predecessors[0];
            let is_partitioned = match (number, is_behind_writer) {
                // The sink itself puts a FORWARD there.
                (0, true) => edge.ship_strategy != ShipStrategy::Forward,
                // The stream that the sink is called on is partitioned before.
                (0, false) => false,
                _ => self.edge_needs_call(node, edge),
            };
            if is_partitioned {
                let call = partition_call(edge.ship_strategy);
                let operation = Operation::Partition { call, exchange_mode: None };
                operators.push(topology_operator(operation, OperatorOptions::default()));
            }
            if number < positions.len() {
                let name = node.name.get(sink.name.len() + 2..).unwrap_or_default().to_owned();
                let options = OperatorOptions {
                    name: Some(name),
                    parallelism: (node.parallelism != sink_parallelism).then_some(node.parallelism),
                    ..OperatorOptions::default()
                };
                operators.push(topology_operator(Operation::Transform(PLAIN), options));
            }
        }
        (!operators.is_empty()).then_some(operators)
    }
}

const fn topology_operator(operation: Operation, options: OperatorOptions) -> TopologyOperator {
    TopologyOperator { operation, options, takes_parallelism_unconfigured: false }
}

/// What an operator's factory says of itself where there is nothing to say.
const PLAIN: TransformOptions = TransformOptions {
    chaining: ChainingStrategy::Always,
    output_only_after_end_of_stream: false,
    internal_sorter_supported: false,
    yielding: false,
};

/// The name that the call is given, if it does not give it by itself.
fn given_name(node: &PlanNode, operation: &Operation, keyed: bool) -> Option<String> {
    let (prefix, by_itself) = match operation {
        Operation::FromSource { .. } => (SOURCE, "Source"),
        Operation::FromSequence => (SOURCE, "Sequence Source"),
        Operation::FromData | Operation::FromCollection => (SOURCE, "Collection Source"),
        Operation::SocketTextStream => (SOURCE, "Socket Stream"),
        Operation::AddSource { .. } | Operation::CreateInput => (SOURCE, "Custom Source"),
        Operation::AddSink | Operation::WriteUsingOutputFormat => (SINK, "Unnamed"),
        Operation::Print => (SINK, "Print to Std. Out"),
        Operation::PrintToErr => (SINK, "Print to Std. Err"),
        Operation::AssignTimestampsAndWatermarks => ("", "Timestamps/Watermarks"),
        Operation::Process if keyed => ("", "KeyedProcess"),
        Operation::Transform(_)
        | Operation::MultipleInput { .. }
        | Operation::Connect { function: ConnectFunction::Transform(_), .. } => {
            return Some(node.name.clone());
        }
        // All other calls are only chosen for the names that they give.
        _ => return (*operation == Operation::Process && node.name != "Process").then(|| node.name.clone()),
    };
    let name = node.name.strip_prefix(prefix).unwrap_or(&node.name);
    (name != by_itself).then(|| name.to_owned())
}

/// An id that a person can tell the node by.
fn id_of(node: &PlanNode) -> String {
    const LONGEST: usize = 32;
    let name = node.name.strip_prefix(SOURCE).or_else(|| node.name.strip_prefix(SINK)).unwrap_or(&node.name);
    let is_part = |character: &char| character.is_ascii_alphanumeric() || "_.".contains(*character);
    let mut id = String::new();
    for character in name.chars().take(LONGEST) {
        if is_part(&character) {
            id.push(character.to_ascii_lowercase());
        } else if !id.ends_with('-') && !id.is_empty() {
            id.push('-');
        }
    }
    let id = id.trim_end_matches(['-', '.']);
    let begins = id.chars().next().is_some_and(|first| first.is_ascii_alphabetic());
    if begins { format!("{id}-{}", node.id) } else { format!("node-{id}-{}", node.id) }
}
