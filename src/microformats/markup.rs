//! The markup in an element, as a value: by the standard's algorithm for serialising fragments, with whole addresses.

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::{Reading, Vocabulary};
use crate::tree::NodeRef;

/// Writes markup.
#[derive(Clone, Debug)]
pub(crate) struct Markup<'d> {
    addresses: Addresses<'d>,
    elements: Elements<'d>,
}

impl<'d> Markup<'d> {
    pub(crate) fn new(vocabulary: &'d Vocabulary, addresses: Addresses<'d>) -> Self {
        let elements = Elements::new(addresses.document(), vocabulary);
        Self { addresses, elements }
    }

    /// The markup in an element, without blanks around it, or with the element itself.
    pub(crate) fn of(&self, node: NodeRef<'_>, outer: bool) -> String {
        let mut html = String::new();
        let rewritten = |element: NodeRef<'_>, name: &str, value: &str| {
            let said = self.elements.find(Reading::Address, element)?;
            let is_address = said.attributes.iter().any(|address| **address == *name);
            is_address.then(|| self.addresses.whole(value).into_owned())
        };
        node.serialize(outer, &rewritten, &mut html);
        html.trim_ascii().to_owned()
    }
}
