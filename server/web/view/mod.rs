//! View models: what the templates show, made from an examined text.
//!
//! [`Explorer`] is the whole page and also the fragment that the script fetches while somebody types, so that both are
//! one thing in one form. The files beside this one each make one part of it.

mod asked;
mod assumptions;
mod below;
mod chain_breaks;
mod configuration;
mod fields;
mod filter;
mod finder;
mod fixes;
mod gallery;
mod inspector;
mod java_colours;
mod knobs;
mod panes;
mod prose;
mod rules;
mod script_data;
mod source;
mod step_list;
mod steps;
mod text_kind;
mod timeline;
mod what_if;

pub use asked::{Asked, Links, Pane, Showing};
pub use below::Below;
pub use chain_breaks::{BreakKind, ChainBreaks};
pub use configuration::ConfigurationPage;
pub use filter::StepFilter;
pub use finder::Finder;
pub use gallery::{Example, gallery};
pub use inspector::{Inspector, Verdict};
pub use panes::Panes;
pub use rules::{RulePage, RulesPage};
pub use step_list::StepList;
pub use steps::{StepBody, Stepper, Steps};

use askama::Template;

use self::below::{DescribedChains, Warning};
use self::source::Source;
use self::text_kind::Reading;
use self::what_if::WhatIf;
use super::planning::{Examined, Outcome, Planned};
use crate::explain::Rule;
use crate::explain::difference::Tone;
use crate::explain::reasons::Reasons;
use crate::flink::FlinkVersion;
use crate::frontend::TextKind;

/// The modules that the page's script imports, so that the browser fetches them at once.
pub const MODULES: [&str; 15] = [
    "address.js",
    "dialogs.js",
    "editor.js",
    "find.js",
    "inspector.js",
    "keys.js",
    "links.js",
    "page.js",
    "panes.js",
    "reading.js",
    "selection.js",
    "share.js",
    "steps.js",
    "views.js",
    "what-if.js",
];

/// The most diagnostics, warnings or broken chains that are listed.
pub const MOST_LISTED: usize = 200;

/// Where the text comes from.
#[derive(Clone, Debug, Default)]
pub struct Origin {
    /// The id under which it is saved.
    pub saved: Option<String>,
    /// The example that it is.
    pub example: Option<String>,
    /// The pipeline on a rule's page that it is.
    pub rule_example: Option<RuleExample>,
    /// Whether a form sent it, so that no address leads to it.
    pub posted: bool,
}

/// A pipeline on a rule's page.
#[derive(Clone, Debug)]
pub struct RuleExample {
    pub rule: Rule,
    pub title: String,
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
    /// What the text was taken for.
    pub reading: Reading,
    pub source: Source,
    /// What is tried on the pipeline.
    pub what_if: WhatIf,
    pub warnings: Vec<Warning>,
    pub panes: Panes,
    pub below: Below,
    /// What stands in the explorer's place.
    pub listing: Option<Listing>,
    /// What is found, while something is looked for.
    pub finder: Option<Finder>,
    /// How many edges do not chain; `None` if there is no plan.
    pub broken: Option<usize>,
    /// What is selected.
    pub inspector: Option<Inspector>,
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
                reading: Reading::of(examined, &Links::of(asked, &origin)),
                source: Source::unplanned(text, examined),
                what_if: WhatIf::of(text, examined, &Links::of(asked, &origin)),
                below: Below::refused(text, examined, &Links::of(asked, &origin)),
                ..Self::blank(asked, origin)
            },
            Outcome::JobPlan(plan) => Self {
                name: name(plan.name.as_deref(), &origin),
                understood: true,
                reading: Reading::of(examined, &Links::of(asked, &origin)),
                source: Source::unplanned(text, examined),
                warnings: Warning::all(text, &examined.diagnostics),
                panes: Panes::of_job_plan(plan),
                below: Below::JobPlan(DescribedChains::of(plan)),
                ..Self::blank(asked, origin)
            },
            Outcome::NotUnderstood => Self {
                reading: Reading::of(examined, &Links::of(asked, &origin)),
                source: Source::unplanned(text, examined),
                what_if: WhatIf::of(text, examined, &Links::of(asked, &origin)),
                below: Below::refused(text, examined, &Links::of(asked, &origin)),
                ..Self::blank(asked, origin)
            },
        }
    }

    /// An explorer without a text.
    pub fn blank(asked: &Asked, origin: Origin) -> Self {
        let links = Links::of(asked, &origin);
        Self {
            name: name(None, &origin),
            understood: false,
            version: FlinkVersion::default(),
            reading: Reading::as_kind(TextKind::default(), &links),
            links,
            origin,
            source: Source::default(),
            what_if: WhatIf::default(),
            warnings: Vec::new(),
            panes: Panes::Empty,
            below: Below::Nothing,
            listing: None,
            finder: None,
            broken: None,
            inspector: None,
            script_data: "null".to_owned(),
        }
    }

    fn planned(text: &str, examined: &Examined, planned: &Planned, asked: &Asked, origin: Origin) -> Self {
        let asked = asked.within(planned.explanation.steps.len());
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let links = Links::of(&asked, &origin);
        let listing = Listing::of(text, examined, &reasons, &links);
        let name = name(planned.definition.job.as_deref(), &origin);
        // Each edge that does not chain is a JobEdge.
        let broken = Some(planned.plan.job_graph.graph.edge_count());
        let finder = asked.find.as_deref().map(|text| Finder::of(planned, &links, text));
        if listing.is_some() {
            // The explorer is not seen: its graphs are not drawn for nothing.
            return Self {
                name,
                understood: true,
                version: planned.plan.version,
                reading: Reading::of(examined, &links),
                source: Source::planned(text, examined, planned, None),
                listing,
                what_if: WhatIf::of(text, examined, &links),
                finder,
                broken,
                ..Self::blank(&asked, origin)
            };
        }
        let source = Source::planned(text, examined, planned, asked.step);
        let inspector = Inspector::of(text, examined, &reasons, &links, &source);
        Self {
            name,
            understood: true,
            version: planned.plan.version,
            reading: Reading::of(examined, &links),
            source,
            warnings: Warning::all(text, &examined.diagnostics),
            panes: Panes::of(text, examined, planned, &links),
            below: Below::Steps(Box::new(
                Stepper::of(planned, &reasons, &links).with_what_it_takes(text, examined, &links),
            )),
            what_if: WhatIf::of(text, examined, &links),
            listing: None,
            finder,
            broken,
            inspector,
            script_data: script_data::of(planned, &reasons),
            links,
            origin,
        }
    }

    /// What the browser's tab says.
    pub fn title(&self) -> String {
        if let Some(listing) = &self.listing {
            return format!("{} · {} · planscope", listing.title(), self.name);
        }
        match (&self.below, self.links.asked.step) {
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

    /// Whether there is a plan with an edge that does not chain.
    pub fn has_breaks(&self) -> bool {
        self.broken.is_some_and(|broken| broken > 0)
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

/// What stands in the explorer's place.
#[derive(Debug)]
pub enum Listing {
    ChainBreaks(ChainBreaks),
    Steps(StepList),
}

impl Listing {
    /// The list that is asked for; nothing for the explorer, and for a text without a plan.
    pub fn of(text: &str, examined: &Examined, reasons: &Reasons<'_>, links: &Links) -> Option<Self> {
        let Outcome::Planned(planned) = &examined.outcome else { return None };
        match links.asked.showing {
            Showing::Explorer => None,
            Showing::ChainBreaks => ChainBreaks::of(text, examined, reasons, links).map(Self::ChainBreaks),
            Showing::Steps => Some(Self::Steps(StepList::of(planned, reasons, links))),
        }
    }

    /// Its answer.
    pub fn title(&self) -> &str {
        match self {
            Self::ChainBreaks(breaks) => &breaks.title,
            Self::Steps(steps) => &steps.title,
        }
    }
}

/// A list alone, as the script fetches it.
#[derive(Debug)]
pub struct Listed {
    pub listing: Option<Listing>,
}

impl Listed {
    /// Nothing for a text without a plan.
    pub fn of(text: &str, examined: &Examined, asked: &Asked) -> Self {
        let Outcome::Planned(planned) = &examined.outcome else { return Self { listing: None } };
        let asked = asked.within(planned.explanation.steps.len());
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let links = Links::of(&asked, &Origin::default());
        Self { listing: Listing::of(text, examined, &reasons, &links) }
    }
}

/// The results of a search alone, as the script fetches them.
#[derive(Debug)]
pub struct FoundHere {
    pub finder: Option<Finder>,
    pub links: Links,
}

impl FoundHere {
    /// Nothing for a text without a plan.
    pub fn of(examined: &Examined, asked: &Asked) -> Self {
        let links = Links::of(asked, &Origin::default());
        let text = asked.find.as_deref().unwrap_or_default();
        let finder = match &examined.outcome {
            Outcome::Planned(planned) => Some(Finder::of(planned, &links, text)),
            _ => None,
        };
        Self { finder, links }
    }
}

/// The results of a search as a fragment.
#[derive(Template)]
#[template(path = "found_fragment.html", config = "templates/askama.toml")]
pub struct FoundFragment<'a> {
    pub view: &'a FoundHere,
}

/// A list as a fragment.
#[derive(Template)]
#[template(path = "listing_fragment.html", config = "templates/askama.toml")]
pub struct ListingFragment<'a> {
    pub view: &'a Listed,
}

/// The name under which people know the plan.
fn name(job: Option<&str>, origin: &Origin) -> String {
    let example =
        origin.example.as_deref().and_then(|slug| gallery().iter().find(|example| example.slug == slug));
    match (job, example) {
        (Some(job), _) if !job.trim().is_empty() => job.to_owned(),
        (_, Some(example)) => example.title.clone(),
        _ => match &origin.rule_example {
            Some(example) => example.title.clone(),
            None => "Unnamed pipeline".to_owned(),
        },
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

/// The inspector alone.
#[derive(Template)]
#[template(path = "inspector_fragment.html", config = "templates/askama.toml")]
pub struct InspectorFragment<'a> {
    pub view: &'a Inspected,
}

/// The inspector of a text, as the script fetches it for each element.
#[derive(Debug)]
pub struct Inspected {
    pub inspector: Option<Inspector>,
}

impl Inspected {
    /// Nothing for a text without a plan, or if the plan has no such element.
    pub fn of(text: &str, examined: &Examined, asked: &Asked) -> Self {
        let Outcome::Planned(planned) = &examined.outcome else { return Self { inspector: None } };
        let asked = asked.within(planned.explanation.steps.len());
        let reasons = Reasons::new(&planned.plan, &planned.definition, Some(text));
        let source = Source::planned(text, examined, planned, None);
        let links = Links::of(&asked, &Origin::default());
        Self { inspector: Inspector::of(text, examined, &reasons, &links, &source) }
    }
}
