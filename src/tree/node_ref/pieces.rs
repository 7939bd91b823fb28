//! The content of text nodes, which may consist of several pieces.

use std::borrow::Cow;

use super::super::node::PieceText;
use super::NodeRef;
use crate::base::Span;
use crate::slippers::event::TokenId;

impl<'a> NodeRef<'a> {
    /// Returns all text in the node, at any depth, without comments and cruft.
    #[must_use]
    pub fn text_content(self) -> String {
        let mut content = String::new();
        self.text_into(&mut content);
        content
    }

    /// Appends all text in the node, at any depth, to a buffer.
    pub fn text_into(self, buffer: &mut String) {
        buffer.extend(self.text_pieces());
    }

    /// Returns all text in the node, at any depth, as the pieces that the document stores.
    pub fn text_pieces(self) -> impl Iterator<Item = &'a str> {
        self.subtree().flat_map(Self::texts)
    }

    /// Returns the joined pieces of a text node; borrowed if there is only one.
    pub(super) fn assembled(self) -> Cow<'a, str> {
        let mut pieces = self.texts();
        let first = pieces.next().unwrap_or_default();
        let mut joined = Cow::Borrowed(first);
        for piece in pieces {
            joined.to_mut().push_str(piece);
        }
        joined
    }

    /// Returns the pieces of a text node as strings; none for other nodes.
    pub(in super::super) fn texts(self) -> impl Iterator<Item = &'a str> {
        self.pieces().map(move |piece| self.document.piece_text(piece))
    }

    /// Returns the pieces of a text node as strings, each with its token.
    pub(in super::super) fn token_texts(self) -> impl Iterator<Item = (Option<TokenId>, &'a str)> {
        self.pieces().map(move |piece| (piece.token(), self.document.piece_text(piece)))
    }

    /// Returns the pieces of a text node.
    #[doc(hidden)]
    pub fn pieces(self) -> impl Iterator<Item = PieceText> {
        self.document.tables.pieces_of(self.id())
    }

    /// Reports whether every piece of a text was moved from where it was read.
    pub(super) fn all_moved(self) -> bool {
        let mut moved: Vec<Span> = Vec::new();
        for repair in self.moves() {
            if let Some(repair) = self.document.repair(repair) {
                join(&mut moved, repair.span);
            }
        }
        for piece in self.text_spans() {
            let before = moved.partition_point(|span| span.start <= piece.start);
            if before == 0 || moved[before - 1].end < piece.end {
                return false;
            }
        }
        true
    }

    pub(super) fn text_spans(self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for (span, _) in self.spanned_texts() {
            join(&mut spans, span);
        }
        spans
    }

    /// Returns the pieces of a text node as strings, each with its span.
    #[doc(hidden)]
    pub fn spanned_texts(self) -> impl Iterator<Item = (Span, &'a str)> {
        let document = self.document;
        self.pieces().filter_map(move |piece| {
            Some((document.source_of_piece(piece)?, document.piece_text(piece)))
        })
    }
}

/// Appends a span to a list, or joins it with the last one if they touch or overlap.
fn join(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.end >= span.start => *last = last.join(span),
        _ => spans.push(span),
    }
}
