//! Finds the characters that the standard calls an error wherever they stand.
//!
//! They are the control characters and the noncharacters; NUL is one of them, a carriage return is not. Hardly any text
//! has one, so blocks of bytes are asked at once whether any byte may belong to one, in a loop without branches that
//! compilers turn into vector instructions; only a block that says "perhaps" is looked at byte by byte.

/// How many bytes are asked at once.
const BLOCK: usize = 64;
/// How far it is looked ahead of what is asked about.
const AHEAD: usize = 1 << 12;

/// How far a text is clear of them; asked for offsets in order, it looks at each byte once.
#[derive(Debug)]
pub(super) struct Clear<'t> {
    bytes: &'t [u8],
    /// What was looked at last is clear up to here.
    until: usize,
}

impl<'t> Clear<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), until: 0 }
    }

    /// Whether none of them starts in a range. No later range may start in front of this one.
    #[inline]
    pub(super) fn is_clear(&mut self, start: usize, end: usize) -> bool {
        self.until >= end || self.look_on(start, end)
    }

    /// Looks from the start of a range on, to its end and further.
    fn look_on(&mut self, start: usize, end: usize) -> bool {
        self.until = self.until.max(start);
        let most = self.bytes.len().min(end + AHEAD);
        while self.until < most {
            let rest = &self.bytes[self.until..];
            if rest.first_chunk().is_some_and(has_no_suspect) {
                self.until += BLOCK;
                continue;
            }
            let block = &rest[..rest.len().min(BLOCK)];
            let odd = (0..block.len()).find(|&at| is_odd(&rest[at..]));
            self.until += odd.unwrap_or(block.len());
            if odd.is_some() {
                break;
            }
        }
        self.until >= end
    }
}

/// Whether no byte of a block is suspect.
fn has_no_suspect(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(0, |found, &byte| found | u8::from(is_suspect(byte))) == 0
}

/// Whether a byte is, or may begin, one of them.
fn is_suspect(byte: u8) -> bool {
    let is_space = (b'\t'..=b'\r').contains(&byte) & (byte != 0x0B);
    // Below 0x20 and from 0xEF on, as one range that begins at 0.
    let is_outside = byte.wrapping_add(0x11) < 0x31;
    (is_outside & !is_space) | (byte == 0x7F) | (byte == 0xC2)
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
