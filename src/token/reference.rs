//! Correct character references: `&amp;`, `&#39;`, `&#x27;`, with their semicolon.
//!
//! This module also recognises ampersands that begin no reference, as in `AT&T` and `?a&b[]`.
//!
//! The decoding is delegated to the state machine, which reads the reference alone. The result is
//! cached, since a text repeats few references. The machine reports an error for everything
//! incorrect, and also if the result depends on the context (`&notit;`, `&copy 2008`). In these
//! cases there is no result.

use super::TokenKind;
use super::collector::Collector;

/// The number of slots of the cache.
const SLOTS: usize = 64;

/// A cache of references of a text that were read.
#[derive(Debug)]
pub(super) struct References<'t> {
    text: &'t str,
    /// A reference in each slot, with what it decodes to. One that needs a slot that is taken
    /// replaces the other. Empty before the first reference.
    slots: Vec<(&'t [u8], Option<Box<str>>)>,
}

/// The context of characters, which determines the references among them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ReferenceContext {
    /// Raw text, without references.
    None,
    /// Text.
    Text,
    /// An attribute's value, in which `&x=` is no reference.
    Attribute,
}

impl<'t> References<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, slots: Vec::new() }
    }

    /// Reads the ampersand at the offset. Returns where the text goes on and, after a correct
    /// reference, the decoded characters: those of `&amp;`, none for the `&` of `AT&T`. Returns
    /// `None` if only the state machine can read it: errors, and `&copy 2008`.
    pub(super) fn read(
        &mut self,
        at: usize,
        with: ReferenceContext,
    ) -> Option<(usize, Option<&str>)> {
        let rest = &self.text.as_bytes()[at..];
        let hash = usize::from(rest.get(1) == Some(&b'#'));
        let digits = rest[1 + hash..].iter().take_while(|byte| byte.is_ascii_alphanumeric());
        let length = 1 + hash + digits.count();
        match rest.get(length) {
            _ if length == 1 => return Some((at + 1, None)),
            Some(b';') => {}
            Some(b'=') if with == ReferenceContext::Attribute && hash == 0 => {
                return Some((at + length, None));
            }
            // No reference can continue here. So this is a reference without its semicolon, or
            // none; if it is none, the machine leaves its characters as they are.
            _ => {
                let written = &rest[..length];
                if self.decoded(written)?.as_bytes() != written {
                    return None;
                }
                return Some((at + length, None));
            }
        }
        let written = &rest[..=length];
        Some((at + written.len(), Some(self.decoded(written)?)))
    }

    /// Returns the characters that a string with an ampersand in front decodes to.
    fn decoded(&mut self, written: &'t [u8]) -> Option<&str> {
        if self.slots.is_empty() {
            self.slots.resize(SLOTS, (&[], None));
        }
        let slot = written
            .iter()
            .fold(0, |sum: usize, &byte| sum.wrapping_mul(31).wrapping_add(usize::from(byte)));
        let (known, decoded) = &mut self.slots[slot % SLOTS];
        if *known != written {
            *decoded = decode(written);
            *known = written;
        }
        decoded.as_deref()
    }
}

/// Decodes a text that is one reference; returns `None` if anything about it is an error.
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
