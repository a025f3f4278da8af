//! The operators of one vertex, stacked inside its hull.
//!
//! A chain is a tree: most operators stand under the one before. What branches off, and a source that is chained into
//! an operator with several inputs, is reached by a lane at the left. An edge that leaves the hull from an operator
//! which is not the last goes down a lane at the right, if the drawing flows down; flowing right it needs none.

use std::collections::{BTreeMap, HashMap};

use super::places::{Point, Rect, Route};
use super::sketch::{Hull, Link, Sketch};
use crate::render::Direction;

/// Space between the hull and its operators.
const PADDING: f64 = 8.0;
/// Width of a lane.
const LANE: f64 = 10.0;
/// Least space between two operators.
const GAP: f64 = 28.0;
/// Space around a label between two operators.
const LABEL_MARGIN: f64 = 5.0;

/// Where lines may enter or leave a block along one of its sides: a stretch, or one point if it has no length.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gate {
    pub start: f64,
    pub length: f64,
}

/// A hull with everything in it, relative to its own corner.
#[derive(Clone, Debug)]
pub struct Stack {
    pub width: f64,
    pub height: f64,
    /// Each operator's place, by its number in the sketch.
    pub members: Vec<(usize, Rect)>,
    /// The lines inside, by their number in the sketch.
    pub routes: Vec<(usize, Route)>,
    direction: Direction,
    /// For each operator the lane by which lines leave it, unless they leave through the side of the hull.
    exit_lanes: HashMap<usize, f64>,
    /// The lane by which lines reach the head, if that is not on top.
    entry_lane: Option<f64>,
    head: usize,
}

/// A line inside, between positions in the stack.
struct Inner<'a> {
    number: usize,
    link: &'a Link,
    from: usize,
    to: usize,
}

impl Stack {
    /// Stacks the operators of every hull.
    pub fn all(sketch: &Sketch) -> Vec<Self> {
        let mut links = vec![Vec::new(); sketch.hulls.len()];
        for (number, link) in sketch.links.iter().enumerate() {
            if let Some(hull) = sketch.figures[link.from].hull {
                links[hull].push(number);
            }
        }
        sketch.hulls.iter().zip(links).map(|(hull, links)| Self::new(sketch, hull, &links)).collect()
    }

    fn new(sketch: &Sketch, hull: &Hull, links: &[usize]) -> Self {
        let position: HashMap<usize, usize> =
            hull.members.iter().enumerate().map(|(at, &figure)| (figure, at)).collect();
        let mut inner = Vec::new();
        let mut leaves = vec![false; hull.members.len()];
        for &number in links {
            let link = &sketch.links[number];
            match (position[&link.from], position.get(&link.to).filter(|_| link.chain.is_some())) {
                (from, Some(&to)) => inner.push(Inner { number, link, from, to }),
                (from, None) => leaves[from] = true,
            }
        }
        let head = position.get(&hull.head).copied().unwrap_or(0);
        let lanes = assign_lanes(&inner);
        let left = PADDING + LANE * lanes.values().max().map_or(0.0, |most| (most + 1) as f64);
        let widest = |widest: f64, &figure: &usize| widest.max(sketch.figures[figure].width);
        let operators = hull.members.iter().fold(0.0, widest);
        let center = left + operators / 2.0;

        // Labels stand in the gap over the operator that the line leads to; those of lines to the head, of which there
        // may be several, in the gap under the operator that the line comes from.
        let gap_of = |line: &Inner| if line.to == head { line.from + 1 } else { line.to };
        let mut gaps = vec![GAP; hull.members.len()];
        let mut right_edge = left + operators;
        for line in &inner {
            if let Some((width, height)) = line.link.label_size() {
                gaps[gap_of(line)] = gaps[gap_of(line)].max(height + 2.0 * LABEL_MARGIN);
                let start = label_start(branches_off(line), width, left, center);
                right_edge = right_edge.max(start + width - PADDING / 2.0);
            }
        }
        let mut members = Vec::with_capacity(hull.members.len());
        let mut y = PADDING;
        for (at, &figure) in hull.members.iter().enumerate() {
            y += if at > 0 { gaps[at] } else { 0.0 };
            let height = sketch.figures[figure].height;
            members.push((figure, Rect { x: left, y, width: operators, height }));
            y += height;
        }

        let mut right = right_edge + PADDING;
        let mut exit_lanes = HashMap::new();
        let mut entry_lane = None;
        if sketch.direction == Direction::Down {
            // The upper operator takes the outer lane, so that lanes do not cross.
            let last = hull.members.len() - 1;
            for at in (0..last).rev().filter(|&at| leaves[at]) {
                exit_lanes.insert(hull.members[at], right);
                right += LANE;
            }
            if head > 0 {
                entry_lane = Some(right);
                right += LANE;
            }
        }
        let routes = inner.iter().map(|line| {
            let (from, to) = (members[line.from].1, members[line.to].1);
            let gap_end = members[gap_of(line)].1.y;
            let gap_start = gap_end - gaps[gap_of(line)];
            let points = match branches_off(line).and_then(|operator| lanes.get(&operator)) {
                Some(&lane) => {
                    let x = left - LANE * (lane as f64 + 0.5) - 1.0;
                    let (start, end) = (from.y + from.height * 0.65, to.y + to.height * 0.4);
                    vec![(left, start), (x, start), (x, end), (left, end)]
                }
                None => vec![(center, from.y + from.height), (center, to.y)],
            };
            let label = line.link.label_size().map(|(width, height)| {
                let x = label_start(branches_off(line), width, left, center);
                Rect { x, y: (gap_start + gap_end - height) / 2.0, width, height }
            });
            (line.number, Route { points, label })
        });
        let routes = routes.collect();
        Self {
            width: right,
            height: y + PADDING,
            members,
            routes,
            direction: sketch.direction,
            exit_lanes,
            entry_lane,
            head,
        }
    }

    /// Where lines may leave from this operator.
    pub fn exit(&self, figure: usize) -> Gate {
        if let Some(&lane) = self.exit_lanes.get(&figure) {
            return Gate { start: lane, length: 0.0 };
        }
        let rect = self.rect(figure);
        match self.direction {
            Direction::Down => Gate { start: rect.x, length: rect.width },
            Direction::Right => Gate { start: rect.y, length: rect.height },
        }
    }

    /// The way from the operator to the point at which a line leaves the hull.
    pub fn way_out(&self, figure: usize, (x, y): Point) -> Vec<Point> {
        let rect = self.rect(figure);
        let (right, bottom) = rect.end();
        if self.exit_lanes.contains_key(&figure) {
            let middle = rect.y + rect.height * 0.5;
            return vec![(right, middle), (x, middle)];
        }
        match self.direction {
            Direction::Down => vec![(x, bottom)],
            Direction::Right => vec![(right, y)],
        }
    }

    /// Where lines to the head may enter.
    pub fn entry(&self) -> Gate {
        let rect = self.members[self.head].1;
        match (self.entry_lane, self.direction) {
            (Some(lane), _) => Gate { start: lane, length: 0.0 },
            (None, Direction::Down) => Gate { start: rect.x, length: rect.width },
            (None, Direction::Right) => Gate { start: rect.y, length: rect.height },
        }
    }

    /// The way to the head from the point at which a line enters the hull.
    pub fn way_in(&self, (x, y): Point) -> Vec<Point> {
        let rect = self.members[self.head].1;
        match (self.entry_lane, self.direction) {
            (Some(_), _) => {
                let upper = rect.y + rect.height * 0.3;
                vec![(x, upper), (rect.end().0, upper)]
            }
            (None, Direction::Down) => vec![(x, rect.y)],
            (None, Direction::Right) => vec![(rect.x, y)],
        }
    }

    fn rect(&self, figure: usize) -> Rect {
        let found = self.members.iter().find(|(member, _)| *member == figure);
        found.map_or(self.members[self.head].1, |(_, rect)| *rect)
    }
}

/// Where a label begins: right of a straight line, or on it if it is too wide; of a lane, over the operator.
fn label_start(lane: Option<usize>, width: f64, left: f64, center: f64) -> f64 {
    let half = center - left;
    match lane {
        Some(_) => left,
        None if width + 6.0 <= half + PADDING => center + 6.0,
        None => (center - width / 2.0).max(left),
    }
}

/// The operator whose lane a line takes: those that branch off the same operator share one.
fn branches_off(line: &Inner<'_>) -> Option<usize> {
    (line.to != line.from + 1).then_some(line.from)
}

/// The lane at the left for each operator that needs one: shorter lanes are nearer to the operators, and no two that
/// overlap are the same.
fn assign_lanes(inner: &[Inner<'_>]) -> BTreeMap<usize, usize> {
    let mut spans = BTreeMap::new();
    for line in inner {
        if let Some(operator) = branches_off(line) {
            let (from, to) = (line.from.min(line.to), line.from.max(line.to));
            let span = spans.entry(operator).or_insert((from, to));
            *span = (span.0.min(from), span.1.max(to));
        }
    }
    let mut by_length: Vec<_> = spans.into_iter().collect();
    by_length.sort_by_key(|(_, (from, to))| (to - from, *from));
    let mut taken: Vec<Vec<(usize, usize)>> = Vec::new();
    let mut lanes = BTreeMap::new();
    for (operator, (from, to)) in by_length {
        let free = taken.iter().position(|spans| spans.iter().all(|&(start, end)| end < from || to < start));
        let lane = free.unwrap_or_else(|| {
            taken.push(Vec::new());
            taken.len() - 1
        });
        taken[lane].push((from, to));
        lanes.insert(operator, lane);
    }
    lanes
}
