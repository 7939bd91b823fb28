//! The decision about source that is in no node of the tree.
//!
//! It stays unless a repair set it aside. The source of `</>`, tokens that a grammar ignores
//! without a record, and the `</body>` before further content leave no trace in the tree; to drop
//! them would improve nothing. Tokens that were set aside, merged into another tag or retracted are
//! dropped.

use super::left::LeftTokens;
use wishful::base::Span;
use wishful::slippers::event::{Edit, Event, EventKind, RepairKind};
use wishful::token::KindRef;
use wishful::tree::Document;

/// The spans of the source that are dropped.
pub(super) struct DroppedSpans {
    /// Disjoint and ascending.
    dropped: Vec<Span>,
}

pub(super) fn of(document: &Document, left: &LeftTokens<'_>) -> DroppedSpans {
    let mut kinds = document.repairs().iter().map(|repair| repair.kind);
    let has_retracted = !left.has_retracted && kinds.any(|kind| kind == RepairKind::Retracted);
    let mut spans: Vec<Span> = Vec::new();
    for event in document.events() {
        if event.token.is_some_and(|token| left.has(token)) {
            continue;
        }
        spans.extend(dropped_by(document, event, left, has_retracted));
    }
    // (Text in the tree is in a piece, even if a repair is about it, and never reaches this
    // decision. The event of dropped text reports it by itself.)
    for repair in document.repairs() {
        let Some(token) = document.token(repair.token) else { continue };
        if !left.has(repair.token)
            && !matches!(token.kind, KindRef::Text(_))
            && repair.kind.is_of_its_token()
        {
            spans.push(token.span);
        }
    }
    spans.sort_unstable_by_key(|span| (span.start, span.end));
    let mut dropped: Vec<Span> = Vec::new();
    for span in spans {
        match dropped.last_mut() {
            Some(last) if span.start < last.end => *last = last.join(span),
            _ => dropped.push(span),
        }
    }
    DroppedSpans { dropped }
}

/// Returns the span that an event drops. After a retraction, source outside of all pieces may
/// belong to the retracted element.
fn dropped_by(
    document: &Document,
    event: &Event,
    left: &LeftTokens<'_>,
    has_retracted: bool,
) -> Option<Span> {
    match event.kind {
        EventKind::Cruft(range) => document.piece_span(event.token?, range),
        EventKind::Edit(edit) => match document.edits().get(edit.index()) {
            Some(Edit::Merge { token, .. }) if !left.has(*token) => document.token_span(*token),
            _ => None,
        },
        EventKind::Text(range) if has_retracted => document.piece_span(event.token?, Some(range)),
        EventKind::Open(_)
        | EventKind::Close(_)
        | EventKind::Comment
        | EventKind::Doctype
        | EventKind::Mark
            if has_retracted =>
        {
            document.token_span(event.token?)
        }
        _ => None,
    }
}

impl DroppedSpans {
    /// Reports whether a span outside of all pieces stays.
    pub(super) fn stays(&self, span: Span) -> bool {
        let after = self.dropped.partition_point(|dropped| dropped.start < span.end);
        after == 0 || self.dropped[after - 1].end <= span.start
    }
}
