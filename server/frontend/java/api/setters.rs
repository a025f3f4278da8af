//! The setters of operators and sinks.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Foreign, Value};
use super::Flink;
use crate::configuration::{ConfigValue as _, MemorySize};
use crate::frontend::{SlotSharingGroupOption, StreamKind};

/// Whether this is a setter of `SingleOutputStreamOperator` or `DataStreamSink`.
pub fn is_setter(method: &str) -> bool {
    matches!(
        method,
        "name"
            | "uid"
            | "setUidHash"
            | "setDescription"
            | "setParallelism"
            | "setMaxParallelism"
            | "slotSharingGroup"
            | "setBufferTimeout"
            | "disableChaining"
            | "startNewChain"
            | "forceNonParallel"
            | "addMetricVariable"
    )
}

impl<'t> Evaluator<'t> {
    /// Calls a setter on what a call returned, if it is one that the returned object has. The object itself.
    pub fn call_setter(
        &mut self,
        operator: usize,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let is_sink = self.kind_of(operator) == StreamKind::Sink;
        let place = invocation.place;
        let first = invocation.argument(0).cloned();
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        match (invocation.method, first) {
            ("name", Some(name)) => self.set_text(operator, "name", &name, invocation)?,
            ("uid", Some(uid)) => self.set_text(operator, "uid", &uid, invocation)?,
            ("setUidHash", Some(hash)) => self.set_text(operator, "uidHash", &hash, invocation)?,
            ("setDescription", Some(description)) => {
                self.set_text(operator, "description", &description, invocation)?
            }
            ("setParallelism", Some(parallelism)) => {
                let default = self.program.parallelism_of(operator);
                let argument = invocation.argument_place(0);
                if let Some(parallelism) = self.int_argument(&parallelism, argument, Some(default)) {
                    self.program.set_parallelism(operator, parallelism, place);
                }
            }
            ("setMaxParallelism", Some(max_parallelism)) => {
                let argument = invocation.argument_place(0);
                if let Some(max_parallelism) = self.int_argument(&max_parallelism, argument, Some(128)) {
                    self.program.set(operator, "maxParallelism", place, |it| {
                        it.max_parallelism = Some(max_parallelism)
                    });
                }
            }
            ("slotSharingGroup", Some(group)) => {
                let group = self.slot_sharing_group(&group, invocation)?;
                self.program.set(operator, "slotSharingGroup", place, |it| {
                    it.slot_sharing_group = Some(group.clone());
                });
            }
            ("disableChaining", None) => self.program.set(operator, "disableChaining", place, |it| {
                (it.disable_chaining, it.start_new_chain) = (true, false);
            }),
            ("addMetricVariable", Some(name)) => {
                let value = invocation.argument(1).cloned().unwrap_or(Value::NULL);
                let name = self.text_argument(&name, invocation.node)?;
                let value = self.text_argument(&value, invocation.node)?;
                self.program.set(operator, "metricVariables", place, |it| {
                    it.metric_variables.push((name.clone(), value.clone()));
                });
            }
            ("startNewChain", None) if !is_sink => self.program.set(operator, "startNewChain", place, |it| {
                (it.disable_chaining, it.start_new_chain) = (false, true);
            }),
            ("setBufferTimeout", Some(timeout)) if !is_sink => {
                let argument = invocation.argument_place(0);
                if let Some(timeout) = self.long_argument(&timeout, argument, Some(-1)) {
                    self.program
                        .set(operator, "bufferTimeout", place, |it| it.buffer_timeout = Some(timeout));
                }
            }
            ("forceNonParallel", None) if !is_sink => self.program.force_non_parallel(operator, place),
            _ => return Ok(None),
        }
        Ok(Some(receiver.clone()))
    }

    fn set_text(
        &mut self,
        operator: usize,
        field: &'static str,
        value: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<()> {
        if value.is_null() {
            return Ok(());
        }
        let text = self.text_argument(value, invocation.node)?;
        self.program.set(operator, field, invocation.place, |options| {
            let text = Some(text.clone());
            match field {
                "name" => options.name = text,
                "uid" => options.uid = text,
                "uidHash" => options.uid_hash = text,
                _ => options.description = text,
            }
        });
        Ok(())
    }

    /// `SlotSharingGroup`: a name, or a group from its builder.
    pub fn slot_sharing_group(
        &mut self,
        value: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<SlotSharingGroupOption> {
        let Some(group) =
            self.heap.as_foreign(value).filter(|it| it.class.as_deref() == Some("SlotSharingGroup"))
        else {
            return Ok(SlotSharingGroupOption::Name(self.text_argument(value, invocation.node)?));
        };
        let group = group.clone();
        let name = group.arguments_of("newBuilder").and_then(|it| it.first()).cloned().unwrap_or(Value::NULL);
        let name = self.text_argument(&name, invocation.node)?;
        let number =
            |method: &str| group.arguments_of(method).and_then(|it| it.first()).and_then(Value::as_double);
        let option = SlotSharingGroupOption::Resources {
            name: name.clone(),
            cpu_cores: number("setCpuCores"),
            task_heap_mb: self.megabytes(&group, "setTaskHeapMemory"),
            task_off_heap_mb: self.megabytes(&group, "setTaskOffHeapMemory"),
            managed_mb: self.megabytes(&group, "setManagedMemory"),
        };
        if group.arguments_of("setExternalResource").is_some() {
            let message = "the external resources of a slot sharing group are not shown";
            self.warning("external-resource", invocation.place, message);
        }
        let has_resources = group.calls.iter().any(|call| call.method.starts_with("set"));
        Ok(if has_resources { option } else { SlotSharingGroupOption::Name(name) })
    }

    /// A memory size that a builder was given, in megabytes: `setTaskHeapMemoryMB(256)`, `MemorySize.parse("256m")`.
    fn megabytes(&self, group: &Foreign, method: &str) -> Option<i32> {
        if let Some([megabytes]) = group.arguments_of(&format!("{method}MB")) {
            return megabytes.as_int();
        }
        let size = group.arguments_of(method)?.first()?;
        let size = self.heap.as_foreign(size)?;
        let call = size.calls.first()?;
        let argument = call.arguments.first()?;
        match &*call.method {
            "ofMebiBytes" => argument.as_int(),
            "parse" => {
                let size = MemorySize::parse(argument.as_text()?)?;
                i32::try_from(size.mebibytes()).ok()
            }
            "new" | "ofBytes" => argument.as_long().and_then(|bytes| i32::try_from(bytes >> 20).ok()),
            _ => None,
        }
    }

    /// Methods of `DataStreamSink`.
    pub fn call_on_sink(
        &mut self,
        operator: usize,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        match invocation.method {
            "getTransformation" | "getLegacyTransformation" => {
                Ok(Some(self.heap.flink(Flink::Transformation { operator, is_sink: true })))
            }
            _ => self.call_setter(operator, receiver, invocation),
        }
    }
}
