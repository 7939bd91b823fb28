//! Assembly of a document from ranges of another document's bytes and from text.
//!
//! [`Splicer`] does the same as [`Inserter`](super::Inserter), but it can also omit and reorder
//! ranges. In ISO-2022-JP the meaning of bytes depends on the escape sequence before them. So the
//! splicer copies a range without the escape sequences at its end. Before a range it writes the
//! sequence that the range needs, unless that is already in force. Hence no two escape sequences
//! become adjacent that were not adjacent before. A character that the encoding lacks is written as
//! a character reference.

use std::ops::Range;

use super::Encoding;
use super::insert::{ASCII, encoded, greedy_offset, is_escape};
use encoding_rs::ISO_2022_JP;

/// A writer that assembles a document.
pub struct Splicer<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    /// The offset of a malformed sequence that would absorb the bytes that follow it.
    greedy: Option<usize>,
    /// The offsets of all escape sequences; empty unless the encoding is ISO-2022-JP.
    escapes: Vec<usize>,
    out: Vec<u8>,
    /// The escape sequence in force at the end of the output.
    escape: &'b [u8],
    /// Set if the greedy sequence is due at the end of the output.
    is_greedy: bool,
    /// The end of the range that was copied last; 0 if text was written after it.
    copied: usize,
}

impl<'b> Splicer<'b> {
    /// Creates a splicer for a document in this encoding. `malformed` is the offset of a malformed
    /// sequence at the end of the document, if there is one.
    pub fn new(bytes: &'b [u8], encoding: &'static Encoding, malformed: Option<u64>) -> Self {
        let escapes = if encoding == ISO_2022_JP {
            (0..bytes.len()).filter(|&at| is_escape_at(bytes, at)).collect()
        } else {
            Vec::new()
        };
        Self {
            bytes,
            encoding,
            greedy: greedy_offset(bytes, encoding, malformed),
            escapes,
            out: Vec::with_capacity(bytes.len()),
            escape: ASCII,
            is_greedy: false,
            copied: 0,
        }
    }

    /// Copies a range of the bytes.
    pub fn copy(&mut self, range: Range<usize>) {
        let Range { start, mut end } = range;
        self.spare();
        self.switch(self.in_force(start));
        self.copied = end;
        if let Some(greedy) = self.greedy
            && (start..end).contains(&greedy)
        {
            self.is_greedy = true;
            end = greedy;
        }
        while end >= start + ASCII.len() && self.escapes.binary_search(&(end - ASCII.len())).is_ok()
        {
            end -= ASCII.len();
        }
        self.out.extend_from_slice(self.bytes.get(start..end).unwrap_or_default());
        self.escape = self.in_force(end);
    }

    pub fn write(&mut self, text: &str) {
        self.spare();
        self.switch(ASCII);
        self.out.extend(encoded(text, self.encoding));
        self.copied = 0;
    }

    /// Returns the output.
    #[must_use]
    pub fn finish(mut self) -> Vec<u8> {
        if let Some(greedy) = self.greedy
            && self.is_greedy
        {
            self.out.extend_from_slice(&self.bytes[greedy..]);
        }
        if self.copied == self.bytes.len() && !self.escapes.is_empty() {
            self.switch(self.in_force(self.bytes.len()));
        }
        self.out
    }

    /// Writes a character reference for U+FFFD instead of the greedy sequence, since other bytes
    /// follow.
    fn spare(&mut self) {
        if std::mem::take(&mut self.is_greedy) {
            self.out.extend(encoded("&#xFFFD;", self.encoding));
        }
    }

    /// Writes an escape sequence, unless it is already in force.
    fn switch(&mut self, escape: &'b [u8]) {
        if escape != self.escape {
            self.out.extend_from_slice(escape);
            self.escape = escape;
        }
    }

    /// Returns the escape sequence in force at an offset of the source.
    fn in_force(&self, at: usize) -> &'b [u8] {
        let before = self.escapes.partition_point(|&escape| escape + ASCII.len() <= at);
        let Some(last) = before.checked_sub(1) else { return ASCII };
        let escape = self.escapes[last];
        self.bytes.get(escape..escape + ASCII.len()).unwrap_or(ASCII)
    }
}

fn is_escape_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..at + ASCII.len()).is_some_and(is_escape)
}
