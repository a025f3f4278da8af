//! The command line: `planscope plan` and `planscope serve`, as a shell sees them.

use std::io::{BufRead as _, BufReader, Write as _};
use std::net::TcpListener;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use serde_json::Value;
use tempfile::TempDir;

const WORD_COUNT: &str = r#"{"operators":[{"op":"socketTextStream"},{"op":"flatMap","name":"Tokenizer"},{"op":"keyBy"},{"op":"sum"},{"op":"print"}]}"#;
const REFUSED: &str = r#"{"operators":[{"op":"fromSequence"},{"op":"map","parallelism":0},{"op":"print"}]}"#;
const WRONG: &str =
    "{\"operators\":[\n  {\"op\":\"fromSequence\"},\n  {\"op\":\"mpa\"},\n  {\"op\":\"print\"}\n]}\n";

fn planscope() -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_planscope"));
    for variable in ["PLANSCOPE_LISTEN", "PLANSCOPE_DATABASE", "PLANSCOPE_BASE_URL", "RUST_LOG"] {
        command.env_remove(variable);
    }
    command
}

/// Runs it with this on standard input.
fn run(arguments: &[&str], input: &[u8]) -> Output {
    let mut command = planscope();
    command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the binary starts");
    let mut stdin = process.stdin.take().expect("piped");
    let input = input.to_vec();
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = process.wait_with_output().expect("it ends");
    // It may end before it has read everything.
    let _ = writer.join().expect("no panic");
    output
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).expect("text")
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).expect("text")
}

fn file(folder: &TempDir, text: &str) -> PathBuf {
    let path = folder.path().join("pipeline.json");
    std::fs::write(&path, text).expect("a file");
    path
}

#[test]
fn a_plan_is_printed_in_each_format() {
    for (format, sign) in [
        ("dump", "\"streamGraph\""),
        ("svg", "<svg "),
        ("mermaid", "flowchart "),
        ("dot", "digraph "),
        ("text", "Tokenizer"),
    ] {
        for graph in ["transformations", "stream-graph", "job-graph"] {
            let output = run(&["plan", "--format", format, "--graph", graph, "-"], WORD_COUNT.as_bytes());
            assert!(output.status.success(), "{format} {graph}: {}", stderr(&output));
            assert!(stdout(&output).contains(sign), "{format} {graph}: {}", stdout(&output));
            assert!(stdout(&output).ends_with('\n'), "{format} {graph}");
            assert_eq!(stderr(&output), "", "{format} {graph}");
        }
    }
}

#[test]
fn without_flags_the_job_graph_is_printed_as_text() {
    let folder = TempDir::new().expect("a folder");
    let path = file(&folder, WORD_COUNT);
    let plain = run(&["plan", path.to_str().expect("text")], b"");
    let asked = run(&["plan", "--format", "text", "--graph", "job-graph", "-"], WORD_COUNT.as_bytes());
    assert!(plain.status.success());
    assert_eq!(stdout(&plain), stdout(&asked));
}

#[test]
fn a_dump_is_laid_out_for_people_unless_it_is_one_of_many_lines() {
    let one = run(&["plan", "--format", "dump", "-"], WORD_COUNT.as_bytes());
    assert!(stdout(&one).starts_with("{\n  \"flink\": \"2.2.0\",\n"), "{}", stdout(&one));
    let lines = run(&["plan", "--format", "dump", "--lines", "-"], WORD_COUNT.as_bytes());
    assert_eq!(stdout(&lines).lines().count(), 1);
    let same = |output: &Output| serde_json::from_slice::<Value>(&output.stdout).expect("JSON");
    assert_eq!(same(&one), same(&lines));
}

#[test]
fn a_plan_is_made_with_changes() {
    let (changed, written) = (
        run(
            &["plan", "--format", "dump", "--change", "1.parallelism:4,chaining:off", "-"],
            WORD_COUNT.as_bytes(),
        ),
        WORD_COUNT.replace(
            "{\"operators\"",
            "{\"config\":{\"pipeline.operator-chaining.enabled\":false},\"operators\"",
        ),
    );
    let written = written.replace("\"Tokenizer\"", "\"Tokenizer\",\"parallelism\":4");
    let written = run(&["plan", "--format", "dump", "-"], written.as_bytes());
    assert!(changed.status.success() && stdout(&changed).contains("\"parallelism\": 4"));
    assert_eq!(stdout(&changed), stdout(&written));
    let lines = run(
        &["plan", "--format", "dump", "--lines", "--change", "2.op:rebalance", "-"],
        WORD_COUNT.as_bytes(),
    );
    assert!(stdout(&lines).contains("needs a keyed stream"), "{}", stdout(&lines));
}

#[test]
fn a_change_that_cannot_be_made_is_reported() {
    let output = run(&["plan", "--change", "9.drop", "-"], WORD_COUNT.as_bytes());
    assert!(!output.status.success());
    let said = "-:1:1: error: the change `9.drop` cannot be made: there is no call 9, the last one is 4";
    assert!(stderr(&output).starts_with(said), "{}", stderr(&output));
}

#[test]
fn a_wrong_definition_is_reported_at_its_place() {
    let folder = TempDir::new().expect("a folder");
    let path = file(&folder, WRONG);
    let path = path.to_str().expect("text");
    for format in ["dump", "svg", "mermaid", "dot", "text"] {
        let output = run(&["plan", "--format", format, path], b"");
        assert_eq!(output.status.code(), Some(1), "{format}");
        let lines: Vec<_> = stderr(&output).lines().collect();
        assert!(lines[0].starts_with(&format!("{path}:3:9: error: ")), "{format}: {lines:?}");
        assert_eq!(lines[1..3], ["  {\"op\":\"mpa\"},", "        ^^^^^"], "{format}");
        assert_eq!(lines[3..], ["  did you mean map?"], "{format}");
        if format == "dump" {
            let dump: Value = serde_json::from_slice(&output.stdout).expect("JSON");
            assert_eq!((&dump["flink"], &dump["error"]["stage"]), (&"2.2.0".into(), &"definition".into()));
        } else {
            assert_eq!(stdout(&output), "", "{format}");
        }
    }
}

#[test]
fn a_refusal_of_flink_is_reported_at_its_place() {
    let output = run(&["plan", "--format", "dump", "-"], REFUSED.as_bytes());
    assert_eq!(output.status.code(), Some(1));
    let dump: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    assert_eq!(dump["error"]["stage"], "build");
    assert_eq!(dump["error"]["exception"], "java.lang.IllegalArgumentException");
    let report = stderr(&output);
    assert!(report.starts_with("-:1:"), "{report}");
    assert!(report.contains(": error: Flink refuses it: java.lang.IllegalArgumentException: "), "{report}");
}

#[test]
fn one_line_in_is_one_line_out_whatever_it_is() {
    let mut input = Vec::new();
    for line in [WORD_COUNT, "", REFUSED, "  \t", "{", "null", &"[".repeat(100_000), WORD_COUNT] {
        input.extend_from_slice(line.as_bytes());
        input.extend_from_slice(b"\r\n");
    }
    input.extend_from_slice(b"{\"job\":\"\xff\",\"operators\":[{\"op\":\"fromSequence\"}]}");
    let output = run(&["plan", "--format", "dump", "--lines", "-"], &input);
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
    let stages: Vec<_> = stdout(&output)
        .lines()
        .map(|line| {
            let dump: Value = serde_json::from_str(line).expect("JSON");
            assert_eq!(dump["flink"], "2.2.0");
            dump["error"]["stage"].as_str().unwrap_or("planned").to_owned()
        })
        .collect();
    let wrong = "definition";
    assert_eq!(stages, ["planned", "build", wrong, wrong, wrong, "planned", wrong]);
}

#[test]
fn a_line_is_answered_before_the_next_one_is_there() {
    let mut command = planscope();
    command.args(["plan", "--format", "dump", "--lines", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut process = command.spawn().expect("the binary starts");
    let mut input = process.stdin.take().expect("piped");
    let mut output = BufReader::new(process.stdout.take().expect("piped"));
    for _ in 0..3 {
        writeln!(input, "{WORD_COUNT}").expect("written");
        let mut answer = String::new();
        output.read_line(&mut answer).expect("an answer");
        assert!(answer.contains("streamGraph"), "{answer}");
    }
    drop(input);
    assert!(process.wait().expect("it ends").success());
}

#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = planscope();
    command.args(["plan", "--format", "dump", "--lines", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut process = command.spawn().expect("the binary starts");
    drop(process.stdout.take());
    let mut input = process.stdin.take().expect("piped");
    let _ = input.write_all(format!("{WORD_COUNT}\n").repeat(1000).as_bytes());
    drop(input);
    let output = process.wait_with_output().expect("it ends");
    assert_eq!(stderr(&output), "");
    assert!(output.status.success());
}

#[test]
fn what_cannot_be_read_is_said_on_one_line() {
    let output = run(&["plan", "no such file.json"], b"");
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(stderr(&output).lines().count(), 1, "{}", stderr(&output));
    assert!(stderr(&output).starts_with("planscope: cannot read no such file.json: "), "{}", stderr(&output));
}

#[test]
fn flags_that_make_no_sense_are_usage_errors() {
    for arguments in [
        &["plan"][..],
        &["plan", "--format", "png", "-"],
        &["plan", "--graph", "execution-graph", "-"],
        &["plan", "--lines", "--format", "svg", "-"],
        &["serve", "--base-url", "planscope.example"],
        &["--listen", "127.0.0.1:0", "plan", "-"],
        &["draw"],
    ] {
        let output = run(arguments, b"");
        assert_eq!(output.status.code(), Some(2), "{arguments:?}: {}", stderr(&output));
        assert!(stderr(&output).starts_with("error: "), "{arguments:?}: {}", stderr(&output));
    }
}

#[test]
fn lines_without_dumps_show_the_usage_of_plan() {
    let output = run(&["plan", "--lines", "-"], b"");
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).starts_with("error: --lines prints one dump a line: it needs --format dump\n"));
    assert!(stderr(&output).contains("Usage: planscope plan "), "{}", stderr(&output));
}

#[test]
fn help_names_every_flag_with_its_variable() {
    let help = run(&["--help"], b"");
    for sign in [
        "serve",
        "plan",
        "--listen",
        "PLANSCOPE_LISTEN",
        "--database",
        "PLANSCOPE_DATABASE",
        "--base-url",
        "PLANSCOPE_BASE_URL",
    ] {
        assert!(stdout(&help).contains(sign), "{sign}: {}", stdout(&help));
    }
    assert_eq!(stdout(&run(&["--version"], b"")), format!("planscope {}\n", env!("CARGO_PKG_VERSION")));
}

/// Starts `planscope` with these arguments and variables, reads where it listens, and ends it.
fn first_line(arguments: &[&str], variables: &[(&str, &Path)]) -> String {
    let mut command = planscope();
    command.args(arguments).envs(variables.iter().copied()).stdout(Stdio::piped()).stderr(Stdio::null());
    let mut process = command.spawn().expect("the binary starts");
    let mut line = String::new();
    BufReader::new(process.stdout.take().expect("piped")).read_line(&mut line).expect("a line");
    process.kill().expect("killed");
    process.wait().expect("it ends");
    line
}

#[test]
fn serving_is_what_planscope_does_and_every_flag_has_a_twin_in_the_environment() {
    let folder = TempDir::new().expect("a folder");
    let made = folder.path().join("made/on/start.sqlite");
    let name = made.to_str().expect("text");
    let anywhere = Path::new("127.0.0.1:0");
    for (arguments, variables) in [
        (&["--listen", "127.0.0.1:0", "--database", name][..], &[][..]),
        (&["serve", "--listen", "127.0.0.1:0", "--database", name], &[]),
        (&[], &[("PLANSCOPE_LISTEN", anywhere), ("PLANSCOPE_DATABASE", &made)]),
        (&["serve"], &[("PLANSCOPE_LISTEN", anywhere), ("PLANSCOPE_DATABASE", &made)]),
    ] {
        let line = first_line(arguments, variables);
        assert!(line.starts_with("planscope is listening on http://127.0.0.1:"), "{arguments:?}: {line}");
        assert!(made.exists(), "{arguments:?}");
        std::fs::remove_dir_all(folder.path().join("made")).expect("removed");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn without_a_database_flag_plans_are_kept_in_the_users_data_folder() {
    let home = TempDir::new().expect("a folder");
    let data = home.path().join("data");
    let line = first_line(&["--listen", "127.0.0.1:0"], &[("HOME", home.path()), ("XDG_DATA_HOME", &data)]);
    assert!(line.starts_with("planscope is listening on "), "{line}");
    assert!(data.join("planscope/plans.sqlite").exists());
}

#[test]
fn a_server_that_cannot_start_says_why_on_one_line() {
    let folder = TempDir::new().expect("a folder");
    let database = folder.path().join("plans.sqlite");
    let database = database.to_str().expect("text");
    let taken = TcpListener::bind("127.0.0.1:0").expect("a port");
    let taken = taken.local_addr().expect("an address").to_string();
    let no_database = folder.path().to_str().expect("text");
    let below_a_file = file(&folder, "").join("plans.sqlite");
    let below_a_file = below_a_file.to_str().expect("text");
    for (listen, database, begins) in [
        (
            taken.as_str(),
            database,
            format!("planscope: cannot listen on {taken} (choose another address or port with --listen): "),
        ),
        ("nowhere", database, "planscope: cannot listen on nowhere (".to_owned()),
        (
            "127.0.0.1:0",
            no_database,
            format!("planscope: the database {no_database} cannot be opened for writing: "),
        ),
        ("127.0.0.1:0", below_a_file, "planscope: the database folder ".to_owned()),
    ] {
        let mut command = planscope();
        command.args(["--listen", listen, "--database", database]).env("RUST_LOG", "warn");
        let output = command.output().expect("it ends");
        assert_eq!(output.status.code(), Some(1));
        assert!(stderr(&output).starts_with(&begins), "{}", stderr(&output));
        assert_eq!((stderr(&output).lines().count(), stdout(&output)), (1, ""), "{}", stderr(&output));
    }
}

#[test]
fn a_plan_of_flinks_is_planned_with_what_is_assumed_on_standard_error() {
    let plan = r#"{"nodes":[{"id":1,"type":"Source: a","pact":"Data Source","contents":"Source: a","parallelism":2},
{"id":2,"type":"b","pact":"Operator","contents":"b","parallelism":2,"predecessors":[{"id":1,"ship_strategy":"FORWARD","side":"second"}]}]}"#;
    let chained = run(&["plan", "-"], plan.as_bytes());
    assert!(stdout(&chained).starts_with("1 JobVertex, 0 JobEdges\n"), "{}", stdout(&chained));
    let said = stderr(&chained);
    assert!(said.contains("assumed: Is chaining on? on\n"), "{said}");
    assert!(said.contains("or --assume chaining:off\n") && said.contains("uid-ID"), "{said}");
    let unchained =
        run(&["plan", "--assume", "chaining:off,uid-2:b", "--format", "dump", "-"], plan.as_bytes());
    let dump: Value = serde_json::from_str(stdout(&unchained)).expect("a dump");
    assert_eq!(dump["jobGraph"]["vertices"].as_array().map(Vec::len), Some(2));
    assert_eq!(dump["streamGraph"]["nodes"][1]["uid"], "b");
    let definition = run(&["plan", "--assume", "uid-2:b", "--format", "definition", "-"], plan.as_bytes());
    assert!(
        stdout(&definition).contains(r#"{ "id": "b-2", "op": "transform", "name": "b", "uid": "b" }"#),
        "{}",
        stdout(&definition)
    );
    let as_definition = run(&["plan", "--as", "definition", "-"], plan.as_bytes());
    assert!(!as_definition.status.success() && stderr(&as_definition).contains("`operators`"));
    assert!(!run(&["plan", "--as", "cobol", "-"], plan.as_bytes()).status.success());
}

#[test]
fn the_plan_of_a_job_graph_is_printed_as_far_as_it_goes() {
    let plan = r#"{"plan":{"name":"j","nodes":[{"id":"cbc357ccb763df2852fee8c4fc7d55f2","operator_strategy":"","parallelism":1,"description":"Source: a<br/>+- b<br/>"}]}}"#;
    for (format, sign) in [
        ("dump", "\"jobPlan\""),
        ("svg", "<svg "),
        ("mermaid", "flowchart "),
        ("dot", "digraph "),
        ("text", "A  Source: a"),
    ] {
        let output = run(&["plan", "--format", format, "-"], plan.as_bytes());
        assert!(output.status.success() && stdout(&output).contains(sign), "{format}: {}", stdout(&output));
    }
    let definition = run(&["plan", "--format", "definition", "-"], plan.as_bytes());
    assert!(!definition.status.success() && stdout(&definition).is_empty(), "nothing is guessed");
}
