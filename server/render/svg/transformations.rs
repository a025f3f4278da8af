//! The Transformations: operators as the program called for them, and as diamonds what leaves no StreamNode behind.

use std::collections::{BTreeMap, HashMap};

use super::measure::{self, META, Style, fit};
use super::sketch::{DIAMOND, Figure, Identity, Link, Links, MOST_NAMES, Shape, Sketch};
use super::subject::{Subject, align_widths, short};
use crate::explain::Element;
use crate::flink::TransformationId;
use crate::render::{Direction, GraphKind, names};
use crate::transformation::{Transformation, TransformationIndex, TransformationKind};

/// The sketch of a plan's Transformations.
pub fn sketch(subject: &Subject<'_>) -> Sketch {
    let transformations = &subject.plan.transformations;
    let shown = transformations.reachable();
    let counterparts = Counterparts::of(subject);
    let mut figures = Vec::new();
    let mut figure_of: HashMap<TransformationIndex, usize> = HashMap::new();
    if subject.folded {
        fold(subject, &shown, &counterparts, &mut figures, &mut figure_of);
    } else {
        for &index in &shown {
            figure_of.insert(index, figures.len());
            let transformation = &transformations.graph[index];
            figures.push(figure(subject, transformation, &counterparts));
        }
    }
    align_widths(&mut figures);
    let links = links(subject, &shown, &figures, &figure_of, &counterparts);
    Sketch {
        graph: GraphKind::Transformations,
        direction: subject.direction,
        figures,
        hulls: Vec::new(),
        links,
        note: None,
    }
}

/// What the Transformations and the inputs between them became in the StreamGraph.
struct Counterparts {
    /// The StreamEdges that ran through a virtual Transformation, and its virtual nodes.
    through: HashMap<TransformationId, Vec<Element>>,
    /// The StreamEdges that an input became part of, by its two ends.
    input: HashMap<(TransformationId, TransformationId), Vec<Element>>,
}

impl Counterparts {
    fn of(subject: &Subject<'_>) -> Self {
        let plan = subject.plan;
        let graph = &plan.transformations.graph;
        let index_of: BTreeMap<TransformationId, TransformationIndex> =
            graph.node_indices().map(|index| (graph[index].id, index)).collect();
        let mut found = Self { through: HashMap::new(), input: HashMap::new() };
        for (id, node) in &plan.stream_graph.virtual_partition_nodes {
            found.through.entry(node.transformation).or_default().push(Element::VirtualNode(*id));
        }
        for (id, node) in &plan.stream_graph.virtual_side_output_nodes {
            found.through.entry(node.transformation).or_default().push(Element::VirtualNode(*id));
        }
        if subject.folded {
            return found; // there are too many edges to find the way of each
        }
        let unions = Unions::of(subject, &index_of);
        for edge in plan.stream_graph.graph.edge_indices() {
            let weight = &plan.stream_graph.graph[edge];
            let source = plan.stream_graph.node(weight.source).transformation;
            let target = plan.stream_graph.node(weight.target).transformation;
            if source == target {
                continue; // inside a sink
            }
            let element = Element::StreamEdge(edge);
            // From the consumer upwards, the virtual Transformations of the program on the way.
            let mut consumer = target;
            let on_the_way = weight.through.iter().copied().filter(|id| index_of.contains_key(id));
            for id in on_the_way.chain([source]) {
                if id != source {
                    add(&mut found.through, id, element);
                }
                for (input, consumer) in unions.way(id, consumer) {
                    if input != id {
                        add(&mut found.through, input, element);
                    }
                    add(&mut found.input, (input, consumer), element);
                }
                consumer = id;
            }
        }
        found
    }

    fn of_virtual(&self, id: TransformationId) -> &[Element] {
        self.through.get(&id).map_or(&[], Vec::as_slice)
    }

    fn of_input(&self, input: TransformationId, consumer: TransformationId) -> &[Element] {
        self.input.get(&(input, consumer)).map_or(&[], Vec::as_slice)
    }
}

fn add<K: Eq + std::hash::Hash>(map: &mut HashMap<K, Vec<Element>>, key: K, element: Element) {
    let elements = map.entry(key).or_default();
    if elements.len() < MOST_NAMES && !elements.contains(&element) {
        elements.push(element);
    }
}

/// The inputs of each Transformation. Edges run through unions, and where nothing is cached through caches, without a
/// trace, so the way through them has to be found again.
struct Unions(HashMap<TransformationId, Vec<Above>>);

/// An input of a Transformation.
#[derive(Clone, Copy)]
struct Above {
    id: TransformationId,
    leaves_no_trace: bool,
}

impl Unions {
    fn of(subject: &Subject<'_>, index_of: &BTreeMap<TransformationId, TransformationIndex>) -> Self {
        let graph = &subject.plan.transformations.graph;
        let above = |&index: &TransformationIndex| Above {
            id: graph[index].id,
            leaves_no_trace: matches!(
                graph[index].kind,
                TransformationKind::Union | TransformationKind::Cache
            ),
        };
        let inputs =
            index_of.iter().map(|(&id, &index)| (id, graph[index].inputs.iter().map(above).collect()));
        Self(inputs.collect())
    }

    /// The inputs on the way between two Transformations with at most unions between them, from the consumer upwards.
    fn way(
        &self,
        source: TransformationId,
        consumer: TransformationId,
    ) -> Vec<(TransformationId, TransformationId)> {
        let mut came_from = HashMap::new();
        let mut rest = vec![consumer];
        while let Some(id) = rest.pop() {
            for &above in self.0.get(&id).map_or(&[][..], Vec::as_slice) {
                if above.id != source && !above.leaves_no_trace || came_from.contains_key(&above.id) {
                    continue;
                }
                came_from.insert(above.id, id);
                if above.id == source {
                    let mut way = vec![(source, id)];
                    while let Some(&(input, _)) = way.last().filter(|(_, below)| *below != consumer) {
                        let below = came_from[&input];
                        way.push((below, came_from[&below]));
                    }
                    return way;
                }
                rest.push(above.id);
            }
        }
        Vec::new()
    }
}

/// One Transformation.
fn figure(subject: &Subject<'_>, transformation: &Transformation, counterparts: &Counterparts) -> Figure {
    let id = transformation.id;
    let own = vec![Element::Transformation(id)];
    if transformation.kind.is_virtual() {
        let (name, meta) = virtual_text(subject, transformation);
        let also = counterparts.of_virtual(id);
        let label = format!("Virtual: {name}, {meta}");
        let identity = subject.identity(own, also, also.to_vec(), label);
        return virtual_figure(subject, identity, &name, &meta);
    }
    let nodes = subject.nodes_of.get(&id).map_or(&[][..], Vec::as_slice);
    let also: Vec<_> =
        nodes.iter().map(|&node| Element::StreamNode(subject.plan.stream_graph.graph[node].id)).collect();
    let vertex = subject.letters.position_of_nodes(subject.plan, nodes);
    let class = transformation.kind.class_name().trim_end_matches("Transformation");
    let parallelism = subject.parallelism(transformation.parallelism);
    let group = transformation.slot_sharing_group.as_ref().and_then(|group| subject.group(&group.name));
    let plain = format!("#{id} · {parallelism}");
    let medium = format!("#{id} · {class} · {parallelism}");
    let versions = match group {
        Some(group) => vec![format!("{medium} · {group}"), format!("{plain} · {group}"), medium, plain],
        None => vec![medium, plain],
    };
    let mut label = format!("{}, {}", transformation.name, versions[0]);
    if let Some(vertex) = vertex {
        label.push_str(&format!(", job vertex {}", names::letter(vertex)));
    }
    let identity = subject.identity(own, &also, also.clone(), label);
    subject.operator(identity, vertex, &transformation.name, vec![versions])
}

/// What a virtual node is, and where it comes from.
fn virtual_text(subject: &Subject<'_>, transformation: &Transformation) -> (String, String) {
    let id = transformation.id;
    match &transformation.kind {
        TransformationKind::Partition { partitioner, .. } => (
            partitioner.to_string(),
            format!("#{id} · {}", subject.reasons.partitioning(transformation.call, *partitioner)),
        ),
        TransformationKind::SideOutput { tag } => {
            ("side output".to_owned(), format!("#{id} '{}'", short(tag)))
        }
        _ => ("union".to_owned(), format!("#{id} · {} inputs", transformation.inputs.len())),
    }
}

/// A diamond with its text beside it, or under it if lines pass from left to right.
fn virtual_figure(subject: &Subject<'_>, identity: Identity, name: &str, meta: &str) -> Figure {
    let fitted = fit(meta, META, 140.0, 1);
    let text = measure::width(name, Style::Mono).max(measure::width(&fitted.lines[0], META));
    let (width, height) = match subject.direction {
        Direction::Down => (2.0 * DIAMOND + 6.0 + text, 26.0),
        Direction::Right => (text.max(2.0 * DIAMOND), 2.0 * DIAMOND + 30.0),
    };
    let full = fitted.cut.then(|| identity.label.clone());
    let shape = Shape::Virtual { name: name.to_owned(), meta: fitted.lines.concat() };
    Figure { identity, vertex: None, hull: None, width, height, shape, full }
}

/// One box for each vertex; virtual nodes only between them.
fn fold(
    subject: &Subject<'_>,
    shown: &[TransformationIndex],
    counterparts: &Counterparts,
    figures: &mut Vec<Figure>,
    figure_of: &mut HashMap<TransformationIndex, usize>,
) {
    let graph = &subject.plan.transformations.graph;
    let vertex_of = |index: TransformationIndex| {
        let nodes = subject.nodes_of.get(&graph[index].id).map_or(&[][..], Vec::as_slice);
        subject.letters.position_of_nodes(subject.plan, nodes)
    };
    let mut members: BTreeMap<usize, Vec<TransformationIndex>> = BTreeMap::new();
    for &index in shown.iter().filter(|&&index| !graph[index].kind.is_virtual()) {
        match vertex_of(index) {
            Some(vertex) => members.entry(vertex).or_default().push(index),
            None => {
                figure_of.insert(index, figures.len());
                figures.push(figure(subject, &graph[index], counterparts));
            }
        }
    }
    for (vertex, members) in members {
        members.iter().for_each(|&index| _ = figure_of.insert(index, figures.len()));
        let count = members.len();
        let name = &graph[members[0]].name;
        let meta = format!("{count} transformation{}", if count == 1 { "" } else { "s" });
        let label = format!("{}, {meta}, job vertex {}, folded", short(name), names::letter(vertex));
        let own: Vec<_> = members.iter().map(|&index| Element::Transformation(graph[index].id)).collect();
        let also = subject.plan.job_graph.topological.get(vertex).map(|&vertex| Element::JobVertex(vertex));
        let nodes = members.iter().flat_map(|&index| subject.nodes_of.get(&graph[index].id)).flatten();
        let nodes = nodes.map(|&node| Element::StreamNode(subject.plan.stream_graph.graph[node].id));
        let also: Vec<_> = also.into_iter().chain(nodes).collect();
        let identity = subject.identity(own, &also, also.clone(), label);
        figures.push(subject.folded(identity, Some(vertex), name, meta, count > 1));
    }
    // A virtual node whose neighbours are all in one vertex is in that vertex too.
    let order = petgraph::algo::toposort(graph, None).unwrap_or_default();
    let above = sides(graph, order.iter(), petgraph::Direction::Incoming, figure_of);
    let below = sides(graph, order.iter().rev(), petgraph::Direction::Outgoing, figure_of);
    for &index in shown.iter().filter(|&&index| graph[index].kind.is_virtual()) {
        match (above.get(&index), below.get(&index)) {
            (Some(Side::One(above)), Some(Side::One(below))) if above == below => {
                figure_of.insert(index, *above);
            }
            _ => {
                figure_of.insert(index, figures.len());
                figures.push(figure(subject, &graph[index], counterparts));
            }
        }
    }
}

/// Whether all that is on one side of a virtual node is in one figure.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Side {
    One(usize),
    Several,
}

/// The figures on one side of each virtual node, other virtual nodes left out.
fn sides<'a>(
    graph: &petgraph::graph::DiGraph<Transformation, usize, u32>,
    order: impl Iterator<Item = &'a TransformationIndex>,
    direction: petgraph::Direction,
    figure_of: &HashMap<TransformationIndex, usize>,
) -> HashMap<TransformationIndex, Side> {
    let mut sides = HashMap::new();
    for &index in order.filter(|&&index| graph[index].kind.is_virtual()) {
        let neighbours = graph.neighbors_directed(index, direction);
        let of_neighbour = |neighbour| match figure_of.get(&neighbour) {
            Some(&figure) => Some(Side::One(figure)),
            None => sides.get(&neighbour).copied(),
        };
        let side = neighbours.filter_map(of_neighbour).reduce(|a, b| if a == b { a } else { Side::Several });
        if let Some(side) = side {
            sides.insert(index, side);
        }
    }
    sides
}

/// A line for each input.
fn links(
    subject: &Subject<'_>,
    shown: &[TransformationIndex],
    figures: &[Figure],
    figure_of: &HashMap<TransformationIndex, usize>,
    counterparts: &Counterparts,
) -> Vec<Link> {
    let graph = &subject.plan.transformations.graph;
    let mut links = Links::new(subject.folded);
    for &index in shown {
        for input in &graph[index].inputs {
            let (Some(&from), Some(&to)) = (figure_of.get(input), figure_of.get(&index)) else { continue };
            let (source, target) = (&graph[*input], &graph[index]);
            let became = counterparts.of_input(source.id, target.id);
            let name = |transformation: &Transformation| match transformation.kind.is_virtual() {
                true => virtual_text(subject, transformation).0,
                false => short(&transformation.name),
            };
            let label = format!("{} is an input of {}", name(source), name(target));
            let identity = subject.identity(Vec::new(), became, became.to_vec(), label);
            let head = !matches!(figures[to].shape, Shape::Virtual { .. });
            links.add(Link { identity, from, to, chain: None, head, label: Vec::new() });
        }
    }
    links.finish()
}
