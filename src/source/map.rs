//! A compact, exact map from text offsets back to byte offsets.
//!
//! The characters of the text and the byte sequences that they come from are in the same order. So
//! a lookup has two halves: find the number `n` of the character, then find the start of the `n`th
//! sequence. Both use the succinct structure called rank and select, with one counter for each
//! block and a scan within the block:
//!
//! ```text
//! text    a  é     日        block counters: characters before each KiB of text
//! bytes   61 82 A0 93 FA     bit row 1 1 0 1 0, counters: ones before each 4096 bits
//! ```
//!
//! Most documents need none of it. UTF-8 without malformed sequences is its own text, and a
//! single-byte encoding has one character for each byte. In the worst case the map takes an eighth
//! of the size of the bytes.
//!
//! Invariant: a bit row has exactly one bit for each character of its text. To ensure it, the
//! builder assigns each character a different byte. Where one sequence becomes two characters (four
//! sequences of Big5 do), the second character starts at the second byte.

/// The number of text bytes for each counter.
const TEXT_BLOCK: usize = 1024;
/// The number of words of the bit row for each counter.
const WORD_BLOCK: usize = 64;

/// A map from offsets in one text to byte offsets.
#[derive(Clone, Debug)]
pub struct ByteMap(ByteMapKind);

#[derive(Clone, Debug)]
enum ByteMapKind {
    /// For a text that is identical to the bytes.
    Identity,
    /// For a text in which every character came from one byte.
    Single { characters: Vec<usize>, bytes: usize },
    /// For a document that became one character as a whole.
    Whole { bytes: usize },
    /// For all other texts: a bit for each byte that starts a character.
    Starts { characters: Vec<usize>, starts: Starts, bytes: usize },
}

impl ByteMap {
    /// Returns the map of a text that is identical to the bytes.
    pub(super) fn identity() -> Self {
        Self(ByteMapKind::Identity)
    }

    /// Reports whether the text is identical to the bytes.
    pub(super) fn is_identity(&self) -> bool {
        matches!(self.0, ByteMapKind::Identity)
    }

    /// Returns the map of a text with one character for each byte.
    pub(super) fn single(text: &str, bytes: usize) -> Self {
        Self(ByteMapKind::Single { characters: count_blocks(text), bytes })
    }

    /// Returns the map of a document that is one malformed sequence.
    pub(super) fn whole(bytes: usize) -> Self {
        Self(ByteMapKind::Whole { bytes })
    }

    /// Returns the map of a text whose characters start at the bytes that are set in `starts`.
    pub(super) fn starts(text: &str, starts: Starts, bytes: usize) -> Self {
        Self(ByteMapKind::Starts { characters: count_blocks(text), starts, bytes })
    }

    /// Returns the byte offset of the character that holds an offset in `text`. At or past the end
    /// of the text it returns the number of bytes. `text` must be the text that the map belongs to.
    #[must_use]
    pub fn byte_offset(&self, text: &str, offset: u32) -> u64 {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let at = match &self.0 {
            ByteMapKind::Identity => character_start(text, offset),
            _ if offset < text.len() => self.start_of(text, offset),
            ByteMapKind::Single { bytes, .. }
            | ByteMapKind::Whole { bytes }
            | ByteMapKind::Starts { bytes, .. } => *bytes,
        };
        u64::try_from(at).unwrap_or(u64::MAX)
    }

    /// Returns the first byte of the character that holds an offset, which must be before the end.
    fn start_of(&self, text: &str, offset: usize) -> usize {
        match &self.0 {
            ByteMapKind::Identity => character_start(text, offset),
            ByteMapKind::Single { characters, .. } => nth_character(text, characters, offset),
            ByteMapKind::Whole { .. } => 0,
            ByteMapKind::Starts { characters, starts, bytes } => {
                starts.select(nth_character(text, characters, offset)).unwrap_or(*bytes)
            }
        }
    }
}

fn is_start(byte: u8) -> bool {
    byte & 0xC0 != 0x80
}

fn count_starts(bytes: &[u8]) -> usize {
    bytes.iter().filter(|&&byte| is_start(byte)).count()
}

/// Returns the start of the character that holds an offset; the length of the text past its end.
fn character_start(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Returns, for each block of the text, the number of characters that start before it.
fn count_blocks(text: &str) -> Vec<usize> {
    let bytes = text.as_bytes();
    let mut counts = Vec::with_capacity(bytes.len().div_ceil(TEXT_BLOCK));
    let mut before = 0;
    for block in bytes.chunks(TEXT_BLOCK) {
        counts.push(before);
        before += count_starts(block);
    }
    counts
}

/// Returns the number, from 0, of the character that holds an offset, which must be before the end.
fn nth_character(text: &str, characters: &[usize], offset: usize) -> usize {
    let block = offset / TEXT_BLOCK;
    let before = characters.get(block).copied().unwrap_or(0);
    let here = count_starts(&text.as_bytes()[block * TEXT_BLOCK..=offset]);
    (before + here).saturating_sub(1)
}

/// A row of bits, one for each byte, with a fast search for its `n`th one (select).
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    words: Vec<u64>,
    /// The number of ones before each block of words.
    before: Vec<usize>,
    ones: usize,
    /// The least position that the next bit may have.
    next: usize,
}

impl Starts {
    /// Records that the next character starts at `position`, or directly after the previous start
    /// if that is later.
    pub(super) fn push(&mut self, position: usize) {
        let position = position.max(self.next);
        while self.words.len() <= position / 64 {
            if self.words.len().is_multiple_of(WORD_BLOCK) {
                self.before.push(self.ones);
            }
            self.words.push(0);
        }
        self.words[position / 64] |= 1 << (position % 64);
        self.ones += 1;
        self.next = position + 1;
    }

    /// Returns the position of the `n`th one, counted from 0.
    fn select(&self, n: usize) -> Option<usize> {
        let block = self.before.partition_point(|&ones| ones <= n).checked_sub(1)?;
        let mut left = n - self.before[block];
        for (index, &word) in self.words.iter().enumerate().skip(block * WORD_BLOCK) {
            let ones = usize::try_from(word.count_ones()).unwrap_or(64);
            if left < ones {
                let bit = (0..64).filter(|bit| word >> bit & 1 == 1).nth(left)?;
                return Some(index * 64 + bit);
            }
            left -= ones;
        }
        None
    }
}
