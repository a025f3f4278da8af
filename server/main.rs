//! The planscope binary (interim: dumps only).
use planscope::{flink::FlinkVersion, frontend::definition, planner, render};
use std::io::{BufRead, Write};
fn main() {
    let mut out = std::io::BufWriter::new(std::io::stdout());
    for line in std::io::stdin().lock().lines() {
        let line = line.unwrap();
        let parsed = definition::parse(&line);
        match parsed.definition {
            None => {
                let text = parsed
                    .diagnostics
                    .iter()
                    .map(|d| format!("{}: {}", d.path, d.message))
                    .collect::<Vec<_>>()
                    .join("; ");
                serde_json::to_writer(&mut out, &render::dump_definition_error(FlinkVersion::V2_2_0, text))
                    .unwrap()
            }
            Some(definition) => match planner::plan(&definition, FlinkVersion::V2_2_0, &mut ()) {
                Ok(plan) => serde_json::to_writer(&mut out, &render::dump(&plan)).unwrap(),
                Err(refusal) => {
                    serde_json::to_writer(&mut out, &render::dump_refusal(FlinkVersion::V2_2_0, &refusal))
                        .unwrap()
                }
            },
        }
        out.write_all(b"\n").unwrap();
    }
}
