//! The planscope binary: reads the flags and does what they say.

mod cli;

use std::process::ExitCode;

fn main() -> ExitCode {
    cli::run()
}
