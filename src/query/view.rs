//! What of a document queries see: all of it, or all but the texts that are blank.
//!
//! Parsley's first implementation drops texts of ASCII white space when it reads a page; here the tree stays as it is, and
//! whoever looks at it passes over them. What is in template contents or in a shadow root is in a tree of its own, which is
//! not seen from outside. (DOM, section 4.2; HTML, section 4.12.3.)

use std::borrow::Cow;

use crate::tree::{NodeKind, NodeRef};

/// What of a document is seen.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub struct View {
    /// Whether texts that are blank, in whole, are not there.
    pub drops_blanks: bool,
}

impl View {
    /// Whether a text node is there.
    pub(crate) fn has_text(self, text: NodeRef<'_>) -> bool {
        let is_blank = |piece: &str| piece.bytes().all(|byte| byte.is_ascii_whitespace());
        !self.drops_blanks || !text.text_pieces().all(is_blank)
    }

    /// Whether a node is there for who asks for any: a document type declaration is not.
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

    /// The text nodes below a node, in its tree; if it is the root of another one those of that.
    pub(crate) fn texts_in<'d>(self, node: NodeRef<'d>) -> impl Iterator<Item = NodeRef<'d>> {
        node.texts_below().filter(move |text| self.has_text(*text))
    }

    /// Returns the string-value of a node (XPath 1.0, section 5): of a text, a comment or cruft its
    /// text; of a processing instruction its data; else all texts in it.
    pub(crate) fn string_value<'d>(self, node: NodeRef<'d>) -> Cow<'d, str> {
        match node.text() {
            Some(text) => text,
            None if node.has_template_contents() => Cow::Borrowed(""),
            None => self.contents(node),
        }
    }

    /// All texts in a node, be it the root of another tree.
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
