//! Excerpts of text for one line: quoted, escaped and cut.

use std::fmt::{self, Write};

/// The maximum number of characters of a text in an excerpt.
const SHOWN: usize = 60;

/// A text that displays between quotes on one line, cut after sixty characters.
///
/// Characters that could confuse a terminal (control characters, marks that change the direction of
/// writing) are escaped.
pub(super) struct Quoted<'a>(pub &'a str);

impl fmt::Display for Quoted<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_char('"')?;
        let mut letters = self.0.chars();
        for letter in letters.by_ref().take(SHOWN) {
            write_letter(f, letter)?;
        }
        f.write_char('"')?;
        if letters.next().is_some() { f.write_char('…') } else { Ok(()) }
    }
}

fn write_letter(out: &mut impl Write, letter: char) -> fmt::Result {
    match letter {
        '\n' => out.write_str("\\n"),
        '\r' => out.write_str("\\r"),
        '\t' => out.write_str("\\t"),
        '"' => out.write_str("\\\""),
        '\\' => out.write_str("\\\\"),
        '\u{200E}'
        | '\u{200F}'
        | '\u{202A}'..='\u{202E}'
        | '\u{2066}'..='\u{2069}'
        | '\u{FEFF}' => {
            write!(out, "{}", letter.escape_unicode())
        }
        letter if letter.is_control() => write!(out, "{}", letter.escape_unicode()),
        letter => out.write_char(letter),
    }
}

/// The maximum number of characters of a cited grammar line; most lists of remedies are shorter.
const CITED: usize = 90;

/// Condenses a line of a grammar: runs of blanks become one blank, and the line is cut after
/// [`CITED`] characters.
pub(super) fn condensed(line: &str) -> String {
    let mut words = String::new();
    for word in line.split_whitespace() {
        if !words.is_empty() {
            words.push(' ');
        }
        words.push_str(word);
    }
    match words.char_indices().nth(CITED) {
        Some((cut, _)) => format!("{}…", &words[..cut]),
        None => words,
    }
}
