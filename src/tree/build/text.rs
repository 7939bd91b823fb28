//! The insertion of pieces of text (13.2.6.1, "insert a character", steps 4 and 5).
//!
//! A piece is appended to the text node directly before its gap, if there is one; otherwise it
//! becomes a new text node. Two facts of a grammar drop characters:
//!
//! * The line feed directly after the start tag of some elements is dropped (13.2.6.4.7, start tags
//!   "pre" and "textarea"): `<pre>␊1` has the text `1`. The condition is that the text is the next
//!   token of the standard after the tag.
//! * U+0000 may be dropped (13.2.6.4.7). The piece is then split around it.
//!
//! A text node is never made empty.

use super::owners::replaced_span;
use super::{Builder, links};
use crate::base::Span;
use crate::slippers::Parse;
use crate::slippers::event::{Event, InsertionLocation, TokenId};
use crate::token::{KindRef, ValueRef};
use crate::tree::node::{NodeContent, NodeId, PieceId, PieceText, TextPiece};

impl Builder<'_> {
    /// Inserts a range of a text token; returns `None` if nothing of it is left.
    #[inline(always)]
    pub(super) fn text(&mut self, parse: &Parse, event: &Event, range: Span) -> Option<NodeId> {
        let token = event.token?;
        let value = value(parse, token)?;
        let range = self.without_newline(parse, token, range)?;
        if self.facts.hides_nul && (parse.has_nul || !value.is_verbatim()) {
            let text = value.get(self.source).get(range.range()).unwrap_or_default();
            if memchr::memchr(0, text.as_bytes()).is_some() {
                return self.text_around_nul(text, token, (range, event.location));
            }
        }
        let is_whole = range.start == 0 && range.len() == value.len();
        let written =
            if is_whole { PieceText::Whole(token) } else { PieceText::Range { token, range } };
        Some(self.piece(written, event.location))
    }

    /// Inserts a string that replaces a piece of a token.
    pub(super) fn instead(&mut self, parse: &Parse, event: &Event, string: u32) -> NodeId {
        self.piece(PieceText::Instead { string, span: replaced_span(parse, event) }, event.location)
    }

    /// Returns a range without a line feed that is dropped; `None` if nothing else is left.
    #[inline(always)]
    fn without_newline(&mut self, parse: &Parse, token: TokenId, range: Span) -> Option<Span> {
        let Some(tag) = self.newline.take() else { return Some(range) };
        // The standard has no lost tokens.
        let mut between = tag.index() + 1..token.index();
        let follows = between.all(|token| matches!(parse.tokens.kind(token), KindRef::Lost));
        let text = value(parse, token).map_or("", |value| value.get(self.source));
        if follows && range.start == 0 && text.starts_with('\n') {
            let rest = Span { start: 1, ..range };
            return if rest.is_empty() { None } else { Some(rest) };
        }
        Some(range)
    }

    /// Inserts the parts of a text between its U+0000, which are dropped.
    fn text_around_nul(
        &mut self,
        text: &str,
        token: TokenId,
        (range, location): (Span, InsertionLocation),
    ) -> Option<NodeId> {
        let (mut start, mut node) = (0, None);
        let cuts = text.match_indices('\0').map(|(at, _)| at);
        for end in cuts.chain([range.len()]) {
            if start < end {
                let from = range.range().start;
                let range = Span::new(from + start, from + end);
                node = Some(self.piece(PieceText::Range { token, range }, location));
            }
            start = end + 1;
        }
        node
    }

    /// Inserts a text. It joins the text node directly before it, or becomes a new one.
    #[inline(always)]
    fn piece(&mut self, written: PieceText, location: InsertionLocation) -> NodeId {
        let gap = self.gap(location);
        let previous = gap.previous(&self.tables.nodes);
        if let Some(node) = previous
            && let Some(last) = self.last_piece(node)
        {
            let piece = self.append(last, written);
            self.tables.nodes[node.index()].content = NodeContent::Text(piece);
            return node;
        }
        let content = match written {
            PieceText::Whole(token) => NodeContent::Whole(token),
            _ => NodeContent::Text(self.new_ring(written)),
        };
        self.insert(content, gap)
    }

    /// Returns the last piece of a text node.
    #[inline(always)]
    fn last_piece(&mut self, node: NodeId) -> Option<PieceId> {
        match self.tables.nodes[node.index()].content {
            NodeContent::Text(last) => Some(last),
            NodeContent::Whole(token) => Some(self.new_ring(PieceText::Whole(token))),
            _ => None,
        }
    }

    /// Makes the first piece of a new text node. The pieces of a node form a ring, so this one is
    /// followed by itself.
    fn new_ring(&mut self, written: PieceText) -> PieceId {
        let piece = self.next_piece();
        self.tables.pieces.push(TextPiece { written, next: piece });
        piece
    }

    /// Makes a piece after the last one of a node.
    #[inline(always)]
    fn append(&mut self, last: PieceId, written: PieceText) -> PieceId {
        let piece = self.next_piece();
        let next = std::mem::replace(&mut self.tables.pieces[last.index()].next, piece);
        self.tables.pieces.push(TextPiece { written, next });
        piece
    }

    /// Joins a text with the text directly before it, if both nodes are text. Other nodes may share
    /// their pieces, so the joined text has new ones.
    pub(super) fn join_previous(&mut self, node: NodeId) {
        let Some(previous) = self.tables.nodes[node.index()].previous else { return };
        let before: Vec<PieceText> = self.tables.pieces_of(previous).collect();
        let own: Vec<PieceText> = self.tables.pieces_of(node).collect();
        if before.is_empty() || own.is_empty() {
            return;
        }
        let mut last = self.new_ring(before[0]);
        for &written in before[1..].iter().chain(&own) {
            last = self.append(last, written);
        }
        self.tables.nodes[node.index()].content = NodeContent::Text(last);
        links::detach(&mut self.tables.nodes, previous);
    }

    fn next_piece(&self) -> PieceId {
        PieceId::new(self.tables.pieces.len())
    }
}

/// Returns the value of a text token.
fn value(parse: &Parse, token: TokenId) -> Option<ValueRef<'_>> {
    parse.tokens.text(token.index()).map(|text| text.value)
}
