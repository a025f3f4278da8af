//! Window assigners and the functions called on windows.

use super::object_reader::ObjectReader;
use crate::frontend::{PartitionWindowFunction, WindowAssigner, WindowFunction};

/// What `function` may be where it is called on a window.
pub const WINDOW_FUNCTIONS: &[(&str, WindowFunction)] = &[
    ("reduce", WindowFunction::Reduce),
    ("aggregate", WindowFunction::Aggregate),
    ("apply", WindowFunction::Apply),
    ("process", WindowFunction::Process),
    ("sum", WindowFunction::Sum),
    ("min", WindowFunction::Min),
    ("max", WindowFunction::Max),
];

/// What `function` may be where it is called on a whole partition.
pub const PARTITION_WINDOW_FUNCTIONS: &[(&str, PartitionWindowFunction)] = &[
    ("mapPartition", PartitionWindowFunction::MapPartition),
    ("reduce", PartitionWindowFunction::Reduce),
    ("aggregate", PartitionWindowFunction::Aggregate),
    ("sortPartition", PartitionWindowFunction::SortPartition),
];

const TUMBLING: &[&str] = &["size"];
const SLIDING: &[&str] = &["size", "slide"];
const SESSION: &[&str] = &["gap"];

/// The classes, each with the fields it takes, all of them required.
const ASSIGNERS: &[(&str, &[&str])] = &[
    ("TumblingEventTimeWindows", TUMBLING),
    ("TumblingProcessingTimeWindows", TUMBLING),
    ("SlidingEventTimeWindows", SLIDING),
    ("SlidingProcessingTimeWindows", SLIDING),
    ("EventTimeSessionWindows", SESSION),
    ("ProcessingTimeSessionWindows", SESSION),
    ("GlobalWindows", &[]),
];

/// Reads the required field `assigner`.
pub fn assigner(call: &mut ObjectReader<'_, '_>, op: &str) -> Option<WindowAssigner> {
    call.require("assigner", &format!("`{op}`"));
    let object = call.nested("assigner")?;
    let path = call.path;
    let every_field = &["type", "size", "slide", "gap"];
    let mut reader =
        ObjectReader::open(object, path.field("assigner"), call.problems, &[every_field], |_| None);
    reader.require("type", "an assigner");
    let classes = ASSIGNERS.iter().map(|assigner| (assigner.0, *assigner));
    let (class, fields) = reader.choice("type", classes)?;
    for field in ["size", "slide", "gap"] {
        if fields.contains(&field) {
            reader.require(field, &format!("`{class}`"));
        } else if let Some(property) = reader.get(field) {
            let message = format!("`{class}` has no `{field}`");
            reader.problems.error("option-not-taken", reader.path.field(field), &property.name, message);
        }
    }
    let (size, slide, gap) = (reader.long("size"), reader.long("slide"), reader.long("gap"));
    Some(match class {
        "TumblingEventTimeWindows" => WindowAssigner::TumblingEventTimeWindows { size: size? },
        "TumblingProcessingTimeWindows" => WindowAssigner::TumblingProcessingTimeWindows { size: size? },
        "SlidingEventTimeWindows" => WindowAssigner::SlidingEventTimeWindows { size: size?, slide: slide? },
        "SlidingProcessingTimeWindows" => {
            WindowAssigner::SlidingProcessingTimeWindows { size: size?, slide: slide? }
        }
        "EventTimeSessionWindows" => WindowAssigner::EventTimeSessionWindows { gap: gap? },
        "ProcessingTimeSessionWindows" => WindowAssigner::ProcessingTimeSessionWindows { gap: gap? },
        _ => WindowAssigner::GlobalWindows,
    })
}
