//! Lines, columns and excerpts of a text, for offsets queried in ascending order. The cost does not
//! depend on the length of lines.

use super::wide;
use super::{Position, Span};

/// A text and a cursor at the last queried offset.
pub struct PositionCursor<'a> {
    text: &'a str,
    /// The cursor: `offset` has this `position`.
    offset: usize,
    position: Position,
}

/// A part of a line around a token.
#[derive(PartialEq, Eq, Debug)]
pub struct Excerpt<'a> {
    /// The part; the whole line if it is short.
    pub text: &'a str,
    /// True if the line begins before the part.
    pub cut_left: bool,
    /// True if the line continues after the part.
    pub cut_right: bool,
    /// The number of characters of the part before the token.
    pub before: usize,
    /// The number of characters of the part that belong to the token; at least 1.
    pub length: usize,
}

impl<'a> PositionCursor<'a> {
    pub fn new(text: &'a str) -> Self {
        Self { text, offset: 0, position: Position::START }
    }

    /// Returns the position at which a span begins. Queries with ascending spans take one pass over
    /// the text in total.
    pub fn position(&mut self, span: Span) -> Position {
        let offset = span.range().start;
        if offset < self.offset {
            *self = Self::new(self.text);
        }
        let end = offset.min(self.text.len());
        self.position.advance(self.text, self.offset..end);
        self.offset = end;
        self.position
    }

    /// Returns the line on which a span begins, cut to at most `width` characters around the span.
    /// An offset past the text means its end; an offset within a character means the character's
    /// start.
    pub fn excerpt(&self, span: Span, width: usize) -> Excerpt<'a> {
        let start = self.text.floor_char_boundary(wide(span.start));
        let end = self.text.floor_char_boundary(wide(span.end));
        let before_token = self.text[..start].char_indices().rev();
        let left = before_token.take_while(|(_, character)| !is_line_end(*character));
        // A token far to the right is shown after a quarter of the width.
        let is_far = left.clone().take(width / 2 + 1).count() > width / 2;
        let most_before = if is_far { width / 4 } else { width / 2 };
        let (mut before, mut from) = (0, start);
        for (offset, _) in left.take(most_before) {
            before += 1;
            from = offset;
        }
        let mut to = start;
        for character in self.text[start..].chars().take(width - before) {
            if is_line_end(character) {
                break;
            }
            to += character.len_utf8();
        }
        let next = self.text[to..].chars().next();
        let length = self.text[start..end.min(to).max(start)].chars().count();
        Excerpt {
            text: &self.text[from..to],
            cut_left: is_far,
            cut_right: next.is_some_and(|next| !is_line_end(next)),
            before,
            length: length.max(1),
        }
    }
}

fn is_line_end(character: char) -> bool {
    matches!(character, '\n' | '\r')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn positions_are_those_of_the_file_in_any_order() {
        let text = "é\nab\r\n\u{1F600}c";
        let file = crate::base::SourceFile::new("x", text);
        let mut places = PositionCursor::new(text);
        for offset in [0, 2, 3, 5, 7, 11, 12, 3, 12, 0] {
            assert_eq!(
                places.position(Span::at(offset)),
                file.position(Span::at(offset).start),
                "{offset}"
            );
        }
    }

    #[test]
    fn a_long_line_is_cut_around_the_token() {
        let text = format!("{}<b>{}\nnext", "x".repeat(100), "y".repeat(100));
        let excerpt = PositionCursor::new(&text).excerpt(Span::new(100, 103), 20);
        assert_eq!(excerpt.text, format!("{}<b>{}", "x".repeat(5), "y".repeat(12)));
        assert_eq!((excerpt.before, excerpt.length), (5, 3));
        assert!(excerpt.cut_left && excerpt.cut_right);
    }

    #[test]
    fn a_short_line_is_whole() {
        let excerpt = PositionCursor::new("one\na é <b>\nc").excerpt(Span::new(9, 12), 20);
        assert_eq!((excerpt.text, excerpt.before, excerpt.length), ("a é <b>", 4, 3));
        assert!(!excerpt.cut_left && !excerpt.cut_right);
        for (span, expected) in [(Span::new(9, 99), ("é", 1, 1)), (Span::new(1, 1), ("é", 0, 1))]
        {
            let found = PositionCursor::new("é").excerpt(span, 20);
            assert_eq!((found.text, found.before, found.length), expected, "{span:?}");
        }
        let end = PositionCursor::new("one\n").excerpt(Span::new(4, 4), 20);
        assert_eq!((end.text, end.before, end.length), ("", 0, 1));
    }
}
