//! Scalars as the text that a Flink configuration file would hold: what Jackson's `asText()` makes of them.

use jsonc_parser::ast::Value;

use crate::flink::java_double;

/// The text of a scalar; nothing for an array or an object.
pub fn text(value: &Value<'_>) -> Option<String> {
    Some(match value {
        Value::StringLit(literal) => literal.value.to_string(),
        Value::NumberLit(literal) => number(literal.value),
        Value::BooleanLit(literal) => literal.value.to_string(),
        Value::NullKeyword(_) => "null".to_owned(),
        Value::Array(_) | Value::Object(_) => return None,
    })
}

/// Integers keep their digits, whatever their size; everything else is a Java `double`.
fn number(literal: &str) -> String {
    if literal == "-0" {
        return "0".to_owned();
    }
    if !literal.contains(['.', 'e', 'E']) {
        return literal.to_owned();
    }
    literal.parse().map_or_else(|_| literal.to_owned(), java_double)
}

#[cfg(test)]
mod tests {
    use super::number;

    #[test]
    fn numbers_read_as_java_prints_them() {
        let table = [
            ("1", "1"),
            ("-0", "0"),
            ("123456789012345678901234567890", "123456789012345678901234567890"),
            ("1.5", "1.5"),
            ("1.50", "1.5"),
            ("1.0", "1.0"),
            ("-0.0", "-0.0"),
            ("0.001", "0.001"),
            ("0.0001", "1.0E-4"),
            ("9999999.0", "9999999.0"),
            ("1e7", "1.0E7"),
            ("1.25e-7", "1.25E-7"),
            ("-2E3", "-2000.0"),
            ("1e999", "Infinity"),
            ("-1e999", "-Infinity"),
        ];
        for (json, java) in table {
            assert_eq!(number(json), java, "{json}");
        }
    }
}
