//! The real program, serving on a free port from a database that is gone afterwards.

use std::io::{BufRead as _, BufReader};
use std::process::{Child, Command, Stdio};

use tempfile::TempDir;

/// A running server; it ends with this value.
pub struct Server {
    process: Child,
    _database: TempDir,
    /// `http://` with address and port.
    pub address: String,
}

impl Server {
    /// Starts it and waits until it listens.
    pub fn start() -> Self {
        let database = tempfile::tempdir().expect("a temporary folder");
        let mut process = Command::new(env!("CARGO_BIN_EXE_planscope"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database.path().join("plans.db"))
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("it is piped");
        BufReader::new(stdout).read_line(&mut line).expect("it says something");
        let address = line.split_whitespace().find(|word| word.starts_with("http://"));
        let address = address.unwrap_or_else(|| panic!("it says where it listens: {line:?}")).to_owned();
        Self { process, _database: database, address }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself; then there is nothing to end.
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}
