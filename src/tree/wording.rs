//! What a document asks of its grammar besides names and facts: words to explain itself with, and what contents hold.

use crate::base::{BitRow, SourceFile};
use crate::earley::TerminalId;
use crate::grammar::ast::Place;
use crate::grammar::{ElementId, Grammar, TerminalKind};

/// The text of a grammar and its content models, as documents cite them. Narrow, so that a tree can be built from hand-made
/// events.
pub(crate) trait Wording: Send + Sync {
    /// What the grammar is called.
    fn title(&self) -> &str;

    /// How a terminal is written, such as `<p>`, `</p>` or `TEXT`.
    fn spelled(&self, terminal: TerminalId) -> &str;

    /// A place as `file:line`, and the text of that line.
    fn cited(&self, place: Place) -> (String, &str);

    /// The tags of the elements that every document has, by terminal.
    fn skeleton(&self) -> &BitRow;

    /// The file of a place; none if it is in no file.
    fn file(&self, _: Place) -> Option<&SourceFile> {
        None
    }

    /// The file of a place, and the whole statement that the place is in; none if it is in no file.
    fn statement(&self, _: Place) -> Option<(&str, String)> {
        None
    }

    /// What the content of an element has room for, which may take a while.
    fn holds(&self, element: ElementId) -> Holds;
}

/// What the content model of an element has room for, somewhere; inclusions, which are no part of it, aside.
#[derive(Clone, Debug)]
pub(crate) struct Holds {
    /// Text that is not blank.
    pub(crate) text: bool,
    elements: BitRow,
}

impl Holds {
    /// Text if it is said, and elements as a row.
    pub(crate) fn new(text: bool, elements: BitRow) -> Self {
        Self { text, elements }
    }

    /// Whether there is room for an element.
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

    fn cited(&self, place: Place) -> (String, &str) {
        self.cites(place)
    }

    fn skeleton(&self) -> &BitRow {
        self.skeleton()
    }

    fn file(&self, place: Place) -> Option<&SourceFile> {
        Some(self.files().get(place.file))
    }

    fn statement(&self, place: Place) -> Option<(&str, String)> {
        let file = self.files().get(place.file);
        let word = file.text().get(place.span.range()).unwrap_or_default();
        Some((file.name(), self.statements_by_place().cited(place, word)?))
    }

    fn holds(&self, element: ElementId) -> Holds {
        let rules = self.rules();
        let content = self.element(element).kind.map(|kind| rules.frame_kind(kind).content);
        let row = content.map_or(BitRow::new(0), |content| rules.terminals_of(content));
        let has = |terminal: TerminalId| row.contains(terminal.index());
        let text = [TerminalKind::Text, TerminalKind::Raw].map(|kind| self.terminal(kind));
        let held = self.elements().filter(|(_, info)| has(info.start)).map(|(id, _)| id.index());
        Holds::new(text.into_iter().flatten().any(has), BitRow::of(self.elements().count(), held))
    }
}
