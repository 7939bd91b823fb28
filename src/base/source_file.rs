//! Named texts, and the conversion of offsets to lines and columns.
//!
//! A line ends with a line feed, a carriage return, or both, as in HTML, XML and the protocol of
//! editors. A byte order mark at the start of the text has no column, since no editor shows it.

use super::Span;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::ops::Range;
use std::sync::OnceLock;

crate::base::id_type! {
    /// A file of a [`Files`] table.
    #[derive(Serialize, Deserialize)]
    pub FileId
}

/// A span in one of the files.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct FileSpan {
    /// The file.
    pub file: FileId,
    /// The span in it.
    pub span: Span,
}

impl FileSpan {
    /// Reports whether another span lies in this one.
    #[must_use]
    pub fn contains(self, inner: Self) -> bool {
        self.file == inner.file
            && self.span.start <= inner.span.start
            && inner.span.end <= self.span.end
    }
}

/// A 1-based line and column; columns count characters.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize)]
pub struct Position {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

impl std::fmt::Display for Position {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}:{}", self.line, self.column)
    }
}

impl Position {
    /// The first line and column.
    pub(crate) const START: Self = Self { line: 1, column: 1 };

    /// Moves the position from the start of a range of the text to its end.
    pub(crate) fn advance(&mut self, text: &str, range: Range<usize>) {
        let bytes = text.as_bytes();
        let has_mark = range.start == 0 && text.starts_with(BYTE_ORDER_MARK);
        let start = if has_mark { BYTE_ORDER_MARK.len_utf8() } else { range.start };
        for offset in start..range.end.min(bytes.len()) {
            if ends_line(bytes, offset) {
                *self = Self { line: self.line + 1, column: 1 };
            } else if bytes[offset] & 0xC0 != 0x80 {
                self.column += 1;
            }
        }
    }
}

/// Reports whether the byte at the offset is the last one of a line.
fn ends_line(bytes: &[u8], offset: usize) -> bool {
    match bytes[offset] {
        b'\n' => true,
        b'\r' => bytes.get(offset + 1) != Some(&b'\n'),
        _ => false,
    }
}

/// A named text with an index of its lines.
#[derive(Clone, Debug)]
pub struct SourceFile {
    name: Cow<'static, str>,
    text: String,
    /// The byte offset of the first character of each line; starts with 0 and ascends. Computed on
    /// first use.
    line_starts: OnceLock<Vec<u32>>,
    /// The width of the text before each block of [`BLOCK`] bytes. Computed on first use, for a
    /// long line.
    blocks: OnceLock<Vec<Width>>,
}

/// The length of a stretch of text in characters and in units of UTF-16.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Width {
    characters: usize,
    /// In units of UTF-16.
    pub(super) units: usize,
}

impl Width {
    /// Measures a stretch of UTF-8.
    pub(super) fn of(bytes: &[u8]) -> Self {
        let characters = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
        let pairs = bytes.iter().filter(|&&byte| byte >= 0xF0).count();
        Self { characters, units: characters + pairs }
    }

    fn plus(self, other: Self) -> Self {
        Self { characters: self.characters + other.characters, units: self.units + other.units }
    }

    fn minus(self, other: Self) -> Self {
        Self { characters: self.characters - other.characters, units: self.units - other.units }
    }
}

/// A position in a text in all the ways in which tools count; lines and columns from 1.
#[derive(Clone, Copy, PartialEq, Eq, Debug, PartialOrd, Ord, Hash, Serialize)]
pub struct Point {
    /// The offset in bytes of UTF-8.
    pub offset: u32,
    /// The line.
    pub line: usize,
    /// The column in characters.
    pub column: usize,
    /// The column in bytes of UTF-8.
    pub utf8: usize,
    /// The column in units of UTF-16.
    pub utf16: usize,
}

/// The character that may begin a text, and is no part of it.
const BYTE_ORDER_MARK: char = '\u{FEFF}';

/// The greatest number of bytes that are scanned to compute a column, however long the line is.
const BLOCK: usize = 1024;

impl SourceFile {
    /// Returns a file called `name` with the given text.
    #[must_use]
    #[doc(hidden)]
    pub fn new(name: impl Into<String>, text: impl Into<String>) -> Self {
        Self::named(Cow::Owned(name.into()), text.into())
    }

    /// Returns a file like [`SourceFile::new`], without a copy of a static name.
    pub(crate) fn named(name: Cow<'static, str>, text: String) -> Self {
        Self { name, text, line_starts: OnceLock::new(), blocks: OnceLock::new() }
    }

    /// Returns the width of the text before a byte offset.
    fn width_before(&self, end: usize) -> Width {
        let bytes = self.text.as_bytes();
        let blocks = self.blocks.get_or_init(|| {
            let mut widths = Vec::with_capacity(bytes.len().div_ceil(BLOCK));
            let mut before = Width::default();
            for block in bytes.chunks(BLOCK) {
                widths.push(before);
                before = before.plus(Width::of(block));
            }
            widths
        });
        let block = (end / BLOCK).min(blocks.len().saturating_sub(1));
        let before = blocks.get(block).copied().unwrap_or_default();
        before.plus(Width::of(&bytes[(block * BLOCK).min(end)..end]))
    }

    fn line_starts(&self) -> &[u32] {
        self.line_starts.get_or_init(|| {
            let mut starts = vec![0];
            let bytes = self.text.as_bytes();
            for offset in memchr::memchr2_iter(b'\n', b'\r', bytes) {
                if ends_line(bytes, offset) {
                    starts.push(Span::at(offset + 1).start);
                }
            }
            starts
        })
    }

    /// Returns the offset of the first column of a line, from 1, if there is that line: its start,
    /// except for a byte order mark.
    fn first_column(&self, line: usize) -> Option<usize> {
        let start = *self.line_starts().get(line.checked_sub(1)?)? as usize;
        let has_mark = start == 0 && self.text.starts_with(BYTE_ORDER_MARK);
        Some(if has_mark { BYTE_ORDER_MARK.len_utf8() } else { start })
    }

    /// Returns the text for a program that knows only line feeds: without a byte order mark, and
    /// with a line feed in place of each carriage return that ends a line alone. Also returns the
    /// length of the mark.
    pub(crate) fn text_of_lines(&self) -> (usize, Cow<'_, str>) {
        let text = self.text().strip_prefix(BYTE_ORDER_MARK).unwrap_or(self.text());
        let mark = self.text().len() - text.len();
        if !text.contains('\r') {
            return (mark, Cow::Borrowed(text));
        }
        let mut letters = text.chars().peekable();
        let mut lines = String::with_capacity(text.len());
        while let Some(letter) = letters.next() {
            let is_lone = letter == '\r' && letters.peek() != Some(&'\n');
            lines.push(if is_lone { '\n' } else { letter });
        }
        (mark, Cow::Owned(lines))
    }

    /// Returns the name, as messages cite it.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the whole text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the line and the column of a byte offset (one past the end is allowed). Columns
    /// count characters: the `y` of "é, line feed, xy" is at 2:2.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        let Point { line, column, .. } = self.point(offset);
        Position { line, column }
    }

    /// Returns the position of a byte offset, counted in every way.
    #[must_use]
    pub fn point(&self, offset: u32) -> Point {
        let line = self.line_of(offset);
        let end = (offset as usize).min(self.text.len());
        let start = self.first_column(line).unwrap_or_default().min(end);
        let width = match end - start {
            0..=BLOCK => Width::of(&self.text.as_bytes()[start..end]),
            _ => self.width_before(end).minus(self.width_before(start)),
        };
        let offset = Span::at(end).start;
        let (column, utf16) = (width.characters + 1, width.units + 1);
        Point { offset, line, column, utf8: end - start + 1, utf16 }
    }

    /// Returns the number of characters before a byte offset.
    #[must_use]
    pub fn characters_before(&self, offset: u32) -> usize {
        self.width_before((offset as usize).min(self.text.len())).characters
    }

    /// Returns the byte offset of a line and a column in units of UTF-16, both from 0. A position
    /// past the end of the line or of the text means that end; one within a character means its
    /// start.
    #[must_use]
    pub fn offset_of_utf16(&self, line: usize, column: usize) -> u32 {
        let Some(start) = self.first_column(line + 1) else {
            return Span::at(self.text.len()).start;
        };
        let text = self.line(line + 1);
        let mut units = 0;
        for (offset, character) in text.char_indices() {
            units += character.len_utf16();
            if units > column {
                return Span::at(start + offset).start;
            }
        }
        Span::at(start + text.len()).start
    }

    /// Returns the line of a byte offset, from 1, in logarithmic time.
    #[must_use]
    #[doc(hidden)]
    pub fn line_of(&self, offset: u32) -> usize {
        self.line_starts().partition_point(|&start| start <= offset)
    }

    /// Returns the byte offset of a position, if the text has that position.
    #[must_use]
    pub fn offset(&self, position: Position) -> Option<u32> {
        let start = self.first_column(position.line)?;
        // The characters of the line break have columns, too, but not the end of the last one.
        let line = &self.text[start..self.line_end(position.line)];
        let characters = line.char_indices().map(|(offset, _)| offset);
        let is_last = position.line == self.line_starts().len();
        let mut offsets = characters.chain(is_last.then_some(line.len()));
        let offset = offsets.nth(position.column.checked_sub(1)?)?;
        Some(Span::at(start + offset).start)
    }

    /// Returns the text of a line, from 1, without its line break; empty past the end.
    #[must_use]
    pub fn line(&self, line: usize) -> &str {
        let Some(start) = self.first_column(line) else { return "" };
        self.text[start..self.line_end(line)].trim_end_matches(['\n', '\r'])
    }

    /// Returns the span of a line, from 1, without a byte order mark and its line break.
    pub(super) fn line_span(&self, line: usize) -> Range<usize> {
        let start = self.first_column(line).unwrap_or(self.text.len());
        start..start + self.line(line).len()
    }

    /// Returns the end of a line, from 1, with its line break.
    fn line_end(&self, line: usize) -> usize {
        self.line_starts().get(line).map_or(self.text.len(), |&start| start as usize)
    }
}

/// The files that one report or one grammar refers to.
#[derive(Clone, Debug, Default)]
pub struct Files {
    files: Vec<SourceFile>,
}

impl Files {
    /// Adds a file.
    #[doc(hidden)]
    pub fn add(&mut self, file: SourceFile) -> FileId {
        self.files.push(file);
        FileId::new(self.files.len() - 1)
    }

    /// Returns the file of an id, which must be from this table.
    ///
    /// # Panics
    /// If the id is from another table, which has more files.
    #[must_use]
    pub fn get(&self, id: FileId) -> &SourceFile {
        &self.files[id.index()]
    }

    /// Iterates over all files with their ids, in the order in which they were added.
    pub fn iter(&self) -> impl Iterator<Item = (FileId, &SourceFile)> {
        self.files.iter().enumerate().map(|(index, file)| (FileId::new(index), file))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_characters() {
        assert_eq!(SourceFile::new("a", "é\nxy").position(4).to_string(), "2:2");
    }

    #[test]
    fn columns_of_long_lines_are_characters_too() {
        let text = format!("a\n{}", "éx".repeat(BLOCK));
        let file = SourceFile::new("a", text.as_str());
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]).skip(2) {
            let expected = text[2..at].chars().count() + 1;
            assert_eq!(file.position(Span::at(at).start), Position { line: 2, column: expected });
        }
    }

    #[test]
    fn positions_and_offsets_round_trip() {
        let text = "é\r\n\n\u{1F600}\rx\r";
        let file = SourceFile::new("a", text);
        for (at, _) in text.char_indices().chain([(text.len(), ' ')]) {
            let offset = Span::at(at).start;
            assert_eq!(file.offset(file.position(offset)), Some(offset));
            assert_eq!(file.characters_before(offset), text[..at].chars().count());
        }
        assert_eq!(file.offset(Position { line: 2, column: 2 }), None);
        assert_eq!(file.position(Span::at(10).start), Position { line: 4, column: 1 });
        assert_eq!((file.line(3), file.line(4), file.line(5)), ("\u{1F600}", "x", ""));
    }

    #[test]
    fn a_byte_order_mark_has_no_column() {
        let text = "\u{FEFF}a\u{FEFF}b\nc";
        let file = SourceFile::new("a", text);
        for (offset, place) in [(0, "1:1"), (3, "1:1"), (4, "1:2"), (7, "1:3"), (9, "2:1")] {
            let mut position = Position::START;
            position.advance(text, 0..offset as usize);
            assert_eq!((file.position(offset), position.to_string().as_str()), (position, place));
            assert_eq!(file.offset(position), Some(offset.max(3)));
        }
        let Point { utf8, utf16, .. } = file.point(4);
        assert_eq!(
            (utf8, utf16, file.offset_of_utf16(0, 1), file.line(1)),
            (2, 2, 4, "a\u{FEFF}b")
        );
    }

    #[test]
    fn utf16_columns_round_trip() {
        let text = format!("é\r\n\n{}\nend", "a\u{1F600}é".repeat(BLOCK));
        let file = SourceFile::new("a", text.as_str());
        for (at, character) in text.char_indices() {
            let point = file.point(Span::at(at).start);
            let line = text[..at].rsplit('\n').next().unwrap_or_default();
            assert_eq!(point.utf16, line.encode_utf16().count() + 1, "{at}");
            assert_eq!(point.utf8, line.len() + 1, "{at}");
            if character != '\n' {
                assert_eq!(file.offset_of_utf16(point.line - 1, point.utf16 - 1), point.offset);
            }
        }
        assert_eq!(file.offset_of_utf16(2, 2), 6, "within a pair: its start");
        assert_eq!(file.offset_of_utf16(0, 99), 2, "behind the line: its end");
        assert_eq!(file.offset_of_utf16(99, 0) as usize, text.len());
    }
}
