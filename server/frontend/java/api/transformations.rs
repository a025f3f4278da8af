//! `Transformation`: what programs read from it and set on it, and those that they make by hand.

use tree_sitter::Node;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::program::NewCall;
use super::super::syntax::span;
use super::super::value::Value;
use super::{Flink, Settings};
use crate::flink::ManagedMemoryUseCase;
use crate::frontend::{Operation, StreamKind};

impl<'t> Evaluator<'t> {
    pub fn call_on_transformation(
        &mut self,
        operator: usize,
        is_sink: bool,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        let receiver = self.heap.flink(Flink::Transformation { operator, is_sink });
        let first = invocation.argument(0).cloned();
        for argument in &invocation.arguments {
            self.rests_on(argument);
        }
        let setter = match invocation.method {
            "setName" => Some("name"),
            "setUid" => Some("uid"),
            "setUidHash" => Some("setUidHash"),
            "setDescription" => Some("setDescription"),
            "setParallelism" => Some("setParallelism"),
            "setMaxParallelism" => Some("setMaxParallelism"),
            "setSlotSharingGroup" => Some("slotSharingGroup"),
            "setBufferTimeout" => Some("setBufferTimeout"),
            "addMetricVariable" => Some("addMetricVariable"),
            _ => None,
        };
        if let Some(method) = setter {
            let call = Invocation { method, ..invocation.clone() };
            self.call_setter(operator, &receiver, &call)?;
            return Ok(Some(Value::NULL));
        }
        Ok(match (invocation.method, first) {
            ("getId", None) => {
                Some(Value::int(i32::try_from(self.program.id_of(operator)).unwrap_or(i32::MAX)))
            }
            ("getName", None) => Some(Value::text(self.program.name_of(operator))),
            ("getParallelism", None) => Some(Value::int(self.program.parallelism_of(operator))),
            ("getUid", None) => {
                let uid = self.program.operators[operator].options.uid.clone();
                Some(uid.map_or(Value::NULL, Value::text))
            }
            ("getMaxParallelism", None) => {
                Some(Value::int(self.program.operators[operator].options.max_parallelism.unwrap_or(-1)))
            }
            ("setCoLocationGroupKey", Some(key)) => {
                let key = if key.is_null() { None } else { Some(self.text_argument(&key, invocation.node)?) };
                self.program
                    .set(operator, "coLocationGroup", place, |it| it.co_location_group.clone_from(&key));
                Some(Value::NULL)
            }
            ("setChainingStrategy", Some(strategy)) => {
                match self.constant_name(&strategy).as_deref() {
                    Some("NEVER") => self.program.set(operator, "disableChaining", place, |it| {
                        (it.disable_chaining, it.start_new_chain) = (true, false);
                    }),
                    Some("HEAD") => self.program.set(operator, "startNewChain", place, |it| {
                        (it.disable_chaining, it.start_new_chain) = (false, true);
                    }),
                    Some("ALWAYS") => {}
                    _ => self.error("not-supported", place, "this chaining strategy cannot be planned here"),
                }
                Some(Value::NULL)
            }
            ("declareManagedMemoryUseCaseAtOperatorScope", Some(use_case)) => {
                let weight = invocation.argument(1).and_then(Value::as_int).unwrap_or(1);
                let use_case =
                    self.constant_name(&use_case).and_then(|name| ManagedMemoryUseCase::from_name(&name));
                if let Some(use_case) = use_case {
                    self.program.set(operator, "managedMemory", place, |it| {
                        it.managed_memory_operator.push((use_case, weight));
                    });
                }
                Some(self.unknown(place))
            }
            ("declareManagedMemoryUseCaseAtSlotScope", Some(use_case)) => {
                let use_case =
                    self.constant_name(&use_case).and_then(|name| ManagedMemoryUseCase::from_name(&name));
                if let Some(use_case) = use_case {
                    self.program
                        .set(operator, "managedMemory", place, |it| it.managed_memory_slot.push(use_case));
                }
                Some(Value::NULL)
            }
            ("setResources" | "setOutputType" | "enableAsyncState" | "setAttribute", _) => Some(Value::NULL),
            (method, None) if method.starts_with("get") || method.starts_with("is") => {
                Some(self.unknown(place))
            }
            _ => None,
        })
    }

    /// Objects of Flink's classes that programs make with `new`.
    pub fn construct_flink(
        &mut self,
        class: &str,
        type_arguments: &[&'t str],
        arguments: &[Value],
        node: Node<'t>,
    ) -> Eval<Option<Value>> {
        let place = span(node);
        Ok(match (class, arguments) {
            ("Configuration", []) => Some(self.heap.flink(Flink::Configuration(Settings::default()))),
            ("Configuration", [other]) => Some(self.configuration_of(other, place)),
            ("DataStream" | "SingleOutputStreamOperator", [_, transformation]) => {
                match self.heap.as_flink(transformation) {
                    Some(Flink::Transformation { operator, .. }) => {
                        let operator = *operator;
                        if let Some(element) = type_arguments.first() {
                            self.note_element(operator, element);
                        }
                        Some(self.stream(operator))
                    }
                    _ => None,
                }
            }
            ("OneInputTransformation", [input, name, factory, _, rest @ ..]) => {
                let Some(Flink::Transformation { operator, .. }) = self.heap.as_flink(input) else {
                    return Ok(None);
                };
                let operator = *operator;
                let name = Some(self.text_argument(name, node)?);
                let call =
                    Invocation { method: "", arguments: Vec::new(), node, place, type_arguments: Vec::new() };
                let factory = self.operator_factory(factory, &call)?;
                let call =
                    NewCall::new(Operation::Transform(factory), vec![operator], StreamKind::Operator, place);
                let made = self.record(NewCall { name, ..call });
                if let Some(parallelism) = rest.first().and_then(Value::as_int) {
                    self.program.set_parallelism(made, parallelism, place);
                }
                Some(self.heap.flink(Flink::Transformation { operator: made, is_sink: false }))
            }
            _ => None,
        })
    }

    /// Static methods of Flink's classes.
    pub fn flink_static_call(&mut self, class: &str, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        match class {
            "StreamExecutionEnvironment" | "LocalStreamEnvironment" | "RemoteStreamEnvironment" => {
                self.make_environment(invocation)
            }
            "ParameterTool" | "MultipleParameterTool" => {
                let old = self.imports.qualified(class).is_some_and(|it| it.contains(".api.java.utils."));
                if old {
                    self.removed(
                        "`org.apache.flink.api.java.utils`",
                        invocation.place,
                        "`org.apache.flink.util`",
                    );
                }
                Ok(self.make_parameters(invocation))
            }
            "AsyncDataStream" | "DataStreamUtils" | "CEP" => self.stream_utility(class, invocation),
            "Configuration" | "GlobalConfiguration" => {
                let map = invocation.argument(0).cloned().unwrap_or(Value::NULL);
                Ok(Some(self.configuration_of(&map, invocation.place)))
            }
            "ConfigOptions" if invocation.method == "key" => {
                let key = invocation.argument(0).and_then(Value::as_text).cloned();
                Ok(key.map(|key| {
                    self.heap.flink(Flink::ConfigOption(super::configuration::ConfigOption::with_key(key)))
                }))
            }
            _ => self.make_assigner(class, invocation),
        }
    }

    /// Constants of Flink's classes.
    pub fn flink_constant(&mut self, class: &str, name: &str) -> Option<Value> {
        if let Some(key) = super::configuration::key_of_option(class, name) {
            return Some(
                self.heap
                    .flink(Flink::ConfigOption(super::configuration::ConfigOption::with_key(key.into()))),
            );
        }
        match (class, name) {
            ("Duration", "ZERO") => Some(self.heap.flink(Flink::Duration(0))),
            ("ExecutionConfig", "PARALLELISM_DEFAULT") => Some(Value::int(-1)),
            ("ExecutionConfig", "PARALLELISM_UNKNOWN") => Some(Value::int(-2)),
            ("SlotSharingGroup", "DEFAULT_SLOT_SHARING_GROUP")
            | ("StreamGraphGenerator", "DEFAULT_SLOT_SHARING_GROUP") => Some(Value::text("default")),
            _ => None,
        }
    }
}
