//! A text that is edited in several rounds, as pieces of the original text and new text.

use crate::mistake::SourceEdit;
use wishful::base::{Span, narrow};
use wishful_edit::Part;

/// The pieces of an edited text, in its order.
#[derive(Clone, Debug)]
pub(crate) struct TextPieces {
    parts: Vec<Part>,
}

impl TextPieces {
    /// Creates the pieces of a text that is not edited.
    pub(crate) fn new(text: &str) -> Self {
        Self { parts: vec![Part::Copy(Span { start: 0, end: narrow(text.len()) })] }
    }

    pub(crate) fn parts(&self) -> &[Part] {
        &self.parts
    }

    /// Applies edits, whose spans are those of the edited text, in order and disjoint.
    pub(crate) fn apply(&mut self, edits: &[SourceEdit]) {
        let mut parts = Vec::with_capacity(self.parts.len() + 2 * edits.len());
        let (mut edits, mut at) = (edits.iter().peekable(), 0_u32);
        // The end of what is removed.
        let mut removed = 0_u32;
        for part in std::mem::take(&mut self.parts) {
            let end = at + length(&part);
            let mut from = at.max(removed);
            while let Some(edit) = edits.peek()
                && (edit.span.start < end || at == end && edit.span.start == end)
            {
                slice(&part, at, from, edit.span.start, &mut parts);
                parts.push(Part::Write(edit.text.clone()));
                removed = edit.span.end;
                from = removed.max(edit.span.start);
                edits.next();
            }
            slice(&part, at, from, end, &mut parts);
            at = end;
        }
        parts.extend(edits.map(|edit| Part::Write(edit.text.clone())));
        self.parts = parts;
    }

    /// Returns the edited text.
    pub(crate) fn text(&self, original: &str) -> String {
        self.parts
            .iter()
            .map(|part| match part {
                Part::Copy(span) => original.get(span.range()).unwrap_or_default(),
                Part::Write(text) => text,
            })
            .collect()
    }

    /// Returns the map from spans of the edited text to spans of the original one. New text is at
    /// the offset of its insertion.
    pub(crate) fn origins(&self) -> TextOrigins {
        let (mut starts, mut at, mut last) = (Vec::with_capacity(self.parts.len()), 0, 0);
        for part in &self.parts {
            match part {
                Part::Copy(span) => {
                    starts.push((at, *span));
                    last = span.end;
                }
                Part::Write(_) => starts.push((at, Span { start: last, end: last })),
            }
            at += length(part);
        }
        TextOrigins { starts }
    }
}

/// A map from an edited text to the original one.
pub(crate) struct TextOrigins {
    /// By piece: its offset in the edited text, and its span in the original one.
    starts: Vec<(u32, Span)>,
}

impl TextOrigins {
    fn offset(&self, offset: u32) -> u32 {
        let index = self.starts.partition_point(|(start, _)| *start <= offset);
        let Some((start, span)) = index.checked_sub(1).map(|index| self.starts[index]) else {
            return 0;
        };
        (span.start + (offset - start)).min(span.end)
    }

    pub(crate) fn span(&self, span: Span) -> Span {
        let start = self.offset(span.start);
        if span.is_empty() {
            return Span { start, end: start };
        }
        let index = self.starts.partition_point(|(start, _)| *start < span.end);
        let last = index.checked_sub(1).map_or((0, Span::at(0)), |index| self.starts[index]);
        let end = (last.1.start + (span.end - last.0)).min(last.1.end);
        Span { start, end: end.max(start) }
    }
}

fn length(part: &Part) -> u32 {
    match part {
        Part::Copy(span) => span.end - span.start,
        Part::Write(text) => narrow(text.len()),
    }
}

/// Adds what is between two offsets of a part that begins at an offset.
fn slice(part: &Part, at: u32, from: u32, to: u32, parts: &mut Vec<Part>) {
    if from >= to {
        return;
    }
    let (start, end) = (from - at, to - at);
    parts.push(match part {
        Part::Copy(span) => Part::Copy(Span { start: span.start + start, end: span.start + end }),
        Part::Write(text) => {
            let range = start as usize..end as usize;
            Part::Write(text.get(range).unwrap_or_default().to_owned())
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_of_rounds_are_those_of_the_original_text() {
        let original = "abcdef";
        let mut pieces = TextPieces::new(original);
        pieces.apply(&[
            SourceEdit::insert(2, "XY"),
            SourceEdit::replace(Span { start: 3, end: 5 }, ""),
        ]);
        assert_eq!(pieces.text(original), "abXYcf");
        pieces.apply(&[
            SourceEdit::replace(Span { start: 3, end: 5 }, "Z"),
            SourceEdit::insert(6, "!"),
        ]);
        assert_eq!(pieces.text(original), "abXZf!");
        let origins = pieces.origins();
        let spans = [(0, 1), (2, 3), (4, 5), (5, 6)];
        let found = spans.map(|(start, end)| origins.span(Span { start, end }));
        assert_eq!(found.map(|span| span.start), [0, 2, 5, 6]);
    }
}
