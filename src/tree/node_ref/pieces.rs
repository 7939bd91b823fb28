//! The content of text nodes, which may consist of several pieces.

use std::borrow::Cow;

use super::super::node::{Content, Written};
use super::NodeRef;
use crate::base::Span;
use crate::slippers::event::{TokenId, piece_span};

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
        self.pieces().map(move |piece| self.piece_text(piece))
    }

    /// Returns the pieces of a text node as strings, each with its token.
    pub(in super::super) fn token_texts(self) -> impl Iterator<Item = (Option<TokenId>, &'a str)> {
        let token = |piece: &Written| match *piece {
            Written::Whole(token) | Written::Range { token, .. } => Some(token),
            Written::Instead { .. } => None,
        };
        self.pieces().map(move |piece| (token(&piece), self.piece_text(piece)))
    }

    fn piece_text(self, piece: Written) -> &'a str {
        match piece {
            Written::Whole(token) => self.document.value(token, None),
            Written::Range { token, range } => self.document.value(token, Some(range)),
            Written::Instead { string, .. } => self.document.string(string),
        }
    }

    /// Returns the pieces of a text node.
    pub(in super::super) fn pieces(self) -> impl Iterator<Item = Written> {
        let pieces = &self.document.tables.pieces;
        let (whole, last) = match self.content() {
            Content::Whole(token) => (Some(Written::Whole(token)), None),
            Content::Text(last) => (None, Some(last)),
            _ => (None, None),
        };
        let first = last.map(|last| pieces[last.index()].next);
        let ring = std::iter::successors(first, move |&piece| {
            (Some(piece) != last).then(|| pieces[piece.index()].next)
        });
        whole.into_iter().chain(ring.map(|piece| pieces[piece.index()].written))
    }

    /// Reports whether every piece of a text was moved from where it was read.
    pub(super) fn all_moved(self) -> bool {
        let spans = self.moves().filter_map(|repair| Some(self.document.repair(repair)?.span));
        let mut moved: Vec<Span> = Vec::new();
        spans.for_each(|span| join(&mut moved, span));
        self.text_spans().iter().all(|piece| {
            let before = moved.partition_point(|span| span.start <= piece.start);
            before.checked_sub(1).is_some_and(|last| piece.end <= moved[last].end)
        })
    }

    pub(super) fn text_spans(self) -> Vec<Span> {
        let mut spans: Vec<Span> = Vec::new();
        for piece in self.pieces() {
            let (token, range) = match piece {
                Written::Instead { span, .. } => {
                    join(&mut spans, span);
                    continue;
                }
                Written::Whole(token) => (token, None),
                Written::Range { token, range } => (token, Some(range)),
            };
            if let Some(token) = self.document.token(token) {
                join(&mut spans, piece_span(token, range));
            }
        }
        spans
    }
}

/// Appends a span to a list, or joins it with the last one if they touch or overlap.
fn join(spans: &mut Vec<Span>, span: Span) {
    match spans.last_mut() {
        Some(last) if last.end >= span.start => *last = last.join(span),
        _ => spans.push(span),
    }
}
