//! View models: what the templates show, made from an examined text.
//!
//! [`Explorer`] is the whole page and also the fragment that the script fetches while somebody types, so that both are
//! one thing in one form. The files beside this one each make one part of it.

mod below;
mod configuration;
mod gallery;
mod links;
mod panes;
mod prose;
mod script_data;
mod source;
mod steps;
mod timeline;

pub use below::Below;
pub use configuration::ConfigurationPage;
pub use gallery::{Example, gallery};
pub use links::Links;
pub use panes::Panes;
pub use steps::{StepBody, Stepper, Steps};

use askama::Template;

use self::below::{DescribedChains, Warning};
use self::source::Source;
use super::planning::{Examined, Outcome, Planned};
use super::reading::ReadingQuery;
use crate::explain::reasons::Reasons;
use crate::flink::FlinkVersion;
use crate::render::GraphKind;

/// The modules that the page's script imports, so that the browser fetches them at once.
pub const MODULES: [&str; 9] = [
    "address.js",
    "dialogs.js",
    "editor.js",
    "keys.js",
    "page.js",
    "panes.js",
    "selection.js",
    "share.js",
    "steps.js",
];

/// The most diagnostics, warnings or broken chains that are listed.
pub const MOST_LISTED: usize = 200;

/// Which view of a plan is asked for: the address's query.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The step, from 1; the finished plan if there is none.
    pub step: Option<usize>,
    /// The graph that has the page to itself.
    pub graph: Option<GraphKind>,
    /// How the text is read.
    pub reading: ReadingQuery,
}

impl Asked {
    /// The same with a step that there is.
    fn within(&self, steps: usize) -> Self {
        Self { step: self.step.filter(|_| steps > 0).map(|step| step.clamp(1, steps)), ..self.clone() }
    }
}

/// Where the text comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The id under which it is saved.
    pub saved: Option<String>,
    /// The example that it is.
    pub example: Option<String>,
    /// Whether a form sent it, so that no address leads to it.
    pub posted: bool,
}

/// The explorer: source, three graphs, and the step or what is wrong.
#[derive(Debug)]
pub struct Explorer {
    pub name: String,
    /// Whether the name is that of the text.
    pub understood: bool,
    pub version: FlinkVersion,
    pub origin: Origin,
    pub links: Links,
    pub source: Source,
    pub warnings: Vec<Warning>,
    pub panes: Panes,
    pub below: Below,
    /// JSON for the script: what each step marks.
    pub script_data: String,
}

impl Explorer {
    /// The view of a text, as far as it got.
    pub fn of(text: &str, examined: &Examined, asked: &Asked, origin: Origin) -> Self {
        match &examined.outcome {
            Outcome::Planned(planned) => Self::planned(text, examined, planned, asked, origin),
            Outcome::Refused(refused) => Self {
                name: name(refused.definition.job.as_deref(), &origin),
                understood: true,
                source: Source::unplanned(text, &examined.diagnostics),
                below: Below::refused(text, examined),
                ..Self::blank(asked, origin)
            },
            Outcome::JobPlan(plan) => Self {
                name: name(plan.name.as_deref(), &origin),
                understood: true,
                source: Source::unplanned(text, &examined.diagnostics),
                warnings: Warning::all(text, &examined.diagnostics),
                panes: Panes::of_job_plan(plan),
                below: Below::JobPlan(DescribedChains::of(plan)),
                ..Self::blank(asked, origin)
            },
            Outcome::NotUnderstood => Self {
                source: Source::unplanned(text, &examined.diagnostics),
                below: Below::refused(text, examined),
                ..Self::blank(asked, origin)
            },
        }
    }

    /// An explorer without a text.
    pub fn blank(asked: &Asked, origin: Origin) -> Self {
        Self {
            name: name(None, &origin),
            understood: false,
            version: FlinkVersion::default(),
            links: Links::of(asked, &origin),
            origin,
            source: Source::default(),
            warnings: Vec::new(),
            panes: Panes::Empty,
            below: Below::Nothing,
            script_data: "null".to_owned(),
        }
    }

    fn planned(text: &str, examined: &Examined, planned: &Planned, asked: &Asked, origin: Origin) -> Self {
        let asked = asked.within(planned.explanation.steps.len());
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let links = Links::of(&asked, &origin);
        Self {
            name: name(planned.definition.job.as_deref(), &origin),
            understood: true,
            version: planned.plan.version,
            source: Source::planned(text, &examined.diagnostics, planned, asked.step),
            warnings: Warning::all(text, &examined.diagnostics),
            panes: Panes::of(text, planned, &asked),
            below: Below::Steps(Box::new(Stepper::of(planned, &reasons, &links, asked.step))),
            script_data: script_data::of(planned, &reasons),
            links,
            origin,
        }
    }

    /// What the browser's tab says.
    pub fn title(&self) -> String {
        match (&self.below, self.links.step) {
            (Below::Steps(stepper), Some(step)) => {
                format!("{} · step {step} of {} · planscope", self.name, stepper.total)
            }
            _ => format!("{} · planscope", self.name),
        }
    }

    /// How many warnings are not listed.
    pub fn warnings_left_out(&self) -> usize {
        self.warnings.len().saturating_sub(MOST_LISTED)
    }

    /// Whether there is nothing in the editor.
    pub fn is_blank(&self) -> bool {
        self.source.text.is_empty()
    }

    /// Whether there is a plan to draw.
    pub fn has_graphs(&self) -> bool {
        !matches!(self.panes, Panes::Empty)
    }
}

/// The name under which people know the plan.
fn name(job: Option<&str>, origin: &Origin) -> String {
    let example =
        origin.example.as_deref().and_then(|slug| gallery().iter().find(|example| example.slug == slug));
    match (job, example) {
        (Some(job), _) if !job.trim().is_empty() => job.to_owned(),
        (_, Some(example)) => example.title.clone(),
        _ => "Unnamed pipeline".to_owned(),
    }
}

/// A number of things in words: "1 edge", "3 edges".
fn count(number: usize, one: &str) -> String {
    format!("{number} {}", plural(number, one))
}

/// The word for this many: "vertex", "vertices".
fn plural(number: usize, one: &str) -> String {
    match (number, one.strip_suffix("ex")) {
        (1, _) => one.to_owned(),
        (_, Some(stem)) => format!("{stem}ices"),
        (_, None) if one.ends_with('x') => format!("{one}es"),
        (_, None) => format!("{one}s"),
    }
}

/// The number of a vertex's colour: there are ten, then they repeat.
const fn colour(vertex: usize) -> usize {
    vertex % 10 + 1
}

/// A whole page.
#[derive(Template)]
#[template(path = "page.html", config = "templates/askama.toml")]
pub struct Page<'a> {
    pub first_visit: bool,
    pub gallery: &'a [Example],
    /// The pane that a phone shows.
    pub pane: &'static str,
    pub view: &'a Explorer,
}

/// Everything of the page that depends on the text.
#[derive(Template)]
#[template(path = "fragment.html", config = "templates/askama.toml")]
pub struct Fragment<'a> {
    pub view: &'a Explorer,
}

/// The stepper alone.
#[derive(Template)]
#[template(path = "step_fragment.html", config = "templates/askama.toml")]
pub struct StepFragment<'a> {
    pub view: &'a Steps,
}
