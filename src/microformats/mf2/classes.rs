//! What the classes of an element say where it stands: root classes, properties, values.
//!
//! An item of microformats2 has its properties by prefixed classes. One that is written by a classic root class has them
//! by the classes of its formats, which the vocabulary reads as prefixed ones (backcompat); and by the types of its
//! links. An element with root classes of both sorts is one of microformats2.

use super::names::{self, Prefix};
use crate::base::IndexSet;
use crate::microformats::vocabulary::{Format, Kind, Property, Simple, Vocabulary};
use crate::tree::NodeRef;

/// By which names an item has its properties.
#[derive(Clone, Debug)]
pub(super) enum Naming<'v> {
    /// Those of microformats2.
    Prefixed,
    /// Those of classic formats.
    Classic(Vec<&'v Format>),
}

/// A property that an element has, as its class says.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct Said<'d> {
    pub(super) prefix: Prefix,
    pub(super) name: &'d str,
    /// Whether the value is the last part of the link's path (rel-tag).
    pub(super) is_tag: bool,
}

/// The attributes of an element that say what it is.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tokens<'d> {
    pub(super) class: &'d str,
    pub(super) rel: &'d str,
}

impl<'d> Tokens<'d> {
    pub(super) fn of(node: NodeRef<'d>) -> Self {
        let mut tokens = Self::default();
        for attribute in node.attributes().filter(|attribute| !attribute.is_duplicate()) {
            match attribute.name() {
                "class" => tokens.class = attribute.value(),
                "rel" => tokens.rel = attribute.value(),
                _ => {}
            }
        }
        tokens
    }
}

/// What an element is.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks<'d> {
    /// Root classes of microformats2, sorted.
    pub(super) types: Vec<&'d str>,
    /// How its properties are named, if it is a root.
    pub(super) naming: Option<Naming<'d>>,
    /// In their order, each once.
    pub(super) properties: IndexSet<Said<'d>>,
    pub(super) is_value: bool,
    pub(super) is_value_title: bool,
    pub(super) is_include: bool,
}

impl<'d> Marks<'d> {
    /// Reads what an element is that stands in an item with these names, or in none.
    pub(super) fn read(
        &mut self,
        node: NodeRef<'d>,
        Tokens { class, rel }: Tokens<'d>,
        around: Option<&Naming<'d>>,
        vocabulary: &'d Vocabulary,
    ) {
        self.clear();
        match around {
            Some(Naming::Prefixed) => self.prefixed(class),
            Some(Naming::Classic(formats)) => self.classic(formats, class, rel, node),
            None => {}
        }
        self.root(class, vocabulary);
        if around.is_some() {
            self.values(class);
        }
    }

    fn clear(&mut self) {
        self.types.clear();
        self.naming = None;
        self.properties.clear();
        (self.is_value, self.is_value_title, self.is_include) = (false, false, false);
    }

    fn values(&mut self, class: &str) {
        for class in class.split_ascii_whitespace() {
            self.is_value |= class == "value";
            self.is_value_title |= class == "value-title";
            self.is_include |= class == "include";
        }
    }

    fn prefixed(&mut self, class: &'d str) {
        for (prefix, name) in class.split_ascii_whitespace().filter_map(names::property) {
            self.properties.insert(Said { prefix, name, is_tag: false });
        }
    }

    fn classic(&mut self, formats: &[&'d Format], class: &'d str, rel: &'d str, node: NodeRef<'d>) {
        for class in class.split_ascii_whitespace() {
            for format in formats {
                self.become_properties(format.properties.get(class));
            }
        }
        for relation in rel.split_ascii_whitespace().filter(|_| node.attribute("href").is_some()) {
            for format in formats {
                let relation = format.relations.get(&*relation.to_ascii_lowercase());
                self.become_properties(relation);
            }
        }
    }

    fn become_properties(&mut self, property: Option<&'d Property>) {
        let Some(property) = property else { return };
        let is_tag = property.kind == Kind::Plain(Simple::Tag);
        for class in &property.becomes {
            if let Some((prefix, name)) = names::property(class) {
                self.properties.insert(Said { prefix, name, is_tag });
            }
        }
    }

    fn root(&mut self, class: &'d str, vocabulary: &'d Vocabulary) {
        let classes = class.split_ascii_whitespace();
        self.types.extend(classes.clone().filter(|class| names::is_root(class)));
        if !self.types.is_empty() {
            self.naming = Some(Naming::Prefixed);
        } else {
            let formats: Vec<&Format> = classes
                .filter_map(|class| vocabulary.format(class).filter(|_| vocabulary.is_root(class)))
                .collect();
            self.types
                .extend(formats.iter().flat_map(|format| &format.becomes).map(|class| &**class));
            if !self.types.is_empty() {
                self.naming = Some(Naming::Classic(formats));
            }
        }
        self.types.sort_unstable();
        self.types.dedup();
    }
}
