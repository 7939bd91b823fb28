//! The interface between documents and grammars: wordings for explanations, and content models.

use crate::base::{BitRow, SourceFile};
use crate::earley::TerminalId;
use crate::grammar::ast::FileSpan;
use crate::grammar::{ElementId, Grammar, TerminalKind};

/// The text of a grammar and its content models, as documents cite them. The trait is narrow, so
/// that tests can build trees from hand-made events.
pub(crate) trait Wording: Send + Sync {
    /// Returns the name of the grammar.
    fn title(&self) -> &str;

    /// Returns the spelling of a terminal, for example `<p>`, `</p>` or `TEXT`.
    fn spelled(&self, terminal: TerminalId) -> &str;

    /// Returns a position as `file:line`, and the text of that line.
    fn cited(&self, place: FileSpan) -> (String, &str);

    /// Returns the tags of the elements that every document has, by terminal.
    fn skeleton(&self) -> &BitRow;

    /// Returns the file of a position; `None` if it is in no file.
    fn file(&self, _: FileSpan) -> Option<&SourceFile> {
        None
    }

    /// Returns the file of a position, and the whole statement around it; `None` if it is in no
    /// file.
    fn statement(&self, _: FileSpan) -> Option<(&str, String)> {
        None
    }

    /// Returns the content model of an element, which may take a while to compute.
    fn holds(&self, element: ElementId) -> ContentSummary;
}

/// A summary of an element's content model: the nodes that it accepts somewhere, without
/// inclusions.
#[derive(Clone, Debug)]
pub(crate) struct ContentSummary {
    /// Set if the content accepts text that is not blank.
    pub(crate) text: bool,
    elements: BitRow,
}

impl ContentSummary {
    /// Creates a summary from the acceptance of text and the row of accepted elements.
    pub(crate) fn new(text: bool, elements: BitRow) -> Self {
        Self { text, elements }
    }

    /// Reports whether the content accepts an element.
    pub(crate) fn element(&self, element: ElementId) -> bool {
        self.elements.contains(element.index())
    }
}

impl Wording for Grammar {
    fn title(&self) -> &str {
        self.name()
    }

    fn spelled(&self, terminal: TerminalId) -> &str {
        self.spelling(terminal)
    }

    fn cited(&self, place: FileSpan) -> (String, &str) {
        self.cites(place)
    }

    fn skeleton(&self) -> &BitRow {
        self.skeleton()
    }

    fn file(&self, place: FileSpan) -> Option<&SourceFile> {
        Some(self.files().get(place.file))
    }

    fn statement(&self, place: FileSpan) -> Option<(&str, String)> {
        let file = self.files().get(place.file);
        let word = file.text().get(place.span.range()).unwrap_or_default();
        Some((file.name(), self.statements().cited(place, word)?))
    }

    fn holds(&self, element: ElementId) -> ContentSummary {
        let rules = self.rules();
        let accepted = match self.element(element).kind {
            Some(kind) => rules.terminals_of(rules.frame_kind(kind).content),
            None => BitRow::new(0),
        };
        let mut text = false;
        for kind in [TerminalKind::Text, TerminalKind::Raw] {
            text |= self.terminal(kind).is_some_and(|terminal| accepted.contains(terminal.index()));
        }
        let mut elements = BitRow::new(self.elements().count());
        for (id, info) in self.elements() {
            if accepted.contains(info.start.index()) {
                elements.insert(id.index());
            }
        }
        ContentSummary::new(text, elements)
    }
}
