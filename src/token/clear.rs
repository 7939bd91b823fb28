//! A search for the characters that are an error in every context (13.2.3.5, "Preprocessing the
//! input stream").
//!
//! These are the control characters and the noncharacters. NUL is one of them, a carriage return is
//! not. Hardly any text has one, and most is ASCII. So the search first tests blocks of bytes for
//! plain ASCII, then the others for suspects, both in branch-free loops that compilers vectorise.
//! Only a block with a suspect is examined byte by byte.

/// The number of bytes in a block.
const BLOCK: usize = 64;
/// The number of blocks that are tested for suspects after a block that is not plain ASCII, since a
/// text in another script has more of them.
const FOREIGN: usize = 4;
/// The number of bytes that are examined ahead of a query.
const AHEAD: usize = 1 << 12;

/// A cache of the range of a text that is clear of these characters. For queries in ascending
/// order, it examines each byte once.
#[derive(Debug)]
pub(super) struct Clear<'t> {
    bytes: &'t [u8],
    /// The end of the range that is known to be clear.
    until: usize,
}

impl<'t> Clear<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { bytes: text.as_bytes(), until: 0 }
    }

    /// Reports whether none of the characters starts in a range. No later range may start before
    /// this one.
    #[inline]
    pub(super) fn is_clear(&mut self, start: usize, end: usize) -> bool {
        self.until >= end || self.extend(start, end)
    }

    /// Examines the text from the start of a range to its end and further.
    fn extend(&mut self, start: usize, end: usize) -> bool {
        self.until = self.until.max(start);
        let most = self.bytes.len().min(end + AHEAD);
        while self.until < most {
            let (blocks, _) = self.bytes[self.until..].as_chunks();
            let wanted = &blocks[..blocks.len().min((most - self.until).div_ceil(BLOCK))];
            let plain = wanted.iter().take_while(|block| is_plain(block)).count();
            let others = wanted[plain..].iter().take(FOREIGN);
            let clear = plain + others.take_while(|block| has_no_suspect(block)).count();
            self.until += clear * BLOCK;
            if clear > 0 {
                continue;
            }
            let rest = &self.bytes[self.until..];
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

/// Reports whether a block is ASCII without control characters other than white space. The signed
/// comparisons and the 16 intermediate results are the form that compilers make the fewest
/// instructions of.
#[inline(always)]
fn is_plain(block: &[u8; BLOCK]) -> bool {
    let mut found = [0_u8; 16];
    for part in block.as_chunks().0 {
        let part: &[u8; 16] = part;
        for (found, &byte) in found.iter_mut().zip(part) {
            let is_odd = byte.wrapping_add(1).cast_signed() < 0x21;
            let is_space = byte.wrapping_add(0x77).cast_signed() < -123;
            *found |= u8::from((is_odd & !is_space) | (byte == 0x0B)).wrapping_neg();
        }
    }
    found.iter().fold(0, |all, found| all | found) == 0
}

/// Reports whether no byte of a block is suspect.
fn has_no_suspect(block: &[u8; BLOCK]) -> bool {
    block.iter().fold(0, |found, &byte| found | u8::from(is_suspect(byte))) == 0
}

/// Reports whether a byte is, or may begin, one of the characters.
fn is_suspect(byte: u8) -> bool {
    let is_space = (b'\t'..=b'\r').contains(&byte) & (byte != 0x0B);
    // Below 0x20 or from 0xEF on, as one range that begins at 0.
    let is_outside = byte.wrapping_add(0x11) < 0x31;
    (is_outside & !is_space) | (byte == 0x7F) | (byte == 0xC2)
}

/// Reports whether the text begins with one of the characters.
fn is_odd(text: &[u8]) -> bool {
    match *text {
        [0xC2, second, ..] => second < 0xA0,
        [0xEF, 0xB7, third, ..] => matches!(third, 0x90..=0xAF),
        [0xEF, 0xBF, third, ..] | [0xF0..=0xFF, _, 0xBF, third, ..] => third >= 0xBE,
        [first, ..] => first < 0x80 && is_suspect(first),
        [] => false,
    }
}
