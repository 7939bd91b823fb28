//! A string of the source: a span, and what it decodes to where that is another string.
//!
//! A grammar may see one run of text as several pieces (the blanks that begin it, and the rest), and a
//! piece is a range of the *value*. Where it stands in the text is plain while the value is the text; where it
//! was decoded, the value carries *joints*: places that are known to correspond, one at the start and one at
//! the end of every stretch that is not a copy.
//!
//! ```text
//! text    " Tom &amp; Jerry\r\n"      joints   value  5 = text  5      start of &amp;
//! value   " Tom & Jerry\n"                     value  6 = text 10      its end
//!                                              value 12 = text 16      start of the line break
//!                                              value 13 = text 18      its end
//! ```
//!
//! Between two joints that are equally far apart in both, the value is a copy, and an offset is a matter of
//! addition; between others nothing can be told, and an offset is that of the joint in front. So ranges that
//! tile a value have spans that tile its span, in order.

use crate::base::Span;
use std::sync::Arc;

/// A string of the source, by place, and decoded if that is another string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Value {
    span: Span,
    /// None if and only if the value is exactly the text under the span.
    decoded: Option<Box<Decoded>>,
}

/// A [`Value`], borrowed.
#[derive(Clone, Copy, Debug)]
pub struct ValueRef<'a> {
    span: Span,
    decoded: Option<&'a Decoded>,
}

/// What a value decodes to.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decoded {
    value: Box<str>,
    /// Neither offset of a joint is less than that of the one before. None stands for the start and the end.
    joints: Box<[Joint]>,
    /// In order.
    data: Box<[EntityData]>,
}

/// A range of a value that is more than its characters: a reference of SGML to data that an entity has, or to a character that begins
/// or ends records by its number. An empty value with a line feed is the start of a record, which is no data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EntityData {
    /// Where in the value.
    pub range: Span,
    /// The data, as it is declared: a carriage return ends a record, a line feed begins one.
    pub text: Arc<str>,
    /// Whether only a system knows what it means; else it has ends or starts of records, which are characters like others.
    pub is_system: bool,
}

impl EntityData {
    /// A character that begins or ends records, for a value of so many bytes.
    pub(super) fn function(text: &str, bytes: usize) -> Self {
        Self { range: Span::new(0, bytes), text: text.into(), is_system: false }
    }
}

/// An offset in a value, and the one in the text that corresponds to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Joint {
    pub(super) value: u32,
    pub(super) source: u32,
}

impl Value {
    /// The value that is the text under the span.
    #[must_use]
    pub fn verbatim(span: Span) -> Self {
        Self { span, decoded: None }
    }

    /// Another value than the text under the span, of whose parts nothing more is known.
    #[must_use]
    pub fn decoded(span: Span, value: impl Into<Box<str>>) -> Self {
        Self::jointed(span, value, [])
    }

    /// The text under the span, with its line breaks as LF.
    pub(crate) fn normalized(span: Span, text: &str) -> Self {
        let written = text.get(span.range()).unwrap_or_default();
        if written.contains('\r') {
            Self::decoded(span, written.replace("\r\n", "\n").replace('\r', "\n"))
        } else {
            Self::verbatim(span)
        }
    }

    /// Another value than the text under the span, with the joints in order.
    pub(super) fn jointed(
        span: Span,
        value: impl Into<Box<str>>,
        joints: impl Into<Box<[Joint]>>,
    ) -> Self {
        let decoded = Decoded { value: value.into(), joints: joints.into(), data: Box::default() };
        Self { span, decoded: Some(Box::new(decoded)) }
    }

    /// The same, with the ranges that are data of entities, in order; a verbatim value has none.
    #[must_use]
    pub(crate) fn with_entity_data(mut self, data: Vec<EntityData>) -> Self {
        if let Some(decoded) = &mut self.decoded {
            decoded.data = data.into();
        }
        self
    }

    /// The same, borrowed.
    #[must_use]
    #[inline]
    pub(crate) fn view(&self) -> ValueRef<'_> {
        ValueRef { span: self.span, decoded: self.decoded.as_deref() }
    }

    /// The string; `text` is the text that was tokenized.
    #[must_use]
    pub fn get<'t>(&'t self, text: &'t str) -> &'t str {
        self.view().get(text)
    }

    /// Where it stands in the text.
    #[must_use]
    pub fn span(&self) -> Span {
        self.span
    }

    /// Whether it is the text under its span.
    #[must_use]
    pub(crate) fn is_verbatim(&self) -> bool {
        self.view().is_verbatim()
    }

    /// How many bytes the string has.
    #[must_use]
    pub(crate) fn len(&self) -> usize {
        self.view().len()
    }
}

impl<'a> ValueRef<'a> {
    /// The value that is the text under the span.
    #[must_use]
    #[inline]
    pub fn verbatim(span: Span) -> Self {
        Self { span, decoded: None }
    }

    /// Whether it is the text under its span.
    #[must_use]
    #[inline]
    pub fn is_verbatim(self) -> bool {
        self.decoded.is_none()
    }

    /// As [`Value::get`].
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

    /// Where it stands in the text.
    #[must_use]
    pub fn span(self) -> Span {
        self.span
    }

    /// The ranges that are data of entities, in order.
    #[must_use]
    pub fn entity_data(self) -> &'a [EntityData] {
        self.decoded.map_or(&[], |decoded| &decoded.data)
    }

    /// How many bytes the string has.
    #[must_use]
    #[inline]
    pub fn len(self) -> usize {
        self.decoded.map_or(self.span.len(), |decoded| decoded.value.len())
    }

    /// Whether the string is empty.
    #[must_use]
    pub fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// Where a range of the string stands in the text. Ranges that tile the string have spans that
    /// tile [`Value::span`], in order; a reference that became several characters stands under the
    /// last of them. Of `&lt; Tom &amp; Jerry` the range 2..7 stands under `Tom &amp;`.
    #[must_use]
    pub fn span_of(self, range: Span) -> Span {
        let start = self.source_offset(range.start);
        Span { start, end: self.source_offset(range.end).max(start) }
    }

    /// The value that owns what it decodes to.
    pub(super) fn to_value(self) -> Value {
        Value { span: self.span, decoded: self.decoded.cloned().map(Box::new) }
    }

    /// The offset in the text that an offset in the string corresponds to.
    fn source_offset(self, offset: u32) -> u32 {
        let end = Joint { value: Span::at(self.len()).start, source: self.span.end };
        if offset == 0 || offset >= end.value {
            return if offset == 0 { self.span.start } else { self.span.end };
        }
        let joints = self.decoded.map_or(&[][..], |decoded| &decoded.joints);
        let after = joints.partition_point(|joint| joint.value <= offset);
        let start = Joint { value: 0, source: self.span.start };
        let before = after.checked_sub(1).map_or(start, |index| joints[index]);
        let next = joints.get(after).copied().unwrap_or(end);
        let is_copy = next.value - before.value == next.source - before.source;
        before.source + if is_copy { offset - before.value } else { 0 }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The spans of a value that is cut at these offsets.
    fn cut(value: &Value, cuts: &[u32]) -> Vec<Span> {
        let pieces = cuts.windows(2).map(|cut| Span { start: cut[0], end: cut[1] });
        pieces.map(|piece| value.view().span_of(piece)).collect()
    }

    #[test]
    fn a_verbatim_value_is_cut_as_the_text_is() {
        let value = Value::verbatim(Span::new(7, 12));
        assert_eq!(cut(&value, &[0, 2, 5]), [Span::new(7, 9), Span::new(9, 12)]);
    }

    #[test]
    fn copies_are_cut_where_they_stand_and_the_rest_at_joints() {
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
    fn what_was_decoded_in_unknown_ways_stands_under_its_last_part() {
        let value = Value::decoded(Span::new(3, 9), "abc");
        let expected = [Span::new(3, 3), Span::new(3, 3), Span::new(3, 9)];
        assert_eq!(cut(&value, &[0, 1, 2, 3]), expected);
        assert_eq!(value.view().span_of(Span::new(9, 9)), Span::new(9, 9));
    }
}
