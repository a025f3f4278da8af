//! How large a plan may be that strangers can ask this server for.
//!
//! A short text can have a plan without bounds: each union of a union multiplies the edges, every edge id repeats two
//! names, and the description of a chain is indented once more for each operator. So how long the answer about a
//! definition will be, its dump and its steps, is estimated before it is planned, in one pass over its calls. What each
//! call, operator and edge adds was measured, and is rounded up.

use crate::frontend::{
    Diagnostic, Operation, OperatorDefinition, OperatorOptions, PartitionCall, PipelineDefinition, Severity,
    SlotSharingGroupOption, Span,
};

/// The longest answer about a plan, by estimate.
const MOST_BYTES: u64 = 32 << 20;

/// A Transformation, and what is translated for it.
const PER_CALL: u64 = 1_500;
/// A virtual node.
const PER_VIRTUAL_NODE: u64 = 1_400;
/// A StreamNode, and its share in a vertex.
const PER_OPERATOR: u64 = 1_300;
/// A StreamEdge: its fields, the condition under which it chains, and either the chain or the JobEdge.
const PER_EDGE: u64 = 6_300;
/// A vertex that begins at an operator.
const PER_VERTEX: u64 = 3_000;
/// How often an edge id, which holds the names of both ends, stands in the dump.
const EDGE_ID_REPEATS: u64 = 4;
/// How often the name of an operator does, those in edge ids aside.
const NAME_REPEATS: u64 = 11;
/// How often its other texts do.
const TEXT_REPEATS: u64 = 6;
/// Three spaces for each level of a chain, in the vertex's description and once more in its JSON.
const PER_LEVEL: u64 = 6;

/// How much of it there will be in a plan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Estimate {
    operators: u64,
    edges: u64,
    bytes: u64,
}

/// What a stream contributes to its consumers.
#[derive(Clone, Copy, Debug, Default)]
struct Stream {
    /// Operators that each consumer has an edge from.
    width: u64,
    /// Their names, and the tags of side outputs on the way.
    names: u64,
    /// Operators on the longest way here that may be one chain.
    depth: u64,
}

/// What there is to say about a definition whose plan is too large for a server that others use as well.
pub fn exceeded(definition: &PipelineDefinition) -> Option<Diagnostic> {
    let Estimate { operators, edges, bytes } = estimate(definition);
    if bytes <= MOST_BYTES {
        return None;
    }
    // Rounded up, so that it is never said to be as large as it may be.
    let size = (bytes >> 20).saturating_add(1);
    let size = if size < 1 << 20 { format!("about {size} MB") } else { "more than a million MB".to_owned() };
    let edges = if edges == u64::MAX { "endlessly many".to_owned() } else { edges.to_string() };
    Some(Diagnostic {
        severity: Severity::Error,
        code: "too-large-to-plan",
        path: "operators".to_owned(),
        span: Span::default(),
        message: format!(
            "the plan of this pipeline, with {operators} operators and {edges} edges between them, would be {size} \
             long with its steps, and this server makes up to {} MB; planscope on your own computer has no such limit: \
             planscope plan FILE",
            MOST_BYTES >> 20
        ),
        expected: None,
        suggestion: None,
    })
}

fn estimate(definition: &PipelineDefinition) -> Estimate {
    let job = definition.job.as_deref().map_or(0, written_length);
    let mut estimate = Estimate { operators: 0, edges: 0, bytes: job.saturating_mul(TEXT_REPEATS) };
    let mut streams: Vec<Stream> = Vec::with_capacity(definition.operators.len());
    for operator in &definition.operators {
        let mut into = Stream::default();
        for input in operator.inputs.iter().filter_map(|&input| streams.get(input)) {
            into.width = into.width.saturating_add(input.width);
            into.names = into.names.saturating_add(input.names);
            into.depth = into.depth.max(input.depth);
        }
        if into.width != 1 || operator.options.disable_chaining || operator.options.start_new_chain {
            into.depth = 0;
        }
        let inside = operators_inside(operator);
        let stream = if inside > 0 {
            add_operators(&mut estimate, operator, inside, into)
        } else {
            add_virtual_nodes(&mut estimate, operator, into)
        };
        estimate.bytes = estimate.bytes.saturating_add(PER_CALL);
        streams.push(stream);
    }
    estimate
}

/// Adds the operators that a call becomes, and the edges to them.
fn add_operators(
    estimate: &mut Estimate,
    operator: &OperatorDefinition,
    inside: u64,
    into: Stream,
) -> Stream {
    let name = longest(operator, |options| options.name.as_deref().map_or(0, written_length));
    // What comes first in a sink's topology takes all edges; what follows is a line.
    let edges = into.width.saturating_add(inside - 1);
    let names_in_edges = into.names.saturating_add(name.saturating_mul(edges.saturating_add(inside - 1)));
    let indentation = (into.depth + inside).saturating_mul(inside).saturating_mul(PER_LEVEL);
    let vertices = if into.depth == 0 { 1 } else { 0 };
    let texts = longest(operator, other_texts);
    let own = [
        inside * PER_OPERATOR,
        vertices * PER_VERTEX,
        indentation,
        name.saturating_mul(NAME_REPEATS).saturating_mul(inside),
        texts.saturating_mul(TEXT_REPEATS).saturating_mul(inside),
        edges.saturating_mul(PER_EDGE),
        names_in_edges.saturating_mul(EDGE_ID_REPEATS),
    ];
    estimate.operators += inside;
    estimate.edges = estimate.edges.saturating_add(edges);
    estimate.bytes = own.into_iter().fold(estimate.bytes, u64::saturating_add);
    let depth = if operator.options.disable_chaining { 0 } else { into.depth + inside };
    Stream { width: 1, names: name, depth }
}

/// Adds what a call becomes that is no operator: whoever reads it reads the operators before it.
fn add_virtual_nodes(estimate: &mut Estimate, operator: &OperatorDefinition, into: Stream) -> Stream {
    let mut stream = into;
    match &operator.operation {
        Operation::Partition { call, .. } => {
            if !matches!(call, PartitionCall::Forward | PartitionCall::ReinterpretAsKeyedStream) {
                stream.depth = 0;
            }
        }
        Operation::GetSideOutput { tag } => {
            let tags = written_length(tag).saturating_mul(into.width);
            stream.names = stream.names.saturating_add(tags);
            estimate.bytes = estimate.bytes.saturating_add(tags.saturating_mul(TEXT_REPEATS));
        }
        _ => return stream,
    }
    let added = into.width.saturating_mul(PER_VIRTUAL_NODE);
    estimate.bytes = estimate.bytes.saturating_add(added);
    stream
}

/// How many StreamNodes a call becomes, at most.
fn operators_inside(operator: &OperatorDefinition) -> u64 {
    match &operator.operation {
        Operation::Partition { .. }
        | Operation::Union
        | Operation::GetSideOutput { .. }
        | Operation::Cache => 0,
        Operation::SinkTo(topology) => {
            let inner = [&topology.pre_write, &topology.pre_commit, &topology.post_commit];
            let inner = inner.into_iter().flatten().map(Vec::len).sum::<usize>();
            // Writer, committer, and what collects the global commit.
            3 + inner as u64
        }
        // A join is a map on each side, a union, and a window.
        Operation::Join { .. } | Operation::CoGroup { .. } => 3,
        _ => 1,
    }
}

/// The most of it that one of the operators of a call has; those in a sink's topology have the sink's as well.
fn longest(operator: &OperatorDefinition, of: impl Fn(&OperatorOptions) -> u64) -> u64 {
    let inner = match &operator.operation {
        Operation::SinkTo(topology) => {
            let inner = [&topology.pre_write, &topology.pre_commit, &topology.post_commit];
            let inner = inner.into_iter().flatten().flatten();
            inner.map(|inner| of(&inner.options)).max().unwrap_or_default()
        }
        _ => 0,
    };
    of(&operator.options).saturating_add(inner)
}

/// The texts of an operator besides its name.
fn other_texts(options: &OperatorOptions) -> u64 {
    let group = match &options.slot_sharing_group {
        Some(SlotSharingGroupOption::Name(name) | SlotSharingGroupOption::Resources { name, .. }) => {
            Some(name)
        }
        None => None,
    };
    let texts =
        [options.uid.as_ref(), options.description.as_ref(), options.co_location_group.as_ref(), group];
    texts.into_iter().flatten().map(|text| written_length(text)).fold(0, u64::saturating_add)
}

/// How long a text is in JSON, or in HTML where a character is longer there: Flink's descriptions are written for that.
fn written_length(text: &str) -> u64 {
    let written = text.chars().map(|character| match character {
        '"' | '\\' | '\n' | '\r' | '\t' => 2,
        '&' | '<' | '>' => 5,
        character if character.is_control() => 6,
        character => character.len_utf8() as u64,
    });
    written.sum()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use axum::body::HttpBody as _;

    use super::*;
    use crate::frontend::definition;
    use crate::web::api;

    fn estimate_of(operators: &str) -> Estimate {
        let parsed = definition::parse(&format!("{{\"operators\":[{operators}]}}"));
        estimate(&parsed.definition.unwrap_or_else(|| panic!("{:#?}", parsed.diagnostics)))
    }

    #[test]
    fn operators_and_edges_are_counted_as_flink_makes_them() {
        let source = r#"{"id":"s","op":"fromSequence"},"#;
        for (operators, count, edges) in [
            (r#"{"op":"print"}"#, 2, 1),
            (r#"{"op":"keyBy"},{"op":"sum"},{"op":"rebalance"},{"op":"print"}"#, 3, 2),
            (r#"{"op":"map"},{"op":"union","inputs":["s","s","s"]},{"op":"print"}"#, 3, 4),
            (
                r#"{"id":"u","op":"union","inputs":["s","s"]},{"id":"v","op":"union","inputs":["u","u","u"]},{"op":"print"}"#,
                2,
                6,
            ),
            (r#"{"id":"u","op":"union","inputs":["s","s"]},{"op":"map"},{"op":"print","input":"u"}"#, 3, 4),
        ] {
            let estimate = estimate_of(&format!("{source}{operators}"));
            assert_eq!((estimate.operators, estimate.edges), (count, edges), "{operators}");
        }
    }

    #[test]
    fn unions_of_unions_of_unions_have_more_edges_than_can_be_counted() {
        let mut operators = r#"{"id":"u0","op":"fromSequence"}"#.to_owned();
        for number in 1..100 {
            let inputs = vec![format!("\"u{}\"", number - 1); 10].join(",");
            operators += &format!(r#",{{"id":"u{number}","op":"union","inputs":[{inputs}]}}"#);
        }
        assert_eq!(estimate_of(&(operators + r#",{"op":"print"}"#)).edges, u64::MAX);
    }

    /// How long the answer about it is.
    fn answer_to(operators: &str) -> u64 {
        let text: Arc<str> = format!("{{\"operators\":[{operators}]}}").into();
        let answer = api::answer(&text.into()).expect("planned");
        answer.body().size_hint().exact().expect("a length")
    }

    #[test]
    fn the_estimate_is_about_as_long_as_the_answer() {
        let many = |count: usize, item: &str| vec![item; count].join(",");
        let long = |field: &str| format!("\"{field}\":\"{}\"", "x".repeat(2_000));
        let source = r#"{"id":"s","op":"fromSequence"}"#;
        let chain = |item: &str| format!("{source},{},{{\"op\":\"print\"}}", many(150, item));
        let union = |source: &str| {
            format!("{source},{{\"op\":\"union\",\"inputs\":[{}]}},{{\"op\":\"print\"}}", many(150, "\"s\""))
        };
        for (what, operators) in [
            ("a chain", chain(r#"{"op":"map"}"#)),
            ("no chain", chain(r#"{"op":"map","disableChaining":true}"#)),
            ("partitioned", chain(r#"{"op":"rebalance"},{"op":"map"}"#)),
            ("keyed", chain(r#"{"op":"keyBy"},{"op":"sum"}"#)),
            ("a fan", format!("{source},{}", many(150, r#"{"op":"map","input":"s"}"#))),
            ("a wide union", union(source)),
            (
                "a union of long names",
                union(&format!(r#"{{"id":"s","op":"fromSequence",{}}}"#, long("name"))),
            ),
            ("long names in a chain", chain(&format!(r#"{{"op":"map",{}}}"#, long("name")))),
            (
                "long names in no chain",
                chain(&format!(r#"{{"op":"map","disableChaining":true,{}}}"#, long("name"))),
            ),
            ("long descriptions", chain(&format!(r#"{{"op":"map",{}}}"#, long("description")))),
            (
                "side outputs",
                format!(
                    "{source},{}",
                    many(
                        150,
                        &format!(r#"{{"op":"getSideOutput","input":"s",{}}},{{"op":"map"}}"#, long("tag"))
                    )
                ),
            ),
            ("pairs", many(150, r#"{"op":"fromSequence"},{"op":"print"}"#)),
            (
                "sinks with committers",
                format!("{source},{}", many(50, r#"{"op":"sinkTo","input":"s","committer":true}"#)),
            ),
        ] {
            let (estimated, answered) = (estimate_of(&operators).bytes, answer_to(&operators));
            let ratio = estimated as f64 / answered as f64;
            assert!((0.9..1.7).contains(&ratio), "{what}: {estimated} for {answered}, {ratio:.2}");
        }
    }
}
