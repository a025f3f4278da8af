//! The chain phase: `isChainable` for each edge, and `createChain` going down and coming back, in words.

use super::subject::{Subject, Told, list, or_unset};
use super::{Element, Fact, Phase, Rule, Step};
use crate::flink::StreamPartitioner;
use crate::job_graph::{Chainability, Condition, ConditionCode, Decision, Operands};
use crate::stream_graph::StreamEdgeIndex;

/// The step of one decision, if it belongs to this phase.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Option<Told> {
    match decision {
        Decision::SourceChained { source, target, edge, chainability } => {
            let (name, target_name) = (subject.node_name(*source), subject.node_name(*target));
            let sentence = format!(
                "{name} runs inside the vertex of {target_name}, which takes sources in: it is a source with this one \
                 output, and every condition on the edge holds."
            );
            let method = "StreamingJobGraphGenerator.buildChainedInputsAndGetHeadInputs";
            let mut step = new(method, Rule::SourceChaining, sentence, 0);
            let conditions = chainability.conditions(&subject.plan.stream_graph, *edge);
            // Flink does not ask for a single input here.
            let asked = conditions.iter().filter(|condition| condition.code != ConditionCode::SingleInput);
            step.facts = asked.map(|condition| fact(condition, None)).collect();
            step.chains = Some(true);
            step.decides = Some(Element::StreamEdge(*edge));
            step.touches = subject.ends(*edge);
            step.call = Some(subject.node(*target).call);
            Some(step.into())
        }
        Decision::CreateChain { node, chain_index, start, depth } => {
            let name = subject.node_name(*node);
            let sentence = if node == start {
                format!("A chain starts at {name}.")
            } else {
                format!("{name} is next in the chain of {}.", subject.node_name(*start))
            };
            let mut step = new(CREATE_CHAIN, Rule::CreateChain, sentence, *depth);
            step.facts.push(Fact::new("Chain index", chain_index.to_string()).by(Rule::ChainIndex));
            step.facts.push(Fact::new("Out-edges", subject.node(*node).out_edges.len().to_string()));
            step.decides = Some(subject.node_element(*node));
            if node != start {
                step.touches = vec![subject.node_element(*start)];
            }
            step.call = Some(subject.node(*node).call);
            Some(step.into())
        }
        Decision::ChainExists { start, depth } => {
            let sentence = format!("The chain of {} has been made already.", subject.node_name(*start));
            let mut step = new(CREATE_CHAIN, Rule::CreateChain, sentence, *depth);
            step.decides = Some(subject.node_element(*start));
            step.call = Some(subject.node(*start).call);
            Some(step.into())
        }
        Decision::IsChainable { edge, chainability, depth } => {
            Some(is_chainable(subject, *edge, *chainability, *depth).into())
        }
        Decision::ChainReturned {
            node,
            start,
            vertex,
            transitive_out_edges,
            transitive_out_edge_count,
            depth,
        } => {
            let name = subject.node_name(*node);
            let edges: Vec<_> = transitive_out_edges.iter().map(|&edge| subject.edge_name(edge)).collect();
            let mut edges = list(&edges);
            if *transitive_out_edge_count > transitive_out_edges.len() {
                edges = format!("{transitive_out_edge_count}, such as {edges}");
            }
            let Some(vertex) = vertex else {
                let handed_up = match transitive_out_edge_count {
                    0 => String::new(),
                    1 => "; it hands up an edge that leaves the chain".to_owned(),
                    count => format!("; it hands up {count} edges that leave the chain"),
                };
                let sentence = format!(
                    "Back at {name}: it does not head the chain, so its configuration is kept for {}{handed_up}.",
                    subject.node_name(*start)
                );
                let mut step = new(CREATE_CHAIN, Rule::CreateChain, sentence, *depth);
                let handed_up = Fact::new("Edges handed up to its caller", edges);
                step.facts.push(handed_up.by(Rule::TransitiveOutEdges));
                step.decides = Some(subject.node_element(*node));
                step.touches = vec![subject.node_element(*start)];
                step.call = Some(subject.node(*node).call);
                return Some(step.into());
            };
            let job_vertex = &subject.plan.job_graph.graph[*vertex];
            let letter = subject.vertex_letter(*vertex);
            let sentence = format!("Back at {name}, the head of its chain: JobVertex {letter} is born.");
            let method = "StreamingJobGraphGenerator.createJobVertex";
            let mut step = new(method, Rule::JobVertices, sentence, *depth);
            let members: Vec<_> =
                job_vertex.chain.iter().map(|operator| subject.node_name(operator.node)).collect();
            step.facts.push(Fact::new("JobVertexID", job_vertex.id.to_string()).by(Rule::JobVertexId));
            step.facts.push(Fact::new("Operators", list(&members)));
            step.facts.push(Fact::new("Parallelism", job_vertex.parallelism.to_string()));
            step.facts.push(Fact::new("Task class", job_vertex.invokable).by(Rule::JobVertices));
            let concurrent = if job_vertex.supports_concurrent_execution_attempts { "yes" } else { "no" };
            step.facts.push(Fact::new("Supports concurrent attempts", concurrent).by(Rule::JobVertices));
            let leaving = Fact::new("Edges that leave the chain", edges);
            step.facts.push(leaving.by(Rule::TransitiveOutEdges));
            let born = Element::JobVertex(*vertex);
            step.decides = Some(born);
            step.touches =
                job_vertex.chain.iter().map(|operator| subject.node_element(operator.node)).collect();
            step.call = Some(subject.node(*node).call);
            Some(Told { step, born: Some(born) })
        }
        Decision::PartitionerConverted { edge, partitioner, chained, depth } => {
            let name = subject.edge_name(*edge);
            let sentence = if *chained {
                format!("{name} chains, so the partitioner that nobody set is {partitioner} for good.")
            } else {
                format!(
                    "{name} does not chain, and nobody set its partitioner: {partitioner} takes the place of FORWARD, \
                     since the parallelism may still change."
                )
            };
            let method = "StreamingJobGraphGenerator.tryConvertPartitionerForDynamicGraph";
            let mut step = new(method, Rule::PartitionerConversion, sentence, *depth);
            let replaced = Fact::new("Partitioner", format!("FORWARD, if unspecified → {partitioner}"));
            step.facts.push(replaced.by(*partitioner));
            step.decides = Some(Element::StreamEdge(*edge));
            step.touches = subject.ends(*edge);
            step.call = Some(subject.plan.stream_graph.partitioning_call(*edge));
            Some(step.into())
        }
        Decision::ParallelismLeftOpen { vertex } => {
            let sentence = format!(
                "The parallelism of JobVertex {} is left open: no operator in it sets one, and Flink decides it when \
                 it knows how much there is to read.",
                subject.vertex_letter(*vertex)
            );
            let mut step = new(SET_PARALLELISMS, Rule::ParallelismLeftOpen, sentence, 0);
            step.facts.push(Fact::new("Parallelism", "decided at run time"));
            step.decides = Some(Element::JobVertex(*vertex));
            step.call = Some(subject.head(*vertex).call);
            Some(step.into())
        }
        Decision::ForwardGroup { vertices, parallelism, max_parallelism } => {
            let sentence = format!(
                "{} are a forward group: explicit FORWARD edges connect them, so they have one parallelism.",
                subject.job_vertices(vertices)
            );
            let mut step = new(SET_PARALLELISMS, Rule::ForwardGroups, sentence, 0);
            let or_open =
                |number: &Option<i32>| number.map_or_else(|| "left open".to_owned(), |it| it.to_string());
            step.facts.push(Fact::new("Parallelism", or_open(parallelism)));
            step.facts.push(Fact::new("Maximum parallelism", or_open(max_parallelism)));
            step.touches = vertices.iter().map(|&vertex| Element::JobVertex(vertex)).collect();
            step.call = vertices.first().map(|&vertex| subject.head(vertex).call);
            Some(step.into())
        }
        _ => None,
    }
}

const CREATE_CHAIN: &str = "StreamingJobGraphGenerator.createChain";
const SET_PARALLELISMS: &str = "StreamingJobGraphGenerator.setVertexParallelismsForDynamicGraphIfNecessary";

fn new(method: &'static str, rule: Rule, sentence: String, depth: u32) -> Step {
    Step { depth, ..Step::new(Phase::Chain, method, rule, sentence) }
}

fn is_chainable(
    subject: &Subject<'_>,
    edge: StreamEdgeIndex,
    chainability: Chainability,
    depth: u32,
) -> Step {
    let stream_edge = &subject.plan.stream_graph.graph[edge];
    let (up, down) = (subject.any_node_name(stream_edge.source), subject.any_node_name(stream_edge.target));
    let failed = chainability.failed().count();
    let sentence = match failed {
        0 => format!("{up} and {down} chain: every condition holds."),
        1 => format!(
            "{up} and {down} do not chain: one condition fails, so {down} heads a JobVertex of its own."
        ),
        _ => format!(
            "{up} and {down} do not chain: {failed} conditions fail, so {down} heads a JobVertex of its own."
        ),
    };
    let stopped_at = chainability.stopped_at();
    // The page of what broke the chain, else of how chains are made.
    let rule = stopped_at.map_or(Rule::CreateChain, Rule::from);
    let mut step = new("StreamingJobGraphGenerator.isChainable", rule, sentence, depth);
    let conditions = chainability.conditions(&subject.plan.stream_graph, edge);
    step.facts = conditions.iter().map(|condition| fact(condition, stopped_at)).collect();
    step.chains = Some(chainability.holds());
    step.decides = Some(Element::StreamEdge(edge));
    step.touches = subject.ends(edge);
    step.call = Some(subject.plan.stream_graph.partitioning_call(edge));
    step
}

/// A condition with what it compared, in words.
fn fact(condition: &Condition<'_>, stopped_at: Option<ConditionCode>) -> Fact {
    let (label, value) = match &condition.operands {
        Operands::InEdges(edges) => ("One input edge", edges.to_string()),
        Operands::Flag(enabled) => ("Chaining enabled", enabled.to_string()),
        Operands::SlotSharingGroups(up, down) => ("Same slot sharing group", compared(up, down)),
        Operands::Yielding { yields, legacy_source } => (
            "Not yielding after a legacy source",
            match (yields, legacy_source) {
                (false, _) => "does not yield".to_owned(),
                (true, false) => "yields, no legacy source".to_owned(),
                (true, true) => "yields after a legacy source".to_owned(),
            },
        ),
        Operands::UpstreamStrategy(strategy) => ("Upstream strategy", strategy.to_string()),
        Operands::DownstreamStrategy { strategy, upstream_is_source } => (
            "Downstream strategy",
            match strategy {
                crate::flink::ChainingStrategy::HeadWithSources => {
                    format!(
                        "{strategy}, upstream is {}",
                        if *upstream_is_source { "a source" } else { "no source" }
                    )
                }
                strategy => strategy.to_string(),
            },
        ),
        Operands::Parallelism(up, down) => ("Same parallelism", compared(up, down)),
        Operands::MaxParallelism { upstream, downstream, compared: true } => {
            ("Same maximum parallelism", compared(&or_unset(*upstream), &or_unset(*downstream)))
        }
        Operands::MaxParallelism { upstream, downstream, compared: false } => (
            "Same maximum parallelism",
            if upstream == downstream {
                compared(&or_unset(*upstream), &or_unset(*downstream))
            } else {
                format!("{} ≠ {}, may differ", or_unset(*upstream), or_unset(*downstream))
            },
        ),
        Operands::Partitioner(partitioner) => (
            "Partitioner is FORWARD",
            match partitioner {
                StreamPartitioner::Forward => "FORWARD".to_owned(),
                other => other.to_string(),
            },
        ),
        Operands::ExchangeMode(mode) => ("Exchange mode is not BATCH", mode.to_string()),
        Operands::EdgesAtInput { type_number, edges } => (
            "No union at the input",
            match edges {
                1 => format!("one edge at input {type_number}"),
                edges => format!("{edges} edges at input {type_number}"),
            },
        ),
    };
    Fact {
        holds: Some(condition.holds),
        stopped_here: stopped_at == Some(condition.code),
        ..Fact::new(label, value).by(condition.code)
    }
}

/// "a = a" or "a ≠ b".
fn compared<V: PartialEq + ToString + ?Sized>(up: &V, down: &V) -> String {
    format!("{} {} {}", up.to_string(), if up == down { "=" } else { "≠" }, down.to_string())
}
