//! The timeline: a bar for each phase by its number of steps, marks where an edge chains or does not, a dot for the
//! present step.

use super::count;
use crate::explain::{Phase, Step};

/// Marks nearer than this, in percent of the whole, become one with a count.
const NEAREST: f64 = 0.75;
/// A mark with a count is wider: what follows it nearer than this is counted in it.
const NEAREST_COUNTS: f64 = 4.0;
/// Of ticks nearer than this one is drawn.
const NEAREST_TICKS: f64 = 0.2;
/// A label needs this much, in percent of the whole.
const LABEL: f64 = 6.0;

/// The timeline; positions are percentages, as SVG takes them.
#[derive(Debug)]
pub struct Timeline {
    pub label: String,
    pub phases: Vec<PhaseBar>,
    pub chained: Vec<String>,
    pub broken: Vec<Mark>,
    pub now: Option<String>,
}

/// One phase's bar and label.
#[derive(Debug)]
pub struct PhaseBar {
    pub name: &'static str,
    pub first: usize,
    pub x: String,
    pub width: String,
    /// How much of it lies behind.
    pub done: Option<String>,
    pub labelled: bool,
    pub label_x: String,
    /// Whether the label ends where the bar does.
    pub at_end: bool,
    pub now: bool,
}

/// One broken chain, or several that are too near each other.
#[derive(Debug)]
pub struct Mark {
    pub step: usize,
    pub x: String,
    pub count: usize,
    pub label: String,
    position: f64,
}

impl Mark {
    /// How far from it the next one is, at least.
    const fn room(&self) -> f64 {
        if self.count == 1 { NEAREST } else { NEAREST_COUNTS }
    }

    /// How wide the box around its count is.
    pub fn width(&self) -> usize {
        18.max(6 + 7 * self.count.to_string().len())
    }
}

impl Timeline {
    /// The timeline of these steps, which go by their numbers; without a current step all lies behind.
    pub fn of(steps: &[(usize, &Step)], current: Option<usize>) -> Self {
        let total = steps.len().max(1) as f64;
        let position = |index: usize| (index as f64 + 0.5) / total * 100.0;
        let mut broken: Vec<Mark> = Vec::new();
        let mut chained = Vec::new();
        let mut last_chained = f64::NEG_INFINITY;
        for (index, &(number, step)) in steps.iter().enumerate() {
            let at = position(index);
            match (step.chains, broken.last_mut()) {
                (Some(true), _) if at - last_chained >= NEAREST_TICKS => {
                    chained.push(percent(at));
                    last_chained = at;
                }
                (Some(true), _) => {}
                (Some(false), Some(last)) if at - last.position < last.room() => {
                    last.count += 1;
                    last.label = format!("From step {}: {} broken chains", last.step, last.count);
                }
                (Some(false), _) => broken.push(Mark {
                    step: number,
                    x: percent(at),
                    count: 1,
                    label: format!("Step {number}: a broken chain"),
                    position: at,
                }),
                (None, _) => {}
            }
        }
        let phases = bars(steps, current, total);
        let counts = Phase::ALL.map(|phase| {
            let number = steps.iter().filter(|(_, step)| step.phase == phase).count();
            format!("{} {number}", phase.name())
        });
        let breaks = steps.iter().filter(|(_, step)| step.chains == Some(false)).count();
        // A step that is not among them stands where it would.
        let now = |current: usize| match steps.binary_search_by_key(&current, |&(number, _)| number) {
            Ok(index) => percent(position(index)),
            Err(index) => percent(index as f64 / total * 100.0),
        };
        Self {
            label: format!("Steps: {}; {}", counts.join(", "), count(breaks, "broken chain")),
            phases,
            chained,
            broken,
            now: Some(current.map_or_else(|| percent(100.0), now)),
        }
    }
}

fn bars(steps: &[(usize, &Step)], current: Option<usize>, total: f64) -> Vec<PhaseBar> {
    let mut bars: Vec<PhaseBar> = Vec::new();
    let mut before = 0;
    for phase in steps.chunk_by(|(_, one), (_, other)| one.phase == other.phase) {
        let (start, width) = (before as f64 / total * 100.0, phase.len() as f64 / total * 100.0);
        before += phase.len();
        let behind =
            current.map_or(phase.len(), |current| phase.partition_point(|&(number, _)| number < current));
        let at_end = before == steps.len() && width < LABEL;
        let now = current.is_some_and(|current| phase.iter().any(|&(number, _)| number == current));
        bars.push(PhaseBar {
            name: phase[0].1.phase.name(),
            first: phase[0].0,
            x: percent(start),
            width: percent(width),
            done: (behind > 0).then(|| percent(behind as f64 / phase.len() as f64 * 100.0)),
            // A narrow phase just before a label that ends at the end has no room for its own.
            labelled: now || at_end || width >= if start + 2.0 * LABEL > 100.0 { 2.0 * LABEL } else { LABEL },
            label_x: percent(if at_end { 100.0 } else { start }),
            at_end,
            now,
        });
    }
    bars
}

fn percent(value: f64) -> String {
    format!("{value:.2}%")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::explain::Rule;

    fn step(phase: Phase, chains: Option<bool>) -> Step {
        Step {
            phase,
            method: "",
            rule: Rule::CreateChain,
            sentence: String::new(),
            facts: Vec::new(),
            chains,
            decides: None,
            touches: Vec::new(),
            depth: 0,
            call: None,
        }
    }

    /// All of them, by their numbers.
    fn numbered(steps: &[Step]) -> Vec<(usize, &Step)> {
        (1..).zip(steps).collect()
    }

    fn plan() -> Vec<Step> {
        let mut steps = vec![step(Phase::Translate, None); 4];
        steps.push(step(Phase::Chain, Some(true)));
        steps.push(step(Phase::Chain, Some(false)));
        steps.extend(vec![step(Phase::Connect, None); 4]);
        steps
    }

    #[test]
    fn a_phase_is_as_wide_as_it_has_steps_and_done_as_far_as_the_step() {
        let timeline = Timeline::of(&numbered(&plan()), Some(6));
        let seen: Vec<_> = timeline
            .phases
            .iter()
            .map(|bar| {
                (bar.name, bar.first, bar.x.as_str(), bar.width.as_str(), bar.done.as_deref(), bar.now)
            })
            .collect();
        assert_eq!(
            seen,
            [
                ("translate", 1, "0.00%", "40.00%", Some("100.00%"), false),
                ("chain", 5, "40.00%", "20.00%", Some("50.00%"), true),
                ("connect", 7, "60.00%", "40.00%", None, false),
            ]
        );
        assert_eq!(timeline.now.as_deref(), Some("55.00%"));
    }

    #[test]
    fn the_finished_plan_has_everything_behind_it() {
        let timeline = Timeline::of(&numbered(&plan()), None);
        assert!(timeline.phases.iter().all(|bar| bar.done.as_deref() == Some("100.00%") && !bar.now));
        assert_eq!(timeline.now.as_deref(), Some("100.00%"));
    }

    #[test]
    fn broken_chains_too_near_each_other_are_one_mark_with_a_count() {
        let mut steps = vec![step(Phase::Translate, None); 394];
        steps.extend(vec![step(Phase::Chain, Some(false)); 3]);
        steps.extend(vec![step(Phase::Connect, None); 3]);
        let marks: Vec<_> =
            Timeline::of(&numbered(&steps), None).broken.iter().map(|mark| (mark.step, mark.count)).collect();
        assert_eq!(marks, [(395, 3)]);
    }

    #[test]
    fn of_thousands_of_broken_chains_each_count_has_its_room() {
        let steps = vec![step(Phase::Chain, Some(false)); 2_000];
        let timeline = Timeline::of(&numbered(&steps), None);
        assert_eq!(timeline.broken.iter().map(|mark| mark.count).sum::<usize>(), 2_000);
        let gaps = timeline.broken.windows(2).map(|pair| pair[1].position - pair[0].position);
        assert!(gaps.min_by(f64::total_cmp).is_some_and(|gap| gap >= NEAREST_COUNTS));
        assert_eq!(timeline.broken[0].width(), 20);
    }

    #[test]
    fn of_a_few_steps_each_has_the_number_that_it_has_among_all() {
        let steps = plan();
        let few: Vec<_> =
            numbered(&steps).into_iter().filter(|(number, _)| [2, 5, 6].contains(number)).collect();
        let timeline = Timeline::of(&few, Some(6));
        let seen: Vec<_> =
            timeline.phases.iter().map(|bar| (bar.name, bar.first, bar.width.as_str())).collect();
        assert_eq!(seen, [("translate", 2, "33.33%"), ("chain", 5, "66.67%")]);
        assert_eq!(timeline.broken.iter().map(|mark| mark.step).collect::<Vec<_>>(), [6]);
        assert_eq!(timeline.now.as_deref(), Some("83.33%"));
        assert_eq!(Timeline::of(&few, Some(4)).now.as_deref(), Some("33.33%"), "where it would stand");
    }

    #[test]
    fn no_steps_are_no_phases() {
        assert!(Timeline::of(&[], None).phases.is_empty());
    }
}
