//! What Flink's API checks of its arguments when it is called, and refuses with an exception.
//!
//! Checks of what an operator is set to are the definition's own; these are those of values that a definition does not hold
//! (a port, a lateness) or holds in another form (milliseconds in the configuration).

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::Evaluator;
use super::super::syntax::span;
use super::super::value::Value;
use crate::flink::{Refusal, RefusalStage};
use crate::frontend::Span;

/// The greatest maximum parallelism: `1 << 15`.
const GREATEST_MAX_PARALLELISM: i64 = 32_768;

/// `CheckpointCoordinatorConfiguration.MINIMAL_CHECKPOINT_TIME`.
const LEAST_CHECKPOINT_INTERVAL: i64 = 10;

impl<'t> Evaluator<'t> {
    /// Notes an `IllegalArgumentException` of a call.
    fn refuse_argument(&mut self, message: impl Into<String>, place: Span) {
        self.program.refuse_in_text(Refusal::illegal_argument(RefusalStage::Build, message), place);
    }

    /// Notes an `IllegalArgumentException` of a setter that would have configured this key. The entry that is left in its
    /// place holds where that is.
    fn refuse_setter(&mut self, message: impl Into<String>, key: &str, otherwise: &str, place: Span) {
        self.program.configure(key, otherwise.to_owned(), place);
        let refusal = Refusal::illegal_argument(RefusalStage::Build, message);
        self.program.refuse(refusal.at_key(key));
    }

    /// The check of `CheckpointConfig.setMinPauseBetweenCheckpoints`; whether the call is refused.
    pub fn check_pause(&mut self, invocation: &Invocation<'t>) -> bool {
        let pause = invocation.argument(0).and_then(Value::as_long);
        let is_refused =
            invocation.method == "setMinPauseBetweenCheckpoints" && pause.is_some_and(|pause| pause < 0);
        if is_refused {
            let key = "execution.checkpointing.min-pause";
            self.refuse_setter("Pause value must be zero or positive", key, "0 ms", invocation.place);
        }
        is_refused
    }

    /// The checks of `StreamExecutionEnvironment`; whether the call is a setter that is refused.
    pub fn check_environment_call(&mut self, invocation: &Invocation<'t>) -> bool {
        let place = invocation.place;
        let long = |index: usize| invocation.argument(index).and_then(Value::as_long);
        match (invocation.method, long(0)) {
            ("setMaxParallelism", Some(max)) if !(1..=GREATEST_MAX_PARALLELISM).contains(&max) => {
                let bounds = format!("0 < maxParallelism <= {GREATEST_MAX_PARALLELISM}");
                let message = format!("maxParallelism is out of bounds {bounds}. Found: {max}");
                self.refuse_setter(message, "pipeline.max-parallelism", "128", place);
            }
            ("setBufferTimeout", Some(timeout)) if timeout < -1 => {
                let message = "Timeout of buffer must be non-negative or -1";
                self.refuse_setter(message, "execution.buffer-timeout.interval", "100 ms", place);
            }
            ("enableCheckpointing", Some(interval)) if interval < LEAST_CHECKPOINT_INTERVAL => {
                let message = format!(
                    "Checkpoint interval must be larger than or equal to {LEAST_CHECKPOINT_INTERVAL} ms"
                );
                self.refuse_setter(message, "execution.checkpointing.interval", "10 ms", place);
            }
            ("fromSequence", Some(from)) if long(1).is_some_and(|to| from > to) => {
                self.refuse_argument("Start of sequence must not be greater than the end", place);
                return false;
            }
            ("socketTextStream", _) if long(1).is_some_and(|port| !(1..=65_535).contains(&port)) => {
                self.refuse_argument("port is out of range", place);
                return false;
            }
            ("fromData" | "fromElements" | "fromCollection", _) => {
                if let Some(message) = self.without_elements(invocation) {
                    self.refuse_argument(message, place);
                }
                return false;
            }
            ("readFile", _) => {
                let path = invocation.argument(1).and_then(Value::as_text);
                if path.is_some_and(|path| path.trim().is_empty()) {
                    self.refuse_argument("The file path must not be null or blank.", place);
                }
                return false;
            }
            _ => return false,
        }
        true
    }

    /// The checks of window assigners: `times` are their size and slide, or their gap.
    pub fn check_assigner(&mut self, class: &str, times: &[i64], offset: Option<i64>, place: Span) {
        let rule = match (times, offset) {
            (&[gap], None) if class.ends_with("SessionWindows") => (gap <= 0).then_some("0 < size"),
            (&[size], Some(offset)) => (offset.saturating_abs() >= size).then_some("abs(offset) < size"),
            (&[size, slide], Some(offset)) => {
                (offset.saturating_abs() >= slide || size <= 0).then_some("abs(offset) < slide and size > 0")
            }
            _ => None,
        };
        if let Some(rule) = rule {
            self.refuse_argument(format!("{class} parameters must satisfy {rule}"), place);
        }
    }

    /// The checks of an interval join: its bounds, and that it is one in event time.
    pub fn check_interval_join(&mut self, invocation: &Invocation<'t>) {
        match invocation.method {
            "between" => {
                let bound = |evaluator: &Self, index: usize| {
                    invocation.argument(index).and_then(|bound| evaluator.millis(bound))
                };
                if bound(self, 0).zip(bound(self, 1)).is_some_and(|(lower, upper)| lower > upper) {
                    self.refuse_argument("lowerBound <= upperBound must be fulfilled", invocation.place);
                }
            }
            "inProcessingTime" => {
                let refusal = Refusal {
                    stage: RefusalStage::Build,
                    exception: "org.apache.flink.streaming.api.datastream.UnsupportedTimeCharacteristicException",
                    message: Some("Time-bounded stream joins are only supported in event time".to_owned()),
                    place: None,
                };
                self.program.refuse_in_text(refusal, invocation.place);
            }
            _ => {}
        }
    }

    /// The check of `allowedLateness`.
    pub fn check_lateness(&mut self, invocation: &Invocation<'t>) {
        let lateness = invocation.argument(0).and_then(|lateness| self.millis(lateness));
        if lateness.is_some_and(|lateness| lateness < 0) {
            self.refuse_argument("The allowed lateness cannot be negative.", invocation.place);
        }
    }

    /// What Flink says of a source that is made of elements of which there are none; a collection may be empty if its type
    /// is given.
    fn without_elements(&self, invocation: &Invocation<'t>) -> Option<&'static str> {
        const NO_ELEMENT: &str = "fromElements needs at least one element as argument";
        let takes_elements = invocation.method != "fromCollection";
        let arguments = &invocation.arguments[..];
        let is_typed = arguments.first().is_some_and(|first| self.type_information(first).is_some());
        let elements = if is_typed { &arguments[1..] } else { arguments };
        match elements {
            [] if takes_elements => Some(NO_ELEMENT),
            [items] if self.items(items).is_some_and(|items| items.is_empty()) => {
                if self.is_array(items) {
                    Some(NO_ELEMENT)
                } else {
                    (!is_typed && self.heap.as_list(items).is_some())
                        .then_some("Collection must not be empty")
                }
            }
            _ => None,
        }
    }

    /// The check of `sortPartition(int, Order)`: the first field is refused as well, although the message says otherwise.
    pub fn check_sorted_field(&mut self, invocation: &Invocation<'t>) {
        let field = invocation.argument(0).and_then(Value::as_int);
        if field.is_some_and(|field| field <= 0) {
            self.refuse_argument("The field mustn't be less than zero.", invocation.place);
        }
    }

    /// The check of an aggregation by the name of a field: the type needs fields that Flink can see.
    pub fn check_field(&mut self, input: usize, made: usize, field: Option<&Value>) {
        let is_name = field.is_some_and(|field| field.as_text().is_some());
        let Some(element) = self.element_of(input).filter(|_| is_name) else { return };
        let Some(generic) = self.type_without_fields(&element) else { return };
        let message = format!(
            "Cannot reference field by field expression on {generic}Field expressions are only supported on POJO types, \
             tuples, and case classes. (See the Flink documentation on what is considered a POJO.)"
        );
        let refusal = Refusal {
            stage: RefusalStage::Build,
            exception: "org.apache.flink.api.common.typeutils.CompositeType$InvalidFieldReferenceException",
            message: Some(message),
            place: None,
        };
        self.program.refuse(refusal.at(made, None));
    }

    /// The check of `OutputTag`'s constructor.
    pub fn check_tag(&mut self, arguments: &[Value], node: Node<'t>) {
        if arguments.first().and_then(Value::as_text).is_some_and(|id| id.is_empty()) {
            self.refuse_argument("OutputTag id must not be empty.", span(node));
        }
    }
}
