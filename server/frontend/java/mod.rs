//! DataStream programs in Java: the text is parsed, and its `main` is run with values that stand for Flink's objects.
//!
//! - `syntax`, `classes`, `imports`, `literals`: the text as a tree, and what it declares.
//! - `value`, `variables`: what the program's values are; `evaluator`: the machine that holds them, its limits, what it has to say.
//! - `statements`, `expressions`, `resolution`, `calls`, `lambdas`, `objects`, `conversions`, `arithmetic`: the Java that is run.
//! - `types`: which types streams carry, where a plan shows it.
//! - `library`: what is known of Java's own classes; `elsewhere`: what is assumed of all others.
//! - `removed`: imports of what Flink 2 does not have any more.
//! - `decisions`, `questions`: what the text leaves open becomes an [`crate::frontend::Assumption`];
//!   `learned`: what its answer says of variables.
//! - `api`: Flink's API, one file a receiver; `program` takes its calls down; `connectors`: the table of known connectors.
//!
//! # What a connector's entry says
//!
//! An object whose class is not in the text is known by the simple name of the class that its constructor, its static
//! factory or its builder belongs to (`KafkaSource` of `KafkaSource.<String>builder()….build()`, `Elasticsearch7SinkBuilder`
//! of `new Elasticsearch7SinkBuilder<>()….build()`), and by the calls that made it. An entry names those classes, and:
//!
//! - a source (`fromSource`): its `Boundedness`, which may depend on a call of its builder;
//! - a sink (`sinkTo`): a function from the calls that made it to its [`crate::frontend::SinkTopology`]: which of Sink V2's
//!   interfaces it implements, and which operators its topologies add, in the order in which the methods call the API;
//! - an old source (`addSource`): whether it is a `ParallelSourceFunction`.
//!
//! What is not in the table is assumed to be a source that never ends, or a plain writer, and the plan says so.
//!
//! # Broken Java
//!
//! tree-sitter goes on behind what it does not understand. Such places are warnings: the plan is that of what is whole.

mod api;
mod arithmetic;
mod calls;
mod classes;
mod connectors;
mod conversions;
mod decisions;
mod elsewhere;
mod entry;
mod evaluator;
mod expressions;
mod imports;
mod lambdas;
mod learned;
mod library;
mod literals;
mod names;
mod objects;
mod program;
mod questions;
mod removed;
mod resolution;
mod statements;
mod syntax;
mod types;
mod value;
mod variables;

use evaluator::Evaluator;

use super::{Answer, Diagnostic, Parsed, Severity, Span, TextKind};

/// The stack that following a program may take; how deep it is followed is limited to what fits well into it.
const STACK: usize = 256 << 20;

/// Reads a program, as if it were started without arguments, or as somebody answered.
pub fn read(text: &str, answers: &[Answer]) -> Parsed {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new().name("java".to_owned()).stack_size(STACK);
        match thread.spawn_scoped(scope, || read_here(text, answers)) {
            Ok(reading) => reading.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)),
            // Without a stack of its own the program is not followed at all.
            Err(_) => Parsed {
                kind: TextKind::Java,
                diagnostics: vec![whole_text_error("not-read", "there is no memory to read this program in")],
                ..Parsed::default()
            },
        }
    })
}

fn read_here(text: &str, answers: &[Answer]) -> Parsed {
    let tree = syntax::parse(text);
    let broken = syntax::broken_places(text, &tree);
    let mut evaluator = Evaluator::new(text, tree.root_node(), answers);
    evaluator.note_removed_imports(tree.root_node());
    evaluator.run(tree.root_node());
    evaluator.check_types_at_the_end();
    let Evaluator { program, questions, mut diagnostics, slot_sharing_groups, .. } = evaluator;
    diagnostics.splice(0..0, broken);
    diagnostics.sort_by_key(|diagnostic| diagnostic.span.start);
    let has_error = diagnostics.iter().any(|diagnostic| diagnostic.severity == Severity::Error);
    let definition = (!has_error).then(|| program.finish(&slot_sharing_groups));
    Parsed {
        kind: TextKind::Java,
        definition,
        diagnostics,
        assumptions: questions.into_assumptions(),
        ..Parsed::default()
    }
}

fn whole_text_error(code: &'static str, message: &str) -> Diagnostic {
    Diagnostic {
        severity: Severity::Error,
        code,
        path: String::new(),
        span: Span::default(),
        message: message.to_owned(),
        expected: None,
        suggestion: None,
    }
}
