//! What becomes of a piece of text: it joins the text node in front of its gap, if one is there, or makes one.
//!
//! Two facts of a grammar leave characters out. The line feed that follows the start tag of some elements directly is not
//! theirs: it goes if and only if the text is the next token that the standard would give. And U+0000 may leave no trace; the
//! piece then is cut around it. A text node that nothing is left of is never made.

use super::Builder;
use super::owners::replaced;
use crate::base::Span;
use crate::slippers::Parse;
use crate::slippers::event::{Event, InsertionLocation, TokenId};
use crate::token::{KindRef, ValueRef};
use crate::tree::node::{Content, NodeId, Piece, PieceId, Written};

impl Builder<'_> {
    /// A range of a text token; `None` if nothing of it is left.
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
            if is_whole { Written::Whole(token) } else { Written::Range { token, range } };
        Some(self.piece(written, event.location))
    }

    /// A string that stands for a piece of a token.
    pub(super) fn instead(&mut self, parse: &Parse, event: &Event, string: u32) -> NodeId {
        self.piece(Written::Instead { string, span: replaced(parse, event) }, event.location)
    }

    /// A range without the line feed that is left out; `None` if there is nothing else.
    #[inline(always)]
    fn without_newline(&mut self, parse: &Parse, token: TokenId, range: Span) -> Option<Span> {
        let Some(tag) = self.newline.take() else { return Some(range) };
        // Lost tokens are none for the standard.
        let mut between = tag.index() + 1..token.index();
        let follows = between.all(|token| matches!(parse.tokens.kind(token), KindRef::Lost));
        let text = value(parse, token).map_or("", |value| value.get(self.source));
        if follows && range.start == 0 && text.starts_with('\n') {
            return Some(Span { start: 1, ..range }).filter(|rest| !rest.is_empty());
        }
        Some(range)
    }

    fn text_around_nul(
        &mut self,
        text: &str,
        token: TokenId,
        (range, spot): (Span, InsertionLocation),
    ) -> Option<NodeId> {
        let (mut start, mut node) = (0, None);
        let cuts = text.match_indices('\0').map(|(at, _)| at);
        for end in cuts.chain([range.len()]) {
            if start < end {
                let from = range.range().start;
                let range = Span::new(from + start, from + end);
                node = Some(self.piece(Written::Range { token, range }, spot));
            }
            start = end + 1;
        }
        node
    }

    #[inline(always)]
    fn piece(&mut self, written: Written, spot: InsertionLocation) -> NodeId {
        let gap = self.gap(spot);
        let previous = gap.previous(&self.tables.nodes);
        if let Some(node) = previous
            && let Some(last) = self.last_piece(node)
        {
            let piece = self.next_piece();
            let before = &mut self.tables.pieces[last.index()];
            let next = std::mem::replace(&mut before.next, piece);
            self.tables.pieces.push(Piece { written, next });
            self.tables.nodes[node.index()].content = Content::Text(piece);
            return node;
        }
        let content = match written {
            Written::Whole(token) => Content::Whole(token),
            _ => Content::Text(self.ring(written)),
        };
        let node = self.push(content);
        self.put(node, gap);
        node
    }

    /// The last piece of a text node.
    #[inline(always)]
    pub(super) fn last_piece(&mut self, node: NodeId) -> Option<PieceId> {
        match self.tables.nodes[node.index()].content {
            Content::Text(last) => Some(last),
            Content::Whole(token) => Some(self.ring(Written::Whole(token))),
            _ => None,
        }
    }

    /// A piece that is alone in its node.
    fn ring(&mut self, written: Written) -> PieceId {
        let piece = self.next_piece();
        self.tables.pieces.push(Piece { written, next: piece });
        piece
    }

    pub(super) fn next_piece(&self) -> PieceId {
        PieceId::new(self.tables.pieces.len())
    }
}

/// The value of a text token.
fn value(parse: &Parse, token: TokenId) -> Option<ValueRef<'_>> {
    parse.tokens.text(token.index()).map(|text| text.value)
}
