//! What the Java front end says of a program beside its plan: what it assumes, what it warns of, where things stand.
//! That plans are Flink's is tested in `tests/java`.

mod assumptions;
mod connectors;
mod diagnostics;
mod hostile_input;
mod places;
mod snippets;

use planscope::frontend::{Answer, Parsed, PipelineDefinition, java};

/// Statements in a `main` that has an environment.
fn in_main(statements: &str) -> String {
    format!(
        "public class Job {{\n\
         public static void main(String[] args) throws Exception {{\n\
         StreamExecutionEnvironment env = StreamExecutionEnvironment.getExecutionEnvironment();\n\
         {statements}\n\
         }}\n\
         }}"
    )
}

/// Reads a program as it is started without arguments.
fn read(text: &str) -> Parsed {
    java::read(text, &[])
}

/// Reads a program with one answer.
fn read_with(text: &str, key: &str, value: &str) -> Parsed {
    java::read(text, &[Answer { key: key.to_owned(), value: value.to_owned() }])
}

/// The definition of a program that has one.
fn definition(parsed: &Parsed) -> &PipelineDefinition {
    parsed.definition.as_ref().unwrap_or_else(|| panic!("no definition: {:?}", parsed.diagnostics))
}

/// The names that a program gives to its calls, in order.
fn names(parsed: &Parsed) -> Vec<&str> {
    definition(parsed).operators.iter().filter_map(|call| call.options.name.as_deref()).collect()
}

/// The questions that a program leaves open.
fn questions(parsed: &Parsed) -> Vec<&str> {
    parsed.assumptions.iter().map(|assumption| assumption.question.as_str()).collect()
}

/// The codes of what is said of a program.
fn codes(parsed: &Parsed) -> Vec<&'static str> {
    parsed.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}
