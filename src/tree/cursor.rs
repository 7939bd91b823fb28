//! Lines and columns of many ascending offsets, in one pass over the text.

use crate::base::{Position, SourceFile, Span};

/// A finder of the positions of ascending offsets. The total time is linear in the text, however
/// long its lines are.
pub(super) struct Cursor<'a> {
    file: &'a SourceFile,
    /// The last offset, whose position is `position`.
    offset: u32,
    position: Position,
}

impl<'a> Cursor<'a> {
    pub(super) fn new(file: &'a SourceFile) -> Self {
        Self { file, offset: 0, position: Position { line: 1, column: 1 } }
    }

    /// Returns the position of `offset`. The call is fast unless `offset` is less than the previous
    /// one.
    pub(super) fn position(&mut self, offset: u32) -> Position {
        let passed =
            self.file.text().as_bytes().get(Span { start: self.offset, end: offset }.range());
        let Some(passed) = passed else { return self.file.position(offset) };
        for &byte in passed {
            if byte == b'\n' {
                self.position = Position { line: self.position.line + 1, column: 1 };
            } else if byte & 0xC0 != 0x80 {
                self.position.column += 1;
            }
        }
        self.offset = offset;
        self.position
    }
}
