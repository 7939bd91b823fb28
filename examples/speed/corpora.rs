//! What is parsed: real pages, one long chapter, and legacy pages that are as broken as pages were in 2008.

use super::common;
use std::collections::HashSet;
use std::fs;

/// The chapter's file.
const CHAPTER: &str = "html-parsing-spec-2018.html";

/// Documents under a name.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) documents: Vec<Vec<u8>>,
}

impl Corpus {
    fn new(name: &'static str, inputs: impl IntoIterator<Item = common::Input>) -> Self {
        Self { name, documents: inputs.into_iter().map(|input| input.bytes).collect() }
    }

    pub(crate) fn bytes(&self) -> usize {
        self.documents.iter().map(Vec::len).sum()
    }

    /// The documents as text, for peers that read no bytes.
    pub(crate) fn texts(&self) -> Vec<String> {
        let text = |bytes: &Vec<u8>| String::from_utf8_lossy(bytes).into_owned();
        self.documents.iter().map(text).collect()
    }
}

/// The three corpora, less those that are not there.
pub(crate) fn corpora() -> Vec<Corpus> {
    let pages = Corpus::new("pages", common::page_documents());
    let legacy = Corpus::new("legacy pages", legacy());
    let corpora = [pages, chapter(), legacy];
    corpora.into_iter().filter(|corpus| !corpus.documents.is_empty()).collect()
}

/// The parsing chapter of the HTML standard.
pub(crate) fn chapter() -> Corpus {
    let all = common::page_documents().into_iter();
    Corpus::new("the standard's parsing chapter", all.filter(|input| input.name == CHAPTER))
}

/// Each distinct page directly in the folder, once.
fn legacy() -> Vec<common::Input> {
    let Some(folder) = common::suites().map(|suites| suites.join("parsley")) else {
        return Vec::new();
    };
    let mut seen = HashSet::new();
    let files = common::files(&folder, &["html"]).into_iter();
    let files = files.filter(|path| path.parent() == Some(&folder));
    let inputs = files.filter_map(|path| {
        let name = path.file_name()?.to_string_lossy().into_owned();
        Some(common::Input { name, bytes: fs::read(path).ok()? })
    });
    inputs.filter(|input| seen.insert(input.bytes.clone())).collect()
}
