//! Shipped grammars, ready-made: compiled when they are written, not whenever a program starts.
//!
//! Each grammar in `grammar/` has its compiled form beside it, with no mode on, in
//! `grammar/compiled/NAME.bin`:
//!
//! | bytes | what they are |
//! | --- | --- |
//! | 8 | the fingerprint of all the rest, of the texts and of the format's number |
//! | … | the names of the files that were compiled, in order |
//! | … | the [`Grammar`], as `postcard` writes it |
//!
//! What costs little to make again is not stored: the texts, which are in the program anyway, what
//! is derived from the rules ([`RulesBuilder::build`](crate::earley::RulesBuilder::build)), the
//! rows of wishes, and the readings.
//!
//! [`read`] gives a grammar if and only if the fingerprint is right: the bytes are as they were
//! written, and each text is the one that was compiled. So a grammar's text that was changed is
//! never read by its old form; where nothing is ready, [`Grammar::load`] compiles. That the
//! *compiler* would still make the same of the text is what `src/grammar/tests/stored.rs` asks; it also writes
//! the files:
//!
//! ```text
//! WISHFUL_BLESS=1 cargo test --lib stored
//! ```

use super::load_embedded::{Embedded, embedded};
use super::model::Grammar;
use crate::base::{Files, SourceFile, fingerprint};

/// Goes up with each change of what a [`Grammar`] consists of: older bytes might be read as another
/// grammar.
const FORMAT: [u8; 1] = [3];

/// A grammar as its file has it; none if it cannot be written, which can be said of none so far.
#[must_use]
#[cfg(test)]
pub(crate) fn store(grammar: &Grammar) -> Option<Vec<u8>> {
    let files = || grammar.files().iter().map(|(_, file)| file);
    let names: Vec<&str> = files().map(SourceFile::name).collect();
    let stored = postcard::to_extend(&(names, grammar), Vec::new()).ok()?;
    let print = fingerprint_of(files().map(SourceFile::text), &stored);
    Some([&print.to_le_bytes(), &stored[..]].concat())
}

/// The grammar in such a file; none if the file is damaged, or if one of the texts is not shipped
/// or was changed since.
#[must_use]
pub(crate) fn read(bytes: &[u8]) -> Option<Grammar> {
    let (print, stored) = bytes.split_first_chunk()?;
    let (names, rest) = postcard::take_from_bytes::<Vec<&str>>(stored).ok()?;
    let texts: Vec<&str> = names.iter().map(|name| embedded(name)).collect::<Option<_>>()?;
    if fingerprint_of(texts.iter().copied(), stored) != u64::from_le_bytes(*print) {
        return None;
    }
    let (mut grammar, none) = postcard::take_from_bytes::<Grammar>(rest).ok()?;
    if !none.is_empty() {
        return None;
    }
    let mut files = Files::default();
    for (name, text) in names.into_iter().zip(texts) {
        files.add(SourceFile::new(name, text));
    }
    grammar.files = files;
    Some(grammar.prepared())
}

fn fingerprint_of<'a>(texts: impl Iterator<Item = &'a str>, stored: &'a [u8]) -> u64 {
    fingerprint([&FORMAT[..]].into_iter().chain(texts.map(str::as_bytes)).chain([stored]))
}

impl Embedded {
    /// The grammar, from its compiled form; none if that is not of its text.
    #[must_use]
    pub(crate) fn ready(&self) -> Option<Grammar> {
        read(self.compiled)
    }
}
