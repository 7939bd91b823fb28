//! The vocabulary files of the program, everything in `grammar/microformats/*.vocabulary`, and what they say together.
//!
//! The table names each file once; a test walks the folder and holds the table against it. What they say is ready-made in
//! `grammar/compiled/microformats.bin`: 8 bytes, the fingerprint of all the rest, of the texts, of the grammar that reads them and
//! of the format's number; then the [`Vocabulary`], as `postcard` writes it. It is read if and only if the fingerprint is
//! right; that the texts would still be read as the same is what a test asks, which also writes the file:
//!
//! ```text
//! WISHFUL_BLESS=1 cargo test --lib stored
//! ```

use std::sync::OnceLock;

use super::model::Vocabulary;
use super::read::{Outcome, Text, read};
use crate::base::{Report, fingerprint};
use crate::grammar::load_embedded::embedded;

/// A shipped vocabulary file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct VocabularyFile {
    /// Its name, with `.vocabulary`.
    pub name: &'static str,
    /// Its text.
    pub text: &'static str,
}

macro_rules! table {
    ($($name:literal),* $(,)?) => {
        &[$(VocabularyFile {
            name: concat!($name, ".vocabulary"),
            text: include_str!(concat!("../../../grammar/microformats/", $name, ".vocabulary")),
        }),*]
    };
}

/// The files, in the order of the alphabet.
const FILES: &[VocabularyFile] = table![
    "adr",
    "coins",
    "figure",
    "geo",
    "hangle",
    "hatom",
    "haudio",
    "hcalendar",
    "hcard",
    "hlisting",
    "hmeasure",
    "hmedia",
    "hmoney",
    "hnews",
    "hproduct",
    "hrecipe",
    "hresume",
    "hreview",
    "hreview-aggregate",
    "hslice",
    "html",
    "json-ld",
    "mfo",
    "microdata",
    "opengraph",
    "rdfa",
    "rel-enclosure",
    "rel-license",
    "rel-tag",
    "species",
    "votelinks",
    "xfn",
    "xfolkentry",
    "xmdp",
    "xoxo",
];

/// Goes up with each change of what a [`Vocabulary`] consists of.
const FORMAT: [u8; 1] = [2];

const STORED: &[u8] = include_bytes!("../../../grammar/compiled/microformats.bin");

/// All shipped vocabulary files, in the order of the alphabet.
pub fn shipped_files() -> impl Iterator<Item = &'static VocabularyFile> {
    FILES.iter()
}

impl VocabularyFile {
    /// What it is, in a line: the first line of its legend.
    #[must_use]
    pub fn description(&self) -> &'static str {
        let line = self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim();
        let after = line.strip_prefix(self.name).and_then(|rest| rest.strip_prefix(':'));
        after.unwrap_or(line).trim()
    }
}

impl Vocabulary {
    /// What the shipped files say: all formats of `grammar/microformats/`, and `html.vocabulary`.
    #[must_use]
    pub fn shipped() -> &'static Self {
        static SHIPPED: OnceLock<Vocabulary> = OnceLock::new();
        SHIPPED.get_or_init(|| stored(STORED).unwrap_or_else(|| read_shipped(&[]).vocabulary))
    }

    /// The shipped vocabulary with some files besides, each as its name, which messages call it by, and its text. A file adds
    /// formats, extends those that are there, or replaces them; one that has the name of a shipped file is read in the place of
    /// that.
    ///
    /// # Errors
    /// A report of all that is wrong with the files, if one of the mistakes is an error.
    pub fn shipped_with<'a>(
        files: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, Report> {
        let read = with_shipped(&files.into_iter().collect::<Vec<_>>());
        if read.report.has_errors() { Err(read.report) } else { Ok(read.vocabulary) }
    }

    /// All that is wrong with a vocabulary file, warnings too, when it is read as [`Vocabulary::shipped_with`] reads it.
    #[must_use]
    pub fn check(name: &str, text: &str) -> Report {
        with_shipped(&[(name, text)]).report
    }

    /// The shipped vocabulary with a file, and that of it which the file is about.
    ///
    /// # Errors
    /// As those of [`Vocabulary::shipped_with`].
    pub(crate) fn with_part(name: &str, text: &str) -> Result<(Self, Self), Report> {
        let read = with_shipped(&[(name, text)]);
        let part = read.part(name);
        if read.report.has_errors() { Err(read.report) } else { Ok((read.vocabulary, part)) }
    }
}

/// The shipped vocabulary with some files.
pub(super) fn with_shipped(files: &[Text<'_>]) -> Outcome {
    match files.iter().any(|(name, _)| shipped_file(name).is_some()) {
        true => read_shipped(files),
        false => read(Vocabulary::shipped().clone(), files.iter().copied()),
    }
}

/// The shipped file that a name or path is the name of.
pub(crate) fn shipped_file(name: &str) -> Option<&'static VocabularyFile> {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    FILES.iter().find(|file| file.name == name)
}

/// Reads the shipped files, or what stands in their places, and then others.
fn read_shipped(files: &[Text<'_>]) -> Outcome {
    let instead =
        |own: &VocabularyFile| files.iter().find(|(name, _)| shipped_file(name) == Some(own));
    let shipped = FILES.iter().map(|own| instead(own).copied().unwrap_or((own.name, own.text)));
    let others = files.iter().filter(|(name, _)| shipped_file(name).is_none()).copied();
    read(Vocabulary::default(), shipped.chain(others))
}

/// A vocabulary as the file has it; none if it cannot be written, which can be said of none so far.
#[cfg(test)]
pub(super) fn store() -> Option<Vec<u8>> {
    let bytes = postcard::to_extend(&read_shipped(&[]).vocabulary, Vec::new()).ok()?;
    Some([&fingerprint_of(&bytes).to_le_bytes(), &bytes[..]].concat())
}

/// The vocabulary in such a file; none if the file is damaged, or if one of the texts was changed since.
pub(super) fn stored(bytes: &[u8]) -> Option<Vocabulary> {
    let (print, stored) = bytes.split_first_chunk()?;
    let (vocabulary, rest) = postcard::take_from_bytes(stored).ok()?;
    (fingerprint_of(stored) == u64::from_le_bytes(*print) && rest.is_empty()).then_some(vocabulary)
}

fn fingerprint_of(stored: &[u8]) -> u64 {
    let texts = FILES.iter().flat_map(|file| [file.name, file.text]).chain(embedded("vocabulary"));
    fingerprint([&FORMAT[..]].into_iter().chain(texts.map(str::as_bytes)).chain([stored]))
}
