//! `planscope plan`: the planner without the server.

use std::borrow::Cow;
use std::io::{self, BufRead as _, BufWriter, Write};
use std::process::ExitCode;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use planscope::flink::FlinkVersion;
use planscope::frontend::{
    self, Answer, Assumption, Diagnostic, JobPlan, Severity, Span, TextKind, Unsaid, definition,
};
use planscope::planner::{self, NoPlan, PlannedText};
use planscope::render::file::FileFormat;
use planscope::render::svg::LayoutError;
use planscope::render::{self, GraphKind, text};
use serde::Serialize as _;

use super::input::Input;
use super::report::{report, report_assumptions};

#[derive(Debug, Args)]
pub struct PlanFlags {
    /// What to print.
    #[arg(long, value_enum, default_value_t = Format::Text)]
    format: Format,
    /// Which of the three graphs; a dump holds all of them.
    #[arg(long, value_parser = graphs(), default_value = GraphKind::JobGraph.slug())]
    graph: GraphKind,
    /// Read one text a line and print one dump a line; one that is refused is a line like any other.
    #[arg(long)]
    lines: bool,
    /// Plan the pipeline with these changes, such as mode:BATCH,5.parallelism:2,6.drop; calls count from 0.
    #[arg(long, value_name = "CHANGES", default_value = "")]
    change: String,
    /// What the text is, if it shall not be told from the text itself.
    #[arg(long = "as", value_name = "KIND", value_parser = kinds())]
    kind: Option<TextKind>,
    /// What to take for what the text leaves open: KEY:VALUE, several of them with commas between.
    #[arg(long, value_name = "KEY:VALUE,…", default_value = "", hide_default_value = true)]
    assume: String,
    /// The pipeline: a definition, or a plan as Flink prints it; - is standard input.
    #[arg(value_name = "FILE")]
    input: Input,
}

/// The kinds of text by the names that addresses have for them.
fn kinds() -> impl TypedValueParser<Value = TextKind> {
    let slugs = PossibleValuesParser::new(TextKind::ALL.map(TextKind::slug));
    slugs.try_map(|slug| TextKind::from_slug(&slug).ok_or("no such kind"))
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Format {
    /// The canonical plan dump, as JSON.
    Dump,
    Svg,
    Mermaid,
    Dot,
    Text,
    /// The pipeline itself, as a definition in JSON.
    Definition,
}

/// The graphs by the names that addresses have for them.
fn graphs() -> impl TypedValueParser<Value = GraphKind> {
    let slugs = PossibleValuesParser::new(GraphKind::ALL.map(GraphKind::slug));
    slugs.try_map(|slug| GraphKind::from_slug(&slug).ok_or("no such graph"))
}

impl PlanFlags {
    /// What clap cannot say about flags that go together.
    pub fn check(&self) -> Result<(), &'static str> {
        match (self.lines, self.format) {
            (false, _) | (true, Format::Dump) => Ok(()),
            (true, _) => Err("--lines prints one dump a line: it needs --format dump"),
        }
    }
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
    #[error(transparent)]
    NotDrawn(#[from] LayoutError),
}

/// Plans what the flags name and prints it.
pub fn plan(flags: &PlanFlags) -> Result<ExitCode, PlanError> {
    let planned = if flags.lines { plan_lines(flags).map(|()| ExitCode::SUCCESS) } else { plan_one(flags) };
    match planned {
        // Whoever read this has read enough.
        Err(PlanError::Write(error)) if error.kind() == io::ErrorKind::BrokenPipe => Ok(ExitCode::SUCCESS),
        planned => planned,
    }
}

/// What became of a text.
struct Examined<'b> {
    planned: Result<PlannedText, NoPlan>,
    /// As far as it is one.
    text: Cow<'b, str>,
    diagnostics: Vec<Diagnostic>,
    assumptions: Vec<Assumption>,
    unsaid: Unsaid,
}

/// Plans one text.
fn examine<'b>(bytes: &'b [u8], flags: &PlanFlags) -> Examined<'b> {
    let text = String::from_utf8_lossy(bytes);
    let ((assumptions, unsaid), (planned, diagnostics)) = match std::str::from_utf8(bytes) {
        Ok(text) => {
            let mut parsed = frontend::read(text, flags.kind, &Answer::parse_all(&flags.assume));
            parsed.change(&flags.change);
            let assumed = (std::mem::take(&mut parsed.assumptions), std::mem::take(&mut parsed.unsaid));
            (assumed, planner::plan_parsed(parsed, FlinkVersion::default()))
        }
        Err(error) => {
            (Default::default(), (Err(NoPlan::NotADefinition), vec![not_text(error.valid_up_to())]))
        }
    };
    Examined { planned, text, diagnostics, assumptions, unsaid }
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
    let Examined { planned, text, diagnostics, assumptions, unsaid } = examine(&bytes, flags);
    // Nobody may be reading, and that is no reason to stop.
    let _ = io::stderr().write_all(report(&name, &text, &diagnostics).as_bytes());
    let _ = io::stderr().write_all(report_assumptions(&name, &text, &assumptions, &unsaid).as_bytes());
    let mut out = BufWriter::new(io::stdout().lock());
    let file = |planned, format: FileFormat| format.draw(&text, planned, flags.graph);
    let printed = match (&planned, flags.format) {
        (_, Format::Dump) => {
            write_dump(&mut out, &planned, &diagnostics, serde_json::ser::PrettyFormatter::new())?;
            String::new()
        }
        (Err(NoPlan::JobPlan(plan)), format) => job_plan(plan, format)?,
        (Err(_), _) => String::new(),
        (Ok(planned), Format::Svg) => file(planned, FileFormat::Svg)?,
        (Ok(planned), Format::Mermaid) => file(planned, FileFormat::Mermaid)?,
        (Ok(planned), Format::Dot) => file(planned, FileFormat::Dot)?,
        (Ok(PlannedText { definition, plan }), Format::Text) => {
            text::text(plan, definition, Some(&text), flags.graph)
        }
        (Ok(PlannedText { definition, .. }), Format::Definition) => {
            let shown = planner::with_shown_names(definition.clone());
            definition::write(&shown.unwrap_or_else(|_| definition.clone()))
        }
    };
    out.write_all(printed.as_bytes()).map_err(PlanError::Write)?;
    out.flush().map_err(PlanError::Write)?;
    let is_answered = match &planned {
        Ok(_) => true,
        Err(NoPlan::JobPlan(_)) => flags.format != Format::Definition && flags.graph == GraphKind::JobGraph,
        Err(_) => false,
    };
    Ok(if is_answered { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

/// The plan of a JobGraph in a format that can hold it: it is no definition.
fn job_plan(plan: &JobPlan, format: Format) -> Result<String, LayoutError> {
    match format {
        Format::Svg => FileFormat::Svg.draw_job_plan(plan),
        Format::Mermaid => FileFormat::Mermaid.draw_job_plan(plan),
        Format::Dot => FileFormat::Dot.draw_job_plan(plan),
        Format::Text => Ok(text::text_of_job_plan(plan)),
        Format::Dump | Format::Definition => Ok(String::new()),
    }
}

/// One text a line in, one dump a line out, in the same order; blank lines are skipped.
fn plan_lines(flags: &PlanFlags) -> Result<(), PlanError> {
    let input = &flags.input;
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
        let Examined { planned, diagnostics, .. } = examine(&line, flags);
        write_dump(&mut out, &planned, &diagnostics, serde_json::ser::CompactFormatter)?;
        // Nothing more to read right now: whoever waits for this answer shall have it.
        if !lines.buffer().contains(&b'\n') {
            out.flush().map_err(PlanError::Write)?;
        }
    }
}

/// The dump of a plan, or of the refusal, and the end of the line.
fn write_dump(
    out: &mut impl Write,
    planned: &Result<PlannedText, NoPlan>,
    diagnostics: &[Diagnostic],
    formatter: impl serde_json::ser::Formatter,
) -> Result<(), PlanError> {
    let mut serializer = serde_json::Serializer::with_formatter(&mut *out, formatter);
    let dump = render::dump_text(FlinkVersion::default(), planned, diagnostics);
    let written = dump.serialize(&mut serializer);
    written.map_err(|error| PlanError::Write(error.into()))?;
    out.write_all(b"\n").map_err(PlanError::Write)
}
