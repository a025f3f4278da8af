//! The constants of the enums in Flink, its connectors and Java that configure a program: by name, `values` and `valueOf`.

use super::super::calls::Invocation;
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Foreign, ListKind, Thing, Value};

/// The enums and their constants, in the order of their declarations.
const ENUMS: [(&str, &[&str]); 11] = [
    ("DeliveryGuarantee", &["EXACTLY_ONCE", "AT_LEAST_ONCE", "NONE"]),
    ("RuntimeExecutionMode", &["STREAMING", "BATCH", "AUTOMATIC"]),
    ("CheckpointingMode", &["EXACTLY_ONCE", "AT_LEAST_ONCE"]),
    (
        "BatchShuffleMode",
        &[
            "ALL_EXCHANGES_PIPELINED",
            "ALL_EXCHANGES_BLOCKING",
            "ALL_EXCHANGES_HYBRID_FULL",
            "ALL_EXCHANGES_HYBRID_SELECTIVE",
        ],
    ),
    (
        "ExternalizedCheckpointRetention",
        &["DELETE_ON_CANCELLATION", "RETAIN_ON_CANCELLATION", "NO_EXTERNALIZED_CHECKPOINTS"],
    ),
    (
        "ExternalizedCheckpointCleanup",
        &["DELETE_ON_CANCELLATION", "RETAIN_ON_CANCELLATION", "NO_EXTERNALIZED_CHECKPOINTS"],
    ),
    ("Boundedness", &["BOUNDED", "CONTINUOUS_UNBOUNDED"]),
    ("FileProcessingMode", &["PROCESS_ONCE", "PROCESS_CONTINUOUSLY"]),
    ("OffsetResetStrategy", &["LATEST", "EARLIEST", "NONE"]),
    ("ChainingStrategy", &["ALWAYS", "NEVER", "HEAD", "HEAD_WITH_SOURCES"]),
    ("TimeUnit", &["NANOSECONDS", "MICROSECONDS", "MILLISECONDS", "SECONDS", "MINUTES", "HOURS", "DAYS"]),
];

fn constants_of(class: &str) -> Option<&'static [&'static str]> {
    ENUMS.iter().find(|(name, _)| *name == class).map(|(_, constants)| *constants)
}

impl<'t> Evaluator<'t> {
    /// A constant of a class that is not in the text.
    pub fn constant_elsewhere(&mut self, class: &str, name: &str, place: crate::frontend::Span) -> Value {
        let value = self.foreign(None, name, &[], place);
        if let Some(Thing::Foreign(foreign)) = value.id().map(|id| self.heap.get_mut(id)) {
            foreign.constant_of = Some(class.into());
        }
        value
    }

    /// The enum of Flink or Java and the constant's name, if the value is one.
    pub fn flink_constant_of<'f>(&self, foreign: &'f Foreign) -> Option<(&'f str, &'f str)> {
        let class = foreign.constant_of.as_deref().filter(|class| constants_of(class).is_some())?;
        match &foreign.calls[..] {
            [only] => Some((class, &only.method)),
            _ => None,
        }
    }

    /// `valueOf` and `values` of an enum that is not in the text.
    pub fn enum_call_elsewhere(&mut self, class: &str, invocation: &Invocation<'t>) -> Eval<Option<Value>> {
        let constants = constants_of(class);
        match (invocation.method, &invocation.arguments[..], constants) {
            ("values", [], Some(constants)) => {
                let constants: Vec<_> = constants
                    .iter()
                    .map(|name| self.constant_elsewhere(class, name, invocation.place))
                    .collect();
                Ok(Some(self.heap.list(ListKind::Array, constants)))
            }
            ("valueOf", [name], Some(constants)) => {
                let wanted = name.as_text().filter(|_| !self.is_placeholder(name)).cloned();
                if name.doubt.is_none()
                    && let Some(wanted) = wanted
                {
                    if !constants.contains(&&*wanted) {
                        let class = self.imports.qualified(class).unwrap_or(class);
                        let message = format!("No enum constant {class}.{wanted}");
                        return self.throw("IllegalArgumentException", &message, invocation.node);
                    }
                    return Ok(Some(self.constant_elsewhere(class, &wanted, invocation.place)));
                }
                let (chosen, doubt) = self.choose_constant(constants, name, invocation);
                let value = self.constant_elsewhere(class, constants[chosen], invocation.place);
                Ok(Some(value.doubting(&doubt)))
            }
            // Of an enum of another file only the name is known.
            ("valueOf", [name], None) if name.doubt.is_none() => {
                let wanted = name.as_text().cloned();
                Ok(wanted.map(|wanted| self.constant_elsewhere(class, &wanted, invocation.place)))
            }
            _ => Ok(None),
        }
    }

    /// The methods of a constant of such an enum.
    pub fn call_on_constant(&mut self, receiver: &Value, invocation: &Invocation<'t>) -> Option<Value> {
        let foreign = self.heap.as_foreign(receiver)?;
        let (class, name) = self.flink_constant_of(foreign)?;
        match (invocation.method, &invocation.arguments[..]) {
            ("name", []) => Some(Value::text(name).doubting(&receiver.doubt)),
            // Some of them print another text.
            ("toString", []) if !matches!(class, "DeliveryGuarantee" | "ExternalizedCheckpointRetention") => {
                Some(Value::text(name).doubting(&receiver.doubt))
            }
            ("ordinal", []) => {
                let ordinal = constants_of(class)?.iter().position(|it| *it == name)?;
                Some(Value::int(i32::try_from(ordinal).ok()?).doubting(&receiver.doubt))
            }
            _ => None,
        }
    }
}
