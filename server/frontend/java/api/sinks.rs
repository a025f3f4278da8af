//! Sinks: the old ones, Sink V2 of known connectors, and the text's own sinks with the topologies that they add.

use super::super::calls::Invocation;
use super::super::connectors::{self, Built, Class};
use super::super::decisions::alternative;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::{NewCall, Program};
use super::super::value::{Data, Foreign, Thing, Value};
use super::Flink;
use crate::frontend::{Operation, SinkTopology, Span, StreamKind, TopologyOperator};

/// The interfaces of Sink V2, by their names in Flink 2 and in Flink 1.
const WRITER_STATE: [&str; 3] = ["SupportsWriterState", "StatefulSink", "StatefulSinkWriter"];
const COMMITTER: [&str; 2] = ["SupportsCommitter", "TwoPhaseCommittingSink"];
const PRE_WRITE: [&str; 2] = ["SupportsPreWriteTopology", "WithPreWriteTopology"];
const PRE_COMMIT: [&str; 2] = ["SupportsPreCommitTopology", "WithPreCommitTopology"];
const POST_COMMIT: [&str; 2] = ["SupportsPostCommitTopology", "WithPostCommitTopology"];

impl<'t> Evaluator<'t> {
    /// Methods that end a stream in a sink.
    pub fn add_sink(&mut self, operator: usize, invocation: &Invocation<'t>) -> Eval<Option<usize>> {
        let place = invocation.place;
        let first = invocation.argument(0).cloned().unwrap_or(Value::NULL);
        let operation = match invocation.method {
            "print" => Operation::Print,
            "printToErr" => Operation::PrintToErr,
            "writeUsingOutputFormat" => Operation::WriteUsingOutputFormat,
            "addSink" => Operation::AddSink,
            "writeToSocket" => {
                let sink = self.call_api(Operation::AddSink, vec![operator], StreamKind::Sink, place);
                self.program.set_parallelism(sink, 1, place);
                return Ok(Some(sink));
            }
            "executeAndCollect" | "collectAsync" => return self.collect(operator, invocation),
            "sinkTo" => {
                let operation = self.sink_operation(&first, place, invocation)?;
                self.with_uid_hashes(operation, invocation)
            }
            _ => return Ok(None),
        };
        let mut call = NewCall::new(operation, vec![operator], StreamKind::Sink, place);
        call.details.concurrent_execution_attempts =
            invocation.method == "addSink" && self.supports_concurrent_attempts(&first);
        Ok(Some(self.record(call)))
    }

    /// Whether the function of an old sink may be executed several times at once.
    fn supports_concurrent_attempts(&self, function: &Value) -> bool {
        match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                let names = ["SupportsConcurrentExecutionAttempts", "PrintSinkFunction", "DiscardingSink"];
                self.classes.extends_any(object.class, &names)
            }
            Some(Thing::Foreign(foreign)) => {
                matches!(foreign.class.as_deref(), Some("PrintSinkFunction" | "DiscardingSink"))
            }
            _ => false,
        }
    }

    /// `CustomSinkOperatorUidHashes`, if `sinkTo` is given some.
    fn with_uid_hashes(&self, operation: Operation, invocation: &Invocation<'t>) -> Operation {
        let hashes = invocation.argument(1).and_then(|it| self.heap.as_foreign(it));
        let Some(hashes) = hashes.filter(|it| it.class.as_deref() == Some("CustomSinkOperatorUidHashes"))
        else {
            return operation;
        };
        let hash = |method: &str| {
            let given = hashes.arguments_of(method).and_then(|it| it.first()).and_then(Value::as_text);
            given.map(|text| text.to_string())
        };
        let uid_hashes = [hash("setWriterUidHash"), hash("setCommitterUidHash")];
        match operation {
            Operation::Discard => Operation::SinkTo(SinkTopology {
                concurrent_execution_attempts: true,
                uid_hashes,
                ..SinkTopology::default()
            }),
            Operation::SinkTo(topology) => Operation::SinkTo(SinkTopology { uid_hashes, ..topology }),
            other => other,
        }
    }

    /// `sinkTo`: what the sink implements.
    fn sink_operation(&mut self, sink: &Value, place: Span, invocation: &Invocation<'t>) -> Eval<Operation> {
        match self.heap.thing(sink) {
            Some(Thing::Object(_)) => self.own_sink(sink, invocation).map(Operation::SinkTo),
            Some(Thing::Foreign(foreign)) => {
                let foreign = foreign.clone();
                Ok(self.foreign_sink(&foreign, place))
            }
            _ => Ok(self.assume_sink(None, invocation.argument_place(0))),
        }
    }

    fn foreign_sink(&mut self, foreign: &Foreign, place: Span) -> Operation {
        let Some(class) = foreign.class.as_deref() else { return self.assume_sink(None, foreign.span) };
        if class == "DiscardingSink" {
            return Operation::Discard;
        }
        match connectors::sink(self.connector_class(class)) {
            Some(of) => Operation::SinkTo(self.ask_connector(foreign, of)),
            None => {
                let made_at = if foreign.span.start == foreign.span.end { place } else { foreign.span };
                self.assume_sink(Some(class), made_at)
            }
        }
    }

    /// A class that is not in the text, as its connector may be known by it.
    pub fn connector_class<'c>(&self, name: &'c str) -> Class<'c>
    where
        't: 'c,
    {
        Class { name, qualified: self.imports.qualified(name) }
    }

    /// Asks the connector table about the calls that made a source or a sink; the plan rests on the arguments that count.
    pub fn ask_connector<T>(&mut self, foreign: &Foreign, ask: impl FnOnce(&Built) -> T) -> T {
        let calls = foreign.calls.iter().map(|call| {
            let argument = call.arguments.first().and_then(|argument| match &argument.data {
                Data::Bool(value) => Some(value.to_string()),
                Data::Int(value) => Some(value.to_string()),
                _ => self.constant_name(argument),
            });
            (call.method.to_string(), argument)
        });
        let built = Built::of(calls.collect());
        let answer = ask(&built);
        for call in built.asked() {
            if let Some(argument) = foreign.calls[call].arguments.first() {
                self.rests_on(argument);
            }
        }
        answer
    }

    /// A sink of which nothing is known.
    fn assume_sink(&mut self, class: Option<&str>, place: Span) -> Operation {
        let what = class.map_or_else(|| self.excerpt(place), |class| format!("`{class}`"));
        let question = format!("What does the sink {what} consist of?");
        let because =
            "Its class is not in the text and no connector that is known here; a plain writer is assumed.";
        let alternatives = vec![
            alternative("writer", "a writer"),
            alternative("writer-state", "a writer with state"),
            alternative("committer", "a writer and a committer"),
        ];
        let answer = self.assume("sink", place, question, because, alternatives);
        Operation::SinkTo(SinkTopology {
            writer_state: answer != "writer",
            committer: answer == "committer",
            ..SinkTopology::default()
        })
    }

    /// A sink of the text's own: the interfaces that it implements, and the topologies that its methods add.
    fn own_sink(&mut self, sink: &Value, invocation: &Invocation<'t>) -> Eval<SinkTopology> {
        let Some(object) = self.heap.as_object(sink) else { return Ok(SinkTopology::default()) };
        let class = object.class;
        let supertypes = self.classes.foreign_supertypes(class);
        let known = supertypes.iter().find_map(|it| connectors::sink(self.connector_class(it.name)));
        let implements = |names: &[&str]| supertypes.iter().any(|it| names.contains(&it.name));
        let base = known.map(|of| of(&Built::default())).unwrap_or_default();
        let (writer_state, committer) = (implements(&WRITER_STATE), implements(&COMMITTER));
        let concurrent = implements(&["SupportsConcurrentExecutionAttempts"]);
        let adds = [&PRE_WRITE[..], &PRE_COMMIT, &POST_COMMIT].map(implements);
        let [pre_write, pre_commit, post_commit] = adds;
        let mut topology = SinkTopology {
            writer_state: writer_state || base.writer_state,
            committer: committer || base.committer,
            concurrent_execution_attempts: concurrent || base.concurrent_execution_attempts,
            ..base
        };
        if pre_write {
            topology.pre_write = Some(self.topology(sink, "addPreWriteTopology", invocation)?);
        }
        if pre_commit {
            topology.pre_commit = Some(self.topology(sink, "addPreCommitTopology", invocation)?);
        }
        if post_commit {
            topology.post_commit = Some(self.topology(sink, "addPostCommitTopology", invocation)?);
        }
        Ok(topology)
    }

    /// Runs a method that adds to a stream, and takes down what it adds.
    fn topology(
        &mut self,
        sink: &Value,
        method: &'static str,
        invocation: &Invocation<'t>,
    ) -> Eval<Vec<TopologyOperator>> {
        let Some(object) = self.heap.as_object(sink) else { return Ok(Vec::new()) };
        let ancestry = self.classes.ancestry(object.class);
        let outside = std::mem::take(&mut self.program);
        let elements = std::mem::take(&mut self.elements);
        let start = self.source_call(Operation::FromSource { bounded: false }, None, invocation.place);
        let stream = self.stream(start);
        let call =
            Invocation { method, arguments: vec![stream], type_arguments: Vec::new(), ..invocation.clone() };
        let result = self.call_method_from(&ancestry, sink, &call);
        let added: Program = std::mem::replace(&mut self.program, outside);
        self.elements = elements;
        let result = result?;
        let last = added.operators.len() - 1;
        let returned = result.and_then(|result| match self.heap.as_flink(&result) {
            Some(Flink::Stream(operator)) => Some(*operator),
            _ => None,
        });
        let is_chain = added.operators.iter().enumerate().skip(1).all(|(index, it)| it.inputs == [index - 1]);
        if !is_chain || returned.is_some_and(|returned| returned != last) {
            let message = format!(
                "`{method}` does more than add one operator behind the other, which cannot be planned here"
            );
            self.error("not-supported", invocation.argument_place(0), message);
            return Ok(Vec::new());
        }
        let mut operators = Vec::with_capacity(last);
        for operator in added.operators.into_iter().skip(1) {
            let is_allowed = matches!(
                operator.operation,
                Operation::Map
                    | Operation::FlatMap
                    | Operation::Filter
                    | Operation::Process
                    | Operation::Transform(_)
                    | Operation::Partition { .. }
            );
            if !is_allowed {
                let message = format!("this call in `{method}` cannot be planned here");
                self.error("not-supported", operator.span, message);
                continue;
            }
            operators.push(TopologyOperator {
                operation: operator.operation,
                options: operator.options,
                takes_parallelism_unconfigured: false,
            });
        }
        Ok(operators)
    }
}
