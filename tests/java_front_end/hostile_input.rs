//! No text makes the front end panic, hang or take much time.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use planscope::frontend::java;

/// What any text of these sizes may take, in a build that is not optimized, on a machine that has much else to do.
const MOST_TIME: Duration = Duration::from_secs(120);

fn programs() -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/java");
    let mut paths: Vec<_> = ["corpus", "programs", "legacy"]
        .iter()
        .flat_map(|collection| fs::read_dir(folder.join(collection)).expect("the folder is there"))
        .map(|entry| entry.expect("the folder can be read").path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "java"))
        .collect();
    paths.sort();
    paths.iter().map(|path| fs::read_to_string(path).expect("a program is text")).collect()
}

fn read_in_time(text: &str, what: &str) {
    let start = Instant::now();
    java::read(text, &[]);
    let taken = start.elapsed();
    assert!(taken < MOST_TIME, "{what} takes {taken:?}");
}

/// Numbers that look random and are the same in every run (xorshift).
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound.max(1) as u64) as usize
    }
}

fn floor(text: &str, mut at: usize) -> usize {
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

#[test]
fn programs_cut_off_anywhere_are_read() {
    let mut numbers = Numbers(7);
    for (index, program) in programs().iter().enumerate() {
        for _ in 0..3 {
            let at = floor(program, numbers.below(program.len()));
            read_in_time(&program[..at], &format!("program {index} up to {at}"));
            read_in_time(&program[at..], &format!("program {index} from {at}"));
        }
    }
}

#[test]
fn programs_with_pieces_taken_out_doubled_and_swapped_are_read() {
    let mut numbers = Numbers(11);
    let programs = programs();
    for (index, program) in programs.iter().enumerate() {
        for round in 0..4 {
            let other = &programs[numbers.below(programs.len())];
            let mut text = program.clone();
            for _ in 0..4 {
                let start = floor(&text, numbers.below(text.len()));
                let end = floor(&text, (start + numbers.below(200)).min(text.len()));
                let piece = match numbers.below(3) {
                    0 => String::new(),
                    1 => text[start..end].repeat(2),
                    _ => {
                        let from = floor(other, numbers.below(other.len()));
                        other[from..floor(other, (from + 100).min(other.len()))].to_owned()
                    }
                };
                text.replace_range(start..end, &piece);
            }
            read_in_time(&text, &format!("program {index}, round {round}"));
        }
    }
}

#[test]
fn garbage_is_read() {
    let mut numbers = Numbers(3);
    const PIECES: [&str; 24] = [
        "{", "}", "(", ")", "env", ".", ";", "new ", "class A ", "->", "\"", "'", "/*", "*/", "//", "<", ">",
        "map", "x", "0", "\n", "\u{0}", "é🦀", "if (x) ",
    ];
    for round in 0..60 {
        let count = numbers.below(600);
        let text: String = (0..count).map(|_| PIECES[numbers.below(PIECES.len())]).collect();
        read_in_time(&text, &format!("garbage, round {round}"));
    }
}

#[test]
fn what_is_nested_deep_is_read() {
    let deep = 20_000;
    for (what, text) in [
        ("parentheses", format!("int x = {}1{};", "(".repeat(deep), ")".repeat(deep))),
        ("calls in arguments", format!("env.fromData({}1{}).print();", "f(".repeat(deep), ")".repeat(deep))),
        ("a chain", format!("env.fromData(1){}.print();", ".map(x -> x)".repeat(deep))),
        ("a sum", format!("String s = \"a\"{}; env.fromData(1).name(s).print();", " + \"b\"".repeat(deep))),
        ("blocks", format!("{}env.fromData(1).print();{}", "{".repeat(deep), "}".repeat(deep))),
        ("ifs", format!("{}env.fromData(1).print();", "if (a) ".repeat(deep))),
        ("elses", format!("{}env.fromData(1).print();", "if (a) {} else ".repeat(deep))),
        ("lambdas", format!("f({});", "x -> ".repeat(deep) + "1")),
        ("classes", format!("{}{}", "class A { ".repeat(2_000), "}".repeat(2_000))),
        ("ternaries", format!("int x = {}1;", "a ? 1 : ".repeat(deep))),
        ("types", format!("{}String{} x;", "List<".repeat(deep), ">".repeat(deep))),
        ("negations", format!("boolean b = {}a;", "!".repeat(deep))),
        ("arrays", format!("int[] a = {}{};", "{".repeat(deep), "}".repeat(deep))),
        ("open brackets", "(".repeat(deep)),
        ("open braces", "{".repeat(deep)),
        (
            "anonymous classes",
            format!("{}{}", "new A() { int f = 1; A a = ".repeat(2_000), "}".repeat(2_000)),
        ),
    ] {
        read_in_time(&text, what);
    }
}

#[test]
fn what_runs_for_ever_is_stopped() {
    for (what, body) in [
        ("a loop", "while (true) { env.fromData(1).print(); }"),
        ("a growing text", "String s = \"a\"; while (true) { s = s + s; }"),
        ("a growing list", "List<Object> l = new ArrayList<>(); while (true) { l.add(l); l.addAll(l); }"),
        ("a range", "IntStream.range(0, 2000000000).forEach(i -> env.fromData(1).print());"),
        ("copies", "Collections.nCopies(2000000000, env);"),
        ("an array", "Object[] a = new Object[2000000000];"),
        ("a repeated text", "env.fromData(1).name(\"a\".repeat(2000000000)).print();"),
        ("a wide format", "env.fromData(1).name(String.format(\"%2000000000d\", 1)).print();"),
        ("itself", "List<Object> l = new ArrayList<>(); l.add(l); env.fromData(1).name(\"\" + l).print();"),
    ] {
        read_in_time(&crate::in_main(body), what);
    }
    read_in_time("class A { static void main(String[] a) { f(); } static void f() { f(); } }", "a recursion");
    read_in_time(
        "class A extends B { void main(String[] a) { env.fromData(1).print(); } } class B extends A {}",
        "classes that extend each other",
    );
    read_in_time(
        "interface A extends A {} class C implements A { public static void main(String[] a) {} }",
        "itself",
    );
}
