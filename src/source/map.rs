//! From an offset in the text back to an offset in the bytes, exactly and in little space.
//!
//! Characters of the text and sequences of the bytes come in the same order, so the way back has two
//! halves: which character is it, and where did the `n`th one start? Both are the succinct
//! structure called rank and select, with one counter per block and a scan within it:
//!
//! ```text
//! text    a  é     日        block counters: characters before each KiB of text
//! bytes   61 82 A0 93 FA     bit row 1 1 0 1 0, counters: ones before each 4096 bits
//! ```
//!
//! Most documents need none of it: UTF-8 without malformed sequences is the same text, and a
//! single-byte encoding has one character a byte. The worst case costs an eighth of the bytes.
//!
//! Invariant: a bit row has exactly one bit for each character of its text. The builder keeps it
//! by giving each character a byte of its own: where one sequence makes two characters (four of
//! them in Big5), the second starts at the second byte.

/// Text bytes per counter.
const TEXT_BLOCK: usize = 1024;
/// Words of the bit row per counter.
const WORD_BLOCK: usize = 64;

/// The way from text offsets to byte offsets; belongs to one text.
#[derive(Clone, Debug)]
pub struct ByteMap(Kind);

#[derive(Clone, Debug)]
enum Kind {
    /// The text is the bytes.
    Identity,
    /// Every character came from one byte.
    Single { characters: Vec<usize>, bytes: usize },
    /// The whole document became one character.
    Whole { bytes: usize },
    /// A bit for each byte that starts a character.
    Starts { characters: Vec<usize>, starts: Starts, bytes: usize },
}

impl ByteMap {
    /// The map of a text that is the bytes.
    pub(super) fn identity() -> Self {
        Self(Kind::Identity)
    }

    /// Whether the text is the bytes.
    pub(super) fn is_identity(&self) -> bool {
        matches!(self.0, Kind::Identity)
    }

    /// The map of a text with a character a byte.
    pub(super) fn single(text: &str, bytes: usize) -> Self {
        Self(Kind::Single { characters: count_blocks(text), bytes })
    }

    /// The map of a document that is all one malformed sequence.
    pub(super) fn whole(bytes: usize) -> Self {
        Self(Kind::Whole { bytes })
    }

    /// The map of a text whose characters start at the bytes of the row.
    pub(super) fn starts(text: &str, starts: Starts, bytes: usize) -> Self {
        Self(Kind::Starts { characters: count_blocks(text), starts, bytes })
    }

    /// The offset in the bytes of the character that holds the offset in `text`, which must be the
    /// text that the map belongs to; the number of bytes at or past its end.
    #[must_use]
    pub fn byte_offset(&self, text: &str, offset: u32) -> u64 {
        let offset = usize::try_from(offset).unwrap_or(usize::MAX);
        let at = match &self.0 {
            Kind::Identity => character_start(text, offset),
            _ if offset < text.len() => self.start_of(text, offset),
            Kind::Single { bytes, .. } | Kind::Whole { bytes } | Kind::Starts { bytes, .. } => {
                *bytes
            }
        };
        u64::try_from(at).unwrap_or(u64::MAX)
    }

    /// The first byte of the character that holds the offset, which lies before the end.
    fn start_of(&self, text: &str, offset: usize) -> usize {
        match &self.0 {
            Kind::Identity => character_start(text, offset),
            Kind::Single { characters, .. } => nth_character(text, characters, offset),
            Kind::Whole { .. } => 0,
            Kind::Starts { characters, starts, bytes } => {
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

/// The first byte of the character that holds the offset; the length of the text past its end.
fn character_start(text: &str, offset: usize) -> usize {
    let offset = offset.min(text.len());
    (0..=offset).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// How many characters start before each block of the text.
fn count_blocks(text: &str) -> Vec<usize> {
    let mut before = 0;
    let blocks = text.as_bytes().chunks(TEXT_BLOCK);
    blocks
        .map(|block| {
            let here = before;
            before += count_starts(block);
            here
        })
        .collect()
}

/// The number, from 0, of the character that holds the offset, which lies before the end.
fn nth_character(text: &str, characters: &[usize], offset: usize) -> usize {
    let block = offset / TEXT_BLOCK;
    let before = characters.get(block).copied().unwrap_or(0);
    let here = count_starts(&text.as_bytes()[block * TEXT_BLOCK..=offset]);
    (before + here).saturating_sub(1)
}

/// A row of bits, one for each byte, that can find its `n`th one.
#[derive(Clone, Debug, Default)]
pub(super) struct Starts {
    words: Vec<u64>,
    /// Ones before each block of words.
    before: Vec<usize>,
    ones: usize,
    /// The least position that a further bit may have.
    next: usize,
}

impl Starts {
    /// Says that the next character starts at `position`, or one past the last if that is later.
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

    /// The position of the `n`th bit, from 0.
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
