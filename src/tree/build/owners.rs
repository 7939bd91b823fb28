//! Which node each piece of the text belongs to: what [`node_at`](crate::tree::Document::node_at) asks.
//!
//! It is noted only when that is asked for, in a pass of its own over the same events. A token without a node (lost, or set
//! aside where the grammar has no room for cruft) belongs to the element that was current.

use crate::base::Span;
use crate::slippers::Parse;
use crate::slippers::event::{Event, EventKind, TokenId, piece_span};
use crate::tree::node::NodeId;

/// What is noted of tokens.
#[derive(Default)]
pub(super) struct Owners {
    /// The first token that nothing was noted about yet.
    pub(super) next_token: usize,
    /// From which offset on the text belongs to which node; ascending, without equal neighbours.
    pub(super) list: Vec<(u32, NodeId)>,
}

impl Owners {
    pub(super) fn note(&mut self, start: u32, node: NodeId) {
        let last = self.list.last();
        if last.is_none_or(|&(before, owner)| before < start && owner != node) {
            self.list.push((start, node));
        }
    }

    /// All tokens before `token` that nothing was noted about belong to the current element.
    pub(super) fn reach(&mut self, parse: &Parse, token: usize, current: NodeId) {
        while self.next_token < token.min(parse.tokens.len()) {
            self.note(parse.tokens.span(self.next_token).start, current);
            self.next_token += 1;
        }
    }
}

/// Where in the text that begins which an event says of a token.
pub(super) fn start_of(parse: &Parse, event: &Event, token: TokenId) -> u32 {
    let Some(written) = parse.tokens.get(token.index()) else { return 0 };
    match event.kind {
        EventKind::Text(range) => piece_span(written, Some(range)).start,
        EventKind::Cruft(range) | EventKind::Ignored(range) => piece_span(written, range).start,
        EventKind::Instead(_) => replaced(parse, event).start,
        _ => written.span.start,
    }
}

/// What a string stands for: the text that the repair speaks of.
pub(super) fn replaced(parse: &Parse, event: &Event) -> Span {
    let repair = event.cause.and_then(|cause| parse.repairs.get(cause.index()));
    let token = event.token.and_then(|token| parse.tokens.get(token.index()));
    let span = repair.map(|repair| repair.span).or(token.map(|token| token.span));
    span.unwrap_or(Span::at(0))
}
