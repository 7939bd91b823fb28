//! The corpora: real pages, one long chapter, and legacy pages that are as broken as pages were in
//! 2008.

use super::common;
use std::fs;

const CHAPTER: &str = "html-parsing-spec-2018.html";

/// A named set of documents.
pub(crate) struct Corpus {
    pub(crate) name: &'static str,
    pub(crate) documents: Vec<Vec<u8>>,
}

impl Corpus {
    pub(crate) fn new(name: &'static str, inputs: impl IntoIterator<Item = common::Input>) -> Self {
        Self { name, documents: inputs.into_iter().map(|input| input.bytes).collect() }
    }

    pub(crate) fn megabytes(&self) -> f64 {
        self.documents.iter().map(Vec::len).sum::<usize>() as f64 / 1e6
    }

    /// Formats the size of the corpus.
    pub(crate) fn size(&self) -> String {
        format!("{} documents, {:.2} MB", self.documents.len(), self.megabytes())
    }

    /// Returns the documents as texts, for peers that do not accept bytes.
    pub(crate) fn texts(&self) -> Vec<String> {
        self.documents.iter().map(|bytes| String::from_utf8_lossy(bytes).into_owned()).collect()
    }
}

/// Returns the three corpora, without those that are missing.
pub(crate) fn corpora() -> Vec<Corpus> {
    let pages = Corpus::new("pages", common::page_documents());
    let legacy = Corpus::new("legacy pages", common::legacy_documents());
    let corpora = [pages, chapter(), legacy];
    corpora.into_iter().filter(|corpus| !corpus.documents.is_empty()).collect()
}

/// Prints a table for each corpus.
pub(crate) fn print_tables(
    title: &str,
    corpora: Vec<Corpus>,
    mut table: impl FnMut(&Corpus) -> String,
) {
    for corpus in corpora {
        println!("\n### {title}: {}\n", corpus.name);
        println!("{}\n", corpus.size());
        print!("{}", table(&corpus));
    }
}

/// Returns the parsing chapter of the HTML standard.
pub(crate) fn chapter() -> Corpus {
    let mut documents = Vec::new();
    if let Some(folder) = common::pages() {
        documents.extend(fs::read(folder.join(CHAPTER)).ok());
    }
    Corpus { name: "the standard's parsing chapter", documents }
}
