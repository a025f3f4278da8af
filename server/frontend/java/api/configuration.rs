//! `Configuration`, `ConfigOption`, `ExecutionConfig` and `CheckpointConfig`.

use std::rc::Rc;

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::library::numbers;
use super::super::value::{Data, Doubt, Thing, Value};
use super::Flink;
use super::parameters::NO_ARGUMENTS;
use crate::configuration::{ConfigValue as _, Duration, option_with_key};
use crate::frontend::Span;

/// What a `Configuration` holds: key, value, where it was set.
#[derive(Clone, Debug, Default)]
pub struct Settings {
    pub entries: Vec<(Rc<str>, Value, Span)>,
    /// It is made of the program's arguments, which may hold more.
    pub is_open: bool,
}

/// A `ConfigOption`.
#[derive(Clone, Debug)]
pub struct ConfigOption {
    pub key: Rc<str>,
    /// The type of its values where texts are read as such: `int`, `duration`.
    kind: &'static str,
    /// Null is no default; nothing is one that is not known here.
    default: Option<Value>,
}

impl ConfigOption {
    pub fn with_key(key: Rc<str>) -> Self {
        Self { key, kind: "", default: None }
    }
}

impl Settings {
    fn set(&mut self, key: &str, value: Value, place: Span) {
        self.entries.retain(|(known, ..)| **known != *key);
        self.entries.push((key.into(), value, place));
    }

    fn get(&self, key: &str) -> Option<&Value> {
        self.entries.iter().find(|(known, ..)| **known == *key).map(|(_, value, _)| value)
    }
}

/// The constants that stand for keys which a plan depends on, by class and name. Of two classes with one constant one has
/// been renamed.
const OPTIONS: &[(&str, &str)] = &[
    ("ADAPTIVE_AUTO_PARALLELISM_ENABLED", "execution.batch.adaptive.auto-parallelism.enabled"),
    ("ALIGNED_CHECKPOINT_TIMEOUT", "execution.checkpointing.aligned-checkpoint-timeout"),
    ("CHECKPOINTING_CONSISTENCY_MODE", "execution.checkpointing.mode"),
    ("CHECKPOINTING_MODE", "execution.checkpointing.mode"),
    ("CHECKPOINTING_INTERVAL", "execution.checkpointing.interval"),
    ("CHECKPOINTING_INTERVAL_DURING_BACKLOG", "execution.checkpointing.interval-during-backlog"),
    ("CHECKPOINTING_TIMEOUT", "execution.checkpointing.timeout"),
    ("ENABLE_CHECKPOINTS_AFTER_TASKS_FINISH", "execution.checkpointing.checkpoints-after-tasks-finish"),
    ("ENABLE_UNALIGNED", "execution.checkpointing.unaligned.enabled"),
    ("EXTERNALIZED_CHECKPOINT_RETENTION", "execution.checkpointing.externalized-checkpoint-retention"),
    ("FORCE_UNALIGNED", "execution.checkpointing.unaligned.forced"),
    ("MAX_CONCURRENT_CHECKPOINTS", "execution.checkpointing.max-concurrent-checkpoints"),
    ("MIN_PAUSE_BETWEEN_CHECKPOINTS", "execution.checkpointing.min-pause"),
    ("TOLERABLE_FAILURE_NUMBER", "execution.checkpointing.tolerable-failed-checkpoints"),
    ("DEFAULT_PARALLELISM", "parallelism.default"),
    ("BATCH_SHUFFLE_MODE", "execution.batch-shuffle-mode"),
    ("BUFFER_TIMEOUT", "execution.buffer-timeout.interval"),
    ("BUFFER_TIMEOUT_ENABLED", "execution.buffer-timeout.enabled"),
    ("RUNTIME_MODE", "execution.runtime-mode"),
    ("SNAPSHOT_COMPRESSION", "execution.checkpointing.snapshot-compression"),
    ("SORTED_INPUTS_MEMORY", "execution.sorted-inputs.memory"),
    ("SORT_INPUTS", "execution.sorted-inputs.enabled"),
    ("SORT_KEYED_PARTITION_MEMORY", "execution.sort-keyed-partition.memory"),
    ("SORT_PARTITION_MEMORY", "execution.sort-partition.memory"),
    ("USE_BATCH_STATE_BACKEND", "execution.batch-state-backend.enabled"),
    ("SCHEDULER", "jobmanager.scheduler"),
    ("LATENCY_INTERVAL", "metrics.latency.interval"),
    ("AUTO_GENERATE_UIDS", "pipeline.auto-generate-uids"),
    ("AUTO_WATERMARK_INTERVAL", "pipeline.auto-watermark-interval"),
    ("CLOSURE_CLEANER_LEVEL", "pipeline.closure-cleaner-level"),
    ("FORCE_AVRO", "pipeline.force-avro"),
    ("FORCE_KRYO", "pipeline.force-kryo"),
    ("GENERIC_TYPES", "pipeline.generic-types"),
    ("MAX_PARALLELISM", "pipeline.max-parallelism"),
    ("NAME", "pipeline.name"),
    ("OBJECT_REUSE", "pipeline.object-reuse"),
    ("OPERATOR_CHAINING", "pipeline.operator-chaining.enabled"),
    (
        "OPERATOR_CHAINING_CHAIN_OPERATORS_WITH_DIFFERENT_MAX_PARALLELISM",
        "pipeline.operator-chaining.chain-operators-with-different-max-parallelism",
    ),
    ("VERTEX_DESCRIPTION_MODE", "pipeline.vertex-description-mode"),
    ("VERTEX_NAME_INCLUDE_INDEX_PREFIX", "pipeline.vertex-name-include-index-prefix"),
    ("ENABLE_STATE_CHANGE_LOG", "state.changelog.enabled"),
    ("APPROXIMATE_LOCAL_RECOVERY", "execution.state-recovery.approximate-local-recovery"),
    ("RESTORE_MODE", "execution.state-recovery.claim-mode"),
    ("SAVEPOINT_IGNORE_UNCLAIMED_STATE", "execution.state-recovery.ignore-unclaimed-state"),
    ("TASK_CANCELLATION_INTERVAL", "task.cancellation.interval"),
    ("TASK_CANCELLATION_TIMEOUT", "task.cancellation.timeout"),
];

/// The key of a constant of one of Flink's classes of options.
pub fn key_of_option(class: &str, name: &str) -> Option<&'static str> {
    if !class.ends_with("Options") {
        return None;
    }
    OPTIONS.iter().find(|(constant, _)| *constant == name).map(|(_, key)| *key)
}

impl<'t> Evaluator<'t> {
    /// Sets what a configuration holds on the environment.
    pub fn configure_from(&mut self, settings: &Settings, place: Span) {
        for (key, value, set_at) in &settings.entries {
            self.configure_value(key, value, if set_at.start == set_at.end { place } else { *set_at });
        }
    }

    /// Sets one configuration value; keys that change no plan are passed over.
    fn configure_value(&mut self, key: &str, value: &Value, place: Span) {
        if option_with_key(key).is_none() {
            return;
        }
        self.rests_on(value);
        let text = match &value.data {
            Data::Text(text) => text.to_string(),
            Data::Bool(value) => value.to_string(),
            Data::Int(value) => value.to_string(),
            Data::Long(value) => value.to_string(),
            Data::Double(value) => value.to_string(),
            _ => match self.heap.as_flink(value) {
                Some(Flink::Duration(millis)) => format!("{millis} ms"),
                _ => match self.memory_size(value).or_else(|| self.constant_name(value)) {
                    Some(name) => name,
                    None => return,
                },
            },
        };
        let key = option_with_key(key).map_or(key, |option| option.key);
        self.program.configure(key, text, place);
    }

    fn memory_size(&self, value: &Value) -> Option<String> {
        let foreign = self.heap.as_foreign(value).filter(|it| it.class.as_deref() == Some("MemorySize"))?;
        let call = foreign.calls.first()?;
        let first = call.arguments.first()?;
        match &*call.method {
            "ofMebiBytes" => Some(format!("{} mb", first.as_long()?)),
            "parse" => first.as_text().map(|text| text.to_string()),
            _ => Some(format!("{} b", first.as_long()?)),
        }
    }

    /// Sets a configuration value that is a constant of an enum.
    pub fn configure_constant(
        &mut self,
        key: &str,
        value: &Value,
        index: usize,
        invocation: &Invocation<'t>,
    ) {
        self.rests_on(value);
        match self.constant_name(value) {
            // An enum's method `valueOf` on something that is not known.
            Some(name) if name.bytes().all(|byte| byte.is_ascii_uppercase() || byte == b'_') => {
                self.program.configure(key, name, invocation.place);
            }
            _ => {
                let place = invocation.argument_place(index);
                let question = format!("What is {}?", self.excerpt(place));
                let because = "It comes from outside of the text; what Flink has by itself is assumed.";
                let names: &[&str] = match key {
                    "execution.runtime-mode" => &["STREAMING", "BATCH", "AUTOMATIC"],
                    _ => &["EXACTLY_ONCE", "AT_LEAST_ONCE"],
                };
                let alternatives =
                    names.iter().map(|name| super::super::decisions::alternative(name, name)).collect();
                let name = self.assume("constant", place, question, because, alternatives);
                self.program.configure(key, name, invocation.place);
            }
        }
    }

    pub fn configured_int(&self, key: &str, default: i32) -> i32 {
        self.program.configured(key).and_then(|value| value.parse().ok()).unwrap_or(default)
    }

    pub fn configured_millis(&self, key: &str, default: i64) -> i64 {
        let value = self.program.configured(key).and_then(Duration::parse);
        value.and_then(Duration::to_millis).unwrap_or(default)
    }

    /// A number of milliseconds, or a duration.
    pub fn millis_argument(&mut self, value: &Value) -> Option<i64> {
        self.rests_on(value);
        match self.heap.as_flink(value) {
            Some(Flink::Duration(millis)) => Some(*millis),
            _ => value.as_long(),
        }
    }

    // ---------------------------------------------------------------- Configuration

    pub fn call_on_configuration(
        &mut self,
        receiver: &Value,
        settings: &Settings,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let option = match invocation.argument(0).and_then(|first| self.heap.as_flink(first)) {
            Some(Flink::ConfigOption(option)) => Some(option.clone()),
            _ => invocation.argument(0).and_then(Value::as_text).cloned().map(ConfigOption::with_key),
        };
        let key = option.as_ref().map(|option| Rc::clone(&option.key));
        let second = invocation.argument(1).cloned();
        let place = invocation.place;
        Ok(match (invocation.method, key, second) {
            (
                "set" | "setString" | "setInteger" | "setLong" | "setBoolean" | "setDouble" | "setFloat"
                | "safeSet" | "put",
                Some(key),
                Some(value),
            ) => {
                if let Some(Thing::Flink(Flink::Configuration(settings))) =
                    receiver.id().map(|id| self.heap.get_mut(id))
                {
                    settings.set(&key, value, place);
                }
                Some(receiver.clone())
            }
            ("set" | "setString" | "setInteger" | "setLong" | "setBoolean", None, _) => {
                Some(receiver.clone())
            }
            (
                "get" | "getString" | "getInteger" | "getLong" | "getBoolean" | "getOptional",
                Some(key),
                default,
            ) => {
                let kind = match invocation.method {
                    "getInteger" => "int",
                    "getLong" => "long",
                    "getBoolean" => "boolean",
                    _ => option.as_ref().map_or("", |option| option.kind),
                };
                let value = settings.get(&key).cloned().map(|value| self.read_as(kind, value));
                if invocation.method == "getOptional" {
                    let value = match value {
                        None if settings.is_open => {
                            Some(self.outside_default(Value::NULL, invocation, NO_ARGUMENTS))
                        }
                        value => value,
                    };
                    let doubt = value.as_ref().map(|value| value.doubt.clone()).unwrap_or(Doubt::NONE);
                    let value = value.filter(|value| !matches!(value.data, Data::Null));
                    return Ok(Some(self.heap.add(Thing::Optional(value)).doubting(&doubt)));
                }
                if value.is_some() {
                    return Ok(value);
                }
                let default = default
                    .or_else(|| option.and_then(|option| option.default))
                    .or_else(|| option_with_key(&key).and_then(|option| option.default).map(typed));
                match default {
                    Some(default) if settings.is_open => {
                        Some(self.outside_default(default, invocation, NO_ARGUMENTS))
                    }
                    default => default,
                }
            }
            ("contains" | "containsKey", Some(key), _) => Some(Value::bool(settings.get(&key).is_some())),
            ("removeConfig" | "removeKey", Some(key), _) => {
                let known = settings.get(&key).is_some();
                if let Some(Thing::Flink(Flink::Configuration(settings))) =
                    receiver.id().map(|id| self.heap.get_mut(id))
                {
                    settings.entries.retain(|(it, ..)| *it != key);
                }
                Some(Value::bool(known))
            }
            ("addAll", ..) => {
                let other = invocation.argument(0).and_then(|it| self.heap.as_flink(it)).cloned();
                if let Some(Flink::Configuration(others)) = other
                    && let Some(Thing::Flink(Flink::Configuration(settings))) =
                        receiver.id().map(|id| self.heap.get_mut(id))
                {
                    settings.is_open |= others.is_open;
                    for (key, value, place) in others.entries {
                        settings.set(&key, value, place);
                    }
                }
                Some(Value::NULL)
            }
            ("clone", ..) => Some(self.heap.flink(Flink::Configuration(settings.clone()))),
            _ => None,
        })
    }

    /// A text as a value of an option's type.
    fn read_as(&mut self, kind: &str, value: Value) -> Value {
        let Some(text) = value.as_text() else { return value };
        let data = match kind {
            "" => None,
            "duration" => {
                let millis = Duration::parse(text).and_then(Duration::to_millis);
                millis.map(|millis| self.heap.flink(Flink::Duration(millis)).data)
            }
            kind => numbers::parse(text, kind),
        };
        match data {
            Some(data) => Value { data, doubt: value.doubt },
            None => value,
        }
    }

    /// `ConfigOptions.key("…")` and what is called on it.
    pub fn call_on_option(
        &mut self,
        option: &ConfigOption,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Option<Value> {
        let mut option = option.clone();
        match invocation.method {
            "key" => return Some(Value::text(option.key)),
            "defaultValue" if invocation.arguments.is_empty() => return option.default,
            "defaultValue" => option.default = invocation.argument(0).cloned(),
            "noDefaultValue" => option.default = Some(Value::NULL),
            "intType" => option.kind = "int",
            "longType" => option.kind = "long",
            "floatType" => option.kind = "float",
            "doubleType" => option.kind = "double",
            "booleanType" => option.kind = "boolean",
            "durationType" => option.kind = "duration",
            "asList" => option.kind = "",
            _ => return Some(receiver.clone()),
        }
        Some(self.heap.flink(Flink::ConfigOption(option)))
    }

    /// A configuration of the entries of a map.
    pub fn configuration_of(&mut self, value: &Value, place: Span) -> Value {
        let mut settings = Settings::default();
        match self.heap.as_flink(value) {
            Some(Flink::Configuration(other)) => settings = other.clone(),
            _ => {
                for (key, value) in self.entries(value).unwrap_or_default() {
                    if let Some(key) = key.as_text() {
                        settings.set(key, value, place);
                    }
                }
            }
        }
        self.heap.flink(Flink::Configuration(settings))
    }

    // ---------------------------------------------------------------- ExecutionConfig

    pub fn call_on_execution_config(
        &mut self,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        match invocation.method {
            // It is checked when the job is built; only the environment's own setter checks its argument.
            "setMaxParallelism" => {
                if let Some(max) = invocation.argument(0).cloned() {
                    let argument = invocation.argument_place(0);
                    if let Some(max) = self.int_argument(&max, argument, Some(128)) {
                        let place = invocation.place;
                        self.program.configure("pipeline.max-parallelism", max.to_string(), place);
                    }
                }
                return Ok(Some(receiver.clone()));
            }
            "setParallelism" | "getParallelism" | "getMaxParallelism" | "configure" => {
                let environment = self.the_environment();
                let result = self.call_on_environment(&environment, invocation)?;
                return Ok(if invocation.method.starts_with("set") {
                    Some(receiver.clone())
                } else {
                    result
                });
            }
            _ => {}
        }
        let place = invocation.place;
        let first = invocation.argument(0).cloned();
        let key_and_value = match (invocation.method, &first) {
            ("enableObjectReuse", None) => Some(("pipeline.object-reuse", "true".to_owned())),
            ("disableObjectReuse", None) => Some(("pipeline.object-reuse", "false".to_owned())),
            ("disableAutoGeneratedUIDs", None) => Some(("pipeline.auto-generate-uids", "false".to_owned())),
            ("enableAutoGeneratedUIDs", None) => Some(("pipeline.auto-generate-uids", "true".to_owned())),
            ("setAutoWatermarkInterval", Some(interval)) => interval
                .as_long()
                .map(|interval| ("pipeline.auto-watermark-interval", format!("{interval} ms"))),
            ("setLatencyTrackingInterval", Some(interval)) => {
                interval.as_long().map(|interval| ("metrics.latency.interval", format!("{interval} ms")))
            }
            ("disableClosureCleaner", None) => Some(("pipeline.closure-cleaner-level", "NONE".to_owned())),
            ("resetParallelism", None) => Some(("parallelism.default", "-1".to_owned())),
            ("setExecutionMode" | "setRestartStrategy" | "setDefaultInputDependencyConstraint", _) => {
                self.removed("setters of restart strategies and execution modes", place, "the configuration");
                None
            }
            _ => None,
        };
        if let Some((key, value)) = key_and_value {
            if let Some(first) = &first {
                self.rests_on(first);
            }
            self.program.configure(key, value, place);
        }
        Ok(Some(match invocation.method {
            "isObjectReuseEnabled" => {
                Value::bool(self.program.configured("pipeline.object-reuse") == Some("true"))
            }
            method if method.starts_with("get") || method.starts_with("is") => self.unknown(place),
            _ => receiver.clone(),
        }))
    }

    // ---------------------------------------------------------------- CheckpointConfig

    pub fn call_on_checkpoint_config(
        &mut self,
        receiver: &Value,
        invocation: &Invocation<'t>,
    ) -> Eval<Option<Value>> {
        let place = invocation.place;
        let first = invocation.argument(0).cloned();
        if let Some(first) = &first {
            self.rests_on(first);
        }
        let millis =
            first.as_ref().and_then(|it| self.millis_argument(it)).map(|millis| format!("{millis} ms"));
        if self.check_pause(invocation) {
            return Ok(Some(receiver.clone()));
        }
        let number = first.as_ref().and_then(Value::as_long).map(|number| number.to_string());
        let flag = first.as_ref().map_or(Some(true), Value::as_bool).map(|flag| flag.to_string());
        let (key, value) = match invocation.method {
            "setCheckpointInterval" => ("execution.checkpointing.interval", millis),
            "setCheckpointTimeout" => ("execution.checkpointing.timeout", millis),
            "setCheckpointIntervalDuringBacklog" => {
                ("execution.checkpointing.interval-during-backlog", millis)
            }
            "setMinPauseBetweenCheckpoints" => ("execution.checkpointing.min-pause", millis),
            "setAlignedCheckpointTimeout" | "setAlignmentTimeout" => {
                ("execution.checkpointing.aligned-checkpoint-timeout", millis)
            }
            "setMaxConcurrentCheckpoints" => ("execution.checkpointing.max-concurrent-checkpoints", number),
            "setTolerableCheckpointFailureNumber" => {
                ("execution.checkpointing.tolerable-failed-checkpoints", number)
            }
            "enableUnalignedCheckpoints" => ("execution.checkpointing.unaligned.enabled", flag),
            "setForceUnalignedCheckpoints" => ("execution.checkpointing.unaligned.forced", flag),
            "enableApproximateLocalRecovery" => ("execution.state-recovery.approximate-local-recovery", flag),
            "setCheckpointingMode" | "setCheckpointingConsistencyMode" => {
                if let Some(mode) = &first {
                    self.configure_constant("execution.checkpointing.mode", mode, 0, invocation);
                }
                return Ok(Some(Value::NULL));
            }
            "disableCheckpointing" => {
                self.program.forget_configuration("execution.checkpointing.interval");
                return Ok(Some(Value::NULL));
            }
            "getCheckpointInterval" => {
                return Ok(Some(Value::long(self.configured_millis("execution.checkpointing.interval", -1))));
            }
            "isCheckpointingEnabled" => {
                return Ok(Some(Value::bool(
                    self.program.configured("execution.checkpointing.interval").is_some(),
                )));
            }
            "configure" => {
                let environment = self.the_environment();
                return self.call_on_environment(&environment, invocation);
            }
            "setExternalizedCheckpointCleanup"
            | "enableExternalizedCheckpoints"
            | "setFailOnCheckpointingErrors"
            | "setCheckpointStorage" => {
                self.removed(
                    "old setters of `CheckpointConfig`",
                    place,
                    "`setExternalizedCheckpointRetention`, or the configuration",
                );
                return Ok(Some(Value::NULL));
            }
            method if method.starts_with("get") || method.starts_with("is") => {
                return Ok(Some(self.unknown(place)));
            }
            _ => return Ok(Some(receiver.clone())),
        };
        if let Some(value) = value {
            self.program.configure(key, value, place);
        }
        Ok(Some(Value::NULL))
    }
}

/// The value of an option's default.
fn typed(text: &'static str) -> Value {
    match text {
        "true" => Value::bool(true),
        "false" => Value::bool(false),
        _ => text.parse().map_or_else(|_| Value::text(text), Value::int),
    }
}
