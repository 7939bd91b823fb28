//! Access to the attributes with which a syntax marks elements.

use crate::vocabulary::{AttributeRole, ItemRelation, Reading, Syntax};
use wishful::tree::{AttributeRef, NodeRef};

/// The attributes of a syntax.
#[derive(Clone, Debug)]
pub(super) struct Markup<'d> {
    pub(super) syntax: &'d Syntax,
    /// The names of all attributes that mark something.
    names: Vec<&'d str>,
}

/// A value that an attribute gives to an element.
#[derive(Clone, Copy)]
pub(super) struct MarkupValue<'d> {
    pub(super) reading: Reading,
    pub(super) text: &'d str,
    /// The attribute with the value; `None` if the vocabulary gives the value to all elements of
    /// that name.
    pub(super) attribute: Option<AttributeRef<'d>>,
}

impl<'d> Markup<'d> {
    pub(super) fn new(syntax: &'d Syntax) -> Self {
        let mut names = Vec::new();
        for marked in syntax.marks.values() {
            names.extend(marked.names.iter().map(|name| &**name));
        }
        // (An element with a link is the subject of its content.)
        if syntax.manner == ItemRelation::Subject
            && let Some(links) = syntax.readings.get(&Reading::Url)
        {
            for link in links.values() {
                names.extend(link.attributes.iter().map(|name| &**name));
            }
        }
        Self { syntax, names }
    }

    /// Reports whether an element has one of the attributes.
    pub(super) fn marks(&self, node: NodeRef<'d>) -> bool {
        node.is_element() && node.attributes().any(|it| self.names.contains(&it.name()))
    }

    /// Returns the first attribute of the element that the mark lists.
    pub(super) fn attribute(
        &self,
        mark: AttributeRole,
        node: NodeRef<'d>,
    ) -> Option<AttributeRef<'d>> {
        let marked = self.syntax.marks.get(&mark)?;
        let is_listed = marked.elements.is_empty()
            || node.namespace_id().is_none()
                && marked.elements.iter().any(|own| Some(&**own) == node.name());
        if !is_listed {
            return None;
        }
        let attribute = marked.names.iter().find_map(|name| node.attribute_called(name))?;
        let value = attribute.value().trim_ascii();
        let has_value = marked.values.is_empty()
            || marked.values.iter().any(|own| own.eq_ignore_ascii_case(value));
        if has_value { Some(attribute) } else { None }
    }

    /// Returns the value of that attribute.
    pub(super) fn value(&self, mark: AttributeRole, node: NodeRef<'d>) -> Option<&'d str> {
        self.attribute(mark, node).map(AttributeRef::value)
    }

    /// Returns the value that an attribute gives to an element, by the first of
    /// [`Syntax::READINGS`] that has one. An entry for the element's name has priority over one for
    /// all elements.
    pub(super) fn answer(&self, node: NodeRef<'d>) -> Option<MarkupValue<'d>> {
        Syntax::READINGS.iter().find_map(|&reading| self.answer_to(reading, node))
    }

    /// Returns the value that an attribute gives to an element in one reading.
    pub(super) fn answer_to(&self, reading: Reading, node: NodeRef<'d>) -> Option<MarkupValue<'d>> {
        let readings = self.syntax.readings.get(&reading)?;
        let own = match node.name() {
            Some(name) if node.namespace_id().is_none() => readings.get(name),
            _ => None,
        };
        for entry in own.into_iter().chain(readings.get("")) {
            let attribute = entry.attributes.iter().find_map(|name| node.attribute_called(name));
            let text = attribute.map(AttributeRef::value).or(entry.otherwise.as_deref());
            if let Some(text) = text {
                return Some(MarkupValue { reading, text, attribute });
            }
        }
        None
    }
}
