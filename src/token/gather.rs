//! The assembly of a value from the pieces that the state machine reports.
//!
//! The pieces of a value are mostly consecutive ranges of the text. Then nothing is copied, and the
//! value is a span. At the first piece that differs from the text, the value becomes a copy, and
//! from then on [`Joint`]s are recorded. Examples are a capital made small, a decoded reference, a
//! line break.
//!
//! The source length of a piece is computed by comparison with the text, since the machine's
//! position is sometimes one byte ahead. Only a piece that begins at a `&` may differ arbitrarily
//! from its source. There the position is exact: the machine steps back before it reports the
//! characters of a reference. The comparison costs another pass over each byte, but makes values
//! correct whatever the positions are. Plain source is not compared ([`ValueBuilder::replace`]),
//! since its reader knows the positions.

use super::Value;
use super::value::Joint;
use crate::base::Span;
use std::ops::Range;

/// A builder of a value.
#[derive(Debug, Default)]
pub(super) struct ValueBuilder {
    start: usize,
    /// The end of the source of the pieces so far, which begins at `start`.
    read: usize,
    /// The value so far, if it differs from the text.
    decoded: Option<Box<RewrittenValue>>,
    /// A reusable buffer for a copy.
    spare: Option<Box<RewrittenValue>>,
    /// The state machine's position after the last piece.
    end: usize,
}

/// A value that differs from the text.
#[derive(Debug, Default)]
pub(super) struct RewrittenValue {
    value: Vec<u8>,
    joints: Vec<Joint>,
}

impl RewrittenValue {
    /// Records that the end of the value so far corresponds to `source`, unless that is already
    /// recorded.
    fn joint(&mut self, source: usize) {
        let joint = Joint { value: Span::at(self.value.len()).end, source: Span::at(source).end };
        if self.joints.last() != Some(&joint) {
            self.joints.push(joint);
        }
    }

    /// Returns the value, whose source has this span.
    fn to_value(&self, span: Span) -> Value {
        let joints = &*self.joints;
        match std::str::from_utf8(&self.value) {
            Ok(value) => Value::jointed(span, value, joints),
            Err(_) => Value::jointed(span, String::from_utf8_lossy(&self.value), joints),
        }
    }
}

impl ValueBuilder {
    /// Creates an empty value at the offset.
    pub(super) fn at(start: usize) -> Self {
        Self::in_spare(start, None)
    }

    /// Creates an empty value at the offset that reuses a buffer of
    /// [`ValueBuilder::finish_sparing`].
    pub(super) fn in_spare(start: usize, spare: Option<Box<RewrittenValue>>) -> Self {
        Self { start, read: start, decoded: None, spare, end: start }
    }

    /// Returns the start of the value.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Reports whether all pieces so far were empty.
    pub(super) fn is_empty(&self) -> bool {
        self.read == self.start && self.decoded.is_none()
    }

    /// Appends a piece; `end` is the position after it.
    pub(super) fn push(&mut self, text: &str, piece: &[u8], end: usize) {
        self.end = end;
        let rest = text.as_bytes().get(self.read..).unwrap_or_default();
        let length = written_length(rest, piece, end.saturating_sub(self.read)).min(rest.len());
        let is_verbatim = length == piece.len() && rest.starts_with(piece);
        if is_verbatim && self.decoded.is_none() {
            self.read += length;
        } else {
            self.stand_for(text, length, piece);
        }
    }

    /// Takes the value so far as a copy.
    fn copied(&mut self, text: &str) -> Box<RewrittenValue> {
        if let Some(copied) = self.decoded.take() {
            return copied;
        }
        let mut copied = self.spare.take().unwrap_or_default();
        copied.value.extend_from_slice(self.bytes(text));
        copied
    }

    /// Appends a piece whose source has `length` bytes.
    fn stand_for(&mut self, text: &str, length: usize, piece: &[u8]) {
        let mut copied = self.copied(text);
        let is_stretched = length != piece.len();
        if is_stretched {
            copied.joint(self.read);
        }
        copied.value.extend_from_slice(piece);
        self.read += length;
        if is_stretched {
            copied.joint(self.read);
        }
        self.decoded = Some(copied);
    }

    /// Appends the text up to a range, and then the replacement of the range; returns the end of
    /// the range.
    pub(super) fn replace(&mut self, text: &str, range: Range<usize>, piece: &str) -> usize {
        self.copy_to(text, range.start);
        self.stand_for(text, range.len(), piece.as_bytes());
        range.end
    }

    /// Appends the text up to an offset.
    fn copy_to(&mut self, text: &str, end: usize) {
        if let Some(copied) = &mut self.decoded {
            copied.value.extend_from_slice(&text.as_bytes()[self.read..end]);
        }
        self.read = end;
    }

    /// Appends the text up to an offset, and returns the value that ends there.
    pub(super) fn finish_at(self, text: &str, end: usize) -> Value {
        self.finish_sparing(text, end).0
    }

    /// Returns the value like [`ValueBuilder::finish_at`], and the buffer for the next value.
    pub(super) fn finish_sparing(
        mut self,
        text: &str,
        end: usize,
    ) -> (Value, Option<Box<RewrittenValue>>) {
        self.copy_to(text, end);
        let Some(mut copied) = self.decoded.take() else {
            return (Value::verbatim(Span::new(self.start, end)), self.spare);
        };
        let value = copied.to_value(Span::new(self.start, end));
        copied.value.clear();
        copied.joints.clear();
        (value, Some(copied))
    }

    /// Returns the value so far.
    pub(super) fn bytes<'g>(&'g self, text: &'g str) -> &'g [u8] {
        match &self.decoded {
            Some(copied) => &copied.value,
            None => text.as_bytes().get(self.start..self.read).unwrap_or_default(),
        }
    }

    /// Returns the value, whose source ends at `end`.
    pub(super) fn finish(mut self, text: &str, end: usize) -> Value {
        let end = end.max(self.start);
        let span = Span::new(self.start, end);
        if self.decoded.is_none() && self.read == end {
            return Value::verbatim(span);
        }
        self.copied(text).to_value(span)
    }

    /// Returns the value, whose source ends with its last piece.
    pub(super) fn finish_here(self, text: &str) -> Value {
        let end = self.end;
        self.finish(text, end)
    }
}

/// Returns the source length of a piece in the text, which continues with `rest`; `distance` is the
/// length up to the state machine's position.
fn written_length(rest: &[u8], piece: &[u8], distance: usize) -> usize {
    match rest {
        [b'&', ..] if !piece.is_empty() => distance,
        _ if rest.starts_with(piece) => piece.len(),
        [b'\r', b'\n', ..] => 2,
        [b'\r' | 0, ..] => 1,
        _ => piece.len(),
    }
}
