//! The reference page of configuration keys, made from the table of them.

use askama::Template;

use super::prose::{Run, runs};
use crate::configuration::{Influence, OPTIONS, OptionDescription, ValueKind};
use crate::flink::FlinkVersion;

/// The whole page.
#[derive(Template)]
#[template(path = "configuration.html", config = "templates/askama.toml")]
pub struct ConfigurationPage {
    version: FlinkVersion,
    groups: Vec<Group>,
}

/// Options that matter to a plan in the same way.
struct Group {
    id: &'static str,
    title: &'static str,
    about: &'static str,
    options: Vec<Row>,
}

struct Row {
    option: &'static OptionDescription,
    kind: &'static str,
    /// The values, where they have names.
    names: &'static [&'static str],
    effect: Vec<Run>,
}

impl ConfigurationPage {
    pub fn new() -> Self {
        let group = |influence, id, title, about| Group {
            id,
            title,
            about,
            options: OPTIONS
                .iter()
                .filter(|option| option.influence == influence)
                .map(|it| row(it))
                .collect(),
        };
        Self {
            version: FlinkVersion::V2_2_0,
            groups: vec![
                group(
                    Influence::Plan,
                    "plan",
                    "Keys that change a plan",
                    "Other values of these give other graphs.",
                ),
                group(
                    Influence::Refusal,
                    "refusal",
                    "Keys that only make Flink refuse",
                    "No graph shows them, but Flink builds none where they do not fit the pipeline or each other.",
                ),
                group(
                    Influence::Malformed,
                    "malformed",
                    "Keys that only have to be well-formed",
                    "They matter when the job runs. Flink reads them while it builds the graphs, and refuses a value that it cannot read.",
                ),
            ],
        }
    }
}

fn row(option: &'static OptionDescription) -> Row {
    let (kind, names) = match option.kind {
        ValueKind::Text => ("text", &[][..]),
        ValueKind::Integer | ValueKind::Long => ("whole number", &[][..]),
        ValueKind::Boolean => ("true or false", &[][..]),
        ValueKind::Duration => ("duration", &[][..]),
        ValueKind::MemorySize => ("memory size", &[][..]),
        ValueKind::OneOf(names) => ("", names),
    };
    Row { option, kind, names, effect: runs(option.effect) }
}
