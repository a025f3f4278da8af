//! How large a plan may be that strangers can ask this server for.
//!
//! A short text can have a plan without bounds: each union of a union multiplies the edges, every edge id repeats two
//! names, and the description of a chain is indented once more for each operator. So what a definition will become is
//! estimated before it is planned, in one pass over its calls.

use crate::frontend::{
    Diagnostic, Operation, OperatorDefinition, OperatorOptions, PipelineDefinition, Severity,
    SlotSharingGroupOption, Span,
};

/// The most operators, those in a sink's own topology included.
const MOST_OPERATORS: u64 = 10_000;
/// The most StreamEdges.
const MOST_EDGES: u64 = 20_000;
/// The most bytes of names, ids and indentation that a plan may hold, by estimate.
const MOST_BYTES: u64 = 32 << 20;

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
    /// Operators on the longest way here.
    depth: u64,
}

/// What there is to say about a definition whose plan is too large for a server that others use as well.
pub fn exceeded(definition: &PipelineDefinition) -> Option<Diagnostic> {
    let Estimate { operators, edges, bytes } = estimate(definition);
    let message = if operators > MOST_OPERATORS {
        format!("this pipeline has {operators} operators, and this server plans up to {MOST_OPERATORS}")
    } else if edges > MOST_EDGES {
        format!(
            "this pipeline has more than {MOST_EDGES} edges between its operators, which is as many as this server plans"
        )
    } else if bytes > MOST_BYTES {
        format!(
            "the plan of this pipeline repeats its names to more than {} MB, which is as much as this server makes",
            MOST_BYTES >> 20
        )
    } else {
        return None;
    };
    Some(Diagnostic {
        severity: Severity::Error,
        code: "too-large-to-plan",
        path: "operators".to_owned(),
        span: Span::default(),
        message: message + "; planscope on your own computer has no such limit: planscope plan FILE",
        expected: None,
        suggestion: None,
    })
}

fn estimate(definition: &PipelineDefinition) -> Estimate {
    let mut estimate = Estimate::default();
    let mut streams: Vec<Stream> = Vec::with_capacity(definition.operators.len());
    let mut longest = definition.job.as_deref().map_or(0, str::len);
    let mut depths = 0_u64;
    for operator in &definition.operators {
        let mut into = Stream::default();
        for input in operator.inputs.iter().filter_map(|&input| streams.get(input)) {
            into.width = into.width.saturating_add(input.width);
            into.depth = into.depth.max(input.depth);
        }
        longest = longest.max(longest_text(operator));
        let inside = operators_inside(operator);
        if inside > 0 {
            estimate.operators += inside;
            // What comes first in a sink's topology takes all edges; what follows is a line.
            estimate.edges = estimate.edges.saturating_add(into.width).saturating_add(inside - 1);
            // Who reads a cached stream reads the operators before it.
            let width = if operator.operation == Operation::Cache { into.width } else { 1 };
            into = Stream { width, depth: into.depth + inside };
            depths = depths.saturating_add(into.depth * inside);
        }
        streams.push(into);
    }
    // Three spaces for each level of a chain, in the vertex's description and once more in its JSON.
    let indentation = depths.saturating_mul(6);
    let elements = estimate.operators.saturating_add(estimate.edges);
    estimate.bytes = elements.saturating_mul(longest as u64).saturating_add(indentation);
    estimate
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

/// The longest text of a call that its plan repeats.
fn longest_text(operator: &OperatorDefinition) -> usize {
    let own = longest_option(&operator.options);
    let inner = match &operator.operation {
        Operation::GetSideOutput { tag } => tag.len(),
        Operation::SinkTo(topology) => {
            let inner = [&topology.pre_write, &topology.pre_commit, &topology.post_commit];
            let inner = inner.into_iter().flatten().flatten();
            inner.map(|operator| longest_option(&operator.options)).max().unwrap_or_default()
        }
        _ => 0,
    };
    own.max(inner)
}

fn longest_option(options: &OperatorOptions) -> usize {
    let group = match &options.slot_sharing_group {
        Some(SlotSharingGroupOption::Name(name) | SlotSharingGroupOption::Resources { name, .. }) => {
            Some(name)
        }
        None => None,
    };
    let texts = [
        options.name.as_ref(),
        options.uid.as_ref(),
        options.description.as_ref(),
        options.co_location_group.as_ref(),
        group,
    ];
    texts.into_iter().flatten().map(String::len).max().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::frontend::definition;

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
}
