//! The calls of a program whose StreamGraph a plan shows.
//!
//! Virtual nodes are gone from a plan, so their calls come back where an edge cannot do without them: a ship strategy that
//! equal or different parallelism does not explain is a partitioning call, several edges into one input are a union. Sinks
//! are one call again. Everything else about the program is assumed, and asked.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use super::document::{Pact, PlanNode, Predecessor, ShipStrategy, StreamPlan};
use super::names::{self, Inputs, SINK, SOURCE};
use super::questions::{Question, Questions};
use super::sinks::{self, Graph, Sink};
use crate::configuration::{ConfigurationEntry, OPERATOR_CHAINING, PARALLELISM_DEFAULT, RUNTIME_MODE};
use crate::flink::{ChainingStrategy, TransformationId};
use crate::frontend::{
    CallDetails, ConnectFunction, Operation, OperatorDefinition, OperatorOptions, PartitionCall,
    PipelineDefinition, SinkTopology, Span, StreamKind, TopologyOperator, TransformOptions,
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

fn owned((value, label): (&str, &str)) -> (String, String) {
    (value.to_owned(), label.to_owned())
}

/// A program as it is put together.
struct Program<'p, 'q, 'a> {
    graph: Graph<'p>,
    questions: &'q mut Questions<'a>,
    batch: bool,
    default_parallelism: i32,
    operators: Vec<OperatorDefinition>,
    /// For each node the call that made it.
    calls: Vec<usize>,
}

/// A stream that a call is made on: the call that returned it, and what it is.
#[derive(Clone, Copy)]
struct Stream {
    call: usize,
    keyed: bool,
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

    /// The call of an operator with inputs: what is called, on what, and what it returns.
    fn operator(&mut self, node: &'p PlanNode) -> (Operation, Vec<usize>, StreamKind, Option<i32>) {
        let edges = &node.predecessors[..];
        let (operation, inputs) = match self.shape(node) {
            Shape::One => self.one_input(node),
            Shape::Two { first } => self.two_inputs(node, first),
            Shape::Many => {
                let streams: Vec<_> = (0..edges.len()).map(|edge| self.union(node, edge..edge + 1)).collect();
                let keyed = streams.iter().all(|stream| stream.keyed);
                let keyed = self.questions.keyed(node).unwrap_or(keyed);
                let factory = self.factory(node);
                let inputs = streams.into_iter().map(|stream| stream.call).collect();
                (Operation::MultipleInput { keyed, factory }, inputs)
            }
        };
        // Some calls take their input's parallelism, not the environment's.
        let own_parallelism = match operation {
            Operation::AssignTimestampsAndWatermarks => self.graph.positions.get(&edges[0].id),
            _ => None,
        };
        let own_parallelism = own_parallelism.map(|&input| self.graph.nodes[input].parallelism);
        let own_parallelism = match operation {
            Operation::FullWindowPartition { .. } => Some(0),
            _ => own_parallelism,
        };
        (operation, inputs, StreamKind::Operator, own_parallelism)
    }

    /// How the edges into a node are its inputs.
    fn shape(&mut self, node: &PlanNode) -> Shape {
        let edges = node.predecessors.len();
        let known = names::inputs_of(&node.name);
        if edges == 1 {
            // One edge is one input, but an operator for many inputs may have a single one.
            let alternatives = [("union", "one"), ("many", "one of an operator for any number")];
            let many = known == Some(Inputs::Many);
            let alternatives = if many { [alternatives[1], alternatives[0]] } else { alternatives };
            let chosen = self.questions.ask_of(
                node,
                Question {
                    key: "inputs",
                    asked: &format!("How many inputs has `{}`?", node.name),
                    because: "It has one edge.",
                    alternatives: &alternatives.map(owned),
                    told: false,
                },
            );
            return if alternatives[chosen].0 == "many" { Shape::Many } else { Shape::One };
        }
        let (guess, because) = match known {
            Some(Inputs::One) => (Shape::One, "Its name is that of an operator with one input."),
            Some(Inputs::Two) => {
                (Shape::Two { first: 1 }, "Its name is that of an operator with two inputs.")
            }
            Some(Inputs::Many) => (Shape::Many, "Its name is that of an operator with any number of inputs."),
            None => self.guess_shape(node),
        };
        let mut shapes = vec![Shape::One, Shape::Many];
        shapes.extend((1..edges).take(MOST_SPLITS).map(|first| Shape::Two { first }));
        // Any other split can be told all the same.
        let told = self
            .questions
            .answer_to("inputs", node)
            .and_then(|answer| answer.strip_prefix("two-")?.parse().ok());
        let told = told.filter(|first| (1..edges).contains(first)).map(|first| Shape::Two { first });
        shapes.extend(told.filter(|told| !shapes.contains(told)));
        shapes.retain(|shape| *shape != guess);
        shapes.insert(0, guess);
        let alternatives: Vec<_> = shapes.iter().map(|shape| shape.alternative(edges)).collect();
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "inputs",
                asked: &format!("What are the {edges} edges into `{}`?", node.name),
                because,
                alternatives: &alternatives,
                told: known.is_none() || (known == Some(Inputs::Two) && edges > 2),
            },
        );
        shapes[chosen]
    }

    /// Tells from ship strategies and ids how several edges come to be, where the name does not tell.
    fn guess_shape(&self, node: &PlanNode) -> (Shape, &'static str) {
        let edges = &node.predecessors;
        let two = Shape::Two { first: 1 };
        let strategies = |strategy| edges.iter().filter(|edge| edge.ship_strategy == strategy).count();
        let (hashed, broadcast) = (strategies(ShipStrategy::Hash), strategies(ShipStrategy::Broadcast));
        let is_taken = |id: u32| self.graph.positions.contains_key(&TransformationId(id));
        if edges.len() == 2 && (hashed == 1 || broadcast == 1) {
            return (two, "The edges have different ship strategies, so two streams are connected.");
        }
        if edges.len() == 2 && hashed == 2 {
            return (two, "Both edges are HASH; most often two keyed streams are connected.");
        }
        if node.id.0 == 1 || is_taken(node.id.0 - 1) {
            return (two, "No id is left for a union before it, so two streams are connected.");
        }
        (Shape::One, "An id before it is left for a union.")
    }

    fn one_input(&mut self, node: &'p PlanNode) -> (Operation, Vec<usize>) {
        let named = names::one_input_call(&node.name);
        let input = self.input(node, named.as_ref().is_some_and(|call| call.keyed));
        let named = named.filter(|call| match call.operation {
            Operation::AssignTimestampsAndWatermarks => true,
            Operation::FullWindowPartition { .. } => call.keyed == input.keyed,
            _ => !call.keyed || input.keyed,
        });
        // Behind a `keyBy` the API makes all operators keyed but this one.
        if input.keyed && self.questions.keyed(node) == Some(false) && !self.needs_factory(node) {
            return (Operation::AssignTimestampsAndWatermarks, vec![input.call]);
        }
        let operation = match named {
            Some(call) if !self.needs_factory(node) => call.operation,
            _ => Operation::Transform(self.factory(node)),
        };
        (operation, vec![input.call])
    }

    /// The one input of a node: keyed where the edge, its name or an answer says so.
    fn input(&mut self, node: &PlanNode, needs_keys: bool) -> Stream {
        let input = self.union(node, 0..node.predecessors.len());
        let needs_keys = self.questions.keyed(node).unwrap_or(needs_keys);
        if needs_keys && !input.keyed { self.reinterpreted(node, input) } else { input }
    }

    /// Whether something was answered that no call but `transform` can say.
    fn needs_factory(&self, node: &PlanNode) -> bool {
        let strategy = self.questions.chaining_strategy(node);
        strategy == ChainingStrategy::HeadWithSources || self.questions.yields(node).is_some()
    }

    /// The factory of an operator that no call of the API is known for.
    fn factory(&self, node: &PlanNode) -> TransformOptions {
        let yields = node.name.ends_with(": Writer") || node.name == "async wait operator";
        TransformOptions {
            chaining: self.questions.chaining_strategy(node),
            output_only_after_end_of_stream: names::is_window_of_whole_input(node.description.as_deref()),
            internal_sorter_supported: false,
            yielding: self.questions.yields(node).unwrap_or(yields),
        }
    }

    fn two_inputs(&mut self, node: &'p PlanNode, first: usize) -> (Operation, Vec<usize>) {
        let (left, right) = (0..first, first..node.predecessors.len());
        let plain = !self.needs_factory(node);
        let is_broadcast_state = names::is_broadcast_state(&node.name)
            // Flink makes its operator without asking for a strategy that was set.
            && self.questions.chaining_strategy(node) == ChainingStrategy::Always
            && plain
            && matches!(node.predecessors[right.clone()], [edge] if edge.ship_strategy == ShipStrategy::Broadcast);
        let left = self.union(node, left);
        if is_broadcast_state && left.keyed == node.name.ends_with("-Keyed") {
            let right = self.output(node, right.start);
            return (Operation::ConnectBroadcast, vec![left.call, right]);
        }
        let right = self.union(node, right);
        let both = left.keyed && right.keyed;
        let function = match node.name.as_str() {
            "Co-Map" if plain => ConnectFunction::Map,
            "Co-Flat Map" if plain => ConnectFunction::FlatMap,
            "Co-Process" if plain && !both => ConnectFunction::Process,
            "Co-Keyed-Process" if plain && both => ConnectFunction::Process,
            "Interval Join" if plain && both => {
                return (Operation::IntervalJoin, vec![left.call, right.call]);
            }
            _ => ConnectFunction::Transform(self.factory(node)),
        };
        (Operation::Connect { key_by: false, function }, vec![left.call, right.call])
    }

    /// The stream that some edges into a node are one input from.
    fn union(&mut self, node: &PlanNode, edges: Range<usize>) -> Stream {
        let streams: Vec<usize> = edges.clone().map(|edge| self.output(node, edge)).collect();
        let edges = &node.predecessors[edges];
        if let [edge] = edges {
            return self.partitioned(node, edge, Stream { call: streams[0], keyed: false });
        }
        let first = edges[0];
        let alike = edges.iter().all(|edge| edge.ship_strategy == first.ship_strategy);
        let keyed = first.ship_strategy == ShipStrategy::Hash;
        let at_once = alike && self.edge_needs_call(node, &first) && (!keyed || self.is_keyed_union(node));
        let streams: Vec<usize> = if at_once {
            streams
        } else {
            let parts = edges.iter().zip(streams);
            parts
                .map(|(edge, call)| self.partitioned(node, edge, Stream { call, keyed: false }).call)
                .collect()
        };
        let united = self.virtual_call(Operation::Union, streams, StreamKind::Plain, node.span, None);
        let united = Stream { call: united, keyed: false };
        if at_once { self.partitioned(node, &first, united) } else { united }
    }

    /// What an edge reads: the operator's own stream, or a side output of it.
    fn output(&mut self, node: &PlanNode, edge: usize) -> usize {
        let tag = self.questions.side_output(node, edge);
        let edge = &node.predecessors[edge];
        let call = self.calls[self.graph.positions[&edge.id]];
        match tag {
            None => call,
            Some(tag) => {
                let operation = Operation::GetSideOutput { tag: tag.to_owned() };
                self.virtual_call(operation, vec![call], StreamKind::SideOutput, edge.span, None)
            }
        }
    }

    /// Whether HASH edges of a union are of one `keyBy` behind it: its operator is keyed only then.
    fn is_keyed_union(&mut self, node: &PlanNode) -> bool {
        let alternatives = [
            ("behind", "one keyBy behind the union: the operator is keyed"),
            ("before", "one before each stream of the union: it is not keyed"),
        ];
        let chosen = self.questions.ask_of(
            node,
            Question {
                key: "key-by",
                asked: &format!("Where are the streams of `{}` keyed?", node.name),
                because: "All edges are HASH. It changes no chain, only whether the operator needs managed memory for keyed state.",
                alternatives: &alternatives.map(owned),
                told: true,
            },
        );
        chosen == 0
    }

    /// Whether an edge has its partitioner from a call, and not from the parallelism of its ends.
    fn edge_needs_call(&self, node: &PlanNode, edge: &Predecessor) -> bool {
        let upstream = self.graph.nodes[self.graph.positions[&edge.id]].parallelism;
        if edge.exchange_mode.is_some() {
            return true;
        }
        match edge.ship_strategy {
            ShipStrategy::Forward => upstream != node.parallelism,
            ShipStrategy::Rebalance => upstream == node.parallelism,
            _ => true,
        }
    }

    /// The stream partitioned as the edge says.
    fn partitioned(&mut self, node: &PlanNode, edge: &Predecessor, stream: Stream) -> Stream {
        if !self.edge_needs_call(node, edge) {
            return stream;
        }
        let call = partition_call(edge.ship_strategy);
        let keyed = call == PartitionCall::KeyBy;
        let kind = if keyed { StreamKind::Keyed } else { StreamKind::Plain };
        let operation = Operation::Partition { call, exchange_mode: edge.exchange_mode };
        Stream { call: self.virtual_call(operation, vec![stream.call], kind, edge.span, Some("op")), keyed }
    }

    /// A stream that counts as keyed though its edge is FORWARD.
    fn reinterpreted(&mut self, node: &PlanNode, stream: Stream) -> Stream {
        let call = PartitionCall::ReinterpretAsKeyedStream;
        let operation = Operation::Partition { call, exchange_mode: None };
        // Only FORWARD edges can be read so.
        let forward = node.predecessors.iter().all(|edge| edge.ship_strategy == ShipStrategy::Forward);
        if !forward {
            return stream;
        }
        let call = self.virtual_call(operation, vec![stream.call], StreamKind::Keyed, node.span, None);
        Stream { call, keyed: true }
    }

    fn virtual_call(
        &mut self,
        operation: Operation,
        inputs: Vec<usize>,
        stream: StreamKind,
        span: Span,
        field: Option<&str>,
    ) -> usize {
        self.operators.push(OperatorDefinition {
            id: None,
            operation,
            inputs,
            stream,
            options: OperatorOptions::default(),
            details: CallDetails::NONE,
            span,
            field_spans: field.map(|field| (Box::from(field), span)).into_iter().collect(),
        });
        self.operators.len() - 1
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

/// Into how many pairs of inputs edges are offered to be split.
const MOST_SPLITS: usize = 8;

/// How the edges into a node are its inputs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Shape {
    One,
    /// So many edges are the first input.
    Two {
        first: usize,
    },
    Many,
}

impl Shape {
    /// The answer that means it, and what a person reads.
    fn alternative(self, edges: usize) -> (String, String) {
        match self {
            Self::One => ("union".to_owned(), "one input: a union".to_owned()),
            Self::Two { first: 1 } if edges == 2 => ("two-1".to_owned(), "two inputs: connect".to_owned()),
            Self::Two { first } => {
                (format!("two-{first}"), format!("two inputs: {first} and {} of the edges", edges - first))
            }
            Self::Many => ("many".to_owned(), "an input each: multipleInput".to_owned()),
        }
    }
}

const fn partition_call(strategy: ShipStrategy) -> PartitionCall {
    match strategy {
        ShipStrategy::Forward => PartitionCall::Forward,
        ShipStrategy::Rebalance => PartitionCall::Rebalance,
        ShipStrategy::Rescale => PartitionCall::Rescale,
        ShipStrategy::Shuffle => PartitionCall::Shuffle,
        ShipStrategy::Broadcast => PartitionCall::Broadcast,
        ShipStrategy::Global => PartitionCall::Global,
        ShipStrategy::Hash => PartitionCall::KeyBy,
        ShipStrategy::Custom => PartitionCall::PartitionCustom,
    }
}

/// The name that the call is given, if it does not give it by itself.
fn given_name(node: &PlanNode, operation: &Operation, keyed: bool) -> Option<String> {
    let (prefix, by_itself) = match operation {
        Operation::FromSource { .. } => (SOURCE, "Source"),
        Operation::FromSequence => (SOURCE, "Sequence Source"),
        Operation::FromData => (SOURCE, "Collection Source"),
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
