//! The owning node of each piece of the text, for [`node_at`](crate::tree::Document::node_at).
//!
//! The owners are recorded only on request, in a separate pass over the same events. A token
//! without a node belongs to the node that was current. Lost tokens are of this kind, and cruft
//! where the grammar has no node for it.

use crate::base::Span;
use crate::slippers::Parse;
use crate::slippers::event::{Event, EventKind, TokenId, piece_span};
use crate::tree::node::NodeId;

/// The recorder of owners.
#[derive(Default)]
pub(super) struct Owners {
    /// The first token without a recorded owner.
    pub(super) next_token: usize,
    /// The text offsets at which the owning node changes, each with the new owner: ascending,
    /// without equal neighbours.
    pub(super) list: Vec<(u32, NodeId)>,
}

impl Owners {
    /// Records that a node owns the text from `start` on.
    pub(super) fn record(&mut self, start: u32, node: NodeId) {
        let last = self.list.last();
        if last.is_none_or(|&(before, owner)| before < start && owner != node) {
            self.list.push((start, node));
        }
    }

    /// Assigns all unassigned tokens before `token` to the current node.
    pub(super) fn reach(&mut self, parse: &Parse, token: usize, current: NodeId) {
        while self.next_token < token.min(parse.tokens.len()) {
            self.record(parse.tokens.span(self.next_token).start, current);
            self.next_token += 1;
        }
    }
}

/// Returns the start, in the text, of the part of a token that an event is about.
pub(super) fn start_of(parse: &Parse, event: &Event, token: TokenId) -> u32 {
    let Some(written) = parse.tokens.get(token.index()) else { return 0 };
    match event.kind {
        EventKind::Text(range) => piece_span(written, Some(range)).start,
        EventKind::Cruft(range) | EventKind::Ignored(range) => piece_span(written, range).start,
        EventKind::Instead(_) => replaced_span(parse, event).start,
        _ => written.span.start,
    }
}

/// Returns the span of the token or piece for which an event inserts another text, as a `rewrite`
/// does.
pub(super) fn replaced_span(parse: &Parse, event: &Event) -> Span {
    if let Some(cause) = event.cause
        && let Some(repair) = parse.repairs.get(cause.index())
    {
        return repair.span;
    }
    if let Some(token) = event.token
        && let Some(token) = parse.tokens.get(token.index())
    {
        return token.span;
    }
    Span::at(0)
}
