//! The `fix` format: the decoded source with only the virtual tags added, in the order of the
//! events.
//!
//! Each tag is inserted at the position of its repair; everything else stays unchanged, cruft
//! included.
//!
//! * An unended comment absorbs the tags that follow it, as it absorbs everything. An unfinished
//!   tag at the end of the source does not, because tags are added before lost tokens.
//! * An element that was closed by force has no tag to add.
//! * A reopened element gets a copy of the tag that it is a copy of, as that is written.
//! * A moved node stays where it is, since a parse of the fixed source moves it again.
//! * In the rest of a source that one unfinished construct contains, nothing is added
//!   (`record::rest`).

use std::fmt::{self, Write};

use super::meter::Metered;
use crate::base::Span;
use crate::slippers::event::{EventKind, RepairId, TokenId};
use crate::token::{KindRef, LexicalState};
use crate::tree::document::Document;

/// Writes the fixed text of a document.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    let text = document.text();
    let mut copied = 0;
    for (position, tag) in additions(document) {
        if !out.meter.has_room() {
            break;
        }
        let piece = Span { start: copied, end: position.max(copied) };
        out.write_str(text.get(piece.range()).unwrap_or_default())?;
        out.write_str(&tag)?;
        copied = piece.end;
    }
    let rest = Span { start: copied, end: Span::at(text.len()).end };
    out.write_str(text.get(rest.range()).unwrap_or_default())
}

/// Returns the tags to add, each with the text offset that it is inserted before.
fn additions(document: &Document) -> impl Iterator<Item = (u32, String)> {
    let mut positions = TagPositions { document, last: None };
    let rest = document.unfinished_rest().map_or(u32::MAX, |rest| rest.span.start);
    document.events().iter().filter_map(move |event| {
        let cause = event.cause?;
        if document.repair(cause)?.span.start > rest {
            return None;
        }
        let tag = tag(document, cause)?;
        Some((positions.of(cause), tag))
    })
}

/// Returns the tag that a repair adds to the source.
fn tag(document: &Document, repair: RepairId) -> Option<String> {
    document.repair(repair)?.inserted?;
    let event = document.event_of(repair)?;
    let (element, opening) = match event.kind {
        EventKind::Open(element) => {
            if let Some(other) = event.copy_of
                && let Some(copied) = document.written_tag(other)
            {
                return Some(copied.to_owned());
            }
            (element, "<")
        }
        // No end tag ends a plaintext element: its content extends to the end of the source.
        EventKind::Close(element) if document.facts(element).lexical == LexicalState::PlainText => {
            return None;
        }
        EventKind::Close(element) => (element, "</"),
        _ => return None,
    };
    Some(format!("{opening}{}>", document.spelled_name(document.name_in(event, element))))
}

/// The insertion positions of repairs' tags: before the rejected token, and before lost tokens that
/// directly precede it.
struct TagPositions<'a> {
    document: &'a Document,
    /// The last token and its position, cached since many tags may be added before one token.
    last: Option<(TokenId, u32)>,
}

impl TagPositions<'_> {
    fn of(&mut self, repair: RepairId) -> u32 {
        let Some(repair) = self.document.repair(repair) else { return 0 };
        let token = self.document.token(repair.token);
        if token.is_none_or(|token| token.span.start != repair.span.start) {
            return repair.span.start;
        }
        let position = match self.last {
            Some((token, position)) if token == repair.token => position,
            _ => self.before_lost(repair.token, repair.span.start),
        };
        self.last = Some((repair.token, position));
        position
    }

    /// Returns the position before the lost tokens that directly precede `token`. A byte order mark
    /// stays first.
    fn before_lost(&self, token: TokenId, mut position: u32) -> u32 {
        let tokens = self.document.tokens();
        for index in (0..token.index()).rev() {
            let Some(lost) = tokens.get(index) else { continue };
            if lost.span.is_empty() {
                continue;
            }
            let is_mark = lost.span.of(self.document.text()).starts_with('\u{FEFF}');
            if !matches!(lost.kind, KindRef::Lost) || is_mark {
                break;
            }
            position = lost.span.start;
        }
        position
    }
}
