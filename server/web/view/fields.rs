//! The fields of an element's records, in groups: every one that the dump has, in the order in which people ask for them.

use serde_json::Value;

use crate::explain::{Rule, Topic};
use crate::render::Record;

/// Fields that belong together.
#[derive(Debug)]
pub struct Group {
    pub title: &'static str,
    pub fields: Vec<Field>,
}

/// A field as the dump has it.
#[derive(Debug, PartialEq, Eq)]
pub struct Field {
    pub name: String,
    pub value: String,
    /// What the value stands for, where it does not say so itself.
    pub note: Option<&'static str>,
    /// Whether people copy it: an id.
    pub is_id: bool,
    pub rule: Option<Rule>,
}

/// Records of one kind.
#[derive(Debug)]
pub struct List {
    pub name: String,
    pub records: Vec<ListRecord>,
    pub left_out: usize,
}

/// One of them.
#[derive(Debug)]
pub struct ListRecord {
    pub title: String,
    pub fields: Vec<Field>,
}

/// The most records of a list that are shown.
const MOST_RECORDS: usize = 50;

impl Field {
    /// The name in pieces, between which a line may break.
    pub fn name_pieces(&self) -> Vec<&str> {
        let name = self.name.as_str();
        let capitals = name.char_indices().skip(1).filter(|(_, char)| char.is_ascii_uppercase());
        let mut starts: Vec<usize> = std::iter::once(0).chain(capitals.map(|(at, _)| at)).collect();
        starts.push(name.len());
        starts.windows(2).map(|pair| &name[pair[0]..pair[1]]).collect()
    }
}

/// The records' fields in groups, and the lists of records among them.
pub fn grouped(records: &[Record]) -> (Vec<Group>, Vec<List>) {
    let mut groups: Vec<Group> = Vec::new();
    let mut lists = Vec::new();
    let mut seen: Vec<(&str, &Value)> = Vec::new();
    for record in records {
        for (name, value) in &record.fields {
            // What several records say alike is said once.
            if seen.contains(&(name.as_str(), value)) {
                continue;
            }
            seen.push((name, value));
            if let Some(list) = list(name, value) {
                lists.push(list);
                continue;
            }
            let title = group(name);
            // Its own fields go by their names; what else Flink keeps of it says where.
            let of_others = record.class != records[0].class && records[0].fields.contains_key(name);
            let mut field = field(name, value);
            if of_others {
                field.name = format!("{}.{name}", record.class);
            }
            match groups.iter_mut().find(|group| group.title == title) {
                Some(group) => group.fields.push(field),
                None => groups.push(Group { title, fields: vec![field] }),
            }
        }
    }
    groups.sort_by_key(|group| GROUPS.iter().position(|(title, _)| *title == group.title));
    (groups, lists)
}

/// Which fields belong together, in the order in which people ask for them.
const GROUPS: [(&str, &[&str]); 6] = [
    (
        "Identity",
        &[
            "id",
            "operatorId",
            "operators",
            "chain",
            "node",
            "kind",
            "name",
            "prettyName",
            "uid",
            "uidHash",
            "userHash",
            "userDefinedId",
            "description",
            "outputTag",
            "tag",
        ],
    ),
    (
        "Parallelism",
        &[
            "parallelism",
            "parallelismConfigured",
            "maxParallelism",
            "consumerParallelism",
            "consumerMaxParallelism",
        ],
    ),
    (
        "Chaining",
        &[
            "chainingStrategy",
            "yielding",
            "chainIndex",
            "chainStart",
            "chainEnd",
            "chainedOutputs",
            "nonChainedOutputs",
        ],
    ),
    (
        "Data",
        &[
            "inputs",
            "original",
            "source",
            "target",
            "sourceNode",
            "producer",
            "consumers",
            "dataset",
            "typeNumber",
            "partitioner",
            "exchangeMode",
            "shipStrategy",
            "distributionPattern",
            "partitionType",
            "resultType",
            "broadcast",
            "forward",
            "bufferTimeout",
            "supportsUnalignedCheckpoints",
            "persistentDataSet",
            "intraInputKeyCorrelated",
            "upstreamStateMapper",
            "downstreamStateMapper",
            "statePartitioners",
            "inputRequirements",
            "outputOnlyAfterEndOfStream",
            "noOutputUntilEndOfInput",
            "anyOutputBlocking",
            "inPhysicalEdges",
            "outputs",
            "datasets",
        ],
    ),
    (
        "Slot and memory",
        &[
            "slotSharingGroup",
            "coLocationGroup",
            "managedMemoryOperator",
            "managedMemorySlot",
            "managedMemoryFractions",
            "minResources",
            "preferredResources",
        ],
    ),
    (
        "Task",
        &[
            "jobVertexClass",
            "invokable",
            "inputFormat",
            "outputFormat",
            "inputOutputFormat",
            "coordinator",
            "coordinators",
            "supportsConcurrentExecutionAttempts",
        ],
    ),
];

/// What a field of no known group is under; there is none, which a test makes sure of.
pub const OTHER: &str = "Other";

/// The group that a field belongs to.
fn group(name: &str) -> &'static str {
    let found = GROUPS.iter().find(|(_, names)| names.contains(&name));
    found.map_or(OTHER, |(title, _)| *title)
}

fn field(name: &str, value: &Value) -> Field {
    let text = shown(value);
    Field {
        name: name.to_owned(),
        note: note(name, value),
        is_id: text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_hexdigit()),
        rule: rule(name, value),
        value: text,
    }
}

/// A value as people read it.
fn shown(value: &Value) -> String {
    match value {
        Value::Null => String::new(),
        Value::String(text) => text.clone(),
        Value::Array(values) => values.iter().map(shown).collect::<Vec<_>>().join(", "),
        Value::Object(fields) => {
            let pairs: Vec<_> =
                fields.iter().map(|(name, value)| format!("{name}: {}", shown(value))).collect();
            pairs.join(", ")
        }
        other => other.to_string(),
    }
}

/// What a value means that does not say it itself.
fn note(name: &str, value: &Value) -> Option<&'static str> {
    Some(match (name, value) {
        (_, Value::Null) => "unset",
        (_, Value::String(text)) if text.is_empty() => "empty",
        (_, Value::Array(values)) if values.is_empty() => "none",
        (_, Value::Object(fields)) if fields.is_empty() => "none",
        (
            "parallelism" | "maxParallelism" | "consumerParallelism" | "consumerMaxParallelism",
            Value::Number(number),
        ) if number.as_i64() == Some(-1) => "unset",
        ("bufferTimeout", Value::Number(number)) if number.as_i64() == Some(-1) => "unset: full buffers only",
        ("bufferTimeout", Value::Number(_)) => "ms",
        ("managedMemoryOperator", _) => "weights",
        ("slotSharingGroup", Value::Number(_)) => "its place among the groups",
        _ => return None,
    })
}

/// The rule that decides about a field.
fn rule(name: &str, value: &Value) -> Option<Rule> {
    Some(match name {
        "parallelism" => Rule::OperatorParallelism,
        "maxParallelism" => Rule::OperatorMaxParallelism,
        "chainingStrategy" => Rule::ChainingStrategies,
        "chainIndex" => Rule::ChainIndex,
        "uid" => Rule::Uid,
        "uidHash" | "userHash" | "userDefinedId" => Rule::UidHash,
        "partitioner" | "shipStrategy" => {
            let code = value.as_str()?.to_ascii_lowercase();
            let partitioners = Rule::ALL.iter().filter(|rule| rule.topic() == Topic::Partitioners);
            *partitioners.into_iter().find(|rule| rule.code() == code)?
        }
        "exchangeMode" => Rule::ExchangeModeOfPartitioning,
        "distributionPattern" => Rule::DistributionPatterns,
        "bufferTimeout" => Rule::BufferTimeout,
        "supportsUnalignedCheckpoints" => Rule::UnalignedCheckpoints,
        "slotSharingGroup" => Rule::SlotSharing,
        "noOutputUntilEndOfInput" | "outputOnlyAfterEndOfStream" => Rule::NoOutputUntilEndOfInput,
        "persistentDataSet" => Rule::PersistentDataSets,
        "inputRequirements" => Rule::SortedInputs,
        "outputTag" | "tag" => Rule::SideOutputs,
        _ => return None,
    })
}

/// A list of records, if the value is one.
fn list(name: &str, value: &Value) -> Option<List> {
    let Value::Array(values) = value else { return None };
    if !values.first()?.is_object() {
        return None;
    }
    let records = values.iter().take(MOST_RECORDS).filter_map(Value::as_object).map(|fields| {
        let title = ["name", "dataset", "id"].iter().find_map(|key| fields.get(*key)?.as_str());
        ListRecord {
            title: title.unwrap_or_default().to_owned(),
            fields: fields.iter().map(|(name, value)| field(name, value)).collect(),
        }
    });
    Some(List {
        name: name.to_owned(),
        records: records.collect(),
        left_out: values.len().saturating_sub(MOST_RECORDS),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_names_of_fields_may_break_before_capitals() {
        let field = field("supportsUnalignedCheckpoints", &Value::Bool(true));
        assert_eq!(field.name_pieces(), ["supports", "Unaligned", "Checkpoints"]);
    }

    #[test]
    fn values_say_what_they_stand_for() {
        for (name, value, expected) in [
            ("maxParallelism", serde_json::json!(-1), ("-1", Some("unset"))),
            ("maxParallelism", serde_json::json!(128), ("128", None)),
            ("uid", Value::Null, ("", Some("unset"))),
            ("chainedOutputs", serde_json::json!([4, 5]), ("4, 5", None)),
            ("chainedOutputs", serde_json::json!([]), ("", Some("none"))),
            ("managedMemoryFractions", serde_json::json!({ "OPERATOR": 0.5 }), ("OPERATOR: 0.5", None)),
        ] {
            let field = field(name, &value);
            assert_eq!((field.value.as_str(), field.note), expected, "{name} {value}");
        }
    }
}
