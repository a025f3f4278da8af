//! The definition front end as a specification: what a text means, and what is said about one that means nothing.

mod document;
mod examples;
mod format_reference;
mod hostile_input;
mod model;
mod mutations;
mod operators;
mod options;
mod references;
mod written;

use planscope::frontend::definition::parse;
use planscope::frontend::{Diagnostic, PipelineDefinition, Position};

/// A document whose entries stand on a line each, the first on line 2.
fn pipeline(entries: &[&str]) -> String {
    format!("{{\"operators\": [\n{}\n]}}", entries.join(",\n"))
}

/// A document with this configuration, which stands on line 2, and a pipeline of one source.
fn configured(config: &str) -> String {
    format!("{{\"config\":\n{config},\n\"operators\": [{{\"op\": \"fromSource\"}}]}}")
}

/// The definition in a text about which there is nothing to say.
fn read(text: &str) -> PipelineDefinition {
    let parsed = parse(text);
    assert_eq!(parsed.diagnostics, [], "{text}");
    parsed.definition.expect("a text without diagnostics has a meaning")
}

/// What is said about a text, a line for each diagnostic.
fn said(text: &str) -> Vec<String> {
    parse(text).diagnostics.iter().map(|diagnostic| line(text, diagnostic)).collect()
}

fn line(text: &str, diagnostic: &Diagnostic) -> String {
    let Position { line, column } = Position::of(text, diagnostic.span.start);
    let Diagnostic { severity, code, path, message, .. } = diagnostic;
    let mut said = format!("{line}:{column} {severity} {code} at {path:?}: {message}");
    if let Some(expected) = &diagnostic.expected {
        said += &format!("; expected {expected}");
    }
    if let Some(suggestion) = &diagnostic.suggestion {
        said += &format!("; did you mean {suggestion}?");
    }
    said
}

/// Checks what is said about each of some texts.
#[track_caller]
fn check(table: &[(&str, &[&str])]) {
    for (text, expected) in table {
        assert_eq!(said(text), *expected, "{text}");
    }
}

/// Checks what is said about pipelines of one source, on line 2, and one more entry, on line 3.
#[track_caller]
fn check_entry(table: &[(&str, &[&str])]) {
    for (entry, expected) in table {
        let text = pipeline(&[r#"{"id": "source", "op": "fromSource"}"#, entry]);
        assert_eq!(said(&text), *expected, "{entry}");
    }
}
