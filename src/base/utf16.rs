//! Offsets in units of UTF-16, as scripts and editors count.

use super::Span;
use super::source_file::Width;
use super::{narrow, wide};

/// The greatest number of bytes that are scanned to convert an offset.
const BLOCK: usize = 64;

/// A text with an index that converts between bytes of UTF-8 and units of UTF-16.
///
/// ```
/// use wishful::diagnostics::{Span, Utf16};
/// let text = "a\u{e9}\u{1F600}b";
/// let units = Utf16::of(text);
/// assert_eq!(units.span(Span::new(7, 8)), [4, 5]);
/// assert_eq!((units.offset(4), units.offset(3)), (7, 3), "within a pair: where it begins");
/// assert_eq!(units.offset(99), 8, "behind the text: its end");
/// ```
#[derive(Clone, Debug)]
pub struct Utf16<'t> {
    text: &'t str,
    /// The number of units before each block of [`BLOCK`] bytes. Empty if and only if all of the
    /// text is ASCII, where both counts are equal.
    blocks: Vec<u32>,
}

impl<'t> Utf16<'t> {
    /// Indexes a text of at most 4 GiB.
    #[must_use]
    pub fn of(text: &'t str) -> Self {
        if text.is_ascii() {
            return Self { text, blocks: Vec::new() };
        }
        let mut blocks = Vec::with_capacity(text.len().div_ceil(BLOCK));
        let mut before = 0;
        for block in text.as_bytes().chunks(BLOCK) {
            blocks.push(before);
            before += units(block);
        }
        Self { text, blocks }
    }

    /// Returns the number of units before a byte offset, which must be on a character boundary. An
    /// offset past the text means its end.
    #[must_use]
    pub fn unit(&self, offset: u32) -> u32 {
        let end = wide(offset).min(self.text.len());
        match self.blocks.get((end / BLOCK).min(self.blocks.len().saturating_sub(1))) {
            None => narrow(end),
            Some(before) => {
                let start = (end / BLOCK).min(self.blocks.len() - 1) * BLOCK;
                before + units(&self.text.as_bytes()[start..end])
            }
        }
    }

    /// Converts a span of bytes to the start and the end in units.
    #[must_use]
    pub fn span(&self, Span { start, end }: Span) -> [u32; 2] {
        [self.unit(start), self.unit(end)]
    }

    /// Returns the byte offset before which there are `unit` units. Within a pair of surrogates it
    /// is the start of the pair; past the text it is the end of the text.
    #[must_use]
    pub fn offset(&self, unit: u32) -> u32 {
        if self.blocks.is_empty() {
            return unit.min(narrow(self.text.len()));
        }
        let block = self.blocks.partition_point(|&before| before <= unit).saturating_sub(1);
        // (A character may begin in the block before.)
        let start = self.text.floor_char_boundary(block * BLOCK);
        let mut before = self.unit(narrow(start));
        for (offset, character) in self.text[start..].char_indices() {
            before += narrow(character.len_utf16());
            if before > unit {
                return narrow(start + offset);
            }
        }
        narrow(self.text.len())
    }
}

/// Returns the number of UTF-16 units of the characters that begin in a stretch of UTF-8.
fn units(bytes: &[u8]) -> u32 {
    narrow(Width::of(bytes).units)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn utf16_positions_agree_with_javascript() {
        let text = "a\u{e9}\u{1F600}b\u{20ac}".repeat(BLOCK);
        let units = Utf16::of(&text);
        let mut before = 0;
        for (at, character) in text.char_indices().chain([(text.len(), 'x')]) {
            assert_eq!(units.unit(narrow(at)), before, "{at}");
            assert_eq!(units.offset(before), narrow(at), "{at}");
            before += narrow(character.len_utf16());
        }
        assert_eq!(Utf16::of("abc").span(Span::new(1, 3)), [1, 3]);
        assert_eq!(Utf16::of("").unit(7), 0);
    }
}
