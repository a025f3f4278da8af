//! The translate phase: `StreamGraphGenerator` and `StreamGraph.addEdge`, in words.

use super::subject::{Subject, Told, list};
use super::{Element, Fact, Phase, Rule, Step};
use crate::flink::TransformationId;
use crate::stream_graph::{
    Decision, PartitionerRule, ResolvedProperty, RuntimeModeRule, SlotSharingGroupRule,
};
use crate::transformation::TransformationKind;

/// How many inputs' requirements a step lists.
const INPUTS_SHOWN: usize = 12;

const TRANSFORM: &str = "StreamGraphGenerator.transform";

/// The step of one decision.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Told {
    match decision {
        Decision::RuntimeMode { job_type, rule, global_exchange_mode, dynamic } => {
            let why = match rule {
                RuntimeModeRule::Specified => format!("execution.runtime-mode is {job_type}"),
                RuntimeModeRule::AllSourcesBounded => {
                    "execution.runtime-mode is AUTOMATIC, and every source ends".to_owned()
                }
                RuntimeModeRule::UnboundedSource(source) => format!(
                    "execution.runtime-mode is AUTOMATIC, and {} never ends",
                    subject.transformation_name(*source)
                ),
            };
            let sentence = format!("The job runs as {job_type}: {why}.");
            let method = "StreamGraphGenerator.shouldExecuteInBatchMode";
            let mut step = Step::new(Phase::Translate, method, Rule::RuntimeMode, sentence);
            let exchange_mode = Fact::new("Edges that say nothing", global_exchange_mode.name());
            step.facts.push(exchange_mode.by(Rule::PartitionTypeByGlobalExchangeMode));
            let when = if *dynamic { "while the job runs, where nobody sets it" } else { "now" };
            step.facts.push(Fact::new("Parallelism is decided", when).by(Rule::ParallelismLeftOpen));
            if let RuntimeModeRule::UnboundedSource(source) = rule {
                step.touches = vec![Element::Transformation(*source)];
                step.call = Some(subject.transformation(*source).call);
            }
            step.into()
        }
        Decision::Transformed { transformation, result, depth } => {
            let name = subject.transformation_name(*transformation);
            let sentence = match &result[..] {
                [] => format!("{name} is translated; nothing can read it."),
                ids => format!("{name} is translated; whoever reads it reads {}.", known_as(subject, ids)),
            };
            let is_cache = matches!(subject.transformation(*transformation).kind, TransformationKind::Cache);
            let rule = if is_cache { Rule::Caches } else { Rule::TranslationOrder };
            let mut step = new(TRANSFORM, rule, sentence, *depth, subject, *transformation);
            step.decides = Some(Element::Transformation(*transformation));
            step.touches = result.iter().map(|&id| element(subject, id)).collect();
            step.into()
        }
        Decision::InputsSorted { node, requirements, before, after, depth } => {
            let name = subject.node_name(*node);
            let sentence = match &requirements[..] {
                [] => format!("{name} would read its input sorted by key, but sorting is turned off."),
                _ => format!(
                    "{name} reads its input sorted by key, so that it holds the state of one key at a time."
                ),
            };
            let method = "BatchExecutionUtils.applyBatchExecutionSettings";
            let mut step = Step::new(Phase::Translate, method, Rule::SortedInputs, sentence);
            step.depth = *depth;
            if before == after {
                step.facts.push(Fact::new("Chaining strategy", after.name()).by(Rule::ChainingStrategies));
            } else {
                let strategy = format!("{after} instead of {before}: sorting needs an input of its own");
                step.facts.push(Fact::new("Chaining strategy", strategy).by(Rule::ChainingStrategies));
            }
            for (input, requirement) in requirements.iter().enumerate().take(INPUTS_SHOWN) {
                step.facts.push(Fact::new(format!("Input {input}"), *requirement));
            }
            step.decides = Some(subject.node_element(*node));
            step.call = Some(subject.node(*node).call);
            step.into()
        }
        Decision::AllEdgesBlocking { before } => {
            let sentence = "A slot sharing group has resources of its own: no edge is pipelined, since its two ends \
                            could wait for each other's slots.";
            let method = "StreamGraphGenerator.setFineGrainedGlobalStreamExchangeMode";
            let mut step =
                Step::new(Phase::Translate, method, Rule::SlotSharingResources, sentence.to_owned());
            let exchange_mode = format!("ALL_EDGES_BLOCKING instead of {before}");
            let exchange_mode = Fact::new("Edges that say nothing", exchange_mode);
            step.facts.push(exchange_mode.by(Rule::PartitionTypeByGlobalExchangeMode));
            step.into()
        }
        Decision::UnalignedCheckpointsDisabled { node, unsupported } => {
            let name = subject.node_name(*node);
            let sentence = format!(
                "No edge into {name} takes unaligned checkpoints, because {} cannot.",
                subject.edge_name(*unsupported)
            );
            let method = "StreamGraphGenerator.generate";
            let mut step = Step::new(Phase::Translate, method, Rule::UnalignedCheckpoints, sentence);
            let partitioner = subject.plan.stream_graph.graph[*unsupported].partitioner;
            step.facts.push(Fact::new("Partitioner", partitioner.to_string()).by(partitioner));
            step.decides = Some(subject.node_element(*node));
            step.touches = vec![Element::StreamEdge(*unsupported)];
            step.call = Some(subject.node(*node).call);
            step.into()
        }
        Decision::Transform { transformation, depth } => {
            let inputs = &subject.transformation(*transformation).inputs;
            let graph = &subject.plan.transformations.graph;
            let input_ids: Vec<_> = inputs.iter().map(|&input| graph[input].id).collect();
            let name = subject.transformation_name(*transformation);
            let sentence = if input_ids.is_empty() {
                format!("{name} has no inputs, so it is translated at once.")
            } else {
                let names: Vec<_> = input_ids.iter().map(|&id| subject.transformation_name(id)).collect();
                format!("{name} is to be translated; its inputs come first: {}.", list(&names))
            };
            let mut step = new(TRANSFORM, Rule::TranslationOrder, sentence, *depth, subject, *transformation);
            let class = subject.transformation(*transformation).kind.class_name();
            step.facts.push(Fact::new("Transformation", class).by(Rule::Transformations));
            step.touches = input_ids.into_iter().map(Element::Transformation).collect();
            step.decides = Some(Element::Transformation(*transformation));
            step.into()
        }
        Decision::AlreadyTransformed { transformation, result, depth } => {
            let name = subject.transformation_name(*transformation);
            let sentence = match &result[..] {
                [] => format!("{name} was translated before."),
                ids => format!("{name} was translated before; it is known as {}.", known_as(subject, ids)),
            };
            let mut step =
                new(TRANSFORM, Rule::AlreadyTransformed, sentence, *depth, subject, *transformation);
            step.facts.push(Fact::new("alreadyTransformed", "hit"));
            step.decides = Some(Element::Transformation(*transformation));
            step.into()
        }
        Decision::VirtualPartitionNode {
            transformation,
            id,
            original,
            partitioner,
            requested,
            exchange_mode,
            depth,
        } => {
            let sentence = format!(
                "{} becomes no StreamNode: virtual node {id} says that whoever reads it reads {} with {partitioner}.",
                subject.transformation_name(*transformation),
                subject.any_node_name(*original),
            );
            let method = "StreamGraph.addVirtualPartitionNode";
            let mut step =
                new(method, Rule::VirtualPartitionNodes, sentence, *depth, subject, *transformation);
            step.facts.push(Fact::new("Partitioner", partitioner.to_string()).by(*partitioner));
            let exchange_mode = if requested == exchange_mode {
                exchange_mode.to_string()
            } else {
                format!("{requested} asked for, {exchange_mode} in a STREAMING job")
            };
            step.facts.push(Fact::new("Exchange mode", exchange_mode).by(Rule::ExchangeModeOfPartitioning));
            virtual_node(subject, step, *id, *original, *transformation)
        }
        Decision::VirtualSideOutputNode { transformation, id, original, tag, depth } => {
            let sentence = format!(
                "{} becomes no StreamNode: virtual node {id} says that whoever reads it reads the output '{tag}' of {}.",
                subject.transformation_name(*transformation),
                subject.any_node_name(*original),
            );
            let method = "StreamGraph.addVirtualSideOutputNode";
            let mut step = new(method, Rule::SideOutputs, sentence, *depth, subject, *transformation);
            step.facts.push(Fact::new("Output tag", tag.clone()));
            virtual_node(subject, step, *id, *original, *transformation)
        }
        Decision::Union { transformation, result, depth } => {
            let sentence = format!(
                "{} adds nothing: whoever reads it reads {}.",
                subject.transformation_name(*transformation),
                known_as(subject, result),
            );
            let mut step = new(
                "UnionTransformationTranslator.translateForStreaming",
                Rule::Unions,
                sentence,
                *depth,
                subject,
                *transformation,
            );
            step.decides = Some(Element::Transformation(*transformation));
            step.touches = result.iter().map(|&id| element(subject, id)).collect();
            step.into()
        }
        Decision::SinkExpanded { transformation, added, depth } => {
            let names: Vec<_> = added.iter().map(|&id| subject.transformation_name(id)).collect();
            let sentence = format!(
                "{} is expanded: {} {} translated in its place.",
                subject.transformation_name(*transformation),
                list(&names),
                if names.len() == 1 { "is" } else { "are" },
            );
            let mut step = new(
                "SinkTransformationTranslator.SinkExpander.expand",
                Rule::SinkExpansion,
                sentence,
                *depth,
                subject,
                *transformation,
            );
            step.decides = Some(Element::Transformation(*transformation));
            step.into()
        }
        Decision::StreamNode { transformation, node, chaining_strategy, slot_sharing_group, depth } => {
            let stream_node = subject.node(*node);
            let sentence = format!(
                "{} becomes StreamNode {}, run by {}.",
                subject.transformation_name(*transformation),
                stream_node.id,
                stream_node.job_vertex_class
            );
            let method = "StreamGraph.addOperator";
            let mut step = new(method, Rule::StreamNodes, sentence, *depth, subject, *transformation);
            let parallelism = format!(
                "{}, {}",
                stream_node.parallelism,
                if stream_node.parallelism_configured { "set by the program" } else { "the environment's" }
            );
            step.facts.push(Fact::new("Parallelism", parallelism).by(Rule::OperatorParallelism));
            if stream_node.max_parallelism > 0 {
                let max_parallelism =
                    Fact::new("Maximum parallelism", stream_node.max_parallelism.to_string());
                step.facts.push(max_parallelism.by(Rule::OperatorMaxParallelism));
            }
            let strategy = Fact::new("Chaining strategy", chaining_strategy.name());
            step.facts.push(strategy.by(Rule::ChainingStrategies));
            let why = match slot_sharing_group {
                SlotSharingGroupRule::Specified => "set by the program",
                SlotSharingGroupRule::Inherited => "all inputs are in it",
                SlotSharingGroupRule::Default if stream_node.in_edges.is_empty() => {
                    "no inputs to take one from"
                }
                SlotSharingGroupRule::Default => "the inputs are in different groups",
            };
            let group = format!("{}, {why}", stream_node.slot_sharing_group);
            step.facts.push(Fact::new("Slot sharing group", group).by(*slot_sharing_group));
            let born = Element::StreamNode(stream_node.id);
            step.decides = Some(born);
            step.touches = vec![Element::Transformation(*transformation)];
            Told { step, born: Some(born) }
        }
        Decision::VirtualNodeResolved { id, original, target, property, depth } => {
            let (sentence, facts, transformation) = resolved(subject, *id, *original, *target, property);
            let mut step = Step {
                depth: *depth,
                facts,
                call: transformation.map(|id| subject.transformation(id).call),
                ..Step::new(Phase::Translate, "StreamGraph.addEdgeInternal", property, sentence)
            };
            step.decides = Some(Element::VirtualNode(*id));
            step.touches = vec![element(subject, *original), Element::StreamNode(*target)];
            step.touches.extend(transformation.map(Element::Transformation));
            step.into()
        }
        Decision::StreamEdge { edge, rule, depth } => {
            let stream_edge = &subject.plan.stream_graph.graph[*edge];
            let (why, fact) = match rule {
                PartitionerRule::Explicit => {
                    ("the program set it", Fact::new("Partitioner", "set by a partitioning call"))
                }
                PartitionerRule::ForwardForEqualParallelism { parallelism } => (
                    "none was set and the parallelism is equal",
                    Fact::new("Parallelism", format!("{parallelism} = {parallelism}")),
                ),
                PartitionerRule::ForwardForUnspecified { parallelism } => (
                    "none was set and the parallelism is equal, until it is known whether the edge chains",
                    Fact::new("Parallelism", format!("{parallelism} = {parallelism}")),
                ),
                PartitionerRule::RebalanceForDifferentParallelism { upstream, downstream } => (
                    "none was set and the parallelism differs",
                    Fact::new("Parallelism", format!("{upstream} ≠ {downstream}")),
                ),
            };
            let sentence = format!(
                "StreamEdge {} is added with {}: {why}.",
                subject.edge_name(*edge),
                stream_edge.partitioner
            );
            let mut step = Step {
                depth: *depth,
                call: Some(subject.plan.stream_graph.node(stream_edge.target).call),
                ..Step::new(Phase::Translate, "StreamGraph.createActualEdge", *rule, sentence)
            };
            step.facts.push(fact.by(*rule));
            let exchange_mode = Fact::new("Exchange mode", stream_edge.exchange_mode.name());
            step.facts.push(exchange_mode.by(Rule::ExchangeModeOfPartitioning));
            step.facts.push(Fact::new("Input", stream_edge.type_number.to_string()));
            if let Some(tag) = &stream_edge.output_tag {
                step.facts.push(Fact::new("Output tag", tag.clone()).by(Rule::SideOutputs));
            }
            let born = Element::StreamEdge(*edge);
            step.decides = Some(born);
            step.touches = subject.ends(*edge);
            step.touches.extend(stream_edge.through.iter().copied().map(Element::Transformation));
            Told { step, born: Some(born) }
        }
    }
}

fn new(
    method: &'static str,
    rule: Rule,
    sentence: String,
    depth: u32,
    subject: &Subject<'_>,
    transformation: TransformationId,
) -> Step {
    let call = Some(subject.transformation(transformation).call);
    Step { depth, call, ..Step::new(Phase::Translate, method, rule, sentence) }
}

fn virtual_node(
    subject: &Subject<'_>,
    mut step: Step,
    id: TransformationId,
    original: TransformationId,
    transformation: TransformationId,
) -> Told {
    let born = Element::VirtualNode(id);
    step.decides = Some(Element::Transformation(transformation));
    step.touches = vec![born, element(subject, original)];
    Told { step, born: Some(born) }
}

/// What an edge takes from a virtual node, in words, with the Transformation behind it.
fn resolved(
    subject: &Subject<'_>,
    id: TransformationId,
    original: TransformationId,
    target: TransformationId,
    property: &ResolvedProperty,
) -> (String, Vec<Fact>, Option<TransformationId>) {
    let graph = &subject.plan.stream_graph;
    let (from, to) = (subject.any_node_name(original), subject.any_node_name(target));
    let begin = format!("On the way to {to}, virtual node {id} stands for {from}");
    match property {
        ResolvedProperty::Partition { partitioner, taken, exchange_mode } => (
            if *taken {
                format!("{begin}: the edge takes its partitioner {partitioner}.")
            } else {
                format!("{begin}: its partitioner {partitioner} is passed over for the one nearer {to}.")
            },
            vec![
                Fact::new(
                    "Partitioner",
                    format!("{partitioner}, {}", if *taken { "taken" } else { "passed over" }),
                )
                .by(*partitioner),
                Fact::new("Exchange mode", format!("{exchange_mode}, taken"))
                    .by(Rule::PartitioningOnPartitioning),
            ],
            graph.virtual_partition_nodes.get(&id).map(|node| node.transformation),
        ),
        ResolvedProperty::SideOutput { tag, taken } => (
            if *taken {
                format!("{begin}: the edge takes its output tag '{tag}'.")
            } else {
                format!("{begin}: its output tag '{tag}' is passed over for the one nearer {to}.")
            },
            vec![Fact::new("Output tag", format!("{tag}, {}", if *taken { "taken" } else { "passed over" }))],
            graph.virtual_side_output_nodes.get(&id).map(|node| node.transformation),
        ),
    }
}

/// The ids by which consumers know a Transformation, as nodes.
fn known_as(subject: &Subject<'_>, ids: &[TransformationId]) -> String {
    let names: Vec<_> = ids.iter().map(|&id| subject.any_node_name(id)).collect();
    list(&names)
}

fn element(subject: &Subject<'_>, id: TransformationId) -> Element {
    if subject.plan.stream_graph.indices.contains_key(&id) {
        Element::StreamNode(id)
    } else {
        Element::VirtualNode(id)
    }
}
