//! What a text is, told from the text itself.
//!
//! A list of `nodes` that look like Flink's own is a plan, wherever in the text it stands, unless the text around it is a
//! definition or a program. Everything takes one look at the text, or a few.

use super::TextKind;
use super::definition::syntax;
use super::embedded::{self, Embedded};

/// What a text was taken for, with the plan in it if it is one.
#[derive(Debug)]
pub(super) enum Recognised<'t> {
    Definition,
    Java,
    ExecutionPlan(Embedded<'t>),
    JobPlan(Embedded<'t>),
}

/// Tells what a text is.
pub(super) fn recognise(text: &str) -> Recognised<'_> {
    let plan = embedded::find(text).and_then(|plan| Some((kind_of_nodes(&plan.json)?, plan)));
    match plan {
        Some(_) if is_definition(text) => Recognised::Definition,
        Some((_, plan)) if is_program(text, &plan) => Recognised::Java,
        Some((TextKind::JobPlan, plan)) => Recognised::JobPlan(plan),
        Some((_, plan)) => Recognised::ExecutionPlan(plan),
        None if begins_as_json(text) => Recognised::Definition,
        None => Recognised::Java,
    }
}

/// Whether a text begins as a document does, even one that breaks off or is written as in other notations: with a bracket and
/// then a name in quotes or before a colon. A program may begin with the bracket of a block.
fn begins_as_json(text: &str) -> bool {
    let text = text.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
    let Some(rest) = text.strip_prefix('{') else {
        return text.is_empty() || text.starts_with(['[', '"', '}', ']', '\\']);
    };
    let rest = rest.trim_start();
    let word = rest.find(|it: char| !it.is_alphanumeric() && it != '_').map_or(rest, |end| &rest[..end]);
    match rest.chars().next() {
        None | Some('"' | '\'' | '}' | '{' | '[' | '‘' | '“' | '„' | '#' | ',') => true,
        // A comment stands in either.
        Some('/') => rest.contains("\"operators\"") || !rest.contains(';'),
        _ => !word.is_empty() && rest[word.len()..].trim_start().starts_with(':'),
    }
}

/// Whether a text is a definition, whatever its names say.
fn is_definition(text: &str) -> bool {
    #[derive(serde::Deserialize)]
    struct Document {
        #[serde(rename = "operators")]
        _operators: serde::de::IgnoredAny,
    }
    serde_json::from_str::<Document>(syntax::without_byte_order_mark(text).as_ref()).is_ok()
}

/// How many lines of a program stand around a plan that is only its comment or one of its strings.
const LINES_OF_A_PROGRAM: usize = 2;

/// Whether the text around a plan is a program: lines that declare something, or end as statements and blocks do.
fn is_program(text: &str, embedded: &Embedded<'_>) -> bool {
    let around = [&text[..embedded.place.start], text.get(embedded.place.end..).unwrap_or_default()];
    let lines = around.into_iter().flat_map(str::lines).map(str::trim);
    let mut statements = 0;
    for line in lines {
        let declares =
            ["import ", "package ", "public class ", "class "].iter().any(|word| line.starts_with(word));
        if declares && (line.ends_with(';') || line.ends_with('{')) {
            return true;
        }
        statements += usize::from(line.ends_with(';') || line.ends_with("{") || line.ends_with("){"));
    }
    statements >= LINES_OF_A_PROGRAM
}

/// What kind of plan has such nodes: told from the fields of its first node, even if the text breaks off later.
fn kind_of_nodes(json: &str) -> Option<TextKind> {
    const LOOKED_AT: usize = 4000;
    let nodes = &json[json.find("\"nodes\"")?..];
    let end = nodes.char_indices().map(|(at, _)| at).find(|&at| at >= LOOKED_AT).unwrap_or(nodes.len());
    let first = &nodes[..end];
    let has = |field: &str| first.contains(&format!("\"{field}\""));
    if has("pact") {
        return Some(TextKind::ExecutionPlan);
    }
    // The adaptive form of a StreamGraph has numbers for ids, a plan of a JobGraph has 32 hex digits.
    match first_id(first) {
        Some(id) if id.len() == 32 && id.bytes().all(|byte| byte.is_ascii_hexdigit()) => {
            Some(TextKind::JobPlan)
        }
        Some(id) if !id.is_empty() && id.len() < 10 && id.bytes().all(|byte| byte.is_ascii_digit()) => {
            (has("operator") || has("type") || has("predecessors")).then_some(TextKind::ExecutionPlan)
        }
        Some(_) if has("operator_strategy") || has("optimizer_properties") => Some(TextKind::JobPlan),
        _ => None,
    }
}

/// The value of the first `id`, without its quotes.
fn first_id(text: &str) -> Option<&str> {
    let (_, rest) = text.split_once("\"id\"")?;
    let rest = rest.trim_start().strip_prefix(':')?.trim_start();
    let rest = rest.strip_prefix('"').unwrap_or(rest);
    let end = rest.find(|character: char| !character.is_ascii_alphanumeric())?;
    Some(&rest[..end])
}
