//! Values of the protocol: positions in its units (lines from 0, columns from 0 in UTF-16 code
//! units), texts in Markdown, and changes of files.

use std::collections::HashMap;

use lsp_types::{
    Documentation, MarkupContent, MarkupKind, Position, Range, TextEdit, Uri, WorkspaceEdit,
};

use wishful::base::{Point, SourceFile, Span, narrow, wide};

pub(super) fn position(point: Point) -> Position {
    Position { line: narrow(point.line - 1), character: narrow(point.utf16 - 1) }
}

pub(super) fn range(file: &SourceFile, span: Span) -> Range {
    Range { start: position(file.point(span.start)), end: position(file.point(span.end)) }
}

/// Returns the offset of a position, or of the nearest valid one.
pub(super) fn offset(file: &SourceFile, position: Position) -> usize {
    wide(file.offset_of_utf16(wide(position.line), wide(position.character)))
}

/// Returns Markdown as the documentation of a completion item.
pub(super) fn documentation(value: String) -> Documentation {
    Documentation::MarkupContent(MarkupContent { kind: MarkupKind::Markdown, value })
}

/// Returns a change of a file.
pub(super) fn workspace_edit(uri: Uri, edits: Vec<TextEdit>) -> WorkspaceEdit {
    #[allow(
        clippy::mutable_key_type,
        reason = "the type of the protocol; an address stays as it is"
    )]
    let changes = HashMap::from([(uri, edits)]);
    WorkspaceEdit { changes: Some(changes), ..WorkspaceEdit::default() }
}
