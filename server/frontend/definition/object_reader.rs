//! Reads one JSON object field by field: what is known of it, each with the type the format gives it.

use jsonc_parser::ast::{Array, Object, ObjectProp, Value};
use jsonc_parser::common::Ranged;

use super::names::{one_of, quoted};
use super::path::Path;
use super::problems::Problems;

/// An object, the path to it, and where its problems go.
pub struct ObjectReader<'r, 't> {
    pub path: Path<'r>,
    pub problems: &'r mut Problems,
    object: &'t Object<'t>,
    /// The known fields that were written.
    members: Vec<(&'static str, &'t ObjectProp<'t>)>,
    /// Known fields that an unknown one was probably meant to be; that they are missing is then no news.
    meant: Vec<&'static str>,
}

impl<'r, 't> ObjectReader<'r, 't> {
    /// Opens an object whose fields are the known ones and no others. `elsewhere` may say more about a field that is
    /// not known here: it returns the code and the message of the diagnostic.
    pub fn open(
        object: &'t Object<'t>,
        path: Path<'r>,
        problems: &'r mut Problems,
        known: &[&[&'static str]],
        elsewhere: impl Fn(&str) -> Option<(&'static str, String)>,
    ) -> Self {
        let mut reader = Self { path, problems, object, members: Vec::new(), meant: Vec::new() };
        for property in &object.properties {
            reader.take(property, known, &elsewhere);
        }
        reader
    }

    fn take(
        &mut self,
        property: &'t ObjectProp<'t>,
        known: &[&[&'static str]],
        elsewhere: impl Fn(&str) -> Option<(&'static str, String)>,
    ) {
        let name = property.name.as_str();
        let mut names = known.iter().copied().flatten().copied();
        if let Some(field) = names.clone().find(|field| *field == name) {
            if self.get(field).is_some() {
                let message = format!("the field {} is written twice", quoted(name));
                self.problems.error("duplicate-field", self.path.field(name), &property.name, message);
            } else {
                self.members.push((field, property));
            }
            return;
        }
        if let Some((code, message)) = elsewhere(name) {
            self.problems.error(code, self.path.field(name), &property.name, message);
            return;
        }
        let nearest = self.problems.suggestions.nearest(name, names.clone());
        let nearest = nearest.and_then(|nearest| names.find(|field| *field == nearest));
        self.meant.extend(nearest);
        let message = format!("there is no field {} here", quoted(name));
        let path = self.path.field(name);
        self.problems.error("unknown-field", path, &property.name, message).suggestion =
            nearest.map(str::to_owned);
    }

    /// The object itself.
    pub const fn object(&self) -> &'t Object<'t> {
        self.object
    }

    /// The known fields that were written, in the order of the text.
    pub fn members(&self) -> &[(&'static str, &'t ObjectProp<'t>)] {
        &self.members
    }

    /// A field, if it was written.
    pub fn get(&self, field: &str) -> Option<&'t ObjectProp<'t>> {
        self.members.iter().find(|(name, _)| *name == field).map(|(_, property)| *property)
    }

    /// A field's value, if it was written.
    pub fn value(&self, field: &str) -> Option<&'t Value<'t>> {
        self.get(field).map(|property| &property.value)
    }

    /// Whether an unknown field was probably meant to be this one.
    pub fn is_meant(&self, field: &str) -> bool {
        self.meant.contains(&field)
    }

    /// Says that a field must be there, if it is not.
    pub fn require(&mut self, field: &'static str, what: &str) {
        if self.get(field).is_none() && !self.is_meant(field) {
            let message = format!("{what} needs `{field}`");
            self.problems.error("missing-field", self.path.field(field), self.object, message);
        }
    }

    /// Says that a field's value has not the type it needs.
    pub fn wrong_type(&mut self, field: &str, value: &Value<'_>, expected: &str) {
        wrong_type(self.problems, self.path.field(field), value, expected);
    }

    /// A field that is a string.
    pub fn string(&mut self, field: &'static str) -> Option<&'t str> {
        let value = self.value(field)?;
        string(self.problems, self.path.field(field), value)
    }

    /// A field that is true or false.
    pub fn boolean(&mut self, field: &'static str) -> Option<bool> {
        let value = self.value(field)?;
        let Value::BooleanLit(literal) = value else {
            self.wrong_type(field, value, "true or false");
            return None;
        };
        Some(literal.value)
    }

    /// A field that is true or false, and false if it is not written.
    pub fn flag(&mut self, field: &'static str) -> bool {
        self.boolean(field).unwrap_or(false)
    }

    /// A field that is a Java `int`.
    pub fn int(&mut self, field: &'static str) -> Option<i32> {
        let value = self.value(field)?;
        int(self.problems, self.path.field(field), value)
    }

    /// A field that is a Java `long`.
    pub fn long(&mut self, field: &'static str) -> Option<i64> {
        let value = self.value(field)?;
        let number = as_integer(value);
        if number.is_none() {
            self.wrong_type(field, value, "an integer that fits in Java's long");
        }
        number
    }

    /// A field that is a number.
    pub fn number(&mut self, field: &'static str) -> Option<f64> {
        let value = self.value(field)?;
        let number = match value {
            Value::NumberLit(literal) => literal.value.parse().ok().filter(|number: &f64| number.is_finite()),
            _ => None,
        };
        if number.is_none() {
            self.wrong_type(field, value, "a number that fits in Java's double");
        }
        number
    }

    /// A field that is an array.
    pub fn array(&mut self, field: &'static str) -> Option<&'t Array<'t>> {
        let value = self.value(field)?;
        if let Value::Array(array) = value {
            return Some(array);
        }
        self.wrong_type(field, value, "an array");
        None
    }

    /// A field that is an object.
    pub fn nested(&mut self, field: &'static str) -> Option<&'t Object<'t>> {
        let value = self.value(field)?;
        if let Value::Object(object) = value {
            return Some(object);
        }
        self.wrong_type(field, value, "an object");
        None
    }

    /// A field that is the name of a constant.
    pub fn choice<T>(&mut self, field: &'static str, constants: impl Constants<T>) -> Option<T> {
        let value = self.value(field)?;
        let name = string(self.problems, self.path.field(field), value)?;
        choice(self.problems, self.path.field(field), value, name, constants)
    }
}

/// The constants of an enumeration by their names.
pub trait Constants<T>: Iterator<Item = (&'static str, T)> + Clone {}

impl<T, I: Iterator<Item = (&'static str, T)> + Clone> Constants<T> for I {}

/// A string, or a diagnostic.
pub fn string<'t>(problems: &mut Problems, path: Path<'_>, value: &'t Value<'t>) -> Option<&'t str> {
    if let Value::StringLit(literal) = value {
        return Some(&literal.value);
    }
    wrong_type(problems, path, value, "a string");
    None
}

/// A Java `int`, or a diagnostic.
pub fn int(problems: &mut Problems, path: Path<'_>, value: &Value<'_>) -> Option<i32> {
    let number = as_integer(value);
    if number.is_none() {
        wrong_type(problems, path, value, "an integer that fits in Java's int");
    }
    number
}

/// A constant by its name, or a diagnostic at the place where the name stands.
pub fn choice<T>(
    problems: &mut Problems,
    path: Path<'_>,
    place: &impl Ranged,
    name: &str,
    constants: impl Constants<T>,
) -> Option<T> {
    if let Some((_, constant)) = constants.clone().find(|(known, _)| *known == name) {
        return Some(constant);
    }
    let names = constants.map(|(known, _)| known);
    let nearest = problems.suggestions.nearest(name, names.clone());
    let diagnostic =
        problems.error("unknown-name", path, place, format!("{} is not a name known here", quoted(name)));
    diagnostic.expected = Some(one_of(names));
    diagnostic.suggestion = nearest.map(str::to_owned);
    None
}

/// Says that a value has not the type it needs.
pub fn wrong_type(problems: &mut Problems, path: Path<'_>, value: &Value<'_>, expected: &str) {
    let found = match value {
        Value::StringLit(_) => "a string".to_owned(),
        Value::NumberLit(literal) => format!("the number {}", quoted(literal.value)),
        Value::BooleanLit(literal) => literal.value.to_string(),
        Value::Object(_) => "an object".to_owned(),
        Value::Array(_) => "an array".to_owned(),
        Value::NullKeyword(_) => "null".to_owned(),
    };
    problems.error("wrong-type", path, value, format!("this is {found}")).expected =
        Some(expected.to_owned());
}

fn as_integer<T: std::str::FromStr>(value: &Value<'_>) -> Option<T> {
    match value {
        Value::NumberLit(literal) => literal.value.parse().ok(),
        _ => None,
    }
}
