//! A sentence that was made, and how it is written for tests.

use crate::slippers::event::RepairKind;
use crate::tree::Document;

/// A text that a grammar describes.
#[derive(Debug)]
pub struct Sentence {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) document: Option<Document>,
    pub(super) changes: Vec<String>,
}

impl Sentence {
    /// Its number, by which its generator makes it again.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// The text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What is read of it; none if the grammar has tokens of its own.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// What was left out and which mistakes were made, in order, in words.
    #[must_use]
    pub fn changes(&self) -> &[String] {
        &self.changes
    }

    /// How many tokens were set aside.
    #[must_use]
    pub fn cruft(&self) -> usize {
        let repairs = self.document.iter().flat_map(Document::repairs);
        repairs.filter(|repair| repair.kind == RepairKind::Cruft).count()
    }

    /// The tree, in the format of the public tree-construction tests; empty if there is none.
    #[must_use]
    pub fn tree(&self) -> String {
        self.document.as_ref().map(Document::html5lib).unwrap_or_default()
    }
}
