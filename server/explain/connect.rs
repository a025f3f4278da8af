//! The connect phase: outputs, their result partition types, and JobEdges, in words.

use super::subject::{Subject, Told, or_unset};
use super::{Element, Fact, Phase, Rule, Step};
use crate::flink::ResultPartitionType;
use crate::job_graph::{Decision, OutputReuse, PartitionTypeRule, ReplacedPartitionType};

/// The step of one decision, if it belongs to this phase.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Option<Told> {
    let stream_graph = &subject.plan.stream_graph;
    match decision {
        Decision::Output { vertex, edge, data_set, reuse, partition_type, rule, replaced } => {
            let letter = subject.vertex_letter(*vertex);
            let name = subject.edge_name(*edge);
            let sentence = match reuse {
                OutputReuse::Reused => {
                    format!(
                        "{name} reads data set {data_set} of JobVertex {letter} too: an equal output exists."
                    )
                }
                OutputReuse::ReusedAndUpgraded => format!(
                    "{name} reads data set {data_set} of JobVertex {letter} too: an equal output exists, and becomes \
                     HYBRID_FULL, so that it can be read more than once."
                ),
                OutputReuse::NoneEqual | OutputReuse::ReadOnce => {
                    format!("JobVertex {letter} gets data set {data_set} for {name}, {partition_type}.")
                }
            };
            let method = "StreamingJobGraphGenerator.createOrReuseOutput";
            let mut step = Step::new(Phase::Connect, method, *reuse, sentence);
            let output = &subject.plan.job_graph.graph[*vertex].outputs[*data_set];
            let why = match rule {
                PartitionTypeRule::ExchangeMode(mode) => format!("the edge asks for {mode}"),
                PartitionTypeRule::NoOutputUntilEndOfInput => {
                    "the producer emits only at the end of its input".to_owned()
                }
                PartitionTypeRule::GlobalExchangeMode => {
                    format!("the edge is UNDEFINED, the job is {}", stream_graph.global_exchange_mode)
                }
            };
            let by_rule = replaced.map_or(
                *partition_type,
                |(ReplacedPartitionType::ByCache(by_rule) | ReplacedPartitionType::ByBroadcast(by_rule))| {
                    by_rule
                },
            );
            let by_rule = Fact::new("Result partition type", format!("{by_rule}: {why}"));
            step.facts.push(by_rule.by(*rule));
            if let Some(replaced) = *replaced {
                let why = match replaced {
                    ReplacedPartitionType::ByCache(_) => "a cache keeps it beyond the job",
                    ReplacedPartitionType::ByBroadcast(_) => "broadcast data is written once for all readers",
                };
                let replaced_by = Fact::new("Replaced by", format!("{partition_type}: {why}"));
                step.facts.push(replaced_by.by(replaced));
            }
            let reused = match reuse {
                OutputReuse::ReadOnce => format!("no: {partition_type} is read only once"),
                OutputReuse::NoneEqual => "no: no equal output exists yet".to_owned(),
                OutputReuse::Reused | OutputReuse::ReusedAndUpgraded => {
                    "yes: same producer, partitioner, consumer parallelism and maximum, tag and cache"
                        .to_owned()
                }
            };
            step.facts.push(Fact::new("Reuses an output", reused).by(*reuse));
            step.facts.push(Fact::new("Partitioner", output.partitioner.to_string()).by(output.partitioner));
            step.facts.push(Fact::new("Consumer parallelism", or_unset(output.consumer_parallelism)));
            let max_parallelism = or_unset(output.consumer_max_parallelism);
            step.facts.push(Fact::new("Consumer maximum parallelism", max_parallelism));
            if let Some(tag) = &output.output_tag {
                step.facts.push(Fact::new("Output tag", tag.clone()).by(Rule::SideOutputs));
            }
            step.facts.push(
                Fact::new("Buffer timeout", milliseconds(output.buffer_timeout)).by(Rule::BufferTimeout),
            );
            step.decides = Some(Element::JobVertex(*vertex));
            step.touches = vec![Element::StreamEdge(*edge)];
            step.call = Some(stream_graph.partitioning_call(*edge));
            Some(step.into())
        }
        Decision::Connect { edge, stream_edge } => {
            let graph = &subject.plan.job_graph.graph;
            let (producer, consumer) = graph.edge_endpoints(*edge)?;
            let job_edge = &graph[*edge];
            let sentence = format!(
                "JobEdge from {} to {}: {}, {}.",
                subject.vertex_letter(producer),
                subject.vertex_letter(consumer),
                job_edge.partitioner,
                job_edge.distribution_pattern
            );
            let method = "StreamingJobGraphGenerator.connect";
            let mut step = Step::new(Phase::Connect, method, Rule::JobEdges, sentence);
            let output = &graph[producer].outputs[job_edge.data_set];
            let pattern = if job_edge.partitioner.is_pointwise() {
                "each subtask reads some of the producer's"
            } else {
                "each subtask reads all of the producer's"
            };
            let ship_strategy = Fact::new("Ship strategy", job_edge.partitioner.to_string());
            step.facts.push(ship_strategy.by(job_edge.partitioner));
            let pattern = format!("{}, {pattern}", job_edge.distribution_pattern);
            step.facts.push(Fact::new("Distribution pattern", pattern).by(Rule::DistributionPatterns));
            let partition_type = Fact::new("Result partition type", output.partition_type.name());
            step.facts.push(partition_type.by(page_of(output.partition_type)));
            step.facts.push(Fact::new("Data set", job_edge.data_set.to_string()));
            let born = Element::JobEdge(*stream_edge);
            step.decides = Some(born);
            step.touches = vec![
                Element::JobVertex(producer),
                Element::JobVertex(consumer),
                Element::StreamEdge(*stream_edge),
            ];
            step.call = Some(stream_graph.partitioning_call(*stream_edge));
            Some(Told { step, born: Some(born) })
        }
        _ => None,
    }
}

/// The page that says most about a result partition type.
fn page_of(partition_type: ResultPartitionType) -> Rule {
    match partition_type {
        ResultPartitionType::HybridFull | ResultPartitionType::HybridSelective => Rule::HybridShuffle,
        ResultPartitionType::BlockingPersistent => Rule::PersistentDataSets,
        ResultPartitionType::Blocking
        | ResultPartitionType::Pipelined
        | ResultPartitionType::PipelinedBounded
        | ResultPartitionType::PipelinedApproximate => Rule::PartitionTypeByExchangeMode,
    }
}

fn milliseconds(timeout: i64) -> String {
    if timeout < 0 { "none: full buffers only".to_owned() } else { format!("{timeout} ms") }
}
