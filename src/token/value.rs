//! A string of the source: a span, and the decoded string if it differs.
//!
//! A grammar can split one run of text into several pieces (the blanks at its start, and the rest).
//! A piece is a range of the *value*. Its span in the text is obvious while the value is verbatim.
//! A decoded value carries *joints*: pairs of corresponding offsets, one at the start and one at
//! the end of every stretch that is not a copy.
//!
//! ```text
//! text    " Tom &amp; Jerry\r\n"      joints   value  5 = text  5      start of &amp;
//! value   " Tom & Jerry\n"                     value  6 = text 10      its end
//!                                              value 12 = text 16      start of the line break
//!                                              value 13 = text 18      its end
//! ```
//!
//! Lemma: if two adjacent joints have the same distance in the value and in the text, the value
//! between them is a copy. Its offsets are then found by addition. Otherwise an offset between them
//! maps to the joint before it. So ranges that tile a value have spans that tile its span, in
//! order.

use crate::base::Span;
use std::sync::Arc;

/// A string of the source, with its span, and decoded if that is a different string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    span: Span,
    /// The decoded string; `None` if and only if the value is exactly the text under the span.
    decoded: Option<Box<Decoded>>,
}

/// A borrowed [`Value`].
#[derive(Clone, Copy, Debug)]
pub struct ValueRef<'a> {
    span: Span,
    decoded: Option<&'a Decoded>,
}

/// The decoded string of a value.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decoded {
    value: Box<str>,
    /// The joints. Neither offset of a joint is less than that of its predecessor; the start and
    /// the end of the value have no joint.
    joints: Box<[Joint]>,
    /// The ranges that are data of entities, in order.
    data: Box<[EntityData]>,
}

/// A range of a value that is more than its characters.
///
/// It is a reference of SGML: to an entity with data, or, by number, to a character that begins or
/// ends records. An empty value with a line feed is the start of a record, which is no data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityData {
    /// The range in the value.
    pub range: Span,
    /// The data as declared: a carriage return ends a record, a line feed begins one.
    pub text: Arc<str>,
    /// Set if only a system knows the meaning of the data. Otherwise the data has ends or starts of
    /// records, which are ordinary characters.
    pub is_system: bool,
}

impl EntityData {
    /// Returns the data for a character that begins or ends records, for a value of `bytes` bytes.
    pub(super) fn function(text: &str, bytes: usize) -> Self {
        Self { range: Span::new(0, bytes), text: text.into(), is_system: false }
    }
}

/// An offset in a value, with the corresponding offset in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joint {
    pub(super) value: u32,
    pub(super) source: u32,
}

impl Value {
    /// Creates the value that is the text under the span.
    #[must_use]
    pub fn verbatim(span: Span) -> Self {
        Self { span, decoded: None }
    }

    /// Creates a value that differs from the text under the span, without joints.
    #[must_use]
    pub fn decoded(span: Span, value: impl Into<Box<str>>) -> Self {
        Self::jointed(span, value, [])
    }

    /// Creates the value of the text under the span with its line breaks as LF.
    #[doc(hidden)]
    #[must_use]
    pub fn normalized(span: Span, text: &str) -> Self {
        let written = text.get(span.range()).unwrap_or_default();
        if written.contains('\r') {
            Self::decoded(span, written.replace("\r\n", "\n").replace('\r', "\n"))
        } else {
            Self::verbatim(span)
        }
    }

    /// Creates a value that differs from the text under the span, with its joints in order.
    pub(super) fn jointed(
        span: Span,
        value: impl Into<Box<str>>,
        joints: impl Into<Box<[Joint]>>,
    ) -> Self {
        let decoded = Decoded { value: value.into(), joints: joints.into(), data: Box::default() };
        Self { span, decoded: Some(Box::new(decoded)) }
    }

    /// Adds the ranges that are data of entities, in order; a verbatim value cannot have any.
    #[must_use]
    pub(crate) fn with_entity_data(mut self, data: Vec<EntityData>) -> Self {
        if let Some(decoded) = &mut self.decoded {
            decoded.data = data.into();
        }
        self
    }

    /// Returns a borrowed view.
    #[must_use]
    #[inline]
    pub(crate) fn view(&self) -> ValueRef<'_> {
        ValueRef { span: self.span, decoded: self.decoded.as_deref() }
    }

    /// Returns the string; `text` is the text that was tokenized.
    #[must_use]
    pub fn get<'t>(&'t self, text: &'t str) -> &'t str {
        self.view().get(text)
    }

    /// Returns the span in the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Reports whether the value is the text under its span.
    #[must_use]
    pub(crate) fn is_verbatim(&self) -> bool {
        self.view().is_verbatim()
    }

    /// Returns the length of the string in bytes.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.view().len()
    }
}

impl<'a> ValueRef<'a> {
    /// Creates the value that is the text under the span.
    #[must_use]
    #[inline]
    pub fn verbatim(span: Span) -> Self {
        Self { span, decoded: None }
    }

    /// Reports whether the value is the text under its span.
    #[must_use]
    #[inline]
    pub fn is_verbatim(self) -> bool {
        self.decoded.is_none()
    }

    /// Returns the string, as [`Value::get`] does.
    #[must_use]
    #[inline]
    pub fn get<'t>(self, text: &'t str) -> &'t str
    where
        'a: 't,
    {
        match self.decoded {
            Some(decoded) => &decoded.value,
            None => text.get(self.span.range()).unwrap_or_default(),
        }
    }

    /// Returns the bytes of the string.
    #[inline(always)]
    pub(crate) fn bytes<'t>(self, text: &'t str) -> &'t [u8]
    where
        'a: 't,
    {
        match self.decoded {
            Some(decoded) => decoded.value.as_bytes(),
            None => text.as_bytes().get(self.span.range()).unwrap_or_default(),
        }
    }

    /// Returns the span in the text.
    #[must_use]
    pub fn span(self) -> Span {
        self.span
    }

    /// Returns the ranges that are data of entities, in order.
    #[must_use]
    pub fn entity_data(self) -> &'a [EntityData] {
        match self.decoded {
            Some(decoded) => &decoded.data,
            None => &[],
        }
    }

    /// Returns the length of the string in bytes.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        match self.decoded {
            Some(decoded) => decoded.value.len(),
            None => self.span.len(),
        }
    }

    /// Reports whether the string is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Returns the span in the text of a range of the string. Ranges that tile the string have
    /// spans that tile [`Value::span`], in order. If a reference became several characters, its
    /// span belongs to the last of them. For `&lt; Tom &amp; Jerry` the range 2..7 has the span of
    /// `Tom &amp;`.
    #[must_use]
    pub fn span_of(self, range: Span) -> Span {
        let start = self.source_offset(range.start);
        Span { start, end: self.source_offset(range.end).max(start) }
    }

    /// Returns a value that owns its decoded string.
    pub(super) fn to_value(self) -> Value {
        Value { span: self.span, decoded: self.decoded.cloned().map(Box::new) }
    }

    /// Returns the text offset that corresponds to an offset in the string.
    fn source_offset(self, offset: u32) -> u32 {
        let end = Joint { value: Span::at(self.len()).start, source: self.span.end };
        if offset == 0 {
            return self.span.start;
        }
        if offset >= end.value {
            return self.span.end;
        }
        let joints = match self.decoded {
            Some(decoded) => &*decoded.joints,
            None => &[],
        };
        let after = joints.partition_point(|joint| joint.value <= offset);
        let before = match after.checked_sub(1) {
            Some(index) => joints[index],
            None => Joint { value: 0, source: self.span.start },
        };
        let next = joints.get(after).copied().unwrap_or(end);
        let is_copy = next.value - before.value == next.source - before.source;
        before.source + if is_copy { offset - before.value } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the spans of the pieces of a value that is cut at these offsets.
    fn cut(value: &Value, cuts: &[u32]) -> Vec<Span> {
        let mut spans = Vec::new();
        for cut in cuts.windows(2) {
            spans.push(value.view().span_of(Span { start: cut[0], end: cut[1] }));
        }
        spans
    }

    #[test]
    fn a_verbatim_value_is_cut_like_its_text() {
        let value = Value::verbatim(Span::new(7, 12));
        assert_eq!(cut(&value, &[0, 2, 5]), [Span::new(7, 9), Span::new(9, 12)]);
    }

    #[test]
    fn copies_are_cut_at_their_source_and_the_rest_at_joints() {
        // The text is a&amp;b and CR LF.
        let joints = [(1, 4), (2, 9), (3, 10)].map(|(value, source)| Joint { value, source });
        let value = Value::jointed(Span::new(3, 12), "a&b\n", joints.to_vec());
        let expected = [(3, 4), (4, 9), (9, 10), (10, 12)];
        assert_eq!(
            cut(&value, &[0, 1, 2, 3, 4]),
            expected.map(|(start, end)| Span::new(start, end))
        );
    }

    #[test]
    fn the_span_of_a_value_without_joints_belongs_to_its_last_part() {
        let value = Value::decoded(Span::new(3, 9), "abc");
        let expected = [Span::new(3, 3), Span::new(3, 3), Span::new(3, 9)];
        assert_eq!(cut(&value, &[0, 1, 2, 3]), expected);
        assert_eq!(value.view().span_of(Span::new(9, 9)), Span::new(9, 9));
    }
}
