//! What becomes of a piece of text: it joins the text node in front of its place, if one is there, or makes one.
//!
//! Two facts of a grammar leave characters out. The line feed that follows the start tag of some elements directly is not
//! theirs: it goes if and only if the text is the next token that the standard would give. And U+0000 may leave no trace; the
//! piece then is cut around it. A text node that nothing is left of is never made.

use super::Builder;
use crate::base::Span;
use crate::slippers::event::{Event, Spot, TokenId};
use crate::token::TokenKind;
use crate::tree::node::{Content, NodeId, Piece, PieceId, Written};

impl Builder<'_> {
    /// A range of a text token; `None` if nothing of it is left.
    pub(super) fn text(&mut self, event: &Event, range: Span) -> Option<NodeId> {
        let token = event.token?;
        let range = self.without_newline(token, range)?;
        if self.facts.hides_nul && self.value(token, range).contains('\0') {
            return self.text_around_nul(token, range, event.spot);
        }
        Some(self.piece(Written::Range { token, range }, event.spot))
    }

    /// A string that stands for a piece of a token.
    pub(super) fn instead(&mut self, event: &Event, string: u32) -> NodeId {
        self.piece(Written::Instead { string, span: self.replaced(event) }, event.spot)
    }

    /// What a string stands for: the text that the repair speaks of.
    pub(super) fn replaced(&self, event: &Event) -> Span {
        let repair = event.cause.and_then(|cause| self.parse.repairs.get(cause.index()));
        let token = event.token.and_then(|token| self.parse.tokens.get(token.index()));
        let span = repair.map(|repair| repair.span).or(token.map(|token| token.span));
        span.unwrap_or(Span::at(0))
    }

    /// The text token that follows a tag, if one does; lost tokens are none for the standard.
    pub(super) fn text_after(&self, tag: TokenId) -> Option<TokenId> {
        let mut next = tag.index() + 1;
        loop {
            match self.parse.tokens.get(next)?.kind {
                TokenKind::Lost => next += 1,
                TokenKind::Text(_) => return Some(TokenId::new(next)),
                _ => return None,
            }
        }
    }

    /// A range without the line feed that is left out; `None` if there is nothing else.
    fn without_newline(&self, token: TokenId, range: Span) -> Option<Span> {
        let first = self.newline == Some(token) && range.start == 0;
        if first && self.value(token, range).starts_with('\n') {
            return Some(Span { start: 1, ..range }).filter(|rest| !rest.is_empty());
        }
        Some(range)
    }

    fn text_around_nul(&mut self, token: TokenId, range: Span, spot: Spot) -> Option<NodeId> {
        let value = self.value(token, range);
        let cuts: Vec<usize> = value.match_indices('\0').map(|(at, _)| at).collect();
        let (mut start, mut node) = (0, None);
        for end in cuts.into_iter().chain([range.len()]) {
            if start < end {
                let from = range.range().start;
                let range = Span::new(from + start, from + end);
                node = Some(self.piece(Written::Range { token, range }, spot));
            }
            start = end + 1;
        }
        node
    }

    fn value(&self, token: TokenId, range: Span) -> &str {
        match self.parse.tokens.get(token.index()).map(|token| &token.kind) {
            Some(TokenKind::Text(text)) => {
                text.value.get(self.source).get(range.range()).unwrap_or_default()
            }
            _ => "",
        }
    }

    fn piece(&mut self, written: Written, spot: Spot) -> NodeId {
        let place = self.place(spot);
        let piece = PieceId::new(self.tables.pieces.len());
        self.tables.pieces.push(Piece { written, next: None });
        let previous = place.previous(&self.tables.nodes);
        if let Some(node) = previous.node()
            && let Content::Text { last, .. } = &mut self.tables.nodes[node.index()].content
        {
            self.tables.pieces[last.index()].next = Some(piece);
            *last = piece;
            return node;
        }
        let node = self.push(Content::Text { first: piece, last: piece });
        self.put(node, place);
        node
    }
}
