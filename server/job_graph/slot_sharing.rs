//! `setSlotSharingAndCoLocation`: which vertices may share slots, and which must run beside each other.

use std::collections::HashMap;

use super::{Decision, JobGraph, JobVertexIndex, SlotSharingGroup};
use crate::flink::{Refusal, RefusalStage, Refused};
use crate::stream_graph::{StreamGraph, StreamNode};
use crate::trace::Trace;

/// Puts every vertex into the slot sharing group that its head names, then checks co-location.
pub(super) fn place<T: Trace<Decision>>(
    graph: &StreamGraph,
    job_graph: &mut JobGraph,
    trace: &mut T,
) -> Refused<()> {
    let mut groups: Vec<SlotSharingGroup> = Vec::new();
    let mut by_name: HashMap<String, usize> = HashMap::new();
    for vertex in job_graph.topological.clone() {
        let name = &head(graph, job_graph, vertex).slot_sharing_group;
        let group = *by_name.entry(name.clone()).or_insert_with(|| {
            groups.push(SlotSharingGroup {
                name: name.clone(),
                vertices: Vec::new(),
                resource_profile: "ResourceProfile{UNKNOWN}".to_owned(),
            });
            groups.len() - 1
        });
        groups[group].vertices.push(vertex);
        job_graph.graph[vertex].slot_sharing_group = Some(group);
    }
    for group in &groups {
        trace.decide(|| Decision::SlotSharing { name: group.name.clone(), vertices: group.vertices.clone() });
    }
    job_graph.slot_sharing_groups = groups;
    co_locate(graph, job_graph, trace)
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
