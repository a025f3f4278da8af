//! The hash phase: `StreamGraphHasherV2`, in words.

use super::subject::{Subject, Told, list, short};
use super::{Element, Fact, Phase, Rule, Step};
use crate::job_graph::{Decision, HashRule};

/// The step of one decision, if it belongs to this phase.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Option<Told> {
    match decision {
        Decision::HashPostponed { node, missing } => {
            let sentence = format!(
                "{} has to wait: its input {} has no hash yet.",
                subject.node_name(*node),
                subject.node_name(*missing)
            );
            Some(Told::from(Step {
                decides: Some(subject.node_element(*node)),
                touches: vec![subject.node_element(*missing)],
                call: Some(subject.node(*node).call),
                ..Step::new(Phase::Hash, "StreamGraphHasherV2.generateNodeHash", Rule::HashOrder, sentence)
            }))
        }
        Decision::Hash { node, hash, rule } => {
            let name = subject.node_name(*node);
            let mut step = match rule {
                HashRule::Uid(uid) => {
                    let sentence =
                        format!("{name} gets its id from its uid '{}' and nothing else.", short(uid));
                    let method = "StreamGraphHasherV2.generateUserSpecifiedHash";
                    let mut step = Step::new(Phase::Hash, method, Rule::Uid, sentence);
                    step.facts.push(Fact::new("uid", uid.clone()));
                    step
                }
                HashRule::Structure { ordinal, own, chainable_outputs, inputs } => {
                    let sentence = format!("{name} gets its id from its place in the graph: it has no uid.");
                    let method = "StreamGraphHasherV2.generateDeterministicHash";
                    let mut step = Step::new(Phase::Hash, method, Rule::StructuralHash, sentence);
                    let nodes_before = Fact::new("Ordinal: nodes hashed before it", ordinal.to_string());
                    step.facts.push(nodes_before.by(Rule::HashOrder));
                    let outputs: Vec<_> = chainable_outputs
                        .iter()
                        .map(|&edge| subject.any_node_name(subject.plan.stream_graph.graph[edge].target))
                        .collect();
                    step.facts.push(Fact::new("Outputs that chain", list(&outputs)));
                    step.facts.push(Fact::new("Bytes", ordinals(*ordinal, outputs.len() + 1)));
                    step.facts.push(Fact::new("Hash of the bytes", own.to_string()));
                    for (input, hash) in inputs.iter().take(INPUTS_SHOWN) {
                        step.facts.push(Fact::new(
                            format!("Input {}", subject.node_name(*input)),
                            hash.to_string(),
                        ));
                    }
                    if inputs.len() > INPUTS_SHOWN {
                        step.facts.push(Fact::new("More inputs", (inputs.len() - INPUTS_SHOWN).to_string()));
                    }
                    step.touches = inputs.iter().map(|&(input, _)| subject.node_element(input)).collect();
                    let chained = chainable_outputs.iter().map(|&edge| Element::StreamEdge(edge));
                    step.touches.extend(chained);
                    step
                }
            };
            step.facts.push(Fact::new("Hash", hash.to_string()));
            if let Some(user_hash) = &subject.node(*node).user_hash {
                let value = format!("{user_hash}: a savepoint is searched for it first, the id stays");
                step.facts.push(Fact::new("uidHash", value).by(Rule::UidHash));
            }
            step.decides = Some(subject.node_element(*node));
            step.call = Some(subject.node(*node).call);
            Some(step.into())
        }
        _ => None,
    }
}

/// The ordinal as bytes, the least first, as often as it is put in.
fn ordinals(ordinal: u32, times: usize) -> String {
    let [a, b, c, d] = ordinal.to_le_bytes();
    let bytes = format!("{a:02x} {b:02x} {c:02x} {d:02x}");
    match times {
        1 => bytes,
        times => format!("{bytes}, {times} times"),
    }
}

/// How many inputs' hashes a step lists.
const INPUTS_SHOWN: usize = 12;
