//! A program's functions as Flink sees them: what they are called, which types they take and give.

use tree_sitter::Node;

use super::super::classes::{ClassKind, Supertype};
use super::super::evaluator::{Eval, Evaluator};
use super::super::value::{Data, Thing, Value};
use crate::frontend::Span;

impl<'t> Evaluator<'t> {
    /// What Flink calls a function in a description: its class's simple name, with rules for anonymous ones and lambdas.
    pub fn function_name(&mut self, function: &Value, node: Node<'t>) -> Eval<String> {
        self.rests_on(function);
        match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                let class = object.class;
                Ok(self.classes.function_name(class))
            }
            Some(Thing::Closure(closure)) => {
                let class = closure.class;
                Ok(format!("{}$$Lambda", self.classes.binary_name(class)))
            }
            Some(Thing::Foreign(foreign)) if foreign.class.is_some() => {
                Ok(foreign.class.as_deref().unwrap_or_default().to_owned())
            }
            _ => {
                let (text, doubt) = self.to_text(function, node)?;
                self.questions.matter(&doubt);
                Ok(text)
            }
        }
    }

    /// Whether a function's class extends or implements a type of this name, if that can be told.
    pub fn extends(&self, function: &Value, name: &str) -> Option<bool> {
        match self.heap.thing(function)? {
            Thing::Object(object) => {
                let known = self.classes.foreign_supertypes(object.class);
                Some(known.iter().any(|it| it.name == name))
            }
            Thing::Foreign(foreign) => (foreign.class.as_deref() == Some(name)).then_some(true),
            _ => None,
        }
    }

    /// Whether the function behind a merging one is a `ProcessWindowFunction` or its form for all windows.
    pub fn is_process_function(&self, function: &Value, is_all: bool) -> bool {
        let name = if is_all { "ProcessAllWindowFunction" } else { "ProcessWindowFunction" };
        match self.heap.thing(function) {
            Some(Thing::Object(object)) => {
                self.classes.foreign_supertypes(object.class).iter().any(|it| it.name.starts_with("Process"))
            }
            Some(Thing::Foreign(foreign)) => {
                foreign.class.as_deref().is_none_or(|class| class == name || class.contains("Process"))
            }
            _ => false,
        }
    }

    /// A type argument of an interface that a function implements.
    pub fn type_argument_of(&self, function: &Value, interface: &str, index: usize) -> Option<String> {
        let object = self.heap.as_object(function)?;
        let supertypes = self.classes.foreign_supertypes(object.class);
        let of_interface =
            |it: &&&Supertype<'t>| it.name == interface || it.name.strip_prefix("Rich") == Some(interface);
        let found = supertypes.iter().find(of_interface)?;
        let argument = found.arguments.get(index)?;
        // A type variable of the class tells nothing.
        (argument.len() > 1).then(|| (*argument).to_owned())
    }

    /// The type that a function gives.
    pub fn output_type(&self, function: &Value) -> Option<String> {
        let object = self.heap.as_object(function)?;
        let supertypes = self.classes.foreign_supertypes(object.class);
        let typed = supertypes.iter().find(|it| it.arguments.len() > 1)?;
        let index = match typed.name {
            "ProcessWindowFunction"
            | "WindowFunction"
            | "ProcessAllWindowFunction"
            | "AllWindowFunction"
            | "RichWindowFunction"
            | "RichAllWindowFunction" => 1,
            _ => typed.arguments.len() - 1,
        };
        let output = typed.arguments.get(index)?;
        (output.len() > 1).then(|| (*output).to_owned())
    }

    /// The type that a `TypeInformation`, a `TypeHint` or a class literal stands for, as it would be written.
    pub fn type_information(&self, value: &Value) -> Option<String> {
        match &value.data {
            Data::Class(name) => Some(name.to_string()),
            Data::Ref(id) => match self.heap.get(*id) {
                Thing::Foreign(foreign) => {
                    let class = foreign.class.as_deref();
                    let call = foreign.calls.first()?;
                    let first = call.arguments.first();
                    match (class, &*call.method) {
                        (Some("Types"), "TUPLE" | "ROW" | "ROW_NAMED" | "MAP" | "LIST" | "ENUM")
                        | (Some("TupleTypeInfo"), _) => Some(match &*call.method {
                            "ROW" | "ROW_NAMED" => "Row".to_owned(),
                            "MAP" => "Map<,>".to_owned(),
                            "LIST" => "List<>".to_owned(),
                            _ => format!("Tuple{}", call.arguments.len()),
                        }),
                        (Some("Types" | "TypeInformation" | "TypeExtractor"), _) if first.is_some() => {
                            first.and_then(|first| self.type_information(first))
                        }
                        (Some("TypeHint"), _) => None,
                        _ => type_constant(&call.method).map(str::to_owned),
                    }
                }
                Thing::Object(object) => {
                    let class = self.classes.get(object.class);
                    let hint = class.supertypes.first().filter(|it| it.name == "TypeHint")?;
                    hint.arguments.first().map(|it| (*it).to_owned())
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

    /// The class of the serializer that Flink takes for a type.
    pub fn serializer_of(&mut self, written: Option<&str>, place: Span) -> String {
        const BASE: &str = "org.apache.flink.api.common.typeutils.base";
        const RUNTIME: &str = "org.apache.flink.api.java.typeutils.runtime";
        let Some(written) = written else {
            self.warning(
                "serializer-assumed",
                place,
                "the type that is merged here is not known; the operator's description shows a Kryo serializer for it",
            );
            return format!("{RUNTIME}.kryo.KryoSerializer");
        };
        let name = written.split('<').next().unwrap_or(written).rsplit('.').next().unwrap_or(written).trim();
        if written.ends_with("[]") {
            return format!("{BASE}.GenericArraySerializer");
        }
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
            "List" => "ListSerializer",
            "Map" => "MapSerializer",
            _ => "",
        };
        if !of_base.is_empty() {
            return format!("{BASE}.{of_base}");
        }
        let is_tuple = name.strip_prefix("Tuple").is_some_and(|arity| arity.parse::<u8>().is_ok());
        if is_tuple {
            return format!("{RUNTIME}.TupleSerializer");
        }
        if name == "Row" {
            return format!("{RUNTIME}.RowSerializer");
        }
        let class = self.classes.named(name, self.frame().class);
        match class.map(|id| self.classes.get(id).kind) {
            Some(ClassKind::Enum) => format!("{BASE}.EnumSerializer"),
            Some(_) if class.is_some_and(|id| self.is_pojo(id)) => format!("{RUNTIME}.PojoSerializer"),
            Some(_) => format!("{RUNTIME}.kryo.KryoSerializer"),
            None => {
                self.warning(
                    "serializer-assumed",
                    place,
                    format!("the class `{name}` is not in the text; the operator's description shows the serializer of a POJO for it"),
                );
                format!("{RUNTIME}.PojoSerializer")
            }
        }
    }

    /// Whether Flink takes a class of the text for a POJO.
    fn is_pojo(&mut self, id: super::super::classes::ClassId) -> bool {
        use super::super::syntax::{children, field_children, has_modifier};
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
            |it: &&Node<'t>| it.child_by_field_name("parameters").map_or(0, |it| children(it).len());
        let has_default = members.constructors.is_empty()
            || members.constructors.iter().any(|it| parameters(&it) == 0 && has_modifier(*it, "public"));
        let fields = members.initializers.iter().filter(|it| it.kind() == "field_declaration");
        let mut fields =
            fields.filter(|it| !has_modifier(**it, "static") && !has_modifier(**it, "transient"));
        let has_accessors = |name: &str| {
            let has = |prefixes: [&str; 2]| {
                members.methods.keys().any(|method| {
                    method.eq_ignore_ascii_case(name)
                        || prefixes.iter().any(|it| {
                            method.strip_prefix(it).is_some_and(|rest| rest.eq_ignore_ascii_case(name))
                        })
                })
            };
            has(["get", "is"]) && has(["set", "set"])
        };
        has_default
            && fields.all(|field| {
                has_modifier(*field, "public") && !has_modifier(*field, "final")
                    || field_children(*field, "declarator").iter().all(|declarator| {
                        let name =
                            declarator.child_by_field_name("name").map_or("", |name| self.text_of(name));
                        has_accessors(name)
                    })
            })
    }

    /// The name of the file that the text would be in: that of its public class, or of its first one.
    pub fn file_name(&self) -> String {
        let declared = self.classes.declared();
        let top: Vec<_> = declared.into_iter().filter(|id| self.classes.get(*id).outer.is_none()).collect();
        let public =
            top.iter().find(|id| super::super::syntax::has_modifier(self.classes.get(**id).node, "public"));
        let name = public.or(top.first()).map_or("Main", |id| self.classes.get(*id).name);
        format!("{name}.java")
    }
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
