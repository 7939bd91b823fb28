//! The part of a document that queries see: all of it, or all except blank texts.
//!
//! Parsley's first implementation drops texts of ASCII white space when it parses a page. Here the
//! tree keeps them, and a view skips them. The contents of a template and a shadow root form
//! separate trees, which are invisible from outside. (DOM, section 4.2; HTML, section 4.12.3.)

use std::borrow::Cow;

use wishful::tree::{NodeKind, NodeRef};

/// A filter on the nodes of a document.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct View {
    /// A flag that hides text nodes consisting of white space only.
    pub drops_blanks: bool,
}

impl View {
    /// Reports whether a text node is visible.
    pub(crate) fn has_text(self, text: NodeRef<'_>) -> bool {
        if !self.drops_blanks {
            return true;
        }
        for piece in text.text_pieces() {
            if !piece.bytes().all(|byte| byte.is_ascii_whitespace()) {
                return true;
            }
        }
        false
    }

    /// Reports whether a node is visible to a query for nodes of any kind. A document type
    /// declaration is not.
    pub(crate) fn has(self, node: NodeRef<'_>) -> bool {
        match node.kind() {
            NodeKind::Element
            | NodeKind::Comment
            | NodeKind::ProcessingInstruction
            | NodeKind::Document
            | NodeKind::Cruft => true,
            NodeKind::Text => self.has_text(node),
            NodeKind::Doctype => false,
        }
    }

    /// Returns the visible text nodes below a node, within its tree. For the root of a nested tree,
    /// these are the text nodes of that tree.
    pub(crate) fn texts_in<'d>(self, node: NodeRef<'d>) -> impl Iterator<Item = NodeRef<'d>> {
        node.texts_below().filter(move |text| self.has_text(*text))
    }

    /// Returns the string-value of a node (XPath 1.0, section 5). For a text, a comment or cruft
    /// this is its text; for a processing instruction its data; otherwise all texts in it.
    pub(crate) fn string_value<'d>(self, node: NodeRef<'d>) -> Cow<'d, str> {
        match node.text() {
            Some(text) => text,
            None if node.has_template_contents() => Cow::Borrowed(""),
            None => self.contents(node),
        }
    }

    /// Concatenates all visible texts in a node, also if it is the root of a nested tree.
    pub(crate) fn contents<'d>(self, node: NodeRef<'d>) -> Cow<'d, str> {
        let mut pieces = self.texts_in(node).flat_map(NodeRef::text_pieces);
        let first = pieces.next().unwrap_or_default();
        let mut joined = Cow::Borrowed(first);
        for piece in pieces {
            joined.to_mut().push_str(piece);
        }
        joined
    }
}
