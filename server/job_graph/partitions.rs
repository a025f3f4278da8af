//! What leaves a chain: `NonChainedOutput`s with their result partition types, reuse among them, and the JobEdges.

use std::collections::HashMap;

use super::generator::Chain;
use super::{Decision, JobEdge, JobGraph, JobVertexIndex, NonChainedOutput, PartitionTypeRule};
use crate::flink::{
    GlobalStreamExchangeMode, Refusal, RefusalStage, Refused, ResultPartitionType, StreamExchangeMode,
    StreamPartitioner,
};
use crate::stream_graph::{StreamEdge, StreamEdgeIndex, StreamGraph, StreamNodeIndex};
use crate::trace::Trace;

/// `ExecutionOptions.DISABLED_NETWORK_BUFFER_TIMEOUT`, in milliseconds.
const DISABLED_NETWORK_BUFFER_TIMEOUT: i64 = -1;

/// Makes the outputs of every chain and connects them to the vertices that read them.
pub(super) fn connect<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    chains: &[Chain],
    trace: &mut T,
) -> Refused<()> {
    let positions = positions_in_chains(graph, job_graph);
    for chain in chains {
        let mut reusable = HashMap::new();
        for &edge in &chain.transitive_out_edges {
            let source = graph.indices[&graph.graph[edge].source];
            let data_set = create_or_reuse_output(
                graph,
                job_graph,
                chain.vertex,
                edge,
                positions[source.index()],
                &mut reusable,
                trace,
            );
            connect_edge(graph, job_graph, chain.vertex, edge, data_set, trace);
        }
    }
    validate_hybrid_shuffle_only_in_batch(graph, job_graph)
}

/// For each StreamNode its position in its vertex's chain.
fn positions_in_chains(graph: &StreamGraph, job_graph: &JobGraph) -> Vec<usize> {
    let mut positions = vec![0; graph.graph.node_count()];
    for vertex in job_graph.graph.node_weights() {
        for (position, operator) in vertex.chain.iter().enumerate() {
            positions[operator.node.index()] = position;
        }
    }
    positions
}

/// What two edges of one operator must agree in to share an output.
#[derive(PartialEq, Eq, Hash)]
struct ReuseKey {
    source: StreamNodeIndex,
    partition_type: ResultPartitionType,
    partitioner: StreamPartitioner,
    consumer_parallelism: i32,
    consumer_max_parallelism: i32,
    output_tag: Option<String>,
}

/// `createOrReuseOutput`: the number of the data set that an edge reads.
fn create_or_reuse_output<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    vertex: JobVertexIndex,
    edge: StreamEdgeIndex,
    position: usize,
    reusable: &mut HashMap<ReuseKey, usize>,
    trace: &mut T,
) -> usize {
    let stream_edge = &graph.graph[edge];
    let source_node = graph.indices[&stream_edge.source];
    let operator = &job_graph.graph[vertex].chain[position];
    let (partition_type, rule) =
        result_partition_type(graph, stream_edge, operator.no_output_until_end_of_input);
    let consumer = graph.node(stream_edge.target);
    let key = ReuseKey {
        source: source_node,
        partition_type,
        partitioner: stream_edge.partitioner,
        consumer_parallelism: consumer.parallelism,
        consumer_max_parallelism: consumer.max_parallelism,
        output_tag: stream_edge.output_tag.clone(),
    };
    let job_vertex = &mut job_graph.graph[vertex];
    let number = job_vertex.outputs.len();
    let data_set =
        if partition_type.is_reconsumable() { *reusable.entry(key).or_insert(number) } else { number };
    let reused = data_set != number;
    if !reused {
        let resets_buffer_timeout = rule == PartitionTypeRule::NoOutputUntilEndOfInput;
        job_vertex.outputs.push(NonChainedOutput {
            source_node,
            partitioner: stream_edge.partitioner,
            partition_type,
            consumer_parallelism: consumer.parallelism,
            consumer_max_parallelism: consumer.max_parallelism,
            output_tag: stream_edge.output_tag.clone(),
            buffer_timeout: if resets_buffer_timeout {
                DISABLED_NETWORK_BUFFER_TIMEOUT
            } else {
                stream_edge.buffer_timeout
            },
            persistent_data_set: false,
            consumers: Vec::new(),
        });
        job_vertex.any_output_blocking |= partition_type.is_blocking();
        job_vertex.chain[position].non_chained_outputs.push(data_set);
    }
    trace.decide(|| Decision::Output { vertex, edge, data_set, reused, partition_type, rule });
    data_set
}

/// `getResultPartitionType`: the edge's exchange mode, or what an undefined one means here.
fn result_partition_type(
    graph: &StreamGraph,
    edge: &StreamEdge,
    no_output_until_end_of_input: bool,
) -> (ResultPartitionType, PartitionTypeRule) {
    let by_mode = PartitionTypeRule::ExchangeMode(edge.exchange_mode);
    match edge.exchange_mode {
        StreamExchangeMode::Pipelined => (ResultPartitionType::PipelinedBounded, by_mode),
        StreamExchangeMode::Batch => (ResultPartitionType::Blocking, by_mode),
        StreamExchangeMode::HybridFull => (ResultPartitionType::HybridFull, by_mode),
        StreamExchangeMode::HybridSelective => (ResultPartitionType::HybridSelective, by_mode),
        StreamExchangeMode::Undefined if no_output_until_end_of_input => {
            (ResultPartitionType::Blocking, PartitionTypeRule::NoOutputUntilEndOfInput)
        }
        StreamExchangeMode::Undefined => (
            by_global_exchange_mode(graph.global_exchange_mode, edge.partitioner),
            PartitionTypeRule::GlobalExchangeMode,
        ),
    }
}

/// `determineUndefinedResultPartitionType`.
fn by_global_exchange_mode(
    mode: GlobalStreamExchangeMode,
    partitioner: StreamPartitioner,
) -> ResultPartitionType {
    let pipelined_if = |pipelined| {
        if pipelined { ResultPartitionType::PipelinedBounded } else { ResultPartitionType::Blocking }
    };
    match mode {
        GlobalStreamExchangeMode::AllEdgesBlocking => ResultPartitionType::Blocking,
        GlobalStreamExchangeMode::ForwardEdgesPipelined => {
            pipelined_if(partitioner == StreamPartitioner::Forward)
        }
        GlobalStreamExchangeMode::PointwiseEdgesPipelined => pipelined_if(partitioner.is_pointwise()),
        GlobalStreamExchangeMode::AllEdgesPipelined => ResultPartitionType::PipelinedBounded,
        GlobalStreamExchangeMode::AllEdgesPipelinedApproximate => ResultPartitionType::PipelinedApproximate,
        GlobalStreamExchangeMode::AllEdgesHybridFull => ResultPartitionType::HybridFull,
        GlobalStreamExchangeMode::AllEdgesHybridSelective => ResultPartitionType::HybridSelective,
    }
}

/// `connect`: a JobEdge from the producer's data set to the vertex that the edge's target heads.
fn connect_edge<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    producer: JobVertexIndex,
    stream_edge: StreamEdgeIndex,
    data_set: usize,
    trace: &mut T,
) {
    let edge = &graph.graph[stream_edge];
    let consumer = job_graph.vertex_of[graph.indices[&edge.target].index()];
    let partitioner = job_graph.graph[producer].outputs[data_set].partitioner;
    let job_edge = JobEdge {
        stream_edge,
        data_set,
        distribution_pattern: partitioner.distribution_pattern(),
        partitioner,
        type_number: edge.type_number,
        intra_input_key_correlated: edge.partitioner.keeps_keys_together(),
    };
    let connected = job_graph.graph.add_edge(producer, consumer, job_edge);
    job_graph.graph[producer].outputs[data_set].consumers.push(connected);
    let vertex = &mut job_graph.graph[consumer];
    vertex.inputs.push(connected);
    vertex.in_physical_edges.entry(edge.target).or_default().push(stream_edge);
    trace.decide(|| Decision::Connect { edge: connected, stream_edge });
}

/// `validateHybridShuffleExecuteInBatchMode`.
fn validate_hybrid_shuffle_only_in_batch(graph: &StreamGraph, job_graph: &JobGraph) -> Refused<()> {
    let edges = job_graph.graph.edge_references();
    let mut hybrid = edges.filter(|edge| {
        let output = &job_graph.graph[petgraph::visit::EdgeRef::source(edge)].outputs[edge.weight().data_set];
        output.partition_type.is_hybrid()
    });
    match hybrid.next() {
        Some(edge) if graph.job_type == crate::flink::JobType::Streaming => {
            let message =
                "hybrid shuffle mode only supports batch job, please set execution.runtime-mode to BATCH";
            let refusal = Refusal::illegal_state(RefusalStage::JobGraph, message);
            let call = graph.partitioning_call(edge.weight().stream_edge);
            Err(Box::new(refusal.at(call, None)))
        }
        _ => Ok(()),
    }
}
