//! Real Flink as another process: `tests/reference/run`.

use std::io::{self, BufRead, BufReader, Lines, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use serde_json::Value;

const RUN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/reference/run");

/// Whether all that the reference needs is there; otherwise what is missing.
pub fn check() -> Result<(), String> {
    let checked = Command::new(RUN).arg("check").output().map_err(|error| format!("{RUN}: {error}"))?;
    match checked.status.success() {
        true => Ok(()),
        false => Err(String::from_utf8_lossy(&checked.stdout).trim().to_owned()),
    }
}

/// Random pipelines of a seed, each with the dump of Flink's plan.
pub fn generate(
    profile: &str,
    seed: u64,
    count: u64,
) -> io::Result<impl Iterator<Item = io::Result<Value>> + use<>> {
    let mut child = Command::new(RUN)
        .args(["generate", "--dump", "--profile", profile])
        .args(["--seed", &seed.to_string(), "--count", &count.to_string()])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = output(&mut child);
    Ok(Generated { child, lines })
}

struct Generated {
    child: Child,
    lines: Lines<BufReader<ChildStdout>>,
}

impl Iterator for Generated {
    type Item = io::Result<Value>;

    fn next(&mut self) -> Option<Self::Item> {
        let line = self.lines.next()?;
        Some(line.and_then(|line| Ok(serde_json::from_str(&line)?)))
    }
}

impl Drop for Generated {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

/// Flink, waiting for definitions.
pub struct Reference {
    child: Child,
    definitions: ChildStdin,
    answers: Lines<BufReader<ChildStdout>>,
}

impl Reference {
    /// Starts one of the commands that take definitions: `plan` answers with dumps, `bench` with times.
    pub fn start(command: &str) -> io::Result<Self> {
        let mut child =
            Command::new(RUN).arg(command).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn()?;
        let definitions = child.stdin.take().expect("standard input is piped");
        let answers = output(&mut child);
        Ok(Self { child, definitions, answers })
    }

    /// What Flink makes of a definition.
    pub fn plan(&mut self, definition: &Value) -> io::Result<Value> {
        writeln!(self.definitions, "{definition}")?;
        self.definitions.flush()?;
        let line = self.answers.next().unwrap_or_else(|| Err(io::ErrorKind::UnexpectedEof.into()))?;
        Ok(serde_json::from_str(&line)?)
    }
}

impl Drop for Reference {
    fn drop(&mut self) {
        end(&mut self.child);
    }
}

fn output(child: &mut Child) -> Lines<BufReader<ChildStdout>> {
    BufReader::new(child.stdout.take().expect("standard output is piped")).lines()
}

/// Ends a process that nobody reads from any more; one that has ended is not an error.
fn end(child: &mut Child) {
    let _ = child.kill();
    let _ = child.wait();
}
