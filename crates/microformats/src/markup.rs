//! Markup of an element as a value, by the standard's HTML fragment serialization algorithm (13.3),
//! with absolute addresses and without templates.

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::Reading;
use std::borrow::Cow;
use wishful::base::IndexMap;
use wishful::tree::{AttributeRef, NodeRef};

/// A serializer of markup.
#[derive(Clone, Debug)]
pub(crate) struct Markup<'d> {
    addresses: Addresses<'d>,
    elements: Elements<'d>,
}

/// The addresses of an image.
pub(crate) struct SourceSet<'n> {
    /// The attribute with the address that is the value.
    pub(crate) address: AttributeRef<'n>,
    /// The addresses in `srcset` by their descriptors.
    pub(crate) candidates: IndexMap<&'n str, Cow<'n, str>>,
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

    /// Returns the addresses in the `srcset` of an image; `None` if the element has none.
    pub(crate) fn srcset<'n>(&self, node: NodeRef<'n>) -> Option<SourceSet<'n>>
    where
        'd: 'n,
    {
        self.elements.find(Reading::Alternative, node)?;
        let address = self.elements.attribute(Reading::Url, node)?;
        let written = node.attribute_called("srcset")?.value();
        let mut candidates = IndexMap::default();
        for (url, descriptor) in candidates_of(written) {
            candidates.entry(descriptor).or_insert_with(|| self.addresses.whole(url));
        }
        Some(SourceSet { address, candidates })
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

/// Splits a `srcset` into addresses with their descriptors (HTML, "parse a srcset attribute").
fn candidates_of(written: &str) -> Vec<(&str, &str)> {
    let mut candidates = Vec::new();
    let mut rest = written;
    loop {
        rest = rest.trim_start_matches(|it: char| it.is_ascii_whitespace() || it == ',');
        if rest.is_empty() {
            return candidates;
        }
        let end = rest.find(|it: char| it.is_ascii_whitespace()).unwrap_or(rest.len());
        let (url, after) = rest.split_at(end);
        let descriptors = if url.ends_with(',') {
            rest = after;
            ""
        } else {
            let (descriptors, after) = after.split_once(',').unwrap_or((after, ""));
            rest = after;
            descriptors.trim_ascii()
        };
        let descriptor = if descriptors.is_empty() { "1x" } else { descriptors };
        candidates.push((url.trim_end_matches(','), descriptor));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn candidates_are_split() {
        let cases: [(&str, &[(&str, &str)]); 5] = [
            ("a.png", &[("a.png", "1x")]),
            ("a.png 1x, b,c.png 2x", &[("a.png", "1x"), ("b,c.png", "2x")]),
            (" a.png, , b.png 640w 3h,", &[("a.png", "1x"), ("b.png", "640w 3h")]),
            ("data:,x 2x,b.png", &[("data:,x", "2x"), ("b.png", "1x")]),
            (",", &[]),
        ];
        for (written, expected) in cases {
            assert_eq!(candidates_of(written), expected, "{written}");
        }
    }
}
