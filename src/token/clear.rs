//! Finds the characters that the standard calls an error wherever they stand.
//!
//! They are the control characters and the noncharacters; NUL is one of them, a carriage return is not. Hardly any text
//! has one, so blocks of bytes are asked at once whether any byte may belong to one, in a loop without branches that
//! compilers turn into vector instructions; only a block that says "perhaps" is looked at byte by byte.

/// How many bytes are asked at once.
const BLOCK: usize = 64;

/// How far a text is clear of them; asked for offsets in order, it looks at each byte once.
#[derive(Debug)]
pub(super) struct Clear<'t> {
    bytes: &'t [u8],
    /// What was asked about and lies in front of here is clear.
    until: usize,
}

impl<'t> Clear<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), until: 0 }
    }

    /// Whether none of them starts in a range. No later range may start in front of this one.
    pub(super) fn is_clear(&mut self, start: usize, end: usize) -> bool {
        self.until = self.until.max(start);
        while self.until < end {
            let block = &self.bytes[self.until..self.bytes.len().min(self.until + BLOCK)];
            if !block.iter().fold(false, |found, &byte| found | is_suspect(byte)) {
                self.until += block.len();
                continue;
            }
            let clear = (0..block.len()).find(|&at| is_odd(&self.bytes[self.until + at..]));
            self.until += clear.unwrap_or(block.len());
            if clear.is_some() {
                break;
            }
        }
        self.until >= end
    }
}

/// Whether a byte is, or may begin, one of them.
fn is_suspect(byte: u8) -> bool {
    let is_low =
        (byte < 0x20) & (byte != b'\t') & (byte != b'\n') & (byte != 0x0C) & (byte != b'\r');
    is_low | (byte == 0x7F) | (byte == 0xC2) | (byte >= 0xEF)
}

/// Whether the text begins with one of them.
fn is_odd(text: &[u8]) -> bool {
    match *text {
        [0xC2, second, ..] => second < 0xA0,
        [0xEF, 0xB7, third, ..] => matches!(third, 0x90..=0xAF),
        [0xEF, 0xBF, third, ..] | [0xF0..=0xFF, _, 0xBF, third, ..] => third >= 0xBE,
        [first, ..] => first < 0x80 && is_suspect(first),
        [] => false,
    }
}
