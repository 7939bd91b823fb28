//! Colour, where it is wanted: on a terminal, unless `NO_COLOR` or `--color never` says otherwise.
//!
//! Whether a stream gets colour is decided once, by [`anstream`]; text is painted by a [`Paint`] that knows
//! the answer, so that nothing has to be stripped again (a document may have escape sequences of its own,
//! which the formats for machines must keep; [`visible`] shows them harmlessly in those for people).

use std::borrow::Cow;
use std::fmt::Display;

use anstyle::{AnsiColor, Style};

use crate::tree::Piece;

/// Paints, or leaves as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    colour: bool,
}

impl Paint {
    pub(super) const PLAIN: Self = Self { colour: false };

    /// For stdout.
    pub(super) fn stdout() -> Self {
        Self { colour: coloured(&std::io::stdout()) }
    }

    /// Whether it paints.
    pub(super) fn colour(self) -> bool {
        self.colour
    }

    fn paint(self, style: Style, text: impl Display) -> String {
        if self.colour { format!("{style}{text}{style:#}") } else { text.to_string() }
    }

    pub(super) fn bold(self, text: impl Display) -> String {
        self.paint(Style::new().bold(), text)
    }

    pub(super) fn faint(self, text: impl Display) -> String {
        self.paint(Style::new().dimmed(), text)
    }

    pub(super) fn red(self, text: impl Display) -> String {
        self.paint(AnsiColor::Red.on_default(), text)
    }

    pub(super) fn green(self, text: impl Display) -> String {
        self.paint(AnsiColor::Green.on_default(), text)
    }

    pub(super) fn cyan(self, text: impl Display) -> String {
        self.paint(AnsiColor::Cyan.on_default(), text)
    }

    /// A piece of a comparison.
    pub(super) fn piece(self, piece: Piece, text: &str) -> String {
        match piece {
            Piece::Name => self.bold(text),
            Piece::Place => self.cyan(text),
            Piece::Same => text.to_owned(),
            Piece::Left => self.red(text),
            Piece::Right => self.green(text),
        }
    }

    pub(super) fn yellow(self, text: impl Display) -> String {
        self.paint(AnsiColor::Yellow.on_default(), text)
    }
}

/// Whether a stream gets colour.
pub(super) fn coloured(stream: &impl anstream::stream::RawStream) -> bool {
    anstream::AutoStream::choice(stream) != anstream::ColorChoice::Never
}

/// The text with control characters shown as symbols, so that no document talks to the terminal; tabs
/// become single blanks, so that a caret stands where its character does.
pub(super) fn visible(text: &str) -> Cow<'_, str> {
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
