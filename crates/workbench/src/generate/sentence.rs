//! Generated sentences.

pub(super) use wishful::slippers::event::RepairKind;
use wishful::tree::Document;

/// A text that a grammar describes.
#[derive(Debug)]
pub struct Sentence {
    pub(super) number: u64,
    pub(super) text: String,
    pub(super) document: Option<Document>,
    pub(super) changes: Vec<String>,
}

impl Sentence {
    /// Returns the number by which the generator makes it again.
    #[must_use]
    pub fn number(&self) -> u64 {
        self.number
    }

    /// Returns the text.
    #[must_use]
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the parsed document; `None` if the grammar defines its own tokens.
    #[must_use]
    pub fn document(&self) -> Option<&Document> {
        self.document.as_ref()
    }

    /// Returns descriptions of the omissions and mistakes, in order.
    #[must_use]
    pub fn changes(&self) -> &[String] {
        &self.changes
    }

    /// Returns the number of tokens that were set aside.
    #[must_use]
    pub fn cruft(&self) -> usize {
        let Some(document) = &self.document else { return 0 };
        document.repairs().iter().filter(|repair| repair.kind == RepairKind::Cruft).count()
    }

    /// Returns the tree in the format of the public tree-construction tests; empty if there is no
    /// tree.
    #[must_use]
    pub fn tree(&self) -> String {
        self.document.as_ref().map(Document::html5lib).unwrap_or_default()
    }
}
