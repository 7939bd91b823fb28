//! Escaping of text for markup.

use std::fmt::{self, Write};

/// The characters that text in XML needs escaped. A carriage return would be read as a line feed.
pub const XML_TEXT: [char; 4] = ['&', '<', '>', '\r'];

/// The characters that XML attributes need escaped, with the white space that attribute-value
/// normalization would change. (XML 1.0, sections 2.4 and 3.3.3.)
pub const XML_ATTRIBUTE: [char; 7] = ['&', '<', '>', '"', '\t', '\n', '\r'];

/// Writes text with a character reference for each of `letters`.
pub fn write_escaped<const N: usize>(
    text: &str,
    letters: [char; N],
    out: &mut impl Write,
) -> fmt::Result {
    let mut rest = text;
    while let Some(at) = rest.find(letters) {
        let (plain, tail) = rest.split_at(at);
        out.write_str(plain)?;
        let letter = tail.chars().next().unwrap_or_default();
        match letter {
            '&' => out.write_str("&amp;")?,
            '<' => out.write_str("&lt;")?,
            '>' => out.write_str("&gt;")?,
            '"' => out.write_str("&quot;")?,
            '\u{A0}' => out.write_str("&nbsp;")?,
            other => write!(out, "&#{};", u32::from(other))?,
        }
        rest = &tail[letter.len_utf8()..];
    }
    out.write_str(rest)
}

/// Returns text with a character reference for each of `letters`.
#[must_use]
pub fn escaped<const N: usize>(text: &str, letters: [char; N]) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    // OK because writing to a string never fails.
    let _ = write_escaped(text, letters, &mut out);
    out
}
