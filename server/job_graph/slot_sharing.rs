//! `setSlotSharingAndCoLocation`: which vertices may share slots, and which must run beside each other.

use std::collections::HashMap;

use petgraph::unionfind::UnionFind;
use petgraph::visit::EdgeRef;

use super::{Decision, JobGraph, JobVertex, JobVertexIndex, SlotSharingGroup, SlotSharingRule};
use crate::flink::{Refusal, RefusalStage, Refused};
use crate::stream_graph::{DEFAULT_SLOT_SHARING_GROUP, StreamGraph, StreamNode};
use crate::trace::Trace;

/// Puts every vertex into the slot sharing group that its head names, then checks co-location.
///
/// What is in no group of its own is together in STREAMING; in BATCH each pipelined region is a group, since only its
/// vertices run at the same time.
pub(super) fn place<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    trace: &mut T,
) -> Refused<()> {
    let regions = pipelined_regions(job_graph);
    let is_hybrid =
        |vertex: &JobVertex| vertex.outputs.iter().any(|output| output.partition_type.is_hybrid());
    let any_hybrid = job_graph.graph.node_weights().any(is_hybrid);
    // Flink goes through the vertices in the order of their creation, so a refusal is about the first of them.
    for vertex in job_graph.graph.node_indices() {
        let head = head(graph, job_graph, vertex);
        if any_hybrid && head.slot_sharing_group != DEFAULT_SLOT_SHARING_GROUP {
            let message =
                "hybrid shuffle mode currently does not support setting non-default slot sharing group.";
            let refusal = Refusal::illegal_state(RefusalStage::JobGraph, message);
            return Err(Box::new(refusal.at(head.call, Some("slotSharingGroup"))));
        }
    }
    let mut groups: Vec<SlotSharingGroup> = Vec::new();
    let mut rules: Vec<SlotSharingRule> = Vec::new();
    let mut numbers: HashMap<(String, Option<usize>), usize> = HashMap::new();
    for vertex in job_graph.topological.clone() {
        let name = &head(graph, job_graph, vertex).slot_sharing_group;
        let rule = match name.as_str() {
            DEFAULT_SLOT_SHARING_GROUP if graph.all_vertices_in_same_slot_sharing_group_by_default => {
                SlotSharingRule::Together
            }
            DEFAULT_SLOT_SHARING_GROUP => SlotSharingRule::PipelinedRegion,
            _ => SlotSharingRule::Named,
        };
        let region = (rule == SlotSharingRule::PipelinedRegion).then(|| regions.find(vertex.index()));
        let number = *numbers.entry((name.clone(), region)).or_insert_with(|| {
            let resources = graph.slot_sharing_group_resources.get(name);
            groups.push(SlotSharingGroup {
                name: name.clone(),
                vertices: Vec::new(),
                resource_profile: resources
                    .map_or_else(|| "ResourceProfile{UNKNOWN}".to_owned(), ToString::to_string),
            });
            rules.push(rule);
            groups.len() - 1
        });
        groups[number].vertices.push(vertex);
        job_graph.graph[vertex].slot_sharing_group = Some(number);
    }
    for (group, rule) in groups.iter().zip(rules) {
        trace.decide(|| Decision::SlotSharing {
            name: group.name.clone(),
            vertices: group.vertices.clone(),
            rule,
        });
    }
    job_graph.slot_sharing_groups = groups;
    co_locate(graph, job_graph, trace)
}

/// `DefaultLogicalTopology.getAllPipelinedRegions`: vertices that must run at the same time.
fn pipelined_regions(job_graph: &JobGraph) -> UnionFind<usize> {
    let mut regions = UnionFind::new(job_graph.graph.node_count());
    for edge in job_graph.graph.edge_references() {
        let output = &job_graph.graph[edge.source()].outputs[edge.weight().data_set];
        if output.partition_type.must_be_pipelined() {
            regions.union(edge.source().index(), edge.target().index());
        }
    }
    regions
}

/// `setCoLocation`: only the head of a chain counts.
fn co_locate<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    trace: &mut T,
) -> Refused<()> {
    let mut groups: Vec<(String, Vec<JobVertexIndex>)> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for vertex in job_graph.graph.node_indices() {
        let head = head(graph, job_graph, vertex);
        let Some(name) = head.co_location_group.clone() else { continue };
        let group = *by_name.entry(name.clone()).or_insert_with(|| {
            groups.push((name.clone(), Vec::new()));
            groups.len() - 1
        });
        let sharing = |index: JobVertexIndex| job_graph.graph[index].slot_sharing_group;
        if groups[group].1.first().is_some_and(|&first| sharing(first) != sharing(vertex)) {
            let message = "Cannot co-locate operators from different slot sharing groups";
            let refusal = Refusal::illegal_state(RefusalStage::JobGraph, message);
            return Err(Box::new(refusal.at(head.call, Some("coLocationGroup"))));
        }
        groups[group].1.push(vertex);
        job_graph.graph[vertex].co_location_group = Some(name);
    }
    for (name, vertices) in groups {
        trace.decide(|| Decision::CoLocation { name, vertices });
    }
    Ok(())
}

/// The operator that heads a vertex.
fn head<'a>(graph: &'a StreamGraph, job_graph: &JobGraph, vertex: JobVertexIndex) -> &'a StreamNode {
    &graph.graph[job_graph.graph[vertex].head()]
}
