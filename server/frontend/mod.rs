//! The front ends: pasted text in, a [`PipelineDefinition`] or [`Diagnostic`]s out.
//!
//! Architecture invariant: after this room ids resolve, options fit their op and enumerations are known, by type.
//! What Flink itself refuses (parallelism 0, say) is not checked here but by the rooms that play Flink's part.

mod assumption;
pub mod change;
pub mod definition;
mod diagnostic;
mod embedded;
mod execution_plan;
pub mod java;
mod job_plan;
mod model;
mod recognition;

pub use assumption::{Alternative, Answer, Assumption, Unsaid, UnsaidProperty, UnsaidSubject, answer_to};
pub use diagnostic::{Diagnostic, Position, Severity, Span};
pub use job_plan::{DescribedOperator, DescriptionFormat, JobPlan, JobPlanEdge, JobPlanVertex};
pub use model::*;

use recognition::{Recognised, recognise};

/// The kinds of text that can be pasted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TextKind {
    /// The JSON format of pipeline definitions.
    #[default]
    Definition,
    /// A DataStream program in Java.
    Java,
    /// Flink's plan JSON of a StreamGraph.
    ExecutionPlan,
    /// Flink's plan JSON of a JobGraph.
    JobPlan,
}

impl TextKind {
    pub const ALL: [Self; 4] = [Self::Definition, Self::Java, Self::ExecutionPlan, Self::JobPlan];

    /// The name that addresses and flags use.
    pub const fn slug(self) -> &'static str {
        match self {
            Self::Definition => "definition",
            Self::Java => "java",
            Self::ExecutionPlan => "execution-plan",
            Self::JobPlan => "job-plan",
        }
    }

    /// The kind with this name.
    pub fn from_slug(slug: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.slug() == slug)
    }
}

/// What a front end made of a text. Warnings may stand beside a definition; errors never do.
#[derive(Debug, Default)]
pub struct Parsed {
    /// What the text was taken for.
    pub kind: TextKind,
    /// The definition, if there was no error.
    pub definition: Option<PipelineDefinition>,
    /// What a plan of a JobGraph says, which is no definition.
    pub job_plan: Option<JobPlan>,
    /// Everything there is to say about the text, in text order.
    pub diagnostics: Vec<Diagnostic>,
    /// What the definition rests on although the text does not say it, in text order.
    pub assumptions: Vec<Assumption>,
    /// What the text says of none of its operators, where that may be told for each.
    pub unsaid: Unsaid,
}

/// Reads a text of this kind, or of the kind that it looks like, with what a person chose where it leaves things open.
pub fn read(text: &str, kind: Option<TextKind>, answers: &[Answer]) -> Parsed {
    let recognised = match kind {
        None => recognise(text),
        Some(TextKind::Definition) => Recognised::Definition,
        Some(TextKind::Java) => Recognised::Java,
        Some(kind @ (TextKind::ExecutionPlan | TextKind::JobPlan)) => match embedded::find(text) {
            Some(plan) if kind == TextKind::JobPlan => Recognised::JobPlan(plan),
            Some(plan) => Recognised::ExecutionPlan(plan),
            None => return no_plan(kind),
        },
    };
    match recognised {
        Recognised::Definition => definition::parse(text),
        Recognised::Java => java::read(text, answers),
        Recognised::ExecutionPlan(plan) => execution_plan::parse(&plan, answers),
        Recognised::JobPlan(plan) => job_plan::parse(&plan),
    }
}

/// What there is to say about a text that shall be a plan and has none in it.
fn no_plan(kind: TextKind) -> Parsed {
    let diagnostic = Diagnostic {
        severity: Severity::Error,
        code: "no-plan",
        path: String::new(),
        span: Span::default(),
        message: "there is no plan in this text: no JSON object with the field `nodes`".to_owned(),
        expected: None,
        suggestion: None,
    };
    Parsed { kind, diagnostics: vec![diagnostic], ..Parsed::default() }
}
