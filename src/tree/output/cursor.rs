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
        Self { file, offset: 0, position: Position::START }
    }

    /// Returns the position of `offset`. The call is fast unless `offset` is less than the previous
    /// one.
    pub(super) fn position(&mut self, offset: u32) -> Position {
        if offset < self.offset {
            return self.file.position(offset);
        }
        self.position.advance(self.file.text(), Span { start: self.offset, end: offset }.range());
        self.offset = offset;
        self.position
    }
}
