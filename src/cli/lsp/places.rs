//! Places as the protocol counts them: lines from 0, columns in units of UTF-16 from 0.

use lsp_types::{Position, Range};

use crate::base::{Point, SourceFile, Span, narrow, wide};

pub(super) fn position(point: Point) -> Position {
    Position { line: narrow(point.line - 1), character: narrow(point.utf16 - 1) }
}

pub(super) fn range(file: &SourceFile, span: Span) -> Range {
    Range { start: position(file.point(span.start)), end: position(file.point(span.end)) }
}

/// The offset of a position; that of the nearest place if there is no such.
pub(super) fn offset(file: &SourceFile, position: Position) -> usize {
    wide(file.offset_of_utf16(wide(position.line), wide(position.character)))
}
