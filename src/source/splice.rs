//! A document put together of stretches of another one's bytes, and of text.
//!
//! [`Splicer`] does what [`Inserter`](super::Inserter) does where stretches may also be left out or stand elsewhere. In
//! ISO-2022-JP what bytes mean depends on the escape sequence before them: a stretch is copied without those at its end, and
//! what it begins with is put into force if something else is, so no two of them stand side by side that did not before.
//! A character that the encoding lacks is written as a character reference.

use std::ops::Range;

use super::Encoding;
use super::insert::{ASCII, encoded, is_escape, swallows};
use encoding_rs::ISO_2022_JP;

/// Puts a document together.
pub(crate) struct Splicer<'b> {
    bytes: &'b [u8],
    encoding: &'static Encoding,
    /// Where a malformed sequence begins that would take in what stands behind it.
    greedy: Option<usize>,
    /// Of ISO-2022-JP, where escape sequences stand.
    escapes: Vec<usize>,
    out: Vec<u8>,
    /// What is in force in what is written.
    escape: &'b [u8],
    /// Whether what was written last is the greedy sequence.
    is_greedy: bool,
    /// How far the source was copied last.
    copied: usize,
}

impl<'b> Splicer<'b> {
    /// Of a document in this encoding, at whose end stands a malformed sequence from the offset `malformed` on, if
    /// one does.
    pub(crate) fn new(
        bytes: &'b [u8],
        encoding: &'static Encoding,
        malformed: Option<u64>,
    ) -> Self {
        let malformed = malformed.and_then(|at| usize::try_from(at).ok());
        let is_greedy = |at: &usize| swallows(bytes.get(*at..).unwrap_or_default(), encoding);
        let escapes = match encoding == ISO_2022_JP {
            true => (0..bytes.len()).filter(|&at| is_escape_at(bytes, at)).collect(),
            false => Vec::new(),
        };
        Self {
            bytes,
            encoding,
            greedy: malformed.filter(is_greedy),
            escapes,
            out: Vec::with_capacity(bytes.len()),
            escape: ASCII,
            is_greedy: false,
            copied: 0,
        }
    }

    /// Copies a stretch of the bytes.
    pub(crate) fn copy(&mut self, range: Range<usize>) {
        let Range { start, mut end } = range;
        self.spare();
        self.switch(self.in_force(start));
        self.copied = end;
        if let Some(greedy) = self.greedy.filter(|&greedy| (start..end).contains(&greedy)) {
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

    /// Writes a text.
    pub(crate) fn write(&mut self, text: &str) {
        self.spare();
        self.switch(ASCII);
        self.out.extend(encoded(text, self.encoding));
        self.copied = 0;
    }

    /// All that was written.
    #[must_use]
    pub(crate) fn finish(mut self) -> Vec<u8> {
        if let Some(greedy) = self.greedy.filter(|_| self.is_greedy) {
            self.out.extend_from_slice(&self.bytes[greedy..]);
        }
        if self.copied == self.bytes.len() && !self.escapes.is_empty() {
            self.switch(self.in_force(self.bytes.len()));
        }
        self.out
    }

    /// Writes another sequence than the greedy one, behind which something is going to stand.
    fn spare(&mut self) {
        if std::mem::take(&mut self.is_greedy) {
            self.out.extend(encoded("&#xFFFD;", self.encoding));
        }
    }

    /// Puts an escape sequence into force.
    fn switch(&mut self, escape: &'b [u8]) {
        if escape != self.escape {
            self.out.extend_from_slice(escape);
            self.escape = escape;
        }
    }

    /// What is in force at a place.
    fn in_force(&self, at: usize) -> &'b [u8] {
        let before = self.escapes.partition_point(|&escape| escape + ASCII.len() <= at);
        let last = before.checked_sub(1).map(|index| self.escapes[index]);
        last.and_then(|last| self.bytes.get(last..last + ASCII.len())).unwrap_or(ASCII)
    }
}

fn is_escape_at(bytes: &[u8], at: usize) -> bool {
    bytes.get(at..at + ASCII.len()).is_some_and(is_escape)
}
