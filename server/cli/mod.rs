//! The command line: `planscope serve`, which is what `planscope` alone does, and `planscope plan`.

mod input;
mod plan;
mod report;
mod serve;

use std::error::Error;
use std::fmt::Write as _;
use std::process::ExitCode;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, Parser, Subcommand};

/// A plan explorer for Apache Flink: paste a pipeline, see the three graphs that Flink builds from it, and why.
#[derive(Debug, Parser)]
#[command(version, args_conflicts_with_subcommands = true)]
struct Flags {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: serve::ServeFlags,
}

#[derive(Debug, Subcommand)]
enum Command {
    /// Serve the explorer and its API (what planscope does if nothing else is asked).
    Serve(serve::ServeFlags),
    /// Plan a pipeline and print the plan.
    Plan(plan::PlanFlags),
}

/// Does what the flags say.
pub fn run() -> ExitCode {
    let flags = Flags::parse();
    let done = match flags.command {
        None => serve::serve(flags.serve),
        Some(Command::Serve(serve)) => serve::serve(serve),
        Some(Command::Plan(plan)) => {
            if let Err(conflict) = plan.check() {
                usage_of_plan().error(ErrorKind::ArgumentConflict, conflict).exit();
            }
            plan::plan(&plan).map_err(Into::into)
        }
    };
    done.unwrap_or_else(|error| {
        eprintln!("planscope: {}", one_line(error.as_ref()));
        ExitCode::FAILURE
    })
}

/// The command `planscope plan`, whose errors show its own usage.
fn usage_of_plan() -> clap::Command {
    let mut planscope = Flags::command();
    // It gives each subcommand its full name.
    planscope.build();
    planscope.find_subcommand("plan").cloned().unwrap_or(planscope)
}

/// An error and what caused it, on one line.
fn one_line(error: &dyn Error) -> String {
    let mut line = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        // Writing to a string cannot fail.
        let _ = write!(line, ": {error}");
        cause = error.source();
    }
    line.replace('\n', " ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn flags_are_consistent() {
        Flags::command().debug_assert();
    }
}
