//! The abstract machine: what it holds, how far it may go, and what it has to say.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::rc::Rc;

use tree_sitter::Node;

use super::classes::{ClassId, Classes, SNIPPET};
use super::imports::Imports;
use super::names::{excerpt, key};
use super::program::Program;
use super::questions::{Question, Questions};
use super::syntax::{span, text_of};
use super::value::{Captured, Closure, Doubt, Foreign, ForeignCall, Heap, Object, Thing, Value};
use super::variables::Variables;
use crate::flink::Refusal;
use crate::frontend::{Alternative, Answer, Diagnostic, Severity, SlotSharingGroupOption, Span};

/// How many expressions and statements are evaluated at most.
const MOST_STEPS: usize = 400_000;

/// How many calls of the API a program may make.
pub const MOST_CALLS: usize = 100_000;

/// How deep expressions, statements and calls may be nested in each other while they are evaluated.
const GREATEST_DEPTH: usize = 500;

/// How many characters all texts together may have that a program makes.
const MOST_TEXT: usize = 4 << 20;

/// How many questions have keys that stay the same when other text changes.
const MOST_COUNTED: usize = 300;

/// How many diagnostics are kept.
const MOST_DIAGNOSTICS: usize = 200;

/// Evaluates one text.
pub struct Evaluator<'t> {
    pub text: &'t str,
    pub classes: Classes<'t>,
    pub imports: Imports<'t>,
    pub heap: Heap<'t>,
    pub program: Program,
    pub questions: Questions<'t>,
    pub diagnostics: Vec<Diagnostic>,
    pub frames: Vec<Frame<'t>>,
    pub statics: HashMap<(ClassId, &'t str), Value>,
    pub initialized: HashSet<ClassId>,
    /// Whether the program has executed its job.
    pub is_executed: bool,
    /// The environment, once there is one.
    pub environment: Option<Value>,
    /// The types that streams carry, as they are written, as far as they are known.
    pub elements: HashMap<usize, Rc<str>>,
    /// The calls that give a stream of whose type Flink knows nothing, each with what Flink calls its function.
    pub erased: BTreeMap<usize, String>,
    /// The slot sharing groups whose resources are registered with the environment.
    pub slot_sharing_groups: HashMap<String, SlotSharingGroupOption>,
    /// The offsets at which lines start, for the places of calls.
    line_starts: Vec<usize>,
    /// Flink 1.x's `TimeCharacteristic`, if the program sets it.
    pub time_characteristic: Option<String>,
    /// Objects of classes outside of the text whose initializers (`new HashMap<>() {{ put("a", 1); }}`) are being run, each with
    /// the number of frames that this happens in.
    pub initialized_here: Vec<(usize, Value)>,
    /// How many clauses wait for an exception.
    pub catching: usize,
    pub steps: usize,
    made_text: usize,
    depth: usize,
    /// Notes about removed API that were given already.
    noted: HashSet<(&'static str, usize)>,
}

/// A method, constructor or lambda that is being run.
#[derive(Debug)]
pub struct Frame<'t> {
    pub this: Option<Value>,
    pub class: ClassId,
    /// The method's name as a stack trace shows it.
    pub method: String,
    pub variables: Variables<'t>,
}

/// Why evaluation stops.
#[derive(Debug)]
pub enum Stop {
    /// An exception on its way to whoever catches it.
    Thrown { exception: Value, place: Span },
    /// The program ends: the job was executed, or `System.exit`.
    End,
    /// A limit was reached; a diagnostic says which.
    Limit,
}

pub type Eval<T> = Result<T, Stop>;

impl<'t> Evaluator<'t> {
    pub fn new(text: &'t str, root: Node<'t>, answers: &'t [Answer]) -> Self {
        let line_starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        Self {
            text,
            classes: Classes::of(text, root),
            imports: Imports::of(text, root),
            heap: Heap::default(),
            program: Program::default(),
            questions: Questions::new(answers),
            diagnostics: Vec::new(),
            frames: vec![Frame {
                this: None,
                class: SNIPPET,
                method: "main".to_owned(),
                variables: Variables::default(),
            }],
            statics: HashMap::new(),
            initialized: HashSet::new(),
            is_executed: false,
            environment: None,
            elements: HashMap::new(),
            erased: BTreeMap::new(),
            slot_sharing_groups: HashMap::new(),
            line_starts,
            time_characteristic: None,
            initialized_here: Vec::new(),
            catching: 0,
            steps: 0,
            made_text: 0,
            depth: 0,
            noted: HashSet::new(),
        }
    }

    pub fn text_of(&self, node: Node<'_>) -> &'t str {
        text_of(self.text, node)
    }

    pub fn frame(&self) -> &Frame<'t> {
        self.frames.last().expect("the outermost frame is never left")
    }

    pub fn frame_mut(&mut self) -> &mut Frame<'t> {
        self.frames.last_mut().expect("the outermost frame is never left")
    }

    /// The number of the line, from 1.
    pub fn line_of(&self, offset: usize) -> usize {
        self.line_starts.partition_point(|&start| start <= offset)
    }

    // ---------------------------------------------------------------- limits

    /// Counts a step, or several.
    pub fn step(&mut self, count: usize, node: Node<'_>) -> Eval<()> {
        self.steps += count;
        if self.steps > MOST_STEPS {
            return self.reach_limit(node, "too-many-steps", "the program runs too long to be followed");
        }
        Ok(())
    }

    /// Runs something one level deeper.
    pub fn deeper<T>(&mut self, node: Node<'t>, run: impl FnOnce(&mut Self) -> Eval<T>) -> Eval<T> {
        self.step(1, node)?;
        if self.depth >= GREATEST_DEPTH {
            return self.reach_limit(node, "too-deep", "this is nested too deep to be followed");
        }
        self.depth += 1;
        let result = run(self);
        self.depth -= 1;
        result
    }

    /// A text that the program makes.
    pub fn made_text(&mut self, text: impl Into<Rc<str>>, doubt: Doubt, node: Node<'_>) -> Eval<Value> {
        let text = text.into();
        self.check_text(text.len(), node)?;
        Ok(Value::text(text).doubting(&doubt))
    }

    /// Notes that the program makes a text of this length.
    pub fn check_text(&mut self, length: usize, node: Node<'_>) -> Eval<()> {
        self.made_text = self.made_text.saturating_add(length);
        if self.made_text > MOST_TEXT {
            return self.reach_limit(
                node,
                "too-much-text",
                "the program makes texts that are too long to be followed",
            );
        }
        Ok(())
    }

    pub fn reach_limit<T>(&mut self, node: Node<'_>, code: &'static str, message: &str) -> Eval<T> {
        self.error(code, span(node), message);
        Err(Stop::Limit)
    }

    // ---------------------------------------------------------------- what there is to say

    pub fn error(&mut self, code: &'static str, place: Span, message: impl Into<String>) {
        self.say(Severity::Error, code, place, message.into(), None);
    }

    pub fn warning(&mut self, code: &'static str, place: Span, message: impl Into<String>) {
        self.say(Severity::Warning, code, place, message.into(), None);
    }

    pub fn say(
        &mut self,
        severity: Severity,
        code: &'static str,
        place: Span,
        message: String,
        expected: Option<String>,
    ) {
        let known = |it: &Diagnostic| it.code == code && it.span == place && it.message == message;
        if self.diagnostics.len() >= MOST_DIAGNOSTICS || self.diagnostics.iter().any(known) {
            return;
        }
        self.diagnostics.push(Diagnostic {
            severity,
            code,
            path: String::new(),
            span: place,
            message,
            expected,
            suggestion: None,
        });
    }

    /// Says that Flink 2 has removed this, and what stands for it.
    pub fn removed(&mut self, what: &'static str, place: Span, new_form: &str) {
        if self.noted.insert((what, place.start)) {
            let message = format!("Flink 2 has no {what}; it is read as it was meant");
            self.say(Severity::Warning, "removed-in-flink-2", place, message, Some(new_form.to_owned()));
        }
    }

    // ---------------------------------------------------------------- open questions

    /// The key of a question about this piece of the text.
    pub fn question_key(&self, kind: &str, place: Span) -> String {
        let about = &self.text[std::ops::Range::from(place)];
        // To count takes as long as the text is: of very many questions the later ones are told apart by their place.
        let before = match about.is_empty() {
            true => 0,
            false if self.questions.len() < MOST_COUNTED => self.text[..place.start].matches(about).count(),
            false => place.start,
        };
        key(kind, about, before)
    }

    /// Asks a question; the doubt of whatever rests on it.
    pub fn ask(
        &mut self,
        kind: &str,
        place: Span,
        question: impl Into<String>,
        because: impl Into<String>,
        alternatives: Vec<Alternative>,
    ) -> Option<u32> {
        let key = self.question_key(kind, place);
        let (question, because) = (question.into(), because.into());
        self.questions.ask(Question { key, span: place, question, because, alternatives })
    }

    /// Asks a question that the plan rests on, whatever comes of it. The value of the chosen alternative.
    pub fn assume(
        &mut self,
        kind: &str,
        place: Span,
        question: impl Into<String>,
        because: impl Into<String>,
        alternatives: Vec<Alternative>,
    ) -> String {
        let first = alternatives.first().map(|it| it.value.clone()).unwrap_or_default();
        let Some(asked) = self.ask(kind, place, question, because, alternatives) else { return first };
        self.questions.matter(&Doubt::of(asked));
        self.questions.chosen(asked).0.to_owned()
    }

    /// Notes that the plan depends on a value.
    pub fn rests_on(&mut self, value: &Value) {
        self.questions.matter(&value.doubt);
    }

    // ---------------------------------------------------------------- values from elsewhere

    /// A value that code outside of the text makes.
    pub fn foreign(&mut self, class: Option<&str>, method: &str, arguments: &[Value], place: Span) -> Value {
        let saw_streams = arguments.iter().any(|argument| self.is_of_streams(argument));
        let calls = vec![ForeignCall { method: method.into(), arguments: arguments.to_vec() }];
        self.heap.add(Thing::Foreign(Foreign {
            class: class.map(Into::into),
            calls,
            span: place,
            saw_streams,
            constant_of: None,
            type_argument: None,
        }))
    }

    /// A value of which nothing is known.
    pub fn unknown(&mut self, place: Span) -> Value {
        self.foreign(None, "", &[], place)
    }

    /// Whether the value is a stream, the environment, or holds one.
    pub fn is_of_streams(&self, value: &Value) -> bool {
        match self.heap.thing(value) {
            Some(Thing::Flink(flink)) => flink.is_of_streams(),
            Some(Thing::List(list)) => list
                .items
                .iter()
                .take(16)
                .any(|item| self.heap.as_flink(item).is_some_and(super::api::Flink::is_of_streams)),
            Some(Thing::Foreign(foreign)) => foreign.saw_streams,
            _ => false,
        }
    }

    /// The text of a place, for messages.
    pub fn excerpt(&self, place: Span) -> String {
        excerpt(&self.text[std::ops::Range::from(place)])
    }

    // ---------------------------------------------------------------- variables

    pub fn declare(&mut self, name: &'t str, value: Value) {
        self.frame_mut().variables.declare(name, value);
    }

    pub fn variable(&self, name: &str) -> Option<&Value> {
        self.frame().variables.get(name)
    }

    pub fn variable_mut(&mut self, name: &str) -> Option<&mut Value> {
        self.frame_mut().variables.get_mut(name)
    }

    /// The variables in sight that a piece of the text names.
    pub fn capture(&mut self, node: Node<'t>) -> Eval<Captured<'t>> {
        if self.frame().variables.is_empty() {
            return Ok(Rc::new([]));
        }
        self.step(node.descendant_count() / 32, node)?;
        let mut captured: Vec<(&'t str, Value)> = Vec::new();
        let mut cursor = node.walk();
        'walk: loop {
            if cursor.node().kind() == "identifier" {
                let name = self.text_of(cursor.node());
                if !captured.iter().any(|(known, _)| *known == name) {
                    captured.extend(self.variable(name).map(|value| (name, value.clone())));
                }
            }
            if cursor.goto_first_child() {
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    break 'walk;
                }
                if cursor.node().id() == node.id() {
                    break 'walk;
                }
            }
        }
        Ok(captured.into())
    }

    /// The fields of `this` and of the objects around it, innermost first.
    pub fn enclosing_objects(&self) -> Vec<Value> {
        let mut found = Vec::new();
        let mut object = self.frame().this.clone();
        while let Some(value) = object {
            object = self.heap.as_object(&value).and_then(|object| object.outer.clone());
            found.push(value);
            if found.len() > 32 {
                break;
            }
        }
        found
    }

    pub fn object_mut(&mut self, value: &Value) -> Option<&mut Object<'t>> {
        match value.id().map(|id| self.heap.get_mut(id)) {
            Some(Thing::Object(object)) => Some(object),
            _ => None,
        }
    }

    pub fn closure_of(&self, value: &Value) -> Option<Closure<'t>> {
        self.heap.as_closure(value).cloned()
    }

    // ---------------------------------------------------------------- exceptions

    /// Notes an exception that Flink throws at a call, where the program ends.
    pub fn refuse<T>(&mut self, refusal: Refusal, call: usize) -> Eval<T> {
        self.program.refuse(refusal.at(call, None));
        Err(Stop::End)
    }

    /// Whether an exception is thrown rather than what it is about assumed to be there: where nothing is in doubt, and where
    /// the program expects it.
    pub fn throws(&self, doubt: &Doubt) -> bool {
        doubt.is_none() || self.catching > 0
    }

    /// Throws an exception of Java's own.
    pub fn throw<T>(&mut self, class: &str, message: &str, node: Node<'_>) -> Eval<T> {
        let exception = self.foreign(Some(class), "new", &[Value::text(message)], span(node));
        Err(Stop::Thrown { exception, place: span(node) })
    }
}
