//! JSON strings: unescaping, with a mapping back to the source.

use super::offsets::Offsets;
use wishful::base::Span;

/// An unescaped string.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct UnescapedText {
    pub(super) value: Box<str>,
    /// The span of the string, quotes included.
    pub(super) span: Span,
    /// A mapping from offsets in the value to offsets in the source.
    offsets: Offsets,
}

impl UnescapedText {
    /// Returns the span in the source of a part of the value.
    pub(super) fn place(&self, part: Span) -> Span {
        self.offsets.span(part)
    }
}

/// Unescapes a quoted string that begins at the offset `start`. Returns the spans of invalid
/// escapes, too.
pub(super) fn unquoted(written: &str, start: usize) -> (UnescapedText, Vec<Span>) {
    let inner = written.get(1..written.len().saturating_sub(1)).unwrap_or_default();
    let mut offsets = Offsets::default();
    offsets.join(0, start + 1);
    let mut value = String::with_capacity(inner.len());
    let mut wrong = Vec::new();
    let mut at = 0;
    while let Some(found) = inner[at..].find('\\') {
        let escape = at + found;
        value.push_str(&inner[at..escape]);
        let (character, length) = escaped(&inner[escape..]);
        at = escape + length;
        match character {
            Some(character) => {
                offsets.join(value.len(), start + 1 + escape);
                value.push(character);
            }
            None => {
                // (Take the characters after the backslash literally, so that no further error
                // results.)
                wrong.push(Span::new(start + 1 + escape, start + 1 + at));
                value.push_str(&inner[escape + 1..at]);
            }
        }
        offsets.join(value.len(), start + 1 + at);
    }
    value.push_str(&inner[at..]);
    let span = Span::new(start, start + written.len());
    (UnescapedText { value: value.into(), span, offsets }, wrong)
}

/// Decodes the escape at the start of a text. Returns its character, if the escape is valid, and
/// its length in bytes.
fn escaped(text: &str) -> (Option<char>, usize) {
    let Some(letter) = text[1..].chars().next() else { return (None, 1) };
    let character = match letter {
        '"' | '\'' | '\\' | '/' => letter,
        'b' => '\u{8}',
        'f' => '\u{C}',
        'n' => '\n',
        'r' => '\r',
        't' => '\t',
        'u' => return numbered(text),
        _ => return (None, 1 + letter.len_utf8()),
    };
    (Some(character), 2)
}

/// Decodes `\u0041`, or a surrogate pair of two such escapes (RFC 8259, section 7).
fn numbered(text: &str) -> (Option<char>, usize) {
    let Some(first) = unit(text) else { return (None, 2) };
    if let Some(second) = text.get(6..).and_then(unit)
        && let Some(Ok(character)) = char::decode_utf16([first, second]).next()
        && character.len_utf16() == 2
    {
        return (Some(character), 12);
    }
    // (A lone surrogate is not a character.)
    (Some(char::from_u32(first.into()).unwrap_or(char::REPLACEMENT_CHARACTER)), 6)
}

fn unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    // (`from_str_radix` would accept a sign.)
    if !digits.bytes().all(|digit| digit.is_ascii_hexdigit()) {
        return None;
    }
    u16::from_str_radix(digits, 16).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_have_their_source_spans() {
        let (text, wrong) = unquoted(r#""a\\b\u00e9\ud83d\ude00c""#, 10);
        assert_eq!((&*text.value, wrong.len()), ("a\\bé😀c", 0));
        let places = [
            (0, 1, 11, 12),
            (1, 2, 12, 14),
            (2, 3, 14, 15),
            (3, 5, 15, 21),
            (5, 9, 21, 33),
            (9, 10, 33, 34),
        ];
        for (start, end, from, to) in places {
            assert_eq!(text.place(Span::new(start, end)), Span::new(from, to));
        }
    }

    #[test]
    fn unknown_escapes_have_positions() {
        let (text, wrong) = unquoted(r"'x\qy\u12g4'", 0);
        assert_eq!(
            (&*text.value, &wrong[..]),
            ("xqyu12g4", &[Span::new(2, 4), Span::new(5, 7)][..])
        );
        assert_eq!(&*unquoted(r#""\ud83dx""#, 0).0.value, "\u{FFFD}x");
    }
}
