//! Compiled forms of the shipped grammars, made when the grammars are written instead of at each
//! start of a program.
//!
//! Each grammar in `grammar/` has its compiled form, with no mode on, in
//! `grammar/compiled/NAME.bin`:
//!
//! | bytes | content |
//! | --- | --- |
//! | 8 | the fingerprint of the format's number, the texts and the rest of the file |
//! | … | the names of the files that were compiled, in order |
//! | … | the [`Grammar`], as `postcard` writes it |
//!
//! Parts that are cheap to compute are not stored. These are the tables derived from the rules
//! ([`RulesBuilder::build`](crate::earley::RulesBuilder::build)), the rows of wishes, and the
//! readings. The texts are not stored either, since they are in the program anyway.
//!
//! [`read`] returns a grammar if and only if the fingerprint matches: then the bytes are intact,
//! and each text is the one that was compiled. So the old compiled form of a changed text is never
//! used; [`Grammar::load`] compiles the text instead. `src/grammar/tests/stored.rs` checks that the
//! current *compiler* would make the same of the text. It also writes the files:
//!
//! ```text
//! WISHFUL_BLESS=1 cargo test --lib stored
//! ```

use super::load_embedded::{Embedded, embedded};
use super::model::Grammar;
use crate::base::{Files, SourceFile, fingerprint};

/// The format's number. It must increase with each change of the fields of a [`Grammar`]; otherwise
/// old bytes might be read as another grammar.
const FORMAT: [u8; 1] = [3];

/// Serializes a grammar for its file; `None` if `postcard` fails, which no grammar has caused so
/// far.
#[must_use]
#[cfg(test)]
pub(crate) fn store(grammar: &Grammar) -> Option<Vec<u8>> {
    let files = || grammar.files().iter().map(|(_, file)| file);
    let names: Vec<&str> = files().map(SourceFile::name).collect();
    let stored = postcard::to_extend(&(names, grammar), Vec::new()).ok()?;
    let print = fingerprint_of(files().map(SourceFile::text), &stored);
    Some([&print.to_le_bytes(), &stored[..]].concat())
}

/// Deserializes the grammar of a file. Returns `None` if the file is damaged, or if one of the
/// texts is not shipped or has changed since.
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
    /// Returns the grammar from its compiled form; `None` if that does not match its text.
    #[must_use]
    pub(crate) fn ready(&self) -> Option<Grammar> {
        read(self.compiled)
    }
}
