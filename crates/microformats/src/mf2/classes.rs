//! Interpretation of an element's classes in its context: root classes, properties, values.
//!
//! An item of microformats2 has properties by prefixed classes. An item with a classic root class
//! has properties by the classes of its formats, and by the types of its links. The vocabulary maps
//! these to prefixed names (backcompat). An element with root classes of both kinds is an item of
//! microformats2.

use crate::vocabulary::classes::{self, Prefix};
use crate::vocabulary::{Backcompat, ModernClasses, PropertyKind, Simple};
use wishful::base::IndexMap;
use wishful::tree::NodeRef;

/// The naming scheme of an item's properties.
#[derive(Clone, Debug)]
pub(super) enum Naming<'v> {
    /// The prefixed names of microformats2.
    Prefixed,
    /// The names of classic formats.
    Classic(Vec<&'v ModernClasses>),
}

/// A property that the classes of an element give.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct PropertyName<'d> {
    pub(super) prefix: Prefix,
    pub(super) name: &'d str,
}

/// The attributes that may mark an element.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Tokens<'d> {
    pub(super) class: &'d str,
    pub(super) rel: &'d str,
}

impl<'d> Tokens<'d> {
    /// Returns the values of both attributes.
    pub(super) fn of(node: NodeRef<'d>) -> Self {
        let [class, rel] = node.values(["class", "rel"]).map(Option::unwrap_or_default);
        Self { class, rel }
    }
}

/// The classes that are root classes.
#[derive(Clone, Copy, Debug)]
pub(in super::super) struct Roots<'v> {
    /// The classic root classes.
    backcompat: &'v Backcompat,
    /// Classes that begin like roots of microformats2 but are not.
    except: &'v [&'v str],
}

impl<'v> Roots<'v> {
    /// Creates the root classes of a vocabulary, with exceptions.
    pub(in super::super) fn new(backcompat: &'v Backcompat, except: &'v [&'v str]) -> Self {
        Self { backcompat, except }
    }

    /// Reports whether a class is a root class of microformats2.
    fn prefixed(self, class: &str) -> bool {
        classes::is_root(class) && !self.except.contains(&class)
    }

    /// Reports whether any of the classes is a root class.
    pub(super) fn has_one(self, class: &str) -> bool {
        class.split_ascii_whitespace().any(|class| match class.as_bytes() {
            [b'h', b'-', ..] => self.prefixed(class),
            _ => self.backcompat.root(class).is_some(),
        })
    }
}

/// The marks of an element.
#[derive(Clone, Debug, Default)]
pub(super) struct ElementClasses<'d> {
    /// The root classes of microformats2, sorted.
    pub(super) types: Vec<&'d str>,
    /// The naming scheme of the item's properties, if the element is a root.
    pub(super) naming: Option<Naming<'d>>,
    /// The properties in the order of the classes, one for each token. A property occurs once if
    /// several classic classes map to it. The flag: the value is the last path segment of the link
    /// (rel-tag).
    pub(super) properties: Vec<(PropertyName<'d>, bool)>,
    /// In a classic item, for each property, the class that gave it last, and the index of that
    /// token.
    given: IndexMap<PropertyName<'d>, (&'d str, usize)>,
    pub(super) is_value: bool,
    pub(super) is_value_title: bool,
    pub(super) is_include: bool,
}

impl<'d> ElementClasses<'d> {
    /// Reads the marks of an element, in an item with the naming scheme `around`, or in none.
    pub(super) fn read(
        &mut self,
        node: NodeRef<'d>,
        Tokens { class, rel }: Tokens<'d>,
        around: Option<&Naming<'d>>,
        roots: Roots<'d>,
    ) {
        self.clear();
        match around {
            Some(Naming::Prefixed) => self.read_prefixed(class),
            Some(Naming::Classic(formats)) => self.read_classic(formats, class, rel, node),
            None => {}
        }
        self.read_root(class, around, roots);
        if around.is_some() {
            self.read_value_classes(class);
        }
    }

    /// Reports whether a classic class of the element gives a property.
    pub(super) fn is_given(&self, property: PropertyName<'d>) -> bool {
        self.given.contains_key(&property)
    }

    fn clear(&mut self) {
        self.types.clear();
        self.naming = None;
        self.properties.clear();
        self.given.clear();
        (self.is_value, self.is_value_title, self.is_include) = (false, false, false);
    }

    /// Reads the classes of the value-class and include patterns.
    fn read_value_classes(&mut self, class: &str) {
        for class in class.split_ascii_whitespace() {
            self.is_value |= class == "value";
            self.is_value_title |= class == "value-title";
            self.is_include |= class == "include";
        }
    }

    /// Reads the property classes of microformats2, such as `p-name`.
    fn read_prefixed(&mut self, class: &'d str) {
        let is_tag = false;
        for (prefix, name) in class.split_ascii_whitespace().filter_map(classes::property) {
            self.properties.push((PropertyName { prefix, name }, is_tag));
        }
    }

    /// Reads the classes and link relations that classic formats define, such as `fn` of `vcard`.
    fn read_classic(
        &mut self,
        formats: &[&'d ModernClasses],
        class: &'d str,
        rel: &'d str,
        node: NodeRef<'d>,
    ) {
        for (number, class) in class.split_ascii_whitespace().enumerate() {
            for format in formats {
                if let Some(becomes) = format.classes.get(class) {
                    self.become_properties(becomes, false, (class, number));
                }
            }
        }
        if rel.is_empty() || node.attribute("href").is_none() {
            return;
        }
        for format in formats {
            for (types, property) in &format.relations {
                if types.split(' ').all(|own| rel.split_ascii_whitespace().any(|rel| rel == own)) {
                    let is_tag = property.kind == PropertyKind::Plain(Simple::Tag);
                    self.become_properties(&property.becomes, is_tag, ("", 0));
                }
            }
        }
    }

    /// Adds the properties that the token with index `number` maps to. Skips those that another
    /// class, or the same token in another format, has already given.
    fn become_properties(
        &mut self,
        becomes: &'d [Box<str>],
        is_tag: bool,
        token @ (class, number): (&'d str, usize),
    ) {
        for (prefix, name) in becomes.iter().filter_map(|class| classes::property(class)) {
            let property = PropertyName { prefix, name };
            match self.given.get(&property) {
                Some(&(other, index)) if other != class || index == number => {}
                _ => {
                    self.given.insert(property, token);
                    self.properties.push((property, is_tag));
                }
            }
        }
    }

    /// Reads the root classes, and decides how the properties inside are named. Root classes of
    /// microformats2 take precedence over classic ones.
    fn read_root(&mut self, class: &'d str, around: Option<&Naming<'d>>, roots: Roots<'d>) {
        let classes = class.split_ascii_whitespace();
        self.types.extend(classes.clone().filter(|class| roots.prefixed(class)));
        if !self.types.is_empty() {
            self.naming = Some(Naming::Prefixed);
            return self.sort_types();
        }
        let mut formats: Vec<&ModernClasses> =
            classes.clone().filter_map(|class| roots.backcompat.root(class)).collect();
        if formats.is_empty()
            && let Some(Naming::Classic(around)) = around
        {
            for class in classes {
                for format in around {
                    formats.extend(roots.backcompat.part(format, class));
                }
            }
        }
        if !formats.is_empty() {
            for format in &formats {
                self.types.extend(format.types.iter().map(|class| &**class));
            }
            self.naming = Some(Naming::Classic(formats));
            self.sort_types();
        }
    }

    fn sort_types(&mut self) {
        self.types.sort_unstable();
        self.types.dedup();
    }
}
