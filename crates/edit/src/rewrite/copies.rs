//! The offsets of a source and of a text that is spliced from it.

use super::plan::Part;
use wishful::base::{Span, narrow, wide};
use wishful::tree::Document;

/// A map between the offsets of a source and those of a new text with copied spans of it.
#[derive(Clone, Debug)]
pub(crate) struct Copies {
    /// The copied spans with their offsets in the new text, in its order.
    in_order: Vec<(Span, usize)>,
    /// The same, in the order of the source.
    by_source: Vec<(Span, usize)>,
    /// The length of the new text.
    length: usize,
    /// The length of the source.
    source_length: u32,
}

impl Copies {
    /// Creates the map for the parts of a new text. `length_of` returns the length that a written
    /// part has in it.
    pub(crate) fn new(
        source: &Document,
        parts: &[Part],
        length_of: impl Fn(&str) -> usize,
    ) -> Self {
        let (mut in_order, mut length) = (Vec::new(), 0);
        for part in parts {
            match part {
                Part::Copy(span) => {
                    in_order.push((*span, length));
                    length += span.len();
                }
                Part::Write(text) => length += length_of(text),
            }
        }
        let mut by_source = in_order.clone();
        by_source.sort_by_key(|(span, _)| span.start);
        Self { in_order, by_source, length, source_length: narrow(source.text().len()) }
    }

    /// Returns the length of the new text.
    #[must_use]
    pub(crate) fn length(&self) -> usize {
        self.length
    }

    /// Returns the offset in the source of an offset in the new text. The ends correspond.
    ///
    /// # Errors
    /// If that text is written, with the end of the copied span before it.
    pub(crate) fn in_source(&self, offset: usize) -> Result<u32, u32> {
        if offset >= self.length {
            return Ok(self.source_length);
        }
        let before = self.in_order.partition_point(|&(_, start)| start <= offset);
        let Some((span, start)) = self.in_order[..before].last() else { return Err(0) };
        let within = narrow(offset - start);
        if wide(within) < span.len() { Ok(span.start + within) } else { Err(span.end) }
    }

    /// Returns the offset in the new text of an offset in the source. The ends correspond.
    ///
    /// # Errors
    /// If that text is not copied, with the end of the copied span before it.
    pub(crate) fn in_new(&self, offset: u32) -> Result<usize, usize> {
        if offset >= self.source_length {
            return Ok(self.length);
        }
        let before = self.by_source.partition_point(|&(span, _)| span.start <= offset);
        let Some((span, start)) = self.by_source[..before].last() else { return Err(0) };
        if offset < span.end {
            Ok(start + wide(offset - span.start))
        } else {
            Err(start + span.len())
        }
    }

    /// Returns what is not copied, in the order of the new text: spans of the source, and the spans
    /// of the new text that replace them. The copied spans must be in the order of the source.
    pub(crate) fn changes(&self) -> Vec<(Span, Span)> {
        let (mut changes, mut old, mut new) = (Vec::new(), 0, 0);
        let end = (Span { start: self.source_length, end: self.source_length }, self.length);
        for &(span, start) in
            self.in_order.iter().filter(|(span, _)| !span.is_empty()).chain([&end])
        {
            let start = narrow(start);
            if old < span.start || new < start {
                changes
                    .push((Span { start: old, end: span.start }, Span { start: new, end: start }));
            }
            (old, new) = (span.end, start + (span.end - span.start));
        }
        changes
    }
}
