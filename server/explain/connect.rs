//! The connect phase: outputs, their result partition types, and JobEdges, in words.

use super::subject::{Subject, Told};
use super::{Element, Fact, Phase, Rule, Step};
use crate::job_graph::{Decision, PartitionTypeRule};

/// The step of one decision, if it belongs to this phase.
pub(super) fn step(subject: &Subject<'_>, decision: &Decision) -> Option<Told> {
    let stream_graph = &subject.plan.stream_graph;
    match decision {
        Decision::Output { vertex, edge, data_set, reused, partition_type, rule } => {
            let letter = subject.vertex_letter(*vertex);
            let sentence = if *reused {
                format!(
                    "{} reads data set {data_set} of JobVertex {letter} too: an equal output exists.",
                    subject.edge_name(*edge)
                )
            } else {
                format!(
                    "JobVertex {letter} gets data set {data_set} for {}, {partition_type}.",
                    subject.edge_name(*edge)
                )
            };
            let method = "StreamingJobGraphGenerator.createOrReuseOutput";
            let mut step = Step::new(Phase::Connect, method, Rule::OutputReuse, sentence);
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
            let partition_type = format!("{partition_type}: {why}");
            step.facts.push(Fact::new("Result partition type", partition_type).by(*rule));
            step.facts.push(Fact::new("Partitioner", output.partitioner.to_string()).by(output.partitioner));
            step.facts.push(Fact::new("Consumer parallelism", output.consumer_parallelism.to_string()));
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
            step.facts.push(Fact::new("Result partition type", output.partition_type.name()));
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

fn milliseconds(timeout: i64) -> String {
    if timeout < 0 { "none: full buffers only".to_owned() } else { format!("{timeout} ms") }
}
