//! Colour for those who want it, and text that is harmless to a terminal.
//!
//! Text is painted by a [`Paint`] that knows whether there is to be colour, so that nothing has to be stripped again (a document may
//! have escape sequences of its own, which the formats for machines must keep; [`visible`] shows them harmlessly in those for
//! people).

use std::borrow::Cow;
use std::fmt::Display;

/// Paints, or leaves as it is.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint {
    colour: bool,
}

impl Paint {
    pub(crate) const PLAIN: Self = Self::new(false);

    /// Paints if it says so.
    pub(crate) const fn new(colour: bool) -> Self {
        Self { colour }
    }

    /// Whether it paints.
    pub(crate) fn colour(self) -> bool {
        self.colour
    }

    /// Paints by a parameter of SGR (ECMA-48, 8.3.117).
    fn paint(self, how: u8, text: impl Display) -> String {
        if self.colour { format!("\x1b[{how}m{text}\x1b[0m") } else { text.to_string() }
    }

    pub(crate) fn bold(self, text: impl Display) -> String {
        self.paint(1, text)
    }

    pub(crate) fn faint(self, text: impl Display) -> String {
        self.paint(2, text)
    }

    pub(crate) fn red(self, text: impl Display) -> String {
        self.paint(31, text)
    }

    pub(crate) fn green(self, text: impl Display) -> String {
        self.paint(32, text)
    }

    pub(crate) fn yellow(self, text: impl Display) -> String {
        self.paint(33, text)
    }

    pub(crate) fn cyan(self, text: impl Display) -> String {
        self.paint(36, text)
    }
}

/// The text with control characters shown as symbols, so that no document talks to the terminal; tabs
/// become single blanks, so that a caret stands where its character does.
pub(crate) fn visible(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return Cow::Borrowed(text);
    }
    let show = |character: char| match character {
        '\t' => ' ',
        '\u{7f}' => '\u{2421}',
        low if low < ' ' => char::from_u32(0x2400 + u32::from(low)).unwrap_or('\u{fffd}'),
        control if control.is_control() => '\u{fffd}',
        other => other,
    };
    Cow::Owned(text.chars().map(show).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_shown_and_not_sent() {
        assert_eq!(visible("a\u{1b}[31m\tb\u{9b}"), "a\u{241b}[31m b\u{fffd}");
        assert_eq!(visible("plain é"), "plain é");
    }

    #[test]
    fn a_plain_paint_changes_nothing() {
        assert_eq!(Paint::PLAIN.red("x"), "x");
        assert_eq!(Paint { colour: true }.bold("x"), "\u{1b}[1mx\u{1b}[0m");
    }
}
