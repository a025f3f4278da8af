//! The stepper: where one is, and what that step decided under which conditions; or the finished plan in one sentence.

use super::assumptions::Assumptions;
use super::below::Below;
use super::filter::StepFilter;
use super::fixes::FixesView;
use super::timeline::Timeline;
use super::{Asked, Links, Origin, colour, count};
use crate::explain::reasons::Reasons;
use crate::explain::{Element, Fact, Phase, Rule, Step};
use crate::flink::RefusalStage;
use crate::planner::Plan;
use crate::render::names::{Letters, element_name, element_named, letter, nodes_of_transformations};
use crate::web::breaks;
use crate::web::planning::{Examined, Outcome, Planned};

/// The stepper alone, as the script fetches it for each step.
#[derive(Debug)]
pub struct Steps {
    pub below: Below,
    pub links: Links,
}

impl Steps {
    /// The stepper of a text at a step; nothing for one without a plan.
    pub fn of(text: &str, examined: &Examined, asked: &Asked) -> Self {
        let Outcome::Planned(planned) = &examined.outcome else {
            return Self { below: Below::Nothing, links: Links::of(asked, &Origin::default()) };
        };
        let asked = asked.within(planned.explanation.steps.len());
        let links = Links::of(&asked, &Origin::default());
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let stepper = Stepper::of(planned, &reasons, &links).with_what_it_takes(text, examined, &links);
        Self { below: Below::Steps(Box::new(stepper)), links }
    }
}

/// The stepper.
#[derive(Debug)]
pub struct Stepper {
    pub step: Option<usize>,
    pub total: usize,
    /// "Step 17 of 42".
    pub position: String,
    /// "chain · 3 of 8".
    pub position_in_phase: String,
    pub goes: [Go; 4],
    pub timeline: Timeline,
    pub filters: Vec<FilterChoice>,
    /// Whether not all steps are gone through.
    pub is_filtered: bool,
    /// The verdict when the explanation is folded.
    pub brief: String,
    pub body: StepBody,
}

/// A button that leads to another step.
#[derive(Debug)]
pub struct Go {
    pub name: &'static str,
    pub label: &'static str,
    pub href: Option<String>,
}

/// What stands under the bar.
#[derive(Debug)]
pub enum StepBody {
    Step(StepView),
    Finished(Summary),
}

/// One step.
#[derive(Debug)]
pub struct StepView {
    pub chains: Option<bool>,
    pub about: Option<Vec<Chip>>,
    pub sentence: String,
    pub method: &'static str,
    pub rule: Rule,
    pub line: Option<usize>,
    pub facts_title: &'static str,
    pub facts: Vec<Fact>,
    /// Whether the facts hold or fail, or are only values.
    pub are_conditions: bool,
    pub failed: usize,
    /// What would make the edge chain, for steps that decide that it does not.
    pub fixes: Option<FixesView>,
}

/// The finished plan.
#[derive(Debug)]
pub struct Summary {
    /// What it rests on.
    pub assumptions: Option<Assumptions>,
    pub sentence: String,
    pub explanation: &'static str,
    pub breaks: Vec<Break>,
}

/// An edge that does not chain.
#[derive(Debug)]
pub struct Break {
    pub ends: Vec<Chip>,
    pub why: String,
    pub step: usize,
    pub element: String,
}

/// An operator or vertex by letter and name.
#[derive(Clone, Debug)]
pub struct Chip {
    pub letter: Option<String>,
    pub colour: usize,
    pub name: String,
}

impl Stepper {
    /// The stepper at a step, or at the finished plan.
    pub fn of(planned: &Planned, reasons: &Reasons<'_>, links: &Links) -> Self {
        let Asked { step, ref filter, .. } = links.asked;
        let steps = &planned.explanation.steps;
        let shown = filter.numbers(&planned.plan, &planned.explanation);
        let shown: Vec<_> = shown.into_iter().map(|number| (number, &steps[number - 1])).collect();
        let numbers: Vec<usize> = shown.iter().map(|&(number, _)| number).collect();
        let current = step.and_then(|number| Some((number, steps.get(number - 1)?)));
        let (body, brief) = match current {
            Some((_, step)) => {
                let view = StepView::of(&planned.plan, reasons, step);
                let brief = match step.chains {
                    Some(true) => "✓ Chains".to_owned(),
                    Some(false) => "✗ Does not chain".to_owned(),
                    None => step.sentence.clone(),
                };
                (StepBody::Step(view), brief)
            }
            None => {
                let summary = Summary::of(planned, reasons);
                let brief = summary.sentence.clone();
                (StepBody::Finished(summary), brief)
            }
        };
        let total = steps.len();
        Self {
            step,
            total,
            position: match step {
                Some(step) => format!("Step {step} of {total}"),
                None => "Finished plan".to_owned(),
            },
            position_in_phase: match (current, filter.is_empty()) {
                (Some((number, step)), true) => position_in_phase(steps, number, step.phase),
                (None, true) => format!("after {}", count(total, "step")),
                (Some((number, step)), false) => match numbers.binary_search(&number) {
                    Ok(index) => {
                        format!("{} · {} of {} filtered", step.phase.name(), index + 1, numbers.len())
                    }
                    Err(_) => format!("{} · filtered out", step.phase.name()),
                },
                (None, false) => format!("after {} filtered", numbers.len()),
            },
            goes: goes(links, step, &numbers),
            timeline: Timeline::of(&shown, step),
            filters: FilterChoice::all(planned, filter),
            is_filtered: !filter.is_empty(),
            brief,
            body,
        }
    }

    /// The same with what would make the edge chain that the step decides about, or with what the finished plan rests on.
    pub fn with_what_it_takes(mut self, text: &str, examined: &Examined, links: &Links) -> Self {
        let Outcome::Planned(planned) = &examined.outcome else { return self };
        match &mut self.body {
            StepBody::Finished(summary) => summary.assumptions = Assumptions::of(text, examined, links),
            StepBody::Step(view) => {
                let step = self.step.and_then(|number| planned.explanation.steps.get(number - 1));
                if let Some(Step { chains: Some(false), decides: Some(Element::StreamEdge(edge)), .. }) = step
                {
                    let broken = breaks::of_edge(text, examined, *edge);
                    view.fixes = broken.map(|broken| FixesView::of(&broken, links));
                }
            }
        }
        self
    }

    /// The step as the script reads it; empty for the finished plan.
    pub fn step_attribute(&self) -> String {
        self.step.map(|step| step.to_string()).unwrap_or_default()
    }
}

fn position_in_phase(steps: &[Step], number: usize, phase: Phase) -> String {
    let before = steps[..number].iter().filter(|step| step.phase == phase).count();
    let all = steps.iter().filter(|step| step.phase == phase).count();
    format!("{} · {before} of {all}", phase.name())
}

/// First, previous, next, last of these steps. After the last step comes the finished plan, and after that the first step.
fn goes(links: &Links, step: Option<usize>, numbers: &[usize]) -> [Go; 4] {
    let to = |number: Option<&usize>| number.filter(|_| links.lead).map(|number| links.step(number));
    let finished = links.lead.then(|| links.finished());
    let (previous, next) = match step {
        Some(step) => (
            to(numbers.iter().rfind(|&&number| number < step)),
            to(numbers.iter().find(|&&number| number > step)).or_else(|| finished.clone()),
        ),
        None => (to(numbers.last()), to(numbers.first())),
    };
    let first = to(numbers.first()).filter(|_| step != numbers.first().copied());
    [
        Go { name: "first", label: "First step (Home)", href: first },
        Go { name: "prev", label: "Previous step (left arrow)", href: previous },
        Go { name: "next", label: "Next step (right arrow)", href: next },
        Go { name: "last", label: "Finished plan (End)", href: finished.filter(|_| step.is_some()) },
    ]
}

/// A way to go through fewer steps, or through more again.
#[derive(Debug)]
pub struct FilterChoice {
    pub title: String,
    /// What is gone through once it is chosen.
    pub filter: StepFilter,
    pub is_on: bool,
}

impl FilterChoice {
    /// The choices there are from a filter.
    pub fn all(planned: &Planned, filter: &StepFilter) -> Vec<Self> {
        let number = |phase| planned.explanation.steps.iter().filter(|step| step.phase == phase).count();
        let phases = Phase::ALL.into_iter().map(|phase| Self {
            title: format!("{} {}", phase.name(), number(phase)),
            filter: filter.toggled(phase),
            is_on: filter.has(phase),
        });
        let breaks = Self {
            title: "Only breaks".to_owned(),
            filter: StepFilter { breaks: !filter.breaks, ..filter.clone() },
            is_on: filter.breaks,
        };
        let changing = Self {
            title: "Hide what changes nothing".to_owned(),
            filter: StepFilter { changing: !filter.changing, ..filter.clone() },
            is_on: filter.changing,
        };
        let about = filter.about.as_ref().map(|name| {
            let element = element_named(&planned.plan, name);
            let chips = element.map(|element| chips(&planned.plan, &Letters::of(&planned.plan), element));
            let names: Vec<_> = chips.into_iter().flatten().map(|chip| chip.name).collect();
            let named = if names.is_empty() { name.clone() } else { names.join(" → ") };
            Self {
                title: format!("Only about {named}"),
                filter: StepFilter { about: None, ..filter.clone() },
                is_on: true,
            }
        });
        phases.chain([breaks, changing]).chain(about).collect()
    }
}

impl StepView {
    fn of(plan: &Plan, reasons: &Reasons<'_>, step: &Step) -> Self {
        let failed = step.facts.iter().filter(|fact| fact.holds == Some(false)).count();
        let are_conditions = step.facts.iter().any(|fact| fact.holds.is_some());
        Self {
            chains: step.chains,
            about: step.decides.map(|element| chips(plan, &Letters::of(plan), element)),
            sentence: step.sentence.clone(),
            method: step.method,
            rule: step.rule,
            line: step.call.and_then(|call| reasons.line(call)),
            facts_title: match (step.chains, are_conditions) {
                (Some(_), _) => "isChainable, in Flink’s order",
                (None, true) => "The conditions, in Flink’s order",
                (None, false) => "With these values",
            },
            facts: step.facts.clone(),
            are_conditions,
            failed,
            fixes: None,
        }
    }
}

impl Summary {
    fn of(planned: &Planned, reasons: &Reasons<'_>) -> Self {
        let plan = &planned.plan;
        let (operators, vertices) = (plan.stream_graph.graph.node_count(), plan.job_graph.graph.node_count());
        let letters = Letters::of(plan);
        let broken = planned.explanation.broken_edges();
        let breaks: Vec<_> = broken
            .map(|(step, edge)| Break {
                ends: chips(plan, &letters, Element::StreamEdge(edge)),
                why: reasons.of_edge(edge).unwrap_or_default(),
                step,
                element: element_name(plan, Element::StreamEdge(edge)),
            })
            .collect();
        let edges = plan.stream_graph.graph.edge_count();
        let broken = match breaks.len() {
            0 => "every edge chains".to_owned(),
            1 => format!("1 of {} does not chain", count(edges, "edge")),
            broken => format!("{broken} of {} do not chain", count(edges, "edge")),
        };
        let runs = if operators == 1 { "runs" } else { "run" };
        Self {
            assumptions: None,
            sentence: format!(
                "{} {runs} in {}: {broken}.",
                count(operators, "operator"),
                count(vertices, "job vertex")
            ),
            explanation: "A chain is one task: records go from operator to operator as method calls. Where it breaks, \
                they are serialised and go to another task.",
            breaks,
        }
    }
}

/// How people know an element: its operators by letter and name, both ends of an edge.
pub fn chips(plan: &Plan, letters: &Letters, element: Element) -> Vec<Chip> {
    let node = |id| {
        let index = plan.stream_graph.indices.get(&id)?;
        let name = plan.stream_graph.graph[*index].name.clone();
        Some(Chip::new(letters.position_of_node(plan, *index), name))
    };
    match element {
        Element::StreamEdge(edge) | Element::JobEdge(edge) => {
            let edge = &plan.stream_graph.graph[edge];
            [edge.source, edge.target].into_iter().filter_map(node).collect()
        }
        Element::StreamNode(id) => node(id).into_iter().collect(),
        Element::JobVertex(vertex) => {
            let name = plan.job_graph.graph[vertex].name.clone();
            vec![Chip::new(Some(letters.position(vertex)), name)]
        }
        Element::Transformation(id) => {
            let nodes = nodes_of_transformations(plan);
            let position = nodes.get(&id).and_then(|nodes| letters.position_of_nodes(plan, nodes));
            let named =
                plan.transformations.graph.node_weights().find(|transformation| transformation.id == id);
            named.map(|transformation| Chip::new(position, transformation.name.clone())).into_iter().collect()
        }
        Element::VirtualNode(id) => vec![Chip::new(None, format!("Virtual node {id}"))],
    }
}

impl Chip {
    fn new(vertex: Option<usize>, name: String) -> Self {
        Self { letter: vertex.map(letter), colour: vertex.map_or(0, colour), name }
    }

    /// Whether the name may not fit where it is shown: then its tooltip says all of it.
    pub fn is_long(&self) -> bool {
        self.name.len() > 40
    }
}

/// What Flink does at a stage, for "Flink throws while it …".
pub const fn stage_in_words(stage: RefusalStage) -> &'static str {
    match stage {
        RefusalStage::Build => "makes the program’s calls",
        RefusalStage::StreamGraph => "builds the StreamGraph",
        RefusalStage::JobGraph => "builds the JobGraph",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_the_last_step_comes_the_finished_plan_and_then_the_first_step() {
        let links = Links { lead: true, ..Links::default() };
        for (step, expected) in [
            (Some(1), [None, None, Some("?step=2"), Some("?")]),
            (Some(2), [Some("?step=1"), Some("?step=1"), Some("?step=3"), Some("?")]),
            (Some(3), [Some("?step=1"), Some("?step=2"), Some("?"), Some("?")]),
            (None, [Some("?step=1"), Some("?step=3"), Some("?step=1"), None]),
        ] {
            let goes = goes(&links, step, &[1, 2, 3]);
            assert_eq!(goes.each_ref().map(|go| go.href.as_deref()), expected, "{step:?}");
        }
    }

    #[test]
    fn steps_that_are_filtered_out_are_passed_over() {
        let links = Links { lead: true, ..Links::default() };
        for (step, expected) in [
            (Some(3), [None, None, Some("?step=7"), Some("?")]),
            (Some(5), [Some("?step=3"), Some("?step=3"), Some("?step=7"), Some("?")]),
            (Some(7), [Some("?step=3"), Some("?step=3"), Some("?"), Some("?")]),
            (None, [Some("?step=3"), Some("?step=7"), Some("?step=3"), None]),
        ] {
            let goes = goes(&links, step, &[3, 7]);
            assert_eq!(goes.each_ref().map(|go| go.href.as_deref()), expected, "{step:?}");
        }
        assert_eq!(goes(&links, None, &[]).map(|go| go.href), [const { None }; 4]);
    }
}
