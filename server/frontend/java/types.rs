//! Types, as far as a plan shows them: what functions take and give, and which serializer Flink has for it.
//!
//! Types are texts as they are written. What is not known is left out, never guessed.

use tree_sitter::Node;

use super::classes::{ClassId, ClassKind};
use super::evaluator::Evaluator;
use super::syntax::{children, field_children, first_child, has_modifier, simple_type, text_of};
use super::value::{ClosureCode, Data, Thing, Value};
use crate::frontend::Span;

/// How deep expressions are looked into for their type.
const GREATEST_DEPTH: usize = 16;

impl<'t> Evaluator<'t> {
    // ---------------------------------------------------------------- type arguments of supertypes

    /// An argument of a type outside of the text that a class extends or implements, through its generic superclasses.
    pub fn supertype_argument(
        &self,
        class: ClassId,
        wanted: &dyn Fn(&str) -> bool,
        index: usize,
    ) -> Option<String> {
        self.supertype_argument_at(class, wanted, index, 0)
    }

    fn supertype_argument_at(
        &self,
        class: ClassId,
        wanted: &dyn Fn(&str) -> bool,
        index: usize,
        depth: usize,
    ) -> Option<String> {
        if depth > GREATEST_DEPTH {
            return None;
        }
        for supertype in &self.classes.get(class).supertypes {
            match self.classes.named(supertype.name, class).filter(|it| *it != class) {
                None if wanted(supertype.name) => {
                    return supertype.arguments.get(index).map(|it| (*it).to_owned());
                }
                None => {}
                Some(parent) => {
                    let Some(found) = self.supertype_argument_at(parent, wanted, index, depth + 1) else {
                        continue;
                    };
                    let variables = self.type_variables(parent);
                    let position = variables.iter().position(|variable| *variable == found);
                    return match position {
                        Some(position) => supertype.arguments.get(position).map(|it| (*it).to_owned()),
                        None => Some(found),
                    };
                }
            }
        }
        None
    }

    /// The type variables of a class, in order.
    fn type_variables(&self, class: ClassId) -> Vec<&'t str> {
        let parameters = self.classes.get(class).node.child_by_field_name("type_parameters");
        let parameters = parameters.map_or_else(Vec::new, children);
        let names = parameters.into_iter().map(|parameter| {
            let parts = children(parameter);
            parts
                .into_iter()
                .find(|part| part.kind() == "type_identifier")
                .map_or("", |name| self.text_of(name))
        });
        names.collect()
    }

    /// A type argument of an interface that a function implements.
    pub fn type_argument_of(&self, function: &Value, interface: &str, index: usize) -> Option<String> {
        let object = self.heap.as_object(function)?;
        let wanted = |name: &str| name == interface || name.strip_prefix("Rich") == Some(interface);
        self.supertype_argument(object.class, &wanted, index).filter(|it| !is_type_variable(it))
    }

    /// The type that a function gives; `input` is what it takes.
    pub fn output_type(&self, function: &Value, input: Option<&str>) -> Option<String> {
        match self.heap.thing(function)? {
            Thing::Object(object) => {
                const OF_WINDOWS: [&str; 6] = [
                    "ProcessWindowFunction",
                    "WindowFunction",
                    "ProcessAllWindowFunction",
                    "AllWindowFunction",
                    "RichWindowFunction",
                    "RichAllWindowFunction",
                ];
                let of_windows = |name: &str| OF_WINDOWS.contains(&name);
                let second = self.supertype_argument(object.class, &of_windows, 1);
                let last = || {
                    let function =
                        |name: &str| name.ends_with("Function") && !name.ends_with("FilterFunction");
                    (1..4).rev().find_map(|index| self.supertype_argument(object.class, &function, index))
                };
                second.or_else(last).filter(|it| !is_type_variable(it))
            }
            Thing::Closure(closure) => match &closure.code {
                ClosureCode::Lambda(lambda) => {
                    let parameters = lambda.child_by_field_name("parameters")?;
                    let single = match parameters.kind() {
                        "identifier" => Some(parameters),
                        _ => first_child(parameters),
                    };
                    let name = single.map(|single| single.child_by_field_name("name").unwrap_or(single));
                    let scope = name.zip(input).map(|(name, input)| (self.text_of(name), input));
                    let body = lambda.child_by_field_name("body")?;
                    let result = if body.kind() == "block" {
                        let last = children(body).pop().filter(|it| it.kind() == "return_statement")?;
                        first_child(last)?
                    } else {
                        body
                    };
                    self.type_of_expression(result, closure.class, scope, 0)
                }
                ClosureCode::Unbound { class, method, .. } => self
                    .classes
                    .named(class, closure.class)
                    .and_then(|class| self.returned_type(class, method))
                    .or_else(|| library_type(class, method).map(str::to_owned)),
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of an expression, where it can be told from the expression alone.
    fn type_of_expression(
        &self,
        node: Node<'t>,
        class: ClassId,
        scope: Option<(&str, &str)>,
        depth: usize,
    ) -> Option<String> {
        if depth > GREATEST_DEPTH {
            return None;
        }
        let inside = |node: Node<'t>| self.type_of_expression(node, class, scope, depth + 1);
        Some(match node.kind() {
            "string_literal" => "String".to_owned(),
            "decimal_integer_literal" => {
                if self.text_of(node).ends_with(['l', 'L']) { "Long" } else { "Integer" }.to_owned()
            }
            "decimal_floating_point_literal" => "Double".to_owned(),
            "true" | "false" | "instanceof_expression" => "Boolean".to_owned(),
            "parenthesized_expression" => return first_child(node).and_then(inside),
            "identifier" => {
                let (name, input) = scope?;
                if self.text_of(node) != name {
                    return None;
                }
                input.to_owned()
            }
            "cast_expression" => boxed(self.text_of(node.child_by_field_name("type")?)).to_owned(),
            "ternary_expression" => {
                let then = node.child_by_field_name("consequence").and_then(inside);
                return then.or_else(|| node.child_by_field_name("alternative").and_then(inside));
            }
            "object_creation_expression" => {
                let written = node.child_by_field_name("type")?;
                simple_type(self.text, written).to_owned()
            }
            "binary_expression" => {
                let operator = self.text_of(node.child_by_field_name("operator")?);
                if matches!(operator, "<" | ">" | "<=" | ">=" | "==" | "!=" | "&&" | "||") {
                    return Some("Boolean".to_owned());
                }
                let left = node.child_by_field_name("left").and_then(inside);
                let right = node.child_by_field_name("right").and_then(inside);
                let is = |name: &str| left.as_deref() == Some(name) || right.as_deref() == Some(name);
                match operator {
                    "+" if is("String") => "String".to_owned(),
                    _ if is("Double") => "Double".to_owned(),
                    _ => match (left?, right?) {
                        (left, right) if left == "Long" || right == "Long" => "Long".to_owned(),
                        (left, _) => left,
                    },
                }
            }
            "field_access" => {
                // A constant of an enum of the text.
                let object = self.text_of(node.child_by_field_name("object")?);
                let id = self.classes.named(object, class)?;
                (self.classes.get(id).kind == ClassKind::Enum).then(|| object.to_owned())?
            }
            "method_invocation" => {
                let name = self.text_of(node.child_by_field_name("name")?);
                let Some(object) = node.child_by_field_name("object") else {
                    return self.returned_type(class, name);
                };
                let written = self.text_of(object);
                if let Some(found) = library_type(written, name) {
                    return Some(found.to_owned());
                }
                if let Some(id) = self.classes.named(written, class) {
                    return self.returned_type(id, name);
                }
                let of = inside(object)?;
                match self.classes.named(&of, class) {
                    Some(id) => return self.returned_type(id, name),
                    None => library_type(&of, name)?.to_owned(),
                }
            }
            _ => return None,
        })
    }

    /// What a method of the text gives, as it is declared.
    fn returned_type(&self, class: ClassId, method: &str) -> Option<String> {
        for ancestor in self.classes.ancestry(class) {
            let body = self.classes.get(ancestor).body;
            let found = children(body).into_iter().find(|member| {
                member.kind() == "method_declaration"
                    && member.child_by_field_name("name").is_some_and(|name| self.text_of(name) == method)
            });
            if let Some(found) = found {
                let written = self.text_of(found.child_by_field_name("type")?);
                return (!is_type_variable(written)).then(|| boxed(written).to_owned());
            }
        }
        None
    }

    // ---------------------------------------------------------------- type information

    /// The type that a `TypeInformation`, a `TypeHint` or a class literal stands for, as it would be written.
    pub fn type_information(&self, value: &Value) -> Option<String> {
        match &value.data {
            Data::Class(name) => Some(name.to_string()),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Foreign(foreign) => {
                    let call = foreign.calls.first()?;
                    let first = call.arguments.first();
                    match (foreign.class.as_deref(), &*call.method) {
                        (Some("Types"), "ROW" | "ROW_NAMED") => Some("Row".to_owned()),
                        (Some("Types"), "MAP") => Some("Map<,>".to_owned()),
                        (Some("Types"), "LIST") => Some("List<>".to_owned()),
                        (Some("Types"), "TUPLE") | (Some("TupleTypeInfo"), _) => {
                            Some(format!("Tuple{}", call.arguments.len()))
                        }
                        (Some("Types" | "TypeInformation" | "TypeExtractor"), _) if first.is_some() => {
                            first.and_then(|first| self.type_information(first))
                        }
                        _ => type_constant(&call.method).map(str::to_owned),
                    }
                }
                Thing::Object(object) => {
                    let hint = |name: &str| name == "TypeHint";
                    self.supertype_argument(object.class, &hint, 0)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// The type of a value that a source is made of.
    pub fn type_of(&self, value: &Value) -> Option<String> {
        Some(match &value.data {
            Data::Bool(_) => "Boolean".to_owned(),
            Data::Int(_) => "Integer".to_owned(),
            Data::Long(_) => "Long".to_owned(),
            Data::Float(_) => "Float".to_owned(),
            Data::Double(_) => "Double".to_owned(),
            Data::Char(_) => "Character".to_owned(),
            Data::Text(_) => "String".to_owned(),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Entry(..) => "Tuple2".to_owned(),
                Thing::Object(object) => self.classes.get(object.class).name.to_owned(),
                Thing::Foreign(foreign) => foreign.class.as_deref()?.to_owned(),
                _ => return None,
            },
            _ => return None,
        })
    }

    // ---------------------------------------------------------------- serializers

    /// The serializer that Flink takes for a type, as it prints itself.
    pub fn serializer_of(&mut self, written: Option<&str>, place: Span) -> String {
        const BASE: &str = "org.apache.flink.api.common.typeutils.base";
        const RUNTIME: &str = "org.apache.flink.api.java.typeutils.runtime";
        let kryo = format!("{RUNTIME}.kryo.KryoSerializer@0");
        let Some(written) = written else {
            self.warning(
                "serializer-assumed",
                place,
                "the type that is merged here is not known; the operator's text shows a Kryo serializer for it",
            );
            return kryo;
        };
        if let Some(element) = written.strip_suffix("[]") {
            let primitive = match element.trim() {
                "int" => "Int",
                "long" => "Long",
                "double" => "Double",
                "float" => "Float",
                "boolean" => "Boolean",
                "byte" => "Byte",
                "short" => "Short",
                "char" => "Char",
                "String" => return format!("{BASE}.array.StringArraySerializer@0"),
                _ => return format!("{BASE}.GenericArraySerializer@0"),
            };
            return format!("{BASE}.array.{primitive}PrimitiveArraySerializer@0");
        }
        match written {
            "List<>" => return format!("{BASE}.ListSerializer@0"),
            "Map<,>" => return format!("{BASE}.MapSerializer@0"),
            _ => {}
        }
        let name = written.split('<').next().unwrap_or(written);
        let name = name.rsplit('.').next().unwrap_or(name).trim();
        let of_base = match name {
            "String" => "StringSerializer",
            "Integer" | "int" => "IntSerializer",
            "Long" | "long" => "LongSerializer",
            "Double" | "double" => "DoubleSerializer",
            "Float" | "float" => "FloatSerializer",
            "Boolean" | "boolean" => "BooleanSerializer",
            "Short" | "short" => "ShortSerializer",
            "Byte" | "byte" => "ByteSerializer",
            "Character" | "char" => "CharSerializer",
            "BigDecimal" => "BigDecSerializer",
            "BigInteger" => "BigIntSerializer",
            "Instant" => "InstantSerializer",
            "Void" => "VoidSerializer",
            _ => "",
        };
        if !of_base.is_empty() {
            return format!("{BASE}.{of_base}@0");
        }
        if name.strip_prefix("Tuple").is_some_and(|arity| arity.parse::<u8>().is_ok()) {
            return format!("{RUNTIME}.TupleSerializer@0");
        }
        // What Flink finds in a signature may be null.
        if matches!(name, "List" | "Map" | "Set" | "Collection") {
            return format!("{RUNTIME}.NullableSerializer@0");
        }
        if name == "Row" {
            return format!("{RUNTIME}.RowSerializer@0");
        }
        let Some(class) = self.classes.named(name, self.frame().class) else {
            const OF_JAVA: [&str; 10] = [
                "HashMap",
                "ArrayList",
                "LinkedList",
                "HashSet",
                "TreeMap",
                "PriorityQueue",
                "Object",
                "LinkedHashMap",
                "UUID",
                "LocalDateTime",
            ];
            if OF_JAVA.contains(&name) {
                return kryo;
            }
            self.warning(
                "serializer-assumed",
                place,
                format!("the class `{name}` is not in the text; the operator's text shows the serializer of a POJO for it"),
            );
            return format!("{RUNTIME}.PojoSerializer@0");
        };
        if self.classes.get(class).kind == ClassKind::Enum {
            let members = self.classes.members(class);
            let names = members.enum_constants.iter().filter_map(|it| it.child_by_field_name("name"));
            let names: Vec<_> = names.map(|name| self.text_of(name)).collect();
            let package = self.imports.package.map_or(String::new(), |package| format!("{package}."));
            let class = self.classes.binary_name(class);
            return format!(
                "EnumSerializer{{enumClass=class {package}{class}, values=[{}]}}",
                names.join(", ")
            );
        }
        if self.is_pojo(class) { format!("{RUNTIME}.PojoSerializer@0") } else { kryo }
    }

    /// The type by whose fields a stream cannot be aggregated: a class of the text that Flink surely takes for no POJO.
    pub fn type_without_fields(&mut self, element: &str) -> Option<String> {
        let id = self.classes.named(element, self.frame().class)?;
        let class = self.classes.get(id);
        let (kind, node, supertypes) = (class.kind, class.node, class.supertypes.len());
        // What it inherits and what an annotation adds to it is not looked at.
        let is_bare = supertypes == 0 && !has_annotation(node);
        if !matches!(kind, ClassKind::Class | ClassKind::Record) || !is_bare || self.is_pojo(id) {
            return None;
        }
        let package = self.imports.package.map_or(String::new(), |package| format!("{package}."));
        Some(format!("GenericType<{package}{}>", self.classes.binary_name(id).replace('$', ".")))
    }

    /// Whether Flink takes a class of the text for a POJO.
    fn is_pojo(&mut self, id: ClassId) -> bool {
        let class = self.classes.get(id);
        let (node, is_inner, kind) = (class.node, class.is_inner, class.kind);
        if kind == ClassKind::Record {
            return has_modifier(node, "public");
        }
        if !has_modifier(node, "public") || is_inner {
            return false;
        }
        let members = self.classes.members(id);
        let parameters =
            |it: Node<'t>| it.child_by_field_name("parameters").map_or(0, |it| children(it).len());
        let has_default = members.constructors.is_empty()
            || members.constructors.iter().any(|it| parameters(*it) == 0 && has_modifier(*it, "public"));
        let fields = members.initializers.iter().filter(|it| it.kind() == "field_declaration");
        let mut fields =
            fields.filter(|it| !has_modifier(**it, "static") && !has_modifier(**it, "transient"));
        let has_accessors = |name: &str| {
            let has = |prefixes: &[&str]| {
                members.methods.keys().any(|method| {
                    prefixes
                        .iter()
                        .any(|it| method.strip_prefix(it).is_some_and(|rest| rest.eq_ignore_ascii_case(name)))
                })
            };
            has(&["get", "is", ""]) && has(&["set"])
        };
        has_default
            && fields.all(|field| {
                has_modifier(*field, "public") && !has_modifier(*field, "final")
                    || field_children(*field, "declarator").iter().all(|declarator| {
                        let name = declarator
                            .child_by_field_name("name")
                            .map_or("", |name| text_of(self.text, name));
                        has_accessors(name)
                    })
            })
    }
}

/// Whether a type is a variable, as far as names tell.
pub fn is_type_variable(written: &str) -> bool {
    written.starts_with('?')
        || written.len() <= 3
            && written.starts_with(|first: char| first.is_ascii_uppercase())
            && written.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

fn boxed(written: &str) -> &str {
    match written {
        "int" => "Integer",
        "long" => "Long",
        "double" => "Double",
        "float" => "Float",
        "boolean" => "Boolean",
        "char" => "Character",
        other => other,
    }
}

/// What methods of Java's and Flink's classes give.
fn library_type(class: &str, method: &str) -> Option<&'static str> {
    Some(match (class, method) {
        (
            "String",
            "valueOf" | "format" | "join" | "toUpperCase" | "toLowerCase" | "trim" | "strip" | "substring"
            | "concat" | "replace",
        ) => "String",
        ("Integer" | "Long" | "Double", "toString") => "String",
        ("String", "length" | "hashCode" | "indexOf") | ("Integer", "parseInt" | "valueOf") => "Integer",
        ("String", "isEmpty" | "contains" | "startsWith" | "equals") => "Boolean",
        ("Long", "parseLong" | "valueOf") | ("System", "currentTimeMillis" | "nanoTime") => "Long",
        ("Double", "parseDouble" | "valueOf") | ("Math", "random" | "sqrt" | "pow") => "Double",
        ("Tuple1", "of") => "Tuple1",
        ("Tuple2", "of") => "Tuple2",
        ("Tuple3", "of") => "Tuple3",
        ("Tuple4", "of") => "Tuple4",
        ("Tuple5", "of") => "Tuple5",
        ("Row", "of") => "Row",
        (_, "toString") => "String",
        _ => return None,
    })
}

/// The type of a constant of `Types` or `BasicTypeInfo`.
fn type_constant(name: &str) -> Option<&'static str> {
    Some(match name.strip_suffix("_TYPE_INFO").unwrap_or(name) {
        "STRING" => "String",
        "INT" => "Integer",
        "LONG" => "Long",
        "DOUBLE" => "Double",
        "FLOAT" => "Float",
        "BOOLEAN" => "Boolean",
        "SHORT" => "Short",
        "BYTE" => "Byte",
        "CHAR" => "Character",
        "BIG_DEC" => "BigDecimal",
        "BIG_INT" => "BigInteger",
        "INSTANT" => "Instant",
        "VOID" => "Void",
        _ => return None,
    })
}

/// Whether a declaration carries an annotation.
fn has_annotation(node: Node<'_>) -> bool {
    let modifiers = children(node).into_iter().find(|part| part.kind() == "modifiers");
    modifiers.is_some_and(|modifiers| {
        children(modifiers).iter().any(|it| matches!(it.kind(), "annotation" | "marker_annotation"))
    })
}
