//! The layered algorithm of ELK, by the library `elkrs`.
//!
//! What ELK places are blocks: a box, or a hull with its operators stacked in it. It runs more than once: first lines
//! may touch a side anywhere, which says in which order they should; in the end the longest path goes through the
//! middle of each side, which keeps it straight, and other lines stand left and right of it in the order found.

use std::cmp::Ordering;

use serde_json::{Value, json};

use super::effort::{Care, Effort};
use super::places::{Layout, LayoutError, Places, Point, Rect, Route};
use super::sketch::{Shape, Sketch};
use super::stack::{Gate, Stack};
use crate::render::Direction;
use crate::render::spine::Spine;

/// ELK's layered algorithm.
#[derive(Clone, Copy, Debug, Default)]
pub struct Layered;

/// How many more crossings a drawing may have for the sake of a spine at its left.
const CROSSINGS_FOR_SPINE: usize = 1;
/// Space between what is drawn and the drawing's edge.
const MARGIN: f64 = 8.0;
/// Stack of the thread that a layout runs on: the algorithm recurses along paths.
const STACK_SIZE: usize = 64 << 20;

impl Layout for Layered {
    fn place(&self, sketch: &Sketch) -> Result<Places, LayoutError> {
        let (boxes, lines) = (sketch.figures.len(), sketch.links.len());
        let mut sizes = sketch.figures.iter().flat_map(|figure| [figure.width, figure.height]);
        if !sizes.all(|size| size.is_finite() && size > 0.0) {
            return Err(LayoutError::Failed("a box has no size".to_owned()));
        }
        let blocks = Blocks::of(sketch);
        if blocks.effort().is_too_much() {
            return Err(LayoutError::TooLarge { boxes, lines });
        }
        let care = blocks.effort().care();
        if blocks.blocks.is_empty() {
            return Ok(Places::default());
        }
        let (order, found) = blocks.best_order(care)?;
        let ports = blocks.ports(found.as_ref())?;
        blocks.read(&run(&blocks.graph(care, order, Some(&ports)))?)
    }
}

/// Runs ELK on a thread of its own: its stack is deep enough, and a panic ends only that thread.
fn run(graph: &Value) -> Result<Value, LayoutError> {
    let text = graph.to_string();
    std::thread::scope(|scope| {
        std::thread::Builder::new()
            .name("layout".to_owned())
            .stack_size(STACK_SIZE)
            .spawn_scoped(scope, || elkrs::create_elk().layout_json(&text))
            .map_err(|error| LayoutError::Failed(error.to_string()))?
            .join()
            .map_err(|_| LayoutError::Failed("the layout algorithm failed on it".to_owned()))?
            .map_err(LayoutError::Failed)
    })
}

/// How blocks are ordered beside each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// With the fewest crossings.
    Free,
    /// The spine at the left, then what branches off it, in order.
    Spine,
}

/// What ELK places as one.
enum Block {
    Figure(usize),
    Stack(Stack),
}

/// A sketch as blocks and the lines between them.
struct Blocks<'a> {
    sketch: &'a Sketch,
    blocks: Vec<Block>,
    /// For each figure the block that it is in.
    block_of: Vec<usize>,
    /// The links between blocks, by their numbers in the sketch.
    lines: Vec<usize>,
    spine: Spine,
}

/// Where a line touches the two blocks, relative to each.
type Ports = Vec<[Point; 2]>;

impl<'a> Blocks<'a> {
    fn of(sketch: &'a Sketch) -> Self {
        let mut block_of = vec![usize::MAX; sketch.figures.len()];
        let mut blocks: Vec<Block> = Vec::new();
        for stack in Stack::all(sketch) {
            for (member, _) in &stack.members {
                block_of[*member] = blocks.len();
            }
            blocks.push(Block::Stack(stack));
        }
        for (figure, block) in block_of.iter_mut().enumerate().filter(|(_, block)| **block == usize::MAX) {
            *block = blocks.len();
            blocks.push(Block::Figure(figure));
        }
        let between = |link: &usize| {
            let link = &sketch.links[*link];
            link.chain.is_none() || block_of[link.from] != block_of[link.to]
        };
        let lines: Vec<_> = (0..sketch.links.len()).filter(between).collect();
        let ends = lines.iter().map(|&line| {
            let link = &sketch.links[line];
            (block_of[link.from], block_of[link.to])
        });
        // The first figure of a block says where it stands in the order of the graph.
        let first_figure = |block: &Block| match block {
            Block::Figure(figure) => *figure,
            Block::Stack(stack) => stack.members.iter().map(|(figure, _)| *figure).min().unwrap_or(0),
        };
        let order: Vec<_> = blocks.iter().map(first_figure).collect();
        let ends: Vec<_> = ends.collect();
        let spine = Spine::of(&order, &ends);
        Self { sketch, blocks, block_of, lines, spine }
    }

    fn effort(&self) -> Effort {
        let mut touching = vec![0; self.blocks.len()];
        let mut passed = 0;
        for &line in &self.lines {
            let link = &self.sketch.links[line];
            let (from, to) = (self.block_of[link.from], self.block_of[link.to]);
            touching[from] += 1;
            touching[to] += 1;
            // Labels have rows of their own.
            let rows = if link.label.is_empty() { 1 } else { 2 };
            passed += rows * self.spine.depth[to].saturating_sub(self.spine.depth[from]);
        }
        let most_at_one = touching.into_iter().max().unwrap_or(0);
        Effort { blocks: self.blocks.len(), lines: self.lines.len(), most_at_one, passed }
    }

    fn size(&self, block: usize) -> (f64, f64) {
        match &self.blocks[block] {
            Block::Figure(figure) => {
                let figure = &self.sketch.figures[*figure];
                (figure.width, figure.height)
            }
            Block::Stack(stack) => (stack.width, stack.height),
        }
    }

    /// The stretch of a block's side that a line may touch.
    fn gate(&self, line: usize, end: End) -> Gate {
        let link = &self.sketch.links[self.lines[line]];
        let figure = if end == End::Out { link.from } else { link.to };
        match &self.blocks[self.block_of[figure]] {
            Block::Stack(stack) if end == End::Out => stack.exit(figure),
            Block::Stack(stack) => stack.entry(),
            Block::Figure(_) => {
                let figure = &self.sketch.figures[figure];
                let down = self.sketch.direction == Direction::Down;
                match figure.shape {
                    Shape::Virtual { .. } => {
                        let (x, y) = figure.diamond_center(self.sketch.direction);
                        Gate { start: if down { x } else { y }, length: 0.0 }
                    }
                    _ => Gate { start: 0.0, length: if down { figure.width } else { figure.height } },
                }
            }
        }
    }

    /// The order in which blocks should stand beside each other, with the drawing in which it was found.
    fn best_order(&self, care: Care) -> Result<(Order, Option<Value>), LayoutError> {
        if matches!(care, Care::Least | Care::Less) {
            return Ok((Order::Free, None));
        }
        let free = run(&self.graph(care, Order::Free, None))?;
        if care == Care::More {
            return Ok((Order::Free, Some(free)));
        }
        let spine = run(&self.graph(care, Order::Spine, None))?;
        let worth_it = crossings(&spine)? <= crossings(&free)? + CROSSINGS_FOR_SPINE;
        Ok(if worth_it { (Order::Spine, Some(spine)) } else { (Order::Free, Some(free)) })
    }

    /// ELK's graph: with ports anywhere on their side, or at these places.
    fn graph(&self, care: Care, order: Order, ports: Option<&Ports>) -> Value {
        let sides = match self.sketch.direction {
            Direction::Down => ["SOUTH", "NORTH"],
            Direction::Right => ["EAST", "WEST"],
        };
        let mut port_lists = vec![Vec::new(); self.blocks.len()];
        let mut edges = Vec::with_capacity(self.lines.len());
        for &line in &self.spine.line_order {
            let link = &self.sketch.links[self.lines[line]];
            for (end, block, side) in
                [(End::Out, self.block_of[link.from], sides[0]), (End::In, self.block_of[link.to], sides[1])]
            {
                let mut port = json!({ "id": end.port(line), "layoutOptions": { "elk.port.side": side } });
                if let Some(ports) = ports {
                    let (x, y) = ports[line][end as usize];
                    port["x"] = x.into();
                    port["y"] = y.into();
                }
                port_lists[block].push(port);
            }
            let mut edge = json!({
                "id": format!("e{line}"),
                "sources": [End::Out.port(line)],
                "targets": [End::In.port(line)],
            });
            if self.spine.is_main(line) {
                edge["layoutOptions"] = json!({ "elk.layered.priority.straightness": 10 });
            }
            if let Some((width, height)) = link.label_size() {
                edge["labels"] = json!([{
                    "text": "-",
                    "width": width,
                    "height": height,
                    "layoutOptions": { "elk.edgeLabels.inline": true },
                }]);
            }
            edges.push(edge);
        }
        let children = self.spine.block_order.iter().map(|&block| {
            let (width, height) = self.size(block);
            json!({
                "id": format!("b{block}"),
                "width": width,
                "height": height,
                "ports": std::mem::take(&mut port_lists[block]),
                "layoutOptions": { "elk.portConstraints": if ports.is_some() { "FIXED_POS" } else { "FIXED_SIDE" } },
            })
        });
        let children: Vec<_> = children.collect();
        json!({
            "id": "root",
            "layoutOptions": self.options(care, order),
            "children": children,
            "edges": edges,
        })
    }

    fn options(&self, care: Care, order: Order) -> Value {
        let placement =
            if matches!(care, Care::Least | Care::Less) { "BRANDES_KOEPF" } else { "NETWORK_SIMPLEX" };
        let model_order = if care == Care::Most { "NODES_AND_EDGES" } else { "NONE" };
        json!({
            "elk.algorithm": "org.eclipse.elk.layered",
            "elk.direction": if self.sketch.direction == Direction::Down { "DOWN" } else { "RIGHT" },
            "elk.edgeRouting": "ORTHOGONAL",
            "elk.padding": format!("[top={MARGIN},left={MARGIN},bottom={MARGIN},right={MARGIN}]"),
            "elk.spacing.nodeNode": 20,
            "elk.spacing.edgeNode": 14,
            "elk.spacing.edgeEdge": 10,
            "elk.spacing.componentComponent": 28,
            "elk.layered.spacing.nodeNodeBetweenLayers": 24,
            "elk.layered.spacing.edgeNodeBetweenLayers": 12,
            "elk.layered.spacing.edgeEdgeBetweenLayers": 8,
            "elk.layered.nodePlacement.strategy": placement,
            "elk.layered.thoroughness": if care == Care::Least { 1 } else { 7 },
            "elk.layered.considerModelOrder.strategy": model_order,
            "elk.layered.crossingMinimization.forceNodeModelOrder": order == Order::Spine,
        })
    }

    /// Where lines should touch the blocks: in the order that ELK gave them when they might touch anywhere, or in the
    /// order of the graph.
    fn ports(&self, found: Option<&Value>) -> Result<Ports, LayoutError> {
        let down = self.sketch.direction == Direction::Down;
        let mut order: Vec<[f64; 2]> = (0..self.lines.len()).map(|line| [line as f64; 2]).collect();
        for port in
            found.into_iter().flat_map(|graph| list(graph, "children")).flat_map(|block| list(block, "ports"))
        {
            let (end, line) = self.port_number(port)?;
            order[line][end as usize] = coordinate(port, if down { "x" } else { "y" })?;
        }
        let mut touching = Vec::with_capacity(2 * self.lines.len());
        for (line, &link) in self.lines.iter().enumerate() {
            let link = &self.sketch.links[link];
            for (end, figure) in [(End::Out, link.from), (End::In, link.to)] {
                touching.push((
                    self.block_of[figure],
                    end,
                    self.gate(line, end),
                    order[line][end as usize],
                    line,
                ));
            }
        }
        touching.sort_by(|a, b| {
            let gates = (a.0, a.1 as usize).cmp(&(b.0, b.1 as usize)).then(a.2.start.total_cmp(&b.2.start));
            gates.then(a.3.total_cmp(&b.3)).then(a.4.cmp(&b.4))
        });
        let mut ports = vec![[(0.0, 0.0); 2]; self.lines.len()];
        for same_gate in touching.chunk_by(|a, b| (a.0, a.1, a.2) == (b.0, b.1, b.2)) {
            let (block, end, gate, ..) = same_gate[0];
            let main = same_gate.iter().position(|&(.., line)| self.spine.is_main_at(line, end == End::Out));
            let along = spread(gate, same_gate.len(), main.unwrap_or(same_gate.len() / 2));
            let (width, height) = self.size(block);
            for (&(.., line), along) in same_gate.iter().zip(along) {
                ports[line][end as usize] = match (end, down) {
                    (End::Out, true) => (along, height),
                    (End::In, true) => (along, 0.0),
                    (End::Out, false) => (width, along),
                    (End::In, false) => (0.0, along),
                };
            }
        }
        Ok(ports)
    }

    fn read(&self, output: &Value) -> Result<Places, LayoutError> {
        let sketch = self.sketch;
        let mut places = Places {
            width: coordinate(output, "width")?,
            height: coordinate(output, "height")?,
            figures: vec![Rect::default(); sketch.figures.len()],
            hulls: vec![Rect::default(); sketch.hulls.len()],
            routes: vec![Route::default(); sketch.links.len()],
        };
        let mut corners = vec![(0.0, 0.0); self.blocks.len()];
        for child in list(output, "children") {
            let number = self.block_number(child)?;
            let corner = (coordinate(child, "x")?, coordinate(child, "y")?);
            let (width, height) = self.size(number);
            let rect = Rect { x: corner.0, y: corner.1, width, height };
            corners[number] = corner;
            match &self.blocks[number] {
                Block::Figure(figure) => places.figures[*figure] = rect,
                Block::Stack(stack) => {
                    // Hulls come first among the blocks, in their order.
                    places.hulls[number] = rect;
                    for (member, rect) in &stack.members {
                        places.figures[*member] = rect.moved(corner);
                    }
                    for (link, route) in &stack.routes {
                        places.routes[*link] = route.moved(corner);
                    }
                }
            }
        }
        for edge in list(output, "edges") {
            let line = number(edge, "e").filter(|line| *line < self.lines.len()).ok_or_else(unreadable)?;
            let link = &sketch.links[self.lines[line]];
            let label = list(edge, "labels").first().zip(link.label_size());
            let label = label.map(|(label, (width, height))| {
                Ok::<_, LayoutError>(Rect {
                    x: coordinate(label, "x")?,
                    y: coordinate(label, "y")?,
                    width,
                    height,
                })
            });
            let points = self.whole_way(line, bends(edge)?, &corners);
            places.routes[self.lines[line]] = Route { points, label: label.transpose()? };
        }
        Ok(places)
    }

    /// A line from figure to figure: with its ways through the blocks at both ends.
    fn whole_way(&self, line: usize, bends: Vec<Point>, corners: &[Point]) -> Vec<Point> {
        let link = &self.sketch.links[self.lines[line]];
        let [Some(&start), Some(&end)] = [bends.first(), bends.last()] else { return bends };
        let way = |end: End, at: Point| {
            let figure = if end == End::Out { link.from } else { link.to };
            let block = self.block_of[figure];
            let (x, y) = corners[block];
            let at = (at.0 - x, at.1 - y);
            let way = match (&self.blocks[block], end) {
                (Block::Stack(stack), End::Out) => stack.way_out(figure, at),
                (Block::Stack(stack), End::In) => stack.way_in(at),
                (Block::Figure(_), _) => self.sketch.figures[figure].diamond_tip(self.sketch.direction, at),
            };
            way.into_iter().map(move |point| (point.0 + x, point.1 + y)).collect::<Vec<_>>()
        };
        let mut points = way(End::Out, start);
        points.extend(bends);
        points.extend(way(End::In, end));
        simplified(points)
    }

    /// Which block an element of ELK's output is.
    fn block_number(&self, element: &Value) -> Result<usize, LayoutError> {
        number(element, "b").filter(|block| *block < self.blocks.len()).ok_or_else(unreadable)
    }

    /// Which end of which line a port of ELK's output is.
    fn port_number(&self, port: &Value) -> Result<(End, usize), LayoutError> {
        let end = [End::Out, End::In].into_iter().find_map(|end| Some((end, number(port, end.prefix())?)));
        end.filter(|(_, line)| *line < self.lines.len()).ok_or_else(unreadable)
    }
}

/// An end of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum End {
    Out,
    In,
}

impl End {
    const fn prefix(self) -> &'static str {
        match self {
            Self::Out => "o",
            Self::In => "i",
        }
    }

    /// ELK's name of a line's port.
    fn port(self, line: usize) -> String {
        format!("{}{line}", self.prefix())
    }
}

/// Places for so many lines along a gate, the main one in the middle and the others evenly on both sides of it.
fn spread(gate: Gate, count: usize, main: usize) -> Vec<f64> {
    let inset = (gate.length / 4.0).min(20.0);
    let middle = gate.start + gate.length / 2.0;
    let half = gate.length / 2.0 - inset;
    let (before, after) = (main, count - 1 - main);
    let place = |at: usize| match at.cmp(&main) {
        Ordering::Less => middle - half * (before - at) as f64 / before as f64,
        Ordering::Equal => middle,
        Ordering::Greater => middle + half * (at - main) as f64 / after as f64,
    };
    (0..count).map(place).collect()
}

/// How often lines cross in a drawing of ELK's.
fn crossings(output: &Value) -> Result<usize, LayoutError> {
    let (mut horizontal, mut vertical) = (Vec::new(), Vec::new());
    for (edge, element) in list(output, "edges").iter().enumerate() {
        for segment in bends(element)?.windows(2) {
            let [(x1, y1), (x2, y2)] = [segment[0], segment[1]];
            if (y1 - y2).abs() < 0.05 {
                horizontal.push((edge, y1, x1.min(x2), x1.max(x2)));
            } else {
                vertical.push((edge, x1, y1.min(y2), y1.max(y2)));
            }
        }
    }
    let crosses = |&(edge, y, left, right): &(usize, f64, f64, f64)| {
        let crossing = |&&(other, x, top, bottom): &&(usize, f64, f64, f64)| {
            other != edge && left < x && x < right && top < y && y < bottom
        };
        vertical.iter().filter(crossing).count()
    };
    Ok(horizontal.iter().map(crosses).sum())
}

/// The same way without points that lie on the straight between their neighbours.
fn simplified(points: Vec<Point>) -> Vec<Point> {
    let near = |a: f64, b: f64| (a - b).abs() < 0.05;
    let mut kept: Vec<Point> = Vec::with_capacity(points.len());
    for point in points {
        if let Some(&last) = kept.last()
            && near(last.0, point.0)
            && near(last.1, point.1)
        {
            continue;
        }
        if let [.., before, last] = kept[..]
            && (near(before.0, last.0) && near(last.0, point.0)
                || near(before.1, last.1) && near(last.1, point.1))
        {
            kept.pop();
        }
        kept.push(point);
    }
    kept
}

fn list<'v>(value: &'v Value, key: &str) -> &'v [Value] {
    value.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
}

/// The number in an element's id, after this prefix.
fn number(element: &Value, prefix: &str) -> Option<usize> {
    element.get("id")?.as_str()?.strip_prefix(prefix)?.parse().ok()
}

fn coordinate(element: &Value, key: &str) -> Result<f64, LayoutError> {
    element.get(key).and_then(Value::as_f64).filter(|value| value.is_finite()).ok_or_else(unreadable)
}

fn bends(edge: &Value) -> Result<Vec<Point>, LayoutError> {
    let section = list(edge, "sections").first().ok_or_else(unreadable)?;
    let point = |point: &Value| Ok((coordinate(point, "x")?, coordinate(point, "y")?));
    let ends = [section.get("startPoint"), section.get("endPoint")];
    let [Some(start), Some(end)] = ends else { return Err(unreadable()) };
    let bends = list(section, "bendPoints");
    std::iter::once(start).chain(bends).chain(std::iter::once(end)).map(point).collect()
}

fn unreadable() -> LayoutError {
    LayoutError::Failed("the layout algorithm's answer cannot be read".to_owned())
}
