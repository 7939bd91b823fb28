//! The vocabulary files of the program: all of `grammar/microformats/*.vocabulary`, precompiled.
//!
//! The table `VOCABULARIES` of `wishful::embedded` lists each file once; a test compares it with
//! the folder. The compiled vocabulary is in `grammar/compiled/microformats.bin`. Its first 8
//! bytes are a fingerprint of the rest, of the texts, of the grammar that parses them, and of the
//! format version. The [`Vocabulary`] follows, as `postcard` writes it.
//!
//! Invariant: the file is used if and only if the fingerprint matches. A test checks that compiling
//! the texts gives the same vocabulary, and can also write the file:
//!
//! ```text
//! WISHFUL_BLESS=1 cargo test --lib stored
//! ```

use std::sync::OnceLock;

use super::model::Vocabulary;
use super::read::{NamedText, ReadOutcome, read};
use wishful::base::{Report, fingerprint};
use wishful::embedded::{COMPILED_VOCABULARIES, VOCABULARIES};
use wishful::grammar::load_embedded::embedded;

pub use wishful::embedded::VocabularyFile;

/// The format version, which increases with each change of the definition of [`Vocabulary`].
const FORMAT: [u8; 1] = [2];

/// Returns all shipped vocabulary files, in alphabetical order.
pub fn shipped_files() -> impl Iterator<Item = &'static VocabularyFile> {
    VOCABULARIES.iter()
}

impl Vocabulary {
    /// Returns the vocabulary of the shipped files: all formats of `grammar/microformats/`, and
    /// `html.vocabulary`.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Vocabulary> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            stored(COMPILED_VOCABULARIES).unwrap_or_else(|| read_shipped(&[]).vocabulary)
        })
    }

    /// Returns the shipped vocabulary together with other files, each given by its name, for
    /// messages, and its text. A file may add, extend or replace formats. A file with the name of a
    /// shipped one is read instead of that.
    ///
    /// # Errors
    /// Returns a report of all mistakes in the files, if one of them is an error.
    pub fn shipped_with<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Report> {
        let read = with_shipped(&files.into_iter().collect::<Vec<_>>());
        if read.report.has_errors() { Err(read.report) } else { Ok(read.vocabulary) }
    }

    /// Returns all diagnostics, warnings included, for a vocabulary file that is read as by
    /// [`Vocabulary::shipped_with`].
    #[must_use]
    pub fn check(name: &str, text: &str) -> Report {
        with_shipped(&[(name, text)]).report
    }

    /// Returns the shipped vocabulary together with a file, and the definitions in that file.
    ///
    /// # Errors
    /// Fails if [`Vocabulary::shipped_with`] does.
    pub fn with_part(name: &str, text: &str) -> Result<(Self, Self), Report> {
        let read = with_shipped(&[(name, text)]);
        let part = read.part(name);
        if read.report.has_errors() { Err(read.report) } else { Ok((read.vocabulary, part)) }
    }
}

/// Reads the shipped vocabulary together with some files.
pub(super) fn with_shipped(files: &[NamedText<'_>]) -> ReadOutcome {
    if files.iter().any(|(name, _)| shipped_file(name).is_some()) {
        return read_shipped(files);
    }
    read(Vocabulary::shipped().clone(), files.iter().copied())
}

/// Returns the shipped file with the name of a path.
pub fn shipped_file(name: &str) -> Option<&'static VocabularyFile> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    VOCABULARIES.iter().find(|file| file.name == name)
}

/// Reads the shipped files, or their replacements, and then the other files.
fn read_shipped(files: &[NamedText<'_>]) -> ReadOutcome {
    let mut texts = Vec::with_capacity(VOCABULARIES.len() + files.len());
    for own in VOCABULARIES {
        let replacement = files.iter().find(|(name, _)| shipped_file(name) == Some(own));
        texts.push(replacement.copied().unwrap_or((own.name, own.text)));
    }
    for &(name, text) in files {
        if shipped_file(name).is_none() {
            texts.push((name, text));
        }
    }
    read(Vocabulary::default(), texts)
}

/// Serializes the compiled vocabulary. Returns `None` if that fails, which never happens so far.
#[cfg(test)]
pub(super) fn store() -> Option<Vec<u8>> {
    let bytes = postcard::to_extend(&read_shipped(&[]).vocabulary, Vec::new()).ok()?;
    Some([&fingerprint_of(&bytes).to_le_bytes(), &bytes[..]].concat())
}

/// Deserializes a compiled vocabulary. Returns `None` if the file is damaged, or if a text has
/// changed since.
pub(super) fn stored(bytes: &[u8]) -> Option<Vocabulary> {
    let (print, stored) = bytes.split_first_chunk()?;
    let (vocabulary, rest) = postcard::take_from_bytes(stored).ok()?;
    let is_intact = fingerprint_of(stored) == u64::from_le_bytes(*print) && rest.is_empty();
    if is_intact { Some(vocabulary) } else { None }
}

fn fingerprint_of(stored: &[u8]) -> u64 {
    let texts =
        VOCABULARIES.iter().flat_map(|file| [file.name, file.text]).chain(embedded("vocabulary"));
    fingerprint([&FORMAT[..]].into_iter().chain(texts.map(str::as_bytes)).chain([stored]))
}
