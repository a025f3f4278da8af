//! The reference of the format: its examples are read as it says, and it knows every code.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use planscope::configuration;
use planscope::frontend::definition::parse;

fn in_repository(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).expect("a file of this repository")
}

#[test]
fn every_example_of_the_reference_has_a_meaning() {
    let reference = in_repository("examples/FORMAT.md");
    let examples: Vec<&str> =
        reference.split("```json\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(examples.len() > 10);
    for example in examples {
        let is_document = example.contains("\"operators\"");
        let text = if is_document { example.to_owned() } else { format!("{{\"operators\": [{example}]}}") };
        assert_eq!(parse(&text).diagnostics, [], "{example}");
    }
}

#[test]
fn every_configuration_key_is_in_the_reference_with_its_default_and_effect() {
    let reference = in_repository("examples/FORMAT.md");
    for option in configuration::OPTIONS {
        let line = reference
            .lines()
            .find(|line| line.trim_start_matches(['|', '-', ' ']).starts_with(&format!("`{}`", option.key)))
            .unwrap_or_else(|| panic!("{} is not in the reference", option.key));
        for older in option.older_keys {
            assert!(line.contains(&format!("`{older}`")), "{line} names {older}");
        }
        if option.influence != configuration::Influence::Malformed {
            let default = option.default.map_or("none".to_owned(), |default| format!("`{default}`"));
            assert!(line.ends_with(&format!("| {default} | {} |", option.effect)), "{line}: {option:?}");
        }
    }
}

#[test]
fn the_reference_has_the_codes_of_definitions_that_have_no_plan() {
    let reference = in_repository("examples/FORMAT.md");
    for (code, where_it_comes_from) in
        [("refused-by-flink", "server/frontend/diagnostic.rs"), ("too-large-to-plan", "server/web/budget.rs")]
    {
        assert!(in_repository(where_it_comes_from).contains(&format!("\"{code}\"")), "{code}");
        assert!(reference.contains(&format!("| `{code}` | ")), "{code}");
    }
}

#[test]
fn the_codes_of_the_reference_are_those_that_the_tests_of_this_folder_meet() {
    let reference = in_repository("examples/FORMAT.md");
    let (_, table) =
        reference.split_once("| code | what is wrong |\n|---|---|\n").expect("there is a table of codes");
    let table = table.split("\n\n").next().unwrap_or(table);
    let documented: BTreeSet<&str> = table
        .lines()
        .filter_map(|line| line.split('|').nth(1))
        .flat_map(|cell| cell.split('`').skip(1).step_by(2))
        .collect();
    let tests = ["document", "hostile_input", "operators", "options", "references"]
        .map(|file| in_repository(&format!("tests/definition/{file}.rs")))
        .concat();
    let mut met = BTreeSet::new();
    for severity in [" error ", " warning "] {
        for said in tests.split(severity).skip(1) {
            met.extend(
                said.split_once(" at \"").map(|(code, _)| code).filter(|code| !code.contains([' ', '\n'])),
            );
        }
    }
    assert_eq!(met, documented);
}
