//! The place phase: slot sharing, co-location and managed memory, in words.

use super::subject::{Subject, Told, short};
use super::{Element, Fact, Phase, Rule, Step};
use crate::flink::ManagedMemoryUseCase;
use crate::job_graph::{Decision, SlotSharingRule};

/// The step of one decision, if it belongs to this phase.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Option<Told> {
    match decision {
        Decision::SlotSharing { name, vertices, rule } => {
            let sentence =
                format!("Slot sharing group '{}': {}.", short(name), subject.job_vertices(vertices));
            let graph = &subject.plan.job_graph.graph;
            let slots = vertices.iter().map(|&vertex| graph[vertex].parallelism).max().unwrap_or_default();
            let mut step = Step::new(
                Phase::Place,
                "StreamingJobGraphGenerator.setSlotSharing",
                Rule::SlotSharing,
                sentence,
            );
            let why = match rule {
                SlotSharingRule::Named => Fact::new("Why together", "the program named the group")
                    .by(Rule::SlotSharingGroupSpecified),
                SlotSharingRule::Together => {
                    Fact::new("Why together", "STREAMING: whatever is in no named group")
                        .by(Rule::SlotSharing)
                }
                SlotSharingRule::PipelinedRegion => {
                    Fact::new("Why together", "BATCH: they must run at the same time").by(Rule::SlotSharing)
                }
            };
            step.facts.push(why);
            step.facts.push(Fact::new("Vertices", vertices.len().to_string()));
            if slots > 0 {
                step.facts.push(Fact::new("Slots it needs", format!("{slots}, its largest parallelism")));
            }
            if let Some(resources) = subject.plan.stream_graph.slot_sharing_group_resources.get(name) {
                let resources = Fact::new("A slot has", resources.to_string());
                step.facts.push(resources.by(Rule::SlotSharingResources));
            }
            step.touches = vertices.iter().map(|&vertex| Element::JobVertex(vertex)).collect();
            Some(step.into())
        }
        Decision::CoLocation { name, vertices } => {
            let sentence = format!(
                "Co-location group '{}': subtasks of {} with the same index run in the same slot.",
                short(name),
                subject.job_vertices(vertices)
            );
            let mut step = Step::new(
                Phase::Place,
                "StreamingJobGraphGenerator.setCoLocation",
                Rule::CoLocation,
                sentence,
            );
            step.touches = vertices.iter().map(|&vertex| Element::JobVertex(vertex)).collect();
            Some(step.into())
        }
        Decision::ManagedMemory { node, use_case, fraction, weight } => {
            let name = subject.node_name(*node);
            let sentence = match use_case {
                ManagedMemoryUseCase::Operator => {
                    format!("{name} gets {fraction} of its slot's managed memory for operators.")
                }
                use_case => format!("{name} declares {use_case} and shares all that its slot has for it."),
            };
            let rule = if use_case.is_operator_scope() { Rule::OperatorMemory } else { Rule::SlotMemory };
            let method = "StreamingJobGraphGenerator.setManagedMemoryFraction";
            let mut step = Step::new(Phase::Place, method, rule, sentence);
            if let Some((own, total)) = weight {
                step.facts.push(Fact::new("Weight", format!("{own} of {total} in its slot sharing group")));
            }
            step.facts.push(Fact::new(use_case.name(), fraction.to_string()));
            step.decides = Some(subject.node_element(*node));
            step.call = Some(subject.node(*node).call);
            Some(step.into())
        }
        _ => None,
    }
}
