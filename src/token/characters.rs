//! Plain characters, up to where the parser's state ends them.
//!
//! Characters are text, a comment, or a quoted value. They end at a *mark* (`<`, `-`, a quote) if
//! what follows it is their end, and they may go on after a mark that is not.

use super::Value;
use super::gather::{RewrittenValue, ValueBuilder};
use super::reference::{ReferenceContext, References};
use memchr::memchr3;
use std::cell::Cell;

/// A reader of characters.
#[derive(Debug)]
pub(super) struct Characters<'t> {
    text: &'t str,
    references: References<'t>,
    /// A reusable buffer for the next value.
    spare: Option<Box<RewrittenValue>>,
}

impl<'t> Characters<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, references: References::new(text), spare: None }
    }

    /// Reads the characters from here to a stop. `stop` decides at each `mark`, and at the end of
    /// the text, whether the characters end there.
    pub(super) fn read(
        &mut self,
        start: usize,
        mark: u8,
        with: ReferenceContext,
        stop: &dyn Fn(&[u8]) -> StopDecision,
    ) -> Option<Value> {
        let bytes = self.text.as_bytes();
        let mut value = ValueBuilder::in_spare(start, self.spare.take());
        let reference = if with == ReferenceContext::None { mark } else { b'&' };
        let mut at = start;
        loop {
            at = match memchr3(mark, reference, b'\r', &bytes[at..]) {
                Some(length) => at + length,
                None => bytes.len(),
            };
            match bytes[at..] {
                [b'\r', b'\n', ..] => at = value.replace(self.text, at..at + 2, "\n"),
                [b'\r', ..] => at = value.replace(self.text, at..at + 1, "\n"),
                [b'&', ..] if reference == b'&' => match self.references.read(at, with)? {
                    (end, Some(decoded)) => at = value.replace(self.text, at..end, decoded),
                    (end, None) => at = end,
                },
                ref rest => match stop(rest) {
                    StopDecision::Here => {
                        let (value, spare) = value.finish_sparing(self.text, at);
                        self.spare = spare;
                        return Some(value);
                    }
                    StopDecision::Further => at += 1,
                    StopDecision::Unclear => return None,
                },
            }
        }
    }
}

/// The decision whether characters end at a mark.
pub(super) enum StopDecision {
    Here,
    Further,
    /// The construct is not plain.
    Unclear,
}

/// Decides for text in the data state: it ends at a tag, a comment or a declaration, and at the
/// end.
#[inline(always)]
pub(super) fn data_stop(rest: &[u8]) -> StopDecision {
    match rest {
        [] | [b'<', b'!', ..] => StopDecision::Here,
        [b'<', b'/', byte, ..] | [b'<', byte, ..] if byte.is_ascii_alphabetic() => {
            StopDecision::Here
        }
        _ => StopDecision::Unclear,
    }
}

/// Decides for raw text: it ends at an end tag of the name, and at the end.
pub(super) fn raw_stop(rest: &[u8], name: &str) -> StopDecision {
    if rest.is_empty() || is_end_tag(rest, name) {
        StopDecision::Here
    } else {
        StopDecision::Further
    }
}

/// Decides for a script: it ends like raw text, also after an escape (`<!--`). After an escape the
/// result is unclear at a start tag of a script, which may begin an element. It is also unclear at
/// the end of the text, which is an error.
pub(super) fn script_stop(rest: &[u8], name: &str, escaped: &Cell<bool>) -> StopDecision {
    const START: &[u8] = b"<script";
    if !escaped.get() && rest.starts_with(b"<!--") {
        escaped.set(true);
    }
    if escaped.get() {
        let tag = rest.get(..START.len()).unwrap_or_default();
        if rest.is_empty() || tag.eq_ignore_ascii_case(START) {
            return StopDecision::Unclear;
        }
    }
    raw_stop(rest, name)
}

/// Decides whether a comment ends here.
pub(super) fn comment_stop(rest: &[u8]) -> StopDecision {
    match rest {
        [b'-', b'-', b'>', ..] => StopDecision::Here,
        [] | [b'-', b'-', ..] => StopDecision::Unclear,
        _ => StopDecision::Further,
    }
}

/// Decides whether a quoted value ends here, at its quote.
pub(super) fn quote_stop(rest: &[u8]) -> StopDecision {
    if rest.is_empty() { StopDecision::Unclear } else { StopDecision::Here }
}

/// Reports whether an end tag of the name begins here; always false for a name with characters
/// other than lower-case letters.
pub(super) fn is_end_tag(rest: &[u8], name: &str) -> bool {
    let name = name.as_bytes();
    let after = name.len() + "</".len();
    let ends =
        matches!(rest.get(after), Some(b'\t' | b'\n' | b'\x0C' | b'\r' | b' ' | b'/' | b'>'));
    ends && !name.is_empty()
        && rest.starts_with(b"</")
        && rest["</".len()..after].eq_ignore_ascii_case(name)
        && name.iter().all(u8::is_ascii_lowercase)
}
