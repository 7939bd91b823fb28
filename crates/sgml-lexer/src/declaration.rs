//! Comment declarations, and other markup declarations with their parameters.
//!
//! A comment is reported when its end is reached, another declaration at its own end. So a comment
//! comes before the declaration that contains it. A declaration subset is skipped; `subset` finds
//! its end.

use memchr::memmem;

use super::classes::{begins_name, is_name, is_quote, is_space};
use super::machine::{Machine, State};
use super::report::{Callbacks, StringType};
use super::tag::spaces;

/// The declaration for short references, which the seed assumes nobody uses.
const SHORT_REFERENCES: &str = "<!usemap";

/// The messages of the limitations that remain, whatever is readmitted.
pub const SKIPPED_SUBSET: &str = "declaration subset: skipping";
pub const PARAMETER_ENTITY: &str = "parameter entity reference not supported";

const BAD_CHARACTER: &str = "bad character in markup declaration";

/// The delimiter at the start and the end of a comment.
const COMMENT: &str = "--";

impl Machine {
    /// Reads `<!name`.
    pub(crate) fn open_declaration(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let length =
            self.open(rest, "<!", StringType::MarkupDeclaration, State::Declaration, is_last)?;
        if self.pending.first() == SHORT_REFERENCES {
            self.mistake(StringType::Error, "short references not supported", &rest[..length], out);
        }
        Some(length)
    }

    /// Reads the next item between parameters, and returns its length; `None` if it needs more
    /// text.
    pub(crate) fn declaration(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match *rest.as_bytes() {
            [byte, ..] if is_space(byte) => Some(spaces(rest)),
            [byte, ..] if is_quote(byte) => self.literal(rest, State::Declaration, is_last, out),
            [b'>', ..] => {
                self.report_declaration(out);
                Some(self.enter(State::Content, ">"))
            }
            [b'[', ..] => Some(self.enter(State::Subset, "[")),
            [b'-'] | [b'%'] if !is_last => None,
            [b'-', b'-', ..] => self.comment(rest, is_last, out),
            [b'%', next, ..] if begins_name(next) => self.parameter_entity(rest, is_last, out),
            [byte, ..] if is_name(byte) && byte != b'-' => self.parameter(rest, is_last, out),
            _ => self.bad_parameter(rest, BAD_CHARACTER, is_last, out),
        }
    }

    /// Reads a name or a number.
    fn parameter(&mut self, rest: &str, is_last: bool, out: &mut impl Callbacks) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| !is_name(byte))?;
        let word = &rest[..end];
        if begins_name(word.as_bytes()[0]) {
            self.pending.push_folded(StringType::Name, word, self.at);
        } else if word.bytes().all(|byte| byte.is_ascii_digit()) {
            self.pending.push(StringType::Number, word, self.at);
        } else {
            self.mistake(StringType::Error, BAD_CHARACTER, word, out);
        }
        Some(end)
    }

    /// Reads `%name;`.
    pub(crate) fn parameter_entity(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let (_, end) = self.reference(rest, "%", is_last)?;
        self.mistake(StringType::Limitation, PARAMETER_ENTITY, &rest[..end], out);
        Some(end)
    }

    /// Reads characters that are no parameter.
    pub(crate) fn bad_parameter(
        &mut self,
        rest: &str,
        what: &'static str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let end = self.end_of_run(rest, 1, is_last, |byte| {
            is_space(byte) || is_name(byte) || is_quote(byte) || matches!(byte, b'>' | b'[' | b'%')
        })?;
        self.mistake(StringType::Error, what, &rest[..end], out);
        Some(end)
    }

    /// Reads the next item between the comments of a comment declaration.
    pub(crate) fn comments(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        match *rest.as_bytes() {
            [byte, ..] if is_space(byte) => Some(spaces(rest)),
            [b'>', ..] => Some(self.enter(State::Content, ">")),
            [b'-'] if !is_last => None,
            [b'-', b'-', ..] => self.comment(rest, is_last, out),
            _ => {
                let end = self.end_of_run(rest, 1, is_last, |byte| matches!(byte, b'>' | b'-'))?;
                let data = rest[..end].trim_end();
                self.mistake(StringType::Error, "bad character in comment declaration", data, out);
                Some(end)
            }
        }
    }

    /// Reads `-- comment --`.
    pub(crate) fn comment(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let from = self.seen.max(COMMENT.len());
        let Some(found) = memmem::find(&rest.as_bytes()[from..], COMMENT.as_bytes()) else {
            if is_last {
                return Some(self.unfinished("document ends in a comment", rest, out));
            }
            // The last byte may be the first of two dashes.
            return self.wait_from(from.max(rest.len() - 1));
        };
        let end = from + found + COMMENT.len();
        self.other(StringType::Comment, &rest[..end], out);
        Some(end)
    }

    /// Skips a declaration subset, after its `[`.
    pub(crate) fn subset(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let unread = &rest.as_bytes()[self.seen..];
        let end = unread.iter().position(|&byte| self.skipper.ends_at(byte));
        let end = match end {
            Some(end) => self.seen + end,
            None if is_last => rest.len(),
            None => return self.wait_from(rest.len()),
        };
        self.mistake(StringType::Limitation, SKIPPED_SUBSET, &rest[..end], out);
        self.skipper = Default::default();
        self.state = State::Declaration;
        Some((end + 1).min(rest.len()))
    }
}
