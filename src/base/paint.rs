//! Coloured output, and text that is safe to print to a terminal.
//!
//! Writers paint text with a [`Paint`] that knows whether colour is on, so that no escape sequence
//! has to be stripped later. Stripping would be wrong: a document may contain escape sequences,
//! which the machine-readable formats must preserve. [`visible`] makes them harmless in formats for
//! people.

use std::borrow::Cow;
use std::fmt::Display;

/// A painter, which leaves text unchanged if colour is off.
#[derive(Clone, Copy, Debug)]
pub struct Paint {
    colour: bool,
}

impl Paint {
    pub const PLAIN: Self = Self::new(false);

    /// Returns a painter that paints if `colour` is set.
    pub const fn new(colour: bool) -> Self {
        Self { colour }
    }

    /// Reports whether colour is on.
    pub fn colour(self) -> bool {
        self.colour
    }

    /// Paints by a parameter of SGR (ECMA-48, 8.3.117).
    fn paint(self, how: u8, text: impl Display) -> String {
        if self.colour { format!("\x1b[{how}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub fn bold(self, text: impl Display) -> String {
        self.paint(1, text)
    }

    pub fn faint(self, text: impl Display) -> String {
        self.paint(2, text)
    }

    pub fn red(self, text: impl Display) -> String {
        self.paint(31, text)
    }

    pub fn green(self, text: impl Display) -> String {
        self.paint(32, text)
    }

    pub fn yellow(self, text: impl Display) -> String {
        self.paint(33, text)
    }

    pub fn cyan(self, text: impl Display) -> String {
        self.paint(36, text)
    }
}

/// Replaces control characters by visible symbols, so that no document controls the terminal. A tab
/// becomes one blank, so that a caret is under its character.
pub fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    Cow::Owned(text.chars().map(symbol).collect())
}

/// Returns the symbol for a control character, and any other character itself.
fn symbol(character: char) -> char {
    match character {
        '\t' => ' ',
        '\u{7f}' => '\u{2421}',
        low if low < ' ' => char::from_u32(0x2400 + u32::from(low)).unwrap_or('\u{fffd}'),
        control if control.is_control() => '\u{fffd}',
        other => other,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped() {
        assert_eq!(visible("a\u{1b}[31m\tb\u{9b}"), "a\u{241b}[31m b\u{fffd}");
        assert_eq!(visible("plain é"), "plain é");
    }

    #[test]
    fn a_plain_paint_changes_nothing() {
        assert_eq!(Paint::PLAIN.red("x"), "x");
        assert_eq!(Paint { colour: true }.bold("x"), "\u{1b}[1mx\u{1b}[0m");
    }
}
