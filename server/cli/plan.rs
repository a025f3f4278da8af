//! `planscope plan`: the planner without the server.

use std::borrow::Cow;
use std::io::{self, BufRead as _, BufWriter, Write};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use planscope::flink::{FlinkVersion, Refusal};
use planscope::frontend::{Diagnostic, Parsed, Severity, Span, definition};
use planscope::planner::{self, Plan};
use planscope::render::dump;
use serde::Serialize as _;

use super::input::Input;
use super::report::report;

#[derive(Debug, Args)]
pub struct PlanFlags {
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Which of the three graphs; a dump holds all of them.
    #[arg(long, value_enum, default_value_t = Graph::JobGraph)]
    graph: Graph,
    /// Read one definition a line and print one dump a line; one that is refused is a line like any other.
    #[arg(long)]
    lines: bool,
    /// The pipeline definition; - is standard input.
    #[arg(value_name = "FILE")]
    input: Input,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The canonical plan dump, as JSON.
    Dump,
    Svg,
    Mermaid,
    Dot,
    Text,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Graph {
    Transformations,
    StreamGraph,
    JobGraph,
}

/// Why there is no answer at all.
#[derive(Debug, thiserror::Error)]
pub enum PlanError {
    #[error("cannot read {input}")]
    Read {
        input: String,
        #[source]
        source: io::Error,
    },
    #[error("cannot write the plan")]
    Write(#[source] io::Error),
    #[error("--lines reads and prints dumps: it needs --format dump")]
    LinesOfOtherFormat,
}

/// Plans what the flags name and prints it.
pub fn plan(flags: &PlanFlags) -> Result<ExitCode, PlanError> {
    let planned = match (flags.lines, flags.format) {
        (true, Format::Dump) => plan_lines(&flags.input).map(|()| ExitCode::SUCCESS),
        (true, _) => Err(PlanError::LinesOfOtherFormat),
        (false, _) => plan_one(flags),
    };
    match planned {
        // Whoever read this has read enough.
        Err(PlanError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        planned => planned,
    }
}

/// What became of one text.
enum Outcome {
    Planned(Box<Plan>),
    Refused(Box<Refusal>),
    /// It is no definition.
    Wrong,
}

/// Plans one text, with the text as far as it is one and what there is to say about it.
fn examine(bytes: &[u8]) -> (Outcome, Cow<'_, str>, Vec<Diagnostic>) {
    let text = String::from_utf8_lossy(bytes);
    if let Err(error) = std::str::from_utf8(bytes) {
        return (Outcome::Wrong, text, vec![not_text(error.valid_up_to())]);
    }
    let Parsed { definition, mut diagnostics } = definition::parse(&text);
    let outcome = match definition {
        None => Outcome::Wrong,
        Some(definition) => match planner::plan(&definition, FlinkVersion::default(), &mut ()) {
            Ok(plan) => Outcome::Planned(Box::new(plan)),
            Err(refusal) => {
                diagnostics.push(Diagnostic::of_refusal(&definition, &refusal));
                Outcome::Refused(refusal)
            }
        },
    };
    (outcome, text, diagnostics)
}

/// Says that the byte at this offset belongs to no UTF-8 text.
fn not_text(at: usize) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code: "not-utf-8",
        path: String::new(),
        span: Span { start: at, end: at + char::REPLACEMENT_CHARACTER.len_utf8() },
        message: format!("this is not UTF-8 text: the byte at offset {at} does not belong there"),
        expected: None,
        suggestion: None,
    }
}

/// One text: its plan on standard output, what is wrong with it on standard error.
fn plan_one(flags: &PlanFlags) -> Result<ExitCode, PlanError> {
    let name = flags.input.to_string();
    let bytes = flags.input.read().map_err(|source| PlanError::Read { input: name.clone(), source })?;
    let (outcome, text, diagnostics) = examine(&bytes);
    // Nobody may be reading, and that is no reason to stop.
    let _ = io::stderr().write_all(report(&name, &text, &diagnostics).as_bytes());
    let mut out = BufWriter::new(io::stdout().lock());
    if flags.format == Format::Dump {
        write_dump(&mut out, &outcome, &diagnostics, serde_json::ser::PrettyFormatter::new())?;
    } else if let Outcome::Planned(plan) = &outcome {
        let drawn = draw(plan, flags.format, flags.graph);
        out.write_all(drawn.as_bytes()).map_err(PlanError::Write)?;
    }
    out.flush().map_err(PlanError::Write)?;
    Ok(if matches!(outcome, Outcome::Planned(_)) { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// One definition a line in, one dump a line out, in the same order; blank lines are skipped.
fn plan_lines(input: &Input) -> Result<(), PlanError> {
    let cannot_read = |source| PlanError::Read { input: input.to_string(), source };
    let mut lines = input.open().map_err(cannot_read)?;
    let mut out = BufWriter::with_capacity(1 << 16, io::stdout().lock());
    let mut line = Vec::new();
    loop {
        line.clear();
        if lines.read_until(b'\n', &mut line).map_err(cannot_read)? == 0 {
            return out.flush().map_err(PlanError::Write);
        }
        if line.trim_ascii().is_empty() {
            continue;
        }
        let (outcome, _, diagnostics) = examine(&line);
        write_dump(&mut out, &outcome, &diagnostics, serde_json::ser::CompactFormatter)?;
        // Nothing more to read right now: whoever waits for this answer shall have it.
        if !lines.buffer().contains(&b'\n') {
            out.flush().map_err(PlanError::Write)?;
        }
    }
}

/// The dump of a plan, or of the refusal, and the end of the line.
fn write_dump(
    out: &mut impl Write,
    outcome: &Outcome,
    diagnostics: &[Diagnostic],
    formatter: impl serde_json::ser::Formatter,
) -> Result<(), PlanError> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, formatter);
    let written = match outcome {
        Outcome::Planned(plan) => dump::dump(plan).serialize(&mut serializer),
        Outcome::Refused(refusal) => dump::error_dump(refusal).serialize(&mut serializer),
        Outcome::Wrong => dump::definition_error_dump(diagnostics).serialize(&mut serializer),
    };
    written.map_err(|error| PlanError::Write(error.into()))?;
    out.write_all(b"\n").map_err(PlanError::Write)
}

fn draw(_plan: &Plan, _format: Format, _graph: Graph) -> String {
    todo!()
}
