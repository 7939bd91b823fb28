//! Puts a value together from the pieces that the state machine hands over.
//!
//! The pieces of a value mostly stand in the text one after the other; then nothing is copied and
//! the value is a span. The first piece that differs from the text at its place (a capital made
//! small, a decoded reference, a line break) makes the rest a copy. Comparing pieces instead of
//! trusting positions has a price, one more look at each byte, and a point: a value is right
//! whatever the positions say.

use super::Value;
use crate::base::Span;

/// A value in the making.
#[derive(Debug, Default)]
pub(super) struct Gather {
    start: usize,
    /// How many bytes from `start` on are the pieces so far; frozen once `decoded` is there.
    matched: usize,
    /// The value so far, if it differs from the text.
    decoded: Option<Vec<u8>>,
    /// The state machine's position after the last piece.
    end: usize,
}

impl Gather {
    /// An empty value at the offset.
    pub(super) fn at(start: usize) -> Self {
        Self { start, matched: 0, decoded: None, end: start }
    }

    /// Where it starts.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether no piece had a byte.
    pub(super) fn is_empty(&self) -> bool {
        self.matched == 0 && self.decoded.is_none()
    }

    /// Appends a piece; `end` is the position after it.
    pub(super) fn push(&mut self, text: &str, piece: &[u8], end: usize) {
        self.end = end;
        if let Some(decoded) = &mut self.decoded {
            decoded.extend_from_slice(piece);
            return;
        }
        let rest = text.as_bytes().get(self.start + self.matched..).unwrap_or_default();
        if rest.starts_with(piece) {
            self.matched += piece.len();
        } else {
            let mut decoded = self.bytes(text).to_vec();
            decoded.extend_from_slice(piece);
            self.decoded = Some(decoded);
        }
    }

    /// The value so far.
    pub(super) fn bytes<'g>(&'g self, text: &'g str) -> &'g [u8] {
        let matched = self.start..self.start + self.matched;
        let matched = text.as_bytes().get(matched).unwrap_or_default();
        self.decoded.as_deref().unwrap_or(matched)
    }

    /// The value, which stands in the text from its start to `end`.
    pub(super) fn finish(self, text: &str, end: usize) -> Value {
        let end = end.max(self.start);
        let span = Span::new(self.start, end);
        if self.decoded.is_none() && self.start + self.matched == end {
            return Value::verbatim(span);
        }
        Value::decoded(span, String::from_utf8_lossy(self.bytes(text)))
    }

    /// The value, which ends where its last piece ended.
    pub(super) fn finish_here(self, text: &str) -> Value {
        let end = self.end;
        self.finish(text, end)
    }
}
