//! What the text imports: which package a simple name comes from, and which class a static member.

use std::collections::HashMap;

use tree_sitter::Node;

use super::syntax::{children, text_of};

/// The imports of a text.
#[derive(Debug, Default)]
pub struct Imports<'t> {
    /// The qualified name of a class, by its simple name.
    classes: HashMap<&'t str, &'t str>,
    /// The simple name of the class, by the name of its static member.
    members: HashMap<&'t str, &'t str>,
    /// The simple names of classes of which every static member is imported.
    all_members_of: Vec<&'t str>,
    pub package: Option<&'t str>,
}

impl<'t> Imports<'t> {
    pub fn of(text: &'t str, root: Node<'t>) -> Self {
        let mut imports = Self::default();
        for declaration in children(root) {
            let parts = children(declaration);
            let Some(name) = parts.first().map(|name| text_of(text, *name)) else { continue };
            match declaration.kind() {
                "package_declaration" => imports.package = parts.last().map(|name| text_of(text, *name)),
                "import_declaration" => {
                    let is_static = declaration.child(1).is_some_and(|child| child.kind() == "static");
                    let is_all = parts.iter().any(|part| part.kind() == "asterisk");
                    match (is_static, is_all) {
                        (false, false) => {
                            imports.classes.insert(simple(name), name);
                        }
                        (true, false) => {
                            if let Some((class, member)) = name.rsplit_once('.') {
                                imports.members.insert(member, simple(class));
                            }
                        }
                        (true, true) => imports.all_members_of.push(simple(name)),
                        (false, true) => {}
                    }
                }
                _ => {}
            }
        }
        imports
    }

    /// The qualified name that a simple name is imported with.
    pub fn qualified(&self, class: &str) -> Option<&'t str> {
        self.classes.get(class).copied()
    }

    /// The class from which a static member is imported.
    pub fn class_of_member(&self, member: &str) -> Option<&'t str> {
        self.members.get(member).copied()
    }

    /// The classes all of whose static members are imported.
    pub fn open_classes(&self) -> &[&'t str] {
        &self.all_members_of
    }
}

fn simple(name: &str) -> &str {
    name.rsplit('.').next().unwrap_or(name)
}
