//! An acknowledged save survives `kill -9`; a server that is told to stop finishes what it began.

mod running_server;

use std::io::Write as _;
use std::net::TcpStream;
use std::path::Path;
use std::process::Command;
use std::sync::mpsc;
use std::time::{Duration, Instant};

use running_server::{RunningServer, answer, ask, head};
use serde_json::Value;
use tempfile::TempDir;

/// A definition that no other test writes.
fn definition(name: &str) -> String {
    format!(
        "{{\"job\": {name:?},\r\n \"operators\": [{{\"op\": \"fromSequence\"}}, {{\"op\": \"print\"}}]}}\n"
    )
}

fn saved_id(answer: (u16, String)) -> String {
    assert_eq!(answer.0, 201, "{}", answer.1);
    let saved: Value = serde_json::from_str(&answer.1).expect("JSON");
    saved["id"].as_str().expect("an id").to_owned()
}

fn saved_text(server: &RunningServer, id: &str) -> String {
    let (status, body) = server.ask(&format!("GET /p/{id}.json"), "").expect("an answer");
    assert_eq!(status, 200, "{id}: {body}");
    let file: Value = serde_json::from_str(&body).expect("JSON");
    file["definition"].as_str().expect("a text").to_owned()
}

#[test]
fn an_acknowledged_save_survives_kill_9() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("plans.sqlite");
    let text = definition("kept");
    let mut server = RunningServer::start(&database);
    let id = saved_id(server.ask("POST /api/v1/plans", &text).expect("an answer"));
    server.process.kill().expect("killed");
    drop(server);

    let server = RunningServer::start(&database);
    assert_eq!(saved_text(&server, &id), text);
}

#[test]
fn whatever_was_acknowledged_to_many_savers_is_there_after_kill_9() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("plans.sqlite");
    let mut acknowledged: Vec<(String, String)> = Vec::new();
    for round in 0..3 {
        let mut server = RunningServer::start(&database);
        let (sender, receiver) = mpsc::channel();
        let savers: Vec<_> = (0..8)
            .map(|saver| {
                let (sender, address) = (sender.clone(), server.address.clone());
                std::thread::spawn(move || {
                    for number in 0.. {
                        let text = definition(&format!("round {round}, saver {saver}, number {number}"));
                        match ask(&address, "POST /api/v1/plans", &text) {
                            Some(answer) => sender.send((saved_id(answer), text)).expect("somebody listens"),
                            None => break,
                        }
                    }
                })
            })
            .collect();
        drop(sender);
        acknowledged.extend(receiver.iter().take(200));
        server.process.kill().expect("killed");
        // Those that were acknowledged before the savers noticed.
        acknowledged.extend(receiver.iter());
        savers.into_iter().for_each(|saver| saver.join().expect("a saver"));
    }
    let server = RunningServer::start(&database);
    assert!(acknowledged.len() >= 600, "{}", acknowledged.len());
    for (id, text) in acknowledged {
        assert_eq!(saved_text(&server, &id), text);
    }
}

#[cfg(unix)]
#[test]
fn a_server_that_is_told_to_stop_finishes_what_it_began_and_leaves_one_file() {
    for signal in ["TERM", "INT"] {
        let folder = TempDir::new().expect("a folder");
        let database = folder.path().join("plans.sqlite");
        let text = definition(signal);
        let mut server = RunningServer::start(&database);
        let mut connection = TcpStream::connect(&server.address).expect("a connection");
        connection.write_all(head("POST /api/v1/plans", text.len()).as_bytes()).expect("sent");
        connection.write_all(&text.as_bytes()[..10]).expect("sent");
        // The request has arrived once the server answers a later one.
        server.ask("GET /healthz", "").expect("an answer");

        let process = server.process.id().to_string();
        let sent = Command::new("kill").args(["-s", signal, &process]).status().expect("kill runs");
        assert!(sent.success());
        while TcpStream::connect(&server.address).is_ok() {
            std::thread::sleep(Duration::from_millis(10));
        }
        connection.write_all(&text.as_bytes()[10..]).expect("sent");
        let id = saved_id(answer(connection).expect("an answer"));
        assert!(server.process.wait().expect("it ends").success(), "SIG{signal}");
        assert_eq!(files_in(folder.path()), ["plans.sqlite"], "the write-ahead log is in the file");

        assert_eq!(saved_text(&RunningServer::start(&database), &id), text);
    }
}

/// Docker kills what has not stopped after 10 seconds.
#[cfg(unix)]
#[test]
fn a_client_that_stalls_does_not_keep_the_server_from_stopping_in_time() {
    let folder = TempDir::new().expect("a folder");
    let mut server = RunningServer::start(&folder.path().join("plans.sqlite"));
    let mut stalled = TcpStream::connect(&server.address).expect("a connection");
    stalled.write_all(head("POST /api/v1/plans", 1000).as_bytes()).expect("sent");
    stalled.write_all(b"{").expect("sent");
    let mut says_nothing = TcpStream::connect(&server.address).expect("a connection");
    says_nothing.write_all(b"GET /").expect("sent");
    server.ask("GET /healthz", "").expect("an answer");

    let told = Instant::now();
    let process = server.process.id().to_string();
    assert!(Command::new("kill").args(["-s", "TERM", &process]).status().expect("kill runs").success());
    assert!(server.process.wait().expect("it ends").success());
    assert!(told.elapsed() < Duration::from_secs(10), "{:?}", told.elapsed());
    assert_eq!(files_in(folder.path()), ["plans.sqlite"]);
}

#[cfg(unix)]
fn files_in(folder: &Path) -> Vec<std::ffi::OsString> {
    std::fs::read_dir(folder).expect("a folder").map(|file| file.expect("a file").file_name()).collect()
}
