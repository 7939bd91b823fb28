//! Markup of an element as a value, by the standard's HTML fragment serialization algorithm (13.3),
//! with absolute addresses and without templates.

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::Reading;
use wishful::tree::NodeRef;

/// A serializer of markup.
#[derive(Clone, Debug)]
pub(crate) struct Markup<'d> {
    addresses: Addresses<'d>,
    elements: Elements<'d>,
}

impl<'d> Markup<'d> {
    pub(crate) fn new(addresses: Addresses<'d>, elements: Elements<'d>) -> Self {
        Self { addresses, elements }
    }

    /// Reports whether addresses stayed relative because there was no room for absolute ones.
    pub(crate) fn is_cut(&self) -> bool {
        self.addresses.is_cut()
    }

    /// Returns the markup inside an element, without surrounding white space, or with the element
    /// itself. The result has at most about `most` bytes, because reopened formatting elements
    /// repeat their attributes. Truncated markup ends in a comment.
    pub(crate) fn of(&self, node: NodeRef<'_>, outer: bool, most: u64) -> String {
        let mut html = String::new();
        node.serialize(
            outer,
            &|element: NodeRef<'_>, name: &str, value: &str| self.rewritten(element, name, value),
            |node| node.holds_other_tree(),
            most,
            &mut html,
        );
        html.trim_ascii().to_owned()
    }

    /// Returns the absolute address in an attribute, if the attribute holds an address.
    fn rewritten(&self, element: NodeRef<'_>, name: &str, value: &str) -> Option<String> {
        let entry = self.elements.find(Reading::Address, element)?;
        if !entry.attributes.iter().any(|address| **address == *name) {
            return None;
        }
        Some(self.addresses.whole(value).into_owned())
    }
}
