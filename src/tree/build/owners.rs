//! Which node each piece of the text belongs to: what [`node_at`](crate::tree::Document::node_at) asks.
//!
//! It is noted only when that is asked for, in a pass of its own over the same events. A token without a node (lost, or set
//! aside where the grammar has no room for cruft) belongs to the element that was current.

use super::Builder;
use crate::base::Span;
use crate::slippers::Parse;
use crate::slippers::event::{Event, EventKind, RepairId, TokenId, piece_span};
use crate::tree::node::NodeId;

/// What is noted of tokens.
#[derive(Default)]
pub(super) struct Owners {
    /// The first token that nothing was noted about yet.
    next_token: usize,
    /// From which offset on the text belongs to which node; ascending, without equal neighbours.
    pub(super) list: Vec<(u32, NodeId)>,
}

impl Owners {
    fn note(&mut self, start: u32, node: NodeId) {
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

impl Builder<'_> {
    /// Notes that all before the token of a repair was taken, if anything is noted.
    pub(super) fn reach_repair(&mut self, parse: &Parse, cause: Option<RepairId>) {
        let current = self.current();
        let Some(owners) = &mut self.owners else { return };
        if let Some(repair) = cause.and_then(|cause| parse.repairs.get(cause.index())) {
            owners.reach(parse, repair.token.index(), current);
        }
    }

    /// Notes that the piece of a token that an event speaks of belongs to `node`, and what was passed over to `current`.
    pub(super) fn own(&mut self, parse: &Parse, event: &Event, current: NodeId, node: NodeId) {
        if self.owners.is_some()
            && let Some(token) = event.token
        {
            self.own_from(parse, token, start_of(parse, event, token), (current, node));
        }
    }

    /// Notes that all of a token belongs to `node`.
    pub(super) fn own_whole(&mut self, parse: &Parse, token: TokenId, node: NodeId) {
        let start = parse.tokens.span(token.index()).start;
        self.own_from(parse, token, start, (self.current(), node));
    }

    fn own_from(
        &mut self,
        parse: &Parse,
        token: TokenId,
        start: u32,
        (current, node): (NodeId, NodeId),
    ) {
        let Some(owners) = &mut self.owners else { return };
        owners.reach(parse, token.index(), current);
        if token.index() < parse.tokens.len() {
            owners.note(start, node);
        }
        owners.next_token = owners.next_token.max(token.index() + 1);
    }
}

/// Where in the text that begins which an event says of a token.
fn start_of(parse: &Parse, event: &Event, token: TokenId) -> u32 {
    let Some(written) = parse.tokens.get(token.index()) else { return 0 };
    match event.kind {
        EventKind::Text(range) => piece_span(written, Some(range)).start,
        EventKind::Cruft(range) => piece_span(written, range).start,
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
