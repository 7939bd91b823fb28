//! Puts a value together from the pieces that the state machine hands over.
//!
//! The pieces of a value mostly stand in the text one after the other; then nothing is copied and
//! the value is a span. The first piece that differs from the text at its place (a capital made
//! small, a decoded reference, a line break) makes the rest a copy, and from there on [`Joint`]s are noted.
//!
//! How much of the text a piece stands for is read off the text, as the machine's position is now and then a
//! byte ahead. Only a piece that begins at a `&` may stand for anything, and there the position is exact: the
//! machine steps back before it hands over what a reference became. Comparing instead of trusting positions has a
//! price, one more look at each byte, and a point: a value is right whatever the positions say. What is plain is
//! not compared ([`Gather::replace`]): who reads it knows where it stands.

use super::Value;
use super::value::Joint;
use crate::base::Span;
use std::ops::Range;

/// A value in the making.
#[derive(Debug, Default)]
pub(super) struct Gather {
    start: usize,
    /// The text from `start` on that the pieces so far stand for: it ends here.
    read: usize,
    /// The value so far, if it differs from the text.
    decoded: Option<Box<Copied>>,
    /// What such a copy may be made in.
    spare: Option<Box<Copied>>,
    /// The state machine's position after the last piece.
    end: usize,
}

/// A value that differs from the text.
#[derive(Debug, Default)]
pub(super) struct Copied {
    value: Vec<u8>,
    joints: Vec<Joint>,
}

impl Copied {
    /// Notes that the end of the value so far corresponds to `source`, which need not be said twice.
    fn joint(&mut self, source: usize) {
        let joint = Joint { value: Span::at(self.value.len()).end, source: Span::at(source).end };
        if self.joints.last() != Some(&joint) {
            self.joints.push(joint);
        }
    }

    /// As the value of what stands under a span.
    fn to_value(&self, span: Span) -> Value {
        let joints = &*self.joints;
        match std::str::from_utf8(&self.value) {
            Ok(value) => Value::jointed(span, value, joints),
            Err(_) => Value::jointed(span, String::from_utf8_lossy(&self.value), joints),
        }
    }
}

impl Gather {
    /// An empty value at the offset.
    pub(super) fn at(start: usize) -> Self {
        Self::in_spare(start, None)
    }

    /// The same, to be copied in what [`Gather::finish_sparing`] gave back.
    pub(super) fn in_spare(start: usize, spare: Option<Box<Copied>>) -> Self {
        Self { start, read: start, decoded: None, spare, end: start }
    }

    /// Where it starts.
    pub(super) fn start(&self) -> usize {
        self.start
    }

    /// Whether no piece had a byte.
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

    /// The value so far as a copy, which is taken out.
    fn copied(&mut self, text: &str) -> Box<Copied> {
        let copied = self.decoded.take();
        copied.unwrap_or_else(|| {
            let mut copied = self.spare.take().unwrap_or_default();
            copied.value.extend_from_slice(self.bytes(text));
            copied
        })
    }

    /// Appends a piece that `length` bytes of the text stand for.
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

    /// Appends the text up to a range of it, and then what the range stands for; gives the end of the range.
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

    /// The value, after the text up to an offset, where it ends.
    pub(super) fn finish_at(self, text: &str, end: usize) -> Value {
        self.finish_sparing(text, end).0
    }

    /// The same, and what the next value may be made in.
    pub(super) fn finish_sparing(mut self, text: &str, end: usize) -> (Value, Option<Box<Copied>>) {
        self.copy_to(text, end);
        let Some(mut copied) = self.decoded.take() else {
            return (Value::verbatim(Span::new(self.start, end)), self.spare);
        };
        let value = copied.to_value(Span::new(self.start, end));
        copied.value.clear();
        copied.joints.clear();
        (value, Some(copied))
    }

    /// The value so far.
    pub(super) fn bytes<'g>(&'g self, text: &'g str) -> &'g [u8] {
        match &self.decoded {
            Some(copied) => &copied.value,
            None => text.as_bytes().get(self.start..self.read).unwrap_or_default(),
        }
    }

    /// The value, which stands in the text from its start to `end`.
    pub(super) fn finish(mut self, text: &str, end: usize) -> Value {
        let end = end.max(self.start);
        let span = Span::new(self.start, end);
        if self.decoded.is_none() && self.read == end {
            return Value::verbatim(span);
        }
        self.copied(text).to_value(span)
    }

    /// The value, which ends where its last piece ended.
    pub(super) fn finish_here(self, text: &str) -> Value {
        let end = self.end;
        self.finish(text, end)
    }
}

/// How many bytes of the text, which goes on with `rest`, a piece stands for; `distance` is how far the state
/// machine has come.
fn written_length(rest: &[u8], piece: &[u8], distance: usize) -> usize {
    match rest {
        [b'&', ..] if !piece.is_empty() => distance,
        _ if rest.starts_with(piece) => piece.len(),
        [b'\r', b'\n', ..] => 2,
        [b'\r' | 0, ..] => 1,
        _ => piece.len(),
    }
}
