//! The real binary as a process that listens on a free port, and a client for it.

use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};

/// A server process; it is killed when it goes out of scope.
pub struct RunningServer {
    pub process: Child,
    /// Address and port.
    pub address: String,
}

impl RunningServer {
    /// Starts a server on this database and waits until it listens.
    pub fn start(database: &Path) -> Self {
        let mut process = Command::new(env!("CARGO_BIN_EXE_planscope"))
            .args(["serve", "--listen", "127.0.0.1:0", "--database"])
            .arg(database)
            .env("RUST_LOG", "error")
            .stdout(Stdio::piped())
            .spawn()
            .expect("the binary starts");
        let mut line = String::new();
        let stdout = process.stdout.take().expect("piped");
        BufReader::new(stdout).read_line(&mut line).expect("a line");
        let address = line.trim().strip_prefix("planscope is listening on http://");
        let address = address.unwrap_or_else(|| panic!("it says where it listens: {line:?}")).to_owned();
        Self { process, address }
    }

    /// Sends a request on a connection of its own; gives the status and the body, or nothing if the server went away.
    pub fn ask(&self, request_line: &str, body: &str) -> Option<(u16, String)> {
        ask(&self.address, request_line, body)
    }
}

impl Drop for RunningServer {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
    }
}

/// As [`RunningServer::ask`], for threads that outlive the server.
pub fn ask(address: &str, request_line: &str, body: &str) -> Option<(u16, String)> {
    let mut connection = TcpStream::connect(address).ok()?;
    connection.write_all(head(request_line, body.len()).as_bytes()).ok()?;
    connection.write_all(body.as_bytes()).ok()?;
    answer(connection)
}

/// The head of a request whose answer ends the connection.
pub fn head(request_line: &str, length: usize) -> String {
    format!("{request_line} HTTP/1.1\r\nHost: test\r\nConnection: close\r\nContent-Length: {length}\r\n\r\n")
}

/// The status and the body of an answer, if all of it arrived.
pub fn answer(mut connection: TcpStream) -> Option<(u16, String)> {
    let mut answer = String::new();
    connection.read_to_string(&mut answer).ok()?;
    let (head, body) = answer.split_once("\r\n\r\n")?;
    let status = head.split(' ').nth(1)?.parse().ok()?;
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: "))?;
    (length.parse() == Ok(body.len())).then(|| (status, body.to_owned()))
}
