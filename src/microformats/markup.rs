//! The markup in an element, as a value: by the standard's algorithm for serialising fragments,
//! with whole addresses and without templates.

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::Reading;
use crate::tree::NodeRef;

/// Writes markup.
#[derive(Clone, Debug)]
pub(crate) struct Markup<'d> {
    addresses: Addresses<'d>,
    elements: Elements<'d>,
}

impl<'d> Markup<'d> {
    pub(crate) fn new(addresses: Addresses<'d>, elements: Elements<'d>) -> Self {
        Self { addresses, elements }
    }

    /// Whether addresses stayed relative for want of room.
    pub(crate) fn is_cut(&self) -> bool {
        self.addresses.is_cut()
    }

    /// The markup in an element, without blanks around it, or with the element itself. At most
    /// about `most` bytes are written, since elements that were opened again have their attributes
    /// again; what is cut ends in a comment.
    pub(crate) fn of(&self, node: NodeRef<'_>, outer: bool, most: u64) -> String {
        let mut html = String::new();
        let rewritten = |element: NodeRef<'_>, name: &str, value: &str| {
            let said = self.elements.find(Reading::Address, element)?;
            let is_address = said.attributes.iter().any(|address| **address == *name);
            is_address.then(|| self.addresses.whole(value).into_owned())
        };
        node.serialize(outer, &rewritten, |node| node.holds_other_tree(), most, &mut html);
        html.trim_ascii().to_owned()
    }
}
