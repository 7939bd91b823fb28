//! Items as linked data: one graph, written as JSON-LD.
//!
//! Each item is a node. Its name is its `uid` or its `url`, if that is an address; so items about
//! one thing share a node. Types and properties are terms of schema.org where that has them
//! ([`terms`]); otherwise they are those of microformats, `mf:NAME`.
//!
//! Dates are `xsd:date` and `xsd:dateTime`. Markup is `rdf:HTML`, in addition to the text. An image
//! with an alternative text is a node. Nested items that are not values are `mf:child` of the
//! enclosing item.

pub(crate) mod jsonld;
pub(crate) mod terms;

use std::borrow::Cow;

use oxrdf::{BlankNode, NamedNode, NamedOrBlankNode};

use super::values::first;
use crate::moments::DateTime;
use crate::results::{Item, Microformats, Value};
use crate::step::Role;
use terms::{ORGANIZATION, OWN, SCHEMA, SchemaShape, SchemaTerm, TYPES};
use wishful::base::IndexMap;
use wishful::tree::NodeId;

/// A type or a property, of schema.org or of microformats.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Name {
    Schema(&'static str),
    Own(String),
}

/// The object of a triple.
pub(crate) enum Object<'m> {
    Node(NamedOrBlankNode),
    Text(Cow<'m, str>),
    /// A text with a datatype of `xsd`.
    Typed(String, &'static str),
    /// The markup of a value.
    Markup(Value<'m>),
}

/// The value that gave an object, and the part of the value that the object is.
pub(crate) type ObjectSource<'m> = Option<(Value<'m>, Role)>;

/// A node with its triples.
pub(crate) struct LinkedNode<'m> {
    pub(crate) id: NamedOrBlankNode,
    /// The element that gave the node.
    pub(crate) element: NodeId,
    pub(crate) types: Vec<Name>,
    pub(crate) properties: IndexMap<Name, Vec<(Object<'m>, ObjectSource<'m>)>>,
}

impl Name {
    fn own(name: &str) -> Self {
        let plain = name.chars().map(|letter| match letter {
            'a'..='z' | 'A'..='Z' | '0'..='9' | '-' => letter,
            _ => '_',
        });
        Self::Own(plain.collect())
    }

    /// Returns the full address.
    pub(crate) fn iri(&self) -> NamedNode {
        NamedNode::new_unchecked(match self {
            Self::Schema(name) => format!("{SCHEMA}{name}"),
            Self::Own(name) => format!("{OWN}{name}"),
        })
    }

    /// Returns the abbreviated name, for the context of JSON-LD.
    fn short(&self) -> String {
        match self {
            Self::Schema(name) => (*name).to_owned(),
            Self::Own(name) => format!("mf:{name}"),
        }
    }
}

impl Microformats<'_> {
    /// Calls `each` with the nodes of the graph, until it returns `false`.
    pub(crate) fn nodes<'m>(&'m self, mut each: impl FnMut(LinkedNode<'m>) -> bool) -> bool {
        let mut images = 0;
        for item in self.all_items() {
            let mut more = Vec::new();
            let node = node(item, &mut more, &mut images);
            if !each(node) || !more.into_iter().all(&mut each) {
                return false;
            }
        }
        true
    }
}

/// Returns the name of an item: its address, or a blank node by its number.
fn id(item: Item<'_>) -> NamedOrBlankNode {
    for name in ["uid", "url"] {
        if let Some(iri) = first(item, name).and_then(iri) {
            return iri.into();
        }
    }
    blank('i', item.id.index() + 1)
}

/// Returns a blank node with a letter for its kind and a number.
fn blank(letter: char, number: usize) -> NamedOrBlankNode {
    BlankNode::new_unchecked(format!("{letter}{number}")).into()
}

/// Parses an address that can name a node.
fn iri(text: &str) -> Option<NamedNode> {
    NamedNode::new(text.trim()).ok()
}

/// Returns the schema.org types for the root classes of an item.
fn types(item: Item<'_>) -> Vec<&'static str> {
    let mut types: Vec<&'static str> = item.types().filter_map(schema_type).collect();
    let name = first(item, "name").or(first(item, "fn"));
    if name.is_some() && name == first(item, "org") {
        for name in &mut types {
            if *name == "Person" {
                *name = ORGANIZATION;
            }
        }
    }
    types.dedup();
    types
}

/// Returns the schema.org type for a root class.
fn schema_type(class: &str) -> Option<&'static str> {
    let (_, name) = TYPES.iter().find(|(classes, _)| classes.contains(&class))?;
    Some(name)
}

/// Returns the node of an item; appends the nodes of its images to `more`.
fn node<'m>(item: Item<'m>, more: &mut Vec<LinkedNode<'m>>, images: &mut usize) -> LinkedNode<'m> {
    let known = types(item);
    let mut names: Vec<Name> = known.iter().copied().map(Name::Schema).collect();
    for class in item.types() {
        if schema_type(class).is_none() {
            names.push(Name::own(class));
        }
    }
    let mut node = LinkedNode {
        id: id(item),
        element: item.node().id(),
        types: names,
        properties: IndexMap::default(),
    };
    for property in item.properties() {
        let (name, shape) = match SchemaTerm::of(property.name(), &known) {
            Some(term) => (Name::Schema(term.term), term.shape),
            None => (Name::own(property.name()), SchemaShape::Text),
        };
        for value in property.values() {
            let source = Some((value, Role::Value));
            let object = object(shape, value, more, images);
            node.properties.entry(name.clone()).or_default().push((object, source));
            if value.item().is_none() && value.html().is_some() {
                let markup = Name::own(&format!("{}-html", property.name()));
                let object = Object::Markup(value);
                node.properties.entry(markup).or_default().push((object, source));
            }
        }
    }
    let children: Vec<_> = item.children().map(|child| (Object::Node(id(child)), None)).collect();
    if !children.is_empty() {
        let is_blog = known.contains(&"Blog");
        let name = if is_blog { Name::Schema("blogPost") } else { Name::own("child") };
        node.properties.entry(name).or_default().extend(children);
    }
    node
}

/// Converts a value to an object.
fn object<'m>(
    shape: SchemaShape,
    value: Value<'m>,
    more: &mut Vec<LinkedNode<'m>>,
    images: &mut usize,
) -> Object<'m> {
    if let Some(item) = value.item() {
        return Object::Node(id(item));
    }
    let text = value.text();
    let plain = Object::Text(text.into());
    let address = iri(text).map(NamedOrBlankNode::from);
    match (shape, address) {
        (SchemaShape::Text, _) if value.alt().is_none() => plain,
        (SchemaShape::Date, _) => dated(text).unwrap_or(plain),
        (_, None) => plain,
        (_, Some(address)) => match value.alt() {
            Some(alt) => {
                *images += 1;
                let image = image(blank('v', *images), address, alt, value);
                let id = image.id.clone();
                more.push(image);
                Object::Node(id)
            }
            None => Object::Node(address),
        },
    }
}

/// Returns the node of an image with an alternative text.
fn image<'m>(
    id: NamedOrBlankNode,
    address: NamedOrBlankNode,
    alt: &'m str,
    value: Value<'m>,
) -> LinkedNode<'m> {
    let mut properties = IndexMap::default();
    properties
        .insert(Name::Schema("url"), vec![(Object::Node(address), Some((value, Role::Value)))]);
    let caption = (Object::Text(alt.into()), Some((value, Role::Alternative)));
    properties.insert(Name::Schema("caption"), vec![caption]);
    LinkedNode {
        id,
        element: value.node().id(),
        types: vec![Name::Schema("ImageObject")],
        properties,
    }
}

/// Parses a text as a date, or as a date and a time.
fn dated<'m>(text: &str) -> Option<Object<'m>> {
    let moment = DateTime::read(text)?;
    if !moment.has_day() {
        return None;
    }
    let kind = if moment.has_time() { "dateTime" } else { "date" };
    Some(Object::Typed(moment.to_string(), kind))
}
