//! The notations of Transformations and of the StreamGraph.

use std::collections::{BTreeMap, HashMap};

use planscope::explain::{Element, Rule, Step};
use planscope::flink::{StreamExchangeMode, TransformationId};
use planscope::stream_graph::{self, StreamEdgeIndex, StreamNodeIndex};
use planscope::transformation::TransformationKind;

use super::{Line, Planned, joined};

impl Planned {
    /// `BATCH, ALL_EDGES_BLOCKING, dynamic`.
    pub(super) fn job(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let line = Line::new(graph.job_type.name())
            .and(graph.global_exchange_mode.name())
            .and_if(graph.dynamic, || "dynamic".to_owned())
            .and_if(!graph.chaining, || "chaining off".to_owned());
        vec![line.0]
    }

    /// `3 PartitionTransformation Partition: inputs 2, HASH`.
    pub(super) fn transformations(&self) -> Vec<String> {
        let transformations = &self.plan.transformations;
        let mut indices = transformations.reachable();
        indices.sort_by_key(|&index| transformations.graph[index].id);
        let lines = indices.into_iter().map(|index| {
            let transformation = &transformations.graph[index];
            let inputs =
                transformation.inputs.iter().map(|&input| transformations.graph[input].id.to_string());
            let partitioner = match &transformation.kind {
                TransformationKind::Partition { partitioner, .. } => Some(partitioner.to_string()),
                TransformationKind::SideOutput { tag } => Some(format!("tag {tag}")),
                _ => None,
            };
            let listed =
                if transformations.roots.contains(&index) { "in the list" } else { "not in the list" };
            let line = format!(
                "{} {} {}: inputs {}",
                transformation.id,
                transformation.kind.class_name(),
                transformation.name,
                joined(inputs)
            );
            let line = partitioner.into_iter().fold(Line::new(line), Line::and);
            line.and(listed).0
        });
        lines.collect()
    }

    /// `2 Flat Map: OneInputStreamTask, ALWAYS, parallelism 1, group default (slot-sharing-group-inherited)`.
    pub(super) fn nodes(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let mut rules = HashMap::new();
        for decision in self.stream_graph_decisions() {
            if let stream_graph::Decision::StreamNode { node, slot_sharing_group, .. } = decision {
                rules.insert(*node, Rule::from(*slot_sharing_group));
            }
        }
        let lines = graph.nodes_by_id().into_iter().map(|index| {
            let node = &graph.graph[index];
            let configured = if node.parallelism_configured { " set" } else { "" };
            let line = Line::new(format!("{} {}: {}", node.id, node.name, node.job_vertex_class))
                .and(node.chaining_strategy.name())
                .and(format!("parallelism {}{configured}", node.parallelism))
                .and_if(node.max_parallelism > 0, || format!("max {}", node.max_parallelism))
                .and(format!("group {} by {}", node.slot_sharing_group, rules[&index]))
                .and_if(node.yielding, || "yielding".to_owned());
            let line = node
                .input_requirements
                .iter()
                .fold(line, |line, (input, requirement)| line.and(format!("input {input} {requirement}")));
            let line = node
                .managed_memory_operator
                .iter()
                .fold(line, |line, (use_case, weight)| line.and(format!("{use_case} weight {weight}")));
            let line = node.managed_memory_slot.iter().fold(line, |line, use_case| line.and(use_case.name()));
            let line = node.uid.iter().fold(line, |line, uid| line.and(format!("uid {uid}")));
            line.0
        });
        lines.collect()
    }

    /// `6: Flat Map with HASH`, `7: Flat Map, output late`.
    pub(super) fn virtual_nodes(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let name = |id: &TransformationId| match self.names.get(id) {
            Some(name) => name.clone(),
            None => format!("virtual node {id}"),
        };
        let mut lines = BTreeMap::new();
        for (&id, node) in &graph.virtual_partition_nodes {
            let line = Line::new(format!("{id}: {} with {}", name(&node.original), node.partitioner))
                .and_if(node.exchange_mode != StreamExchangeMode::Undefined, || {
                    format!("exchange {}", node.exchange_mode)
                });
            lines.insert(id, line.0);
        }
        for (&id, node) in &graph.virtual_side_output_nodes {
            lines.insert(id, format!("{id}: {}, output {}", name(&node.original), node.tag));
        }
        lines.into_values().collect()
    }

    /// `Map → Filter: FORWARD by forward-for-equal-parallelism, chains`.
    pub(super) fn edges(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let lines = self.stream_graph_decisions().filter_map(|decision| {
            let stream_graph::Decision::StreamEdge { edge, rule, .. } = decision else { return None };
            let stream_edge = &graph.graph[*edge];
            let line =
                format!("{}: {} by {}", self.edge_name(*edge), stream_edge.partitioner, Rule::from(*rule));
            let converted = self.plan.job_graph.partitioners[edge.index()];
            let line = Line::new(line)
                .and_if(stream_edge.exchange_mode != StreamExchangeMode::Undefined, || {
                    format!("exchange {}", stream_edge.exchange_mode)
                })
                .and_if(stream_edge.type_number > 0, || format!("input {}", stream_edge.type_number))
                .and_if(stream_edge.unique_id > 0, || format!("number {}", stream_edge.unique_id));
            let line = stream_edge.output_tag.iter().fold(line, |line, tag| line.and(format!("tag {tag}")));
            let line = line.and_if(converted.to_string() != stream_edge.partitioner.to_string(), || {
                format!("becomes {converted}")
            });
            Some(line.and(self.chains_or_not(*edge)).0)
        });
        lines.collect()
    }

    fn chains_or_not(&self, edge: StreamEdgeIndex) -> String {
        let (source, target) =
            self.plan.stream_graph.graph.edge_endpoints(edge).expect("an edge has two ends");
        let vertex_of = |node: StreamNodeIndex| self.plan.job_graph.vertex_of[node.index()];
        match self.plan.job_graph.chainability[edge.index()].stopped_at() {
            None => "chains".to_owned(),
            Some(_) if vertex_of(source) == vertex_of(target) => "runs inside".to_owned(),
            Some(code) => format!("stops at {code}"),
        }
    }

    /// `Map → Filter: 100 ms, unaligned checkpoints`.
    pub(super) fn buffers(&self) -> Vec<String> {
        let graph = &self.plan.stream_graph;
        let edges = graph.graph.edge_indices().map(|edge| {
            let stream_edge = &graph.graph[edge];
            let timeout = match stream_edge.buffer_timeout {
                -1 => "full buffers only".to_owned(),
                timeout => format!("{timeout} ms"),
            };
            let unaligned = if stream_edge.supports_unaligned_checkpoints {
                "unaligned checkpoints"
            } else {
                "aligned checkpoints only"
            };
            Line::new(format!("{}: {timeout}", self.edge_name(edge))).and(unaligned).0
        });
        edges.collect()
    }

    /// `✗ same-parallelism: 2 ≠ 4, Flink stops here`.
    pub(super) fn conditions(&self, about: &str) -> Result<Vec<String>, String> {
        let mut edges = self.plan.stream_graph.graph.edge_indices();
        let edge = edges.find(|&edge| self.edge_name(edge) == about).ok_or_else(|| {
            let edges = self.plan.stream_graph.graph.edge_indices().map(|edge| self.edge_name(edge));
            format!("there is no edge {about}; there are {}", joined(edges))
        })?;
        let of_edge = |step: &&Step| step.chains.is_some() && step.decides == Some(Element::StreamEdge(edge));
        let step = self.explanation.steps.iter().find(of_edge).ok_or("nobody asks whether it chains")?;
        let lines = step.facts.iter().map(|fact| {
            let mark = if fact.holds == Some(true) { "✓" } else { "✗" };
            let rule = fact.rule.expect("a condition has a page");
            Line::new(format!("{mark} {rule}: {}", fact.value))
                .and_if(fact.stopped_here, || "Flink stops here".to_owned())
                .0
        });
        Ok(lines.collect())
    }
}
