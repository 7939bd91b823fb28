//! Offsets in units of UTF-16, as scripts and editors count.

use super::Span;
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
        let blocks = text.as_bytes().chunks(BLOCK).scan(0, |before, block| {
            let own = *before;
            *before += units(block);
            Some(own)
        });
        Self { text, blocks: blocks.collect() }
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
        [start, end].map(|offset| self.unit(offset))
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
        let past = self.text[start..].char_indices().find(|(_, character)| {
            before += narrow(character.len_utf16());
            before > unit
        });
        narrow(past.map_or(self.text.len(), |(at, _)| start + at))
    }
}

/// Returns the number of UTF-16 units of the characters that begin in a stretch of UTF-8.
fn units(bytes: &[u8]) -> u32 {
    let characters = bytes.iter().filter(|&&byte| byte & 0xC0 != 0x80).count();
    narrow(characters + bytes.iter().filter(|&&byte| byte >= 0xF0).count())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_those_of_a_script() {
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
