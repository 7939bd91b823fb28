//! Implied properties of an item ("parsing for implied properties").
//!
//! An item gets an implied name if it has no name, no `p-*` and no `e-*` property. It gets an
//! implied photo or url if it has no `u-*` property and none of that name. An item with a nested
//! item gets neither. The sources are the element itself, an only child, and an only child of the
//! only child. Items of classic formats get no implied properties.

use super::classes::Naming;
use super::reader::{ModernReader, OpenItem};
use crate::results::{Form, Text, ValueRow};
use crate::step::{InputPosition, Step, StepInput};
use crate::vocabulary::Reading;
use crate::vocabulary::classes::Prefix;
use wishful::tree::{AttributeRef, NodeRef};

impl<'a> ModernReader<'a, '_> {
    pub(super) fn imply(&mut self, node: NodeRef<'a>, item: &mut OpenItem<'a>) {
        if item.holds_items || matches!(item.naming, Naming::Classic(_)) {
            return;
        }
        if !self.has(item, "name", &[Prefix::Text, Prefix::Embedded]) {
            let row = self.implied_name(node);
            self.add(item, Prefix::Text, "name", row);
        }
        let says_addresses = item.values.iter().any(|value| value.prefix == Prefix::Url);
        for (name, reading) in [("photo", Reading::ImpliedPhoto), ("url", Reading::ImpliedUrl)] {
            if says_addresses || self.has(item, name, &[]) {
                continue;
            }
            if let Some((node, attribute)) = self.alone(node, reading) {
                let row = ValueRow { step: Step::Implied, ..self.linked(node, attribute, true) };
                self.add(item, Prefix::Url, name, row);
            }
        }
    }

    /// Reports whether an item has a property with the name, or one with any of the prefixes.
    pub(super) fn has(&self, item: &OpenItem<'a>, name: &str, prefixes: &[Prefix]) -> bool {
        let term = self.tables.known_term(name);
        let mut values = item.values.iter();
        values.any(|value| Some(value.term) == term || prefixes.contains(&value.prefix))
    }

    fn implied_name(&mut self, node: NodeRef<'a>) -> ValueRow<'a> {
        let (node, text, place) = match self.name_attribute(node) {
            Some((node, name)) => {
                let place = name
                    .value_span()
                    .map_or(InputPosition::Content(node.id()), InputPosition::Attribute);
                (node, Text::Borrowed(name.value().trim_ascii()), place)
            }
            None => {
                (node, self.text(node, Reading::ContentOfName), InputPosition::Content(node.id()))
            }
        };
        let parts = self.tables.note([StepInput::value(place)]);
        ValueRow { text, form: Form::Plain, step: Step::Implied, parts, node: node.id() }
    }

    /// Returns the attribute for the implied name: the element's own, or else the first that is not
    /// empty, of an only child or an only child of the only child.
    fn name_attribute(&self, node: NodeRef<'a>) -> Option<(NodeRef<'a>, AttributeRef<'a>)> {
        if let Some(name) = self.elements.attribute(Reading::ImpliedName, node) {
            return Some((node, name));
        }
        let mut inner = node;
        for _ in 0..2 {
            inner = only_child(inner)?;
            if let Some(name) = self.elements.attribute(Reading::ImpliedName, inner)
                && !name.value().is_empty()
            {
                return Some((inner, name));
            }
        }
        None
    }

    /// Returns the element's own attribute. Otherwise returns that of a child that is the only one
    /// of its element name, in the element or in its only child.
    fn alone(
        &mut self,
        node: NodeRef<'a>,
        reading: Reading,
    ) -> Option<(NodeRef<'a>, AttributeRef<'a>)> {
        if let Some(attribute) = self.elements.attribute(reading, node) {
            return Some((node, attribute));
        }
        let found = self.only_of_name(node, reading);
        if found.is_some() {
            return found;
        }
        let only = only_child(node)?;
        if self.elements.attribute(reading, only).is_some() {
            return None;
        }
        self.only_of_name(only, reading)
    }

    fn only_of_name(
        &mut self,
        around: NodeRef<'a>,
        reading: Reading,
    ) -> Option<(NodeRef<'a>, AttributeRef<'a>)> {
        let mut found: Vec<(NodeRef<'a>, bool)> = Vec::new();
        for child in children(around) {
            self.looks += 1;
            if self.elements.find(reading, child).is_none() {
                continue;
            }
            match found.iter_mut().find(|(other, _)| other.name_id() == child.name_id()) {
                Some((_, is_alone)) => *is_alone = false,
                None => found.push((child, true)),
            }
        }
        found.sort_by_key(|(child, _)| self.elements.rank(reading, *child));
        for (child, is_alone) in found {
            if is_alone && let Some(attribute) = self.elements.attribute(reading, child) {
                return Some((child, attribute));
            }
        }
        None
    }
}

/// Returns the child elements, without templates.
fn children(node: NodeRef<'_>) -> impl Iterator<Item = NodeRef<'_>> {
    node.child_elements().filter(|child| !child.holds_other_tree())
}

/// Returns the only child element, if there is exactly one.
fn only_child(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut children = children(node);
    let first = children.next()?;
    if children.next().is_none() { Some(first) } else { None }
}
