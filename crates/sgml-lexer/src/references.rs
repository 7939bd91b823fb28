//! References to characters (by number or function name) and to entities.
//!
//! A reference ends at a semicolon, which is part of it, or at the end of its name or number.

use super::classes::{function, is_name};
use super::machine::Machine;
use super::report::{Callbacks, StringType};

impl Machine {
    /// Reads `&name;`.
    pub(crate) fn entity(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let (end, written) = self.reference(rest, "&", is_last)?;
        self.other(StringType::EntityReference, &rest[..end], out);
        Some(written)
    }

    /// Reads `&#65;`. Digits that continue as a name would are no number.
    pub(crate) fn character(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let (end, written) = self.reference(rest, "&#", is_last)?;
        let number = &rest["&#".len()..end];
        if !number.bytes().all(|byte| byte.is_ascii_digit()) {
            let what = "bad character in character reference";
            self.mistake(StringType::Error, what, &rest[..written], out);
        } else if let Some(character) = number.parse().ok().and_then(char::from_u32) {
            self.data(character.encode_utf8(&mut [0; 4]), written, out);
        } else {
            self.mistake(StringType::Error, "invalid character number", &rest[..written], out);
        }
        Some(written)
    }

    /// Reads `&#SPACE;`.
    pub(crate) fn named_character(
        &mut self,
        rest: &str,
        is_last: bool,
        out: &mut impl Callbacks,
    ) -> Option<usize> {
        let (end, written) = self.reference(rest, "&#", is_last)?;
        let name = &rest["&#".len()..end];
        match function(name) {
            _ if !self.readmitted.named_characters => {
                let what = "named character references not supported";
                self.mistake(StringType::Limitation, what, &rest[..written], out);
            }
            Some(character) => self.data(character, written, out),
            None => {
                self.mistake(
                    StringType::Error,
                    "unknown function character",
                    &rest[..written],
                    out,
                );
            }
        }
        Some(written)
    }

    /// Returns the end of the name or number of a reference that begins with `open`, and the end of
    /// the reference.
    pub(crate) fn reference(
        &mut self,
        rest: &str,
        open: &str,
        is_last: bool,
    ) -> Option<(usize, usize)> {
        let end = self.end_of_run(rest, open.len(), is_last, |byte| !is_name(byte))?;
        Some((end, end + usize::from(rest.as_bytes().get(end) == Some(&b';'))))
    }
}
