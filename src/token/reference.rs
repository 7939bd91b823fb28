//! Character references that are as they should be: `&amp;`, `&#39;`, `&#x27;`, with their semicolon; and ampersands that begin
//! none, as in `AT&T` and `?a&b[]`.
//!
//! What they stand for is asked of the state machine, which reads the reference alone, once; a text repeats few of
//! them. The machine complains of all that is not as it should be, and also of what depends on what comes next or
//! on where it stands (`&notit;`, `&copy 2008`): then there is no answer.

use super::TokenKind;
use super::collector::Collector;
use std::collections::HashMap;

/// The references of a text that were read so far.
#[derive(Debug)]
pub(super) struct References<'t> {
    text: &'t str,
    read: HashMap<&'t [u8], Option<Box<str>>>,
}

/// Where characters stand: which references there are among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum With {
    /// In raw text: none.
    None,
    /// In text.
    Text,
    /// In an attribute's value, where `&x=` is none.
    Attribute,
}

impl<'t> References<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, read: HashMap::new() }
    }

    /// What the ampersand at the offset begins: the end of it and, if it is a reference, what that stands for; none
    /// if that is not plain to see.
    pub(super) fn read(&mut self, at: usize, with: With) -> Option<(usize, Option<&str>)> {
        let rest = &self.text.as_bytes()[at..];
        let number = usize::from(rest.get(1) == Some(&b'#'));
        let digits = rest[1 + number..].iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let length = 1 + number + digits.count();
        match rest.get(length) {
            _ if length == 1 => return Some((at + 1, None)),
            Some(b';') => {}
            Some(b'=') if with == With::Attribute && number == 0 => {
                return Some((at + length, None));
            }
            // Nothing that follows can belong to it: it is a reference without its semicolon, or none.
            _ => {
                let written = &rest[..length];
                let is_none = self.decoded(written)?.as_bytes() == written;
                return is_none.then_some((at + length, None));
            }
        }
        let written = &rest[..=length];
        Some((at + written.len(), Some(self.decoded(written)?)))
    }

    /// What something written stands for that begins with an ampersand.
    fn decoded(&mut self, written: &'t [u8]) -> Option<&str> {
        self.read.entry(written).or_insert_with(|| decode(written)).as_deref()
    }
}

/// What a reference stands for that is all of the text; none if anything about it is an error.
pub(super) fn decode(written: &[u8]) -> Option<Box<str>> {
    let text = std::str::from_utf8(written).ok()?;
    let mut machine = Collector::new(text, 0, 1);
    machine.read_on();
    match machine.take()?.kind {
        TokenKind::Text(decoded) if machine.errors.is_empty() => {
            Some(decoded.value.get(text).into())
        }
        _ => None,
    }
}
