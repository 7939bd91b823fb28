//! The decision about source that is in no node of the tree.
//!
//! It stays unless a repair set it aside. The source of `</>`, tokens that a grammar ignores
//! without a record, and the `</body>` before further content leave no trace in the tree; to drop
//! them would improve nothing. Tokens that were set aside, merged into another tag or retracted are
//! dropped.

use super::super::document::Document;
use crate::base::Span;
use crate::slippers::event::{Edit, Event, EventKind, RepairKind, TokenId, piece_span};

/// The spans of the source that are dropped.
pub(super) struct Fates {
    /// Disjoint and ascending.
    gone: Vec<Span>,
}

/// Reports whether a repair of this kind means that its token is not what its source suggests.
pub(super) fn is_of_its_token(kind: RepairKind) -> bool {
    match kind {
        RepairKind::Cruft
        | RepairKind::Fostered
        | RepairKind::Rewritten
        | RepairKind::Adopted
        | RepairKind::Unlinked
        | RepairKind::Retracted
        | RepairKind::Merged => true,
        RepairKind::VirtualStart
        | RepairKind::VirtualEnd
        | RepairKind::GivenUp
        | RepairKind::Unfinished
        | RepairKind::Reopened => false,
    }
}

pub(super) fn of(document: &Document) -> Fates {
    let has_retracted =
        document.repairs().iter().any(|repair| repair.kind == RepairKind::Retracted);
    let of_events =
        document.events().iter().filter_map(|event| gone(document, event, has_retracted));
    // (Text in the tree is in a piece, even if a repair is about it, and never reaches this
    // decision. The event of dropped text reports it by itself.)
    let of_repairs = document.repairs().iter().filter_map(|repair| {
        let token = document.token(repair.token)?;
        let is_tag = !matches!(token.kind, crate::token::KindRef::Text(_));
        (is_tag && is_of_its_token(repair.kind)).then_some(token.span)
    });
    let mut spans: Vec<Span> = of_events.chain(of_repairs).collect();
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut gone: Vec<Span> = Vec::new();
    for span in spans {
        match gone.last_mut() {
            Some(last) if span.start < last.end => *last = last.join(span),
            _ => gone.push(span),
        }
    }
    Fates { gone }
}

/// Returns the span that an event drops. After a retraction, source outside of all pieces may
/// belong to the retracted element.
fn gone(document: &Document, event: &Event, has_retracted: bool) -> Option<Span> {
    let whole = |token: TokenId| document.token(token).map(|token| token.span);
    let piece = |range| Some(piece_span(document.token(event.token?)?, range));
    match event.kind {
        EventKind::Cruft(range) => piece(range),
        EventKind::Edit(edit) => match document.edits().get(edit.index()) {
            Some(Edit::Merge { token, .. }) => whole(*token),
            _ => None,
        },
        EventKind::Text(range) if has_retracted => piece(Some(range)),
        EventKind::Open(_)
        | EventKind::Close(_)
        | EventKind::Comment
        | EventKind::Doctype
        | EventKind::Mark
            if has_retracted =>
        {
            event.token.and_then(whole)
        }
        _ => None,
    }
}

impl Fates {
    /// Reports whether a span outside of all pieces stays.
    pub(super) fn stays(&self, span: Span) -> bool {
        let after = self.gone.partition_point(|gone| gone.start < span.end);
        after.checked_sub(1).is_none_or(|last| self.gone[last].end <= span.start)
    }
}
