//! The `config` object: Flink configuration entries as text.

use std::collections::HashSet;

use jsonc_parser::ast::Object;

use super::names::quoted;
use super::object_reader::wrong_type;
use super::path::Path;
use super::problems::{Problems, span};
use super::scalar;
use crate::configuration::{ConfigurationEntry, UNCHECKED_KEYS, keys as plan_keys, option_with_key};

/// Reads the entries, in the order they were written.
pub fn read(object: &Object<'_>, path: Path<'_>, problems: &mut Problems) -> Vec<ConfigurationEntry> {
    let mut keys = HashSet::with_capacity(object.properties.len());
    let mut entries = Vec::with_capacity(object.properties.len());
    for property in &object.properties {
        let key = property.name.as_str();
        let path = path.field(key);
        if !keys.insert(key) {
            let message = format!("the key {} is written twice", quoted(key));
            problems.error("duplicate-field", path, &property.name, message);
            continue;
        }
        let Some(value) = scalar::text(&property.value) else {
            wrong_type(problems, path, &property.value, "a string, a number, true, false or null");
            continue;
        };
        if UNCHECKED_KEYS.contains(&key) {
            let message = format!(
                "the value of {} is not checked: it does not change the plan, but Flink refuses one that it cannot read",
                quoted(key)
            );
            problems.warning("value-not-checked", path, &property.name, message);
        } else if option_with_key(key).is_none() {
            let nearest = problems.suggestions.slip(key, plan_keys());
            let message = format!("the key {} does not change the plan", quoted(key));
            problems.warning("key-without-effect", path, &property.name, message).suggestion =
                nearest.map(str::to_owned);
        }
        entries.push(ConfigurationEntry { key: key.to_owned(), value, range: span(property.range).into() });
    }
    entries
}
