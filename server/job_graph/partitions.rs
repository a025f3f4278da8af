//! What leaves a chain: `NonChainedOutput`s with their result partition types, reuse among them, and the JobEdges.

use std::collections::HashMap;

use super::chain_builder::Chain;
use super::{
    Decision, JobEdge, JobGraph, JobVertexIndex, NonChainedOutput, OutputReuse, PartitionTypeRule,
    ReplacedPartitionType,
};
use crate::flink::{
    GlobalStreamExchangeMode, Refusal, RefusalStage, Refused, ResultPartitionType, StreamExchangeMode,
    StreamPartitioner, TransformationId,
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
    let mut data_sets = vec![0; graph.graph.edge_count()];
    for chain in chains {
        let mut reusable = HashMap::new();
        for &edge in &chain.transitive_out_edges {
            let source = graph.indices[&graph.graph[edge].source];
            let operator = (chain.vertex, positions[source.index()]);
            data_sets[edge.index()] =
                create_or_reuse_output(graph, job_graph, operator, edge, &mut reusable, trace);
        }
    }
    for chain in chains {
        for &edge in &chain.transitive_out_edges {
            let source = graph.indices[&graph.graph[edge].source];
            let operator = (chain.vertex, positions[source.index()]);
            connect_edge(graph, job_graph, operator, edge, data_sets[edge.index()], trace)?;
        }
        let vertex = &mut job_graph.graph[chain.vertex];
        vertex.any_output_blocking = vertex.outputs.iter().any(|output| output.partition_type.is_blocking());
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
    /// All hybrid types count as one.
    partition_type: ResultPartitionType,
    partitioner: StreamPartitioner,
    consumer_parallelism: i32,
    consumer_max_parallelism: i32,
    output_tag: Option<String>,
    cached_by: Option<TransformationId>,
}

/// `createOrReuseOutput`: the number of the data set that an edge reads.
fn create_or_reuse_output<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    (vertex, position): (JobVertexIndex, usize),
    edge: StreamEdgeIndex,
    reusable: &mut HashMap<ReuseKey, usize>,
    trace: &mut T,
) -> usize {
    let stream_edge = &graph.graph[edge];
    let source_node = graph.indices[&stream_edge.source];
    let partitioner = job_graph.partitioners[edge.index()];
    let operator = &job_graph.graph[vertex].chain[position];
    let (mut partition_type, rule) =
        result_partition_type(graph, stream_edge, partitioner, operator.no_output_until_end_of_input);
    let persistent_data_set = stream_edge.cached_by.is_some() && partition_type.is_blocking();
    let mut replaced = None;
    if persistent_data_set {
        replaced = Some(ReplacedPartitionType::ByCache(partition_type));
        partition_type = ResultPartitionType::BlockingPersistent;
    }
    if partitioner.is_broadcast() && partition_type == ResultPartitionType::HybridSelective {
        replaced = Some(ReplacedPartitionType::ByBroadcast(partition_type));
        partition_type = ResultPartitionType::HybridFull;
    }
    let consumer = graph.indices[&stream_edge.target].index();
    let consumer_parallelism = job_graph.parallelism_of[consumer];
    let consumer_max_parallelism = job_graph.max_parallelism_of[consumer];
    let key = ReuseKey {
        source: source_node,
        partition_type: if partition_type.is_hybrid() {
            ResultPartitionType::HybridFull
        } else {
            partition_type
        },
        partitioner,
        consumer_parallelism,
        consumer_max_parallelism,
        output_tag: stream_edge.output_tag.clone(),
        cached_by: stream_edge.cached_by,
    };
    let outputs = &mut job_graph.graph[vertex].outputs;
    let number = outputs.len();
    let may_be_shared = partition_type.is_reconsumable() || partition_type.is_hybrid();
    let shared = reusable.get(&key).copied().filter(|_| may_be_shared);
    if shared.is_none() && may_be_shared {
        // Flink asks an output for the cache that it persists for, and an edge for the cache that it writes: they differ
        // where a cache is written but, under hybrid shuffle, nothing persists.
        let cached_by = key.cached_by.filter(|_| persistent_data_set);
        reusable.entry(ReuseKey { cached_by, ..key }).or_insert(number);
    }
    let data_set = shared.unwrap_or(number);
    let reuse = match shared {
        Some(shared) if outputs[shared].partition_type == ResultPartitionType::HybridSelective => {
            outputs[shared].partition_type = ResultPartitionType::HybridFull;
            OutputReuse::ReusedAndUpgraded
        }
        Some(_) => OutputReuse::Reused,
        None if may_be_shared => OutputReuse::NoneEqual,
        None => OutputReuse::ReadOnce,
    };
    if !reuse.is_reused() {
        outputs.push(NonChainedOutput {
            source_node,
            partitioner,
            partition_type,
            consumer_parallelism,
            consumer_max_parallelism,
            output_tag: stream_edge.output_tag.clone(),
            buffer_timeout: buffer_timeout(stream_edge, rule),
            persistent_data_set,
            consumers: Vec::new(),
        });
        job_graph.graph[vertex].chain[position].non_chained_outputs.push(data_set);
    }
    trace.decide(|| Decision::Output { vertex, edge, data_set, reuse, partition_type, rule, replaced });
    data_set
}

/// An operator that emits at the end of its input has nothing to flush before.
fn buffer_timeout(edge: &StreamEdge, rule: PartitionTypeRule) -> i64 {
    match rule {
        PartitionTypeRule::NoOutputUntilEndOfInput => DISABLED_NETWORK_BUFFER_TIMEOUT,
        _ => edge.buffer_timeout,
    }
}

/// `getResultPartitionType`: the edge's exchange mode, or what an undefined one means here.
fn result_partition_type(
    graph: &StreamGraph,
    edge: &StreamEdge,
    partitioner: StreamPartitioner,
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
            by_global_exchange_mode(graph.global_exchange_mode, partitioner),
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
        GlobalStreamExchangeMode::ForwardEdgesPipelined => pipelined_if(partitioner.is_forward()),
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
    (producer, position): (JobVertexIndex, usize),
    stream_edge: StreamEdgeIndex,
    data_set: usize,
    trace: &mut T,
) -> Refused<()> {
    let edge = &graph.graph[stream_edge];
    check_buffer_timeout(graph, job_graph, (producer, position), stream_edge, data_set)?;
    let consumer = job_graph.vertex_of[graph.indices[&edge.target].index()];
    let partitioner = job_graph.graph[producer].outputs[data_set].partitioner;
    let job_edge = JobEdge {
        stream_edge,
        data_set,
        distribution_pattern: partitioner.distribution_pattern(),
        partitioner,
        type_number: edge.type_number,
        intra_input_key_correlated: partitioner.keeps_keys_together(),
    };
    let connected = job_graph.graph.add_edge(producer, consumer, job_edge);
    job_graph.graph[producer].outputs[data_set].consumers.push(connected);
    let vertex = &mut job_graph.graph[consumer];
    vertex.inputs.push(connected);
    vertex.in_physical_edges.entry(edge.target).or_default().push(stream_edge);
    trace.decide(|| Decision::Connect { edge: connected, stream_edge });
    Ok(())
}

/// `checkBufferTimeout`: what is consumed only when it is complete is not flushed by time.
fn check_buffer_timeout(
    graph: &StreamGraph,
    job_graph: &JobGraph,
    (producer, position): (JobVertexIndex, usize),
    stream_edge: StreamEdgeIndex,
    data_set: usize,
) -> Refused<()> {
    let output = &job_graph.graph[producer].outputs[data_set];
    let edge = &graph.graph[stream_edge];
    let operator = &job_graph.graph[producer].chain[position];
    let at_end = edge.exchange_mode == StreamExchangeMode::Undefined && operator.no_output_until_end_of_input;
    let timeout = if at_end { DISABLED_NETWORK_BUFFER_TIMEOUT } else { edge.buffer_timeout };
    if output.partition_type.can_be_pipelined() || timeout == DISABLED_NETWORK_BUFFER_TIMEOUT {
        return Ok(());
    }
    let source = graph.node(edge.source);
    let message = format!(
        "only canBePipelinedConsumed partition support buffer timeout {timeout} for src operator in edge ({source} -> \
         {}, typeNumber={}, outputPartitioner={}, exchangeMode={}, bufferTimeout={timeout}, outputTag={}, \
         uniqueId={}). \nPlease either disable buffer timeout (via -1) or use the canBePipelinedConsumed partition.",
        graph.node(edge.target),
        edge.type_number,
        output.partitioner,
        edge.exchange_mode,
        edge.output_tag.as_ref().map_or_else(
            || "null".to_owned(),
            |tag| format!("OutputTag(Java Tuple2<String, Integer>, {tag})")
        ),
        edge.unique_id,
    );
    let refusal = Refusal::unsupported_operation(RefusalStage::JobGraph, message);
    Err(Box::new(refusal.at(source.call, Some("bufferTimeout"))))
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
