//! What the tree asks of a grammar, and nothing more.

use crate::base::BitRow;
use crate::earley::TerminalId;
use crate::grammar::ast::Place;
use crate::grammar::compiled_words::TreeFacts;
use crate::grammar::{ElementId, Grammar, TerminalKind};
use crate::token::LexicalState;

/// What a [`Document`](super::Document) asks of the grammar that it was parsed with: the names of things, a few lexical
/// facts, and lines to cite. Narrow, so that a tree can be built from hand-made events.
pub trait Vocabulary: Send + Sync {
    /// What the grammar is called.
    fn title(&self) -> &str;

    /// The facts about an element.
    fn facts(&self, element: ElementId) -> Facts<'_>;

    /// How a terminal is written, such as `<p>`, `</p>` or `TEXT`.
    fn spelled(&self, terminal: TerminalId) -> &str;

    /// The facts that concern only the tree.
    fn tree_facts(&self) -> &TreeFacts;

    /// What the content of an element has room for, which may take a while.
    fn holds(&self, element: ElementId) -> Holds;

    /// A place as `file:line`, and the text of that line.
    fn cited(&self, place: Place) -> (String, &str);
}

/// The facts about an element that a tree needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Facts<'a> {
    /// Its name; `None` if and only if it is a wildcard, whose elements carry their names themselves.
    pub name: Option<&'a str>,
    /// Its namespace; `None` for the markup's own one.
    pub namespace: Option<&'a str>,
    /// Whether it has neither content nor an end tag.
    pub void: bool,
    /// How the tokenizer reads its content.
    pub lexical: LexicalState,
    /// Whether its children are those of its template contents.
    pub contents: bool,
    /// The attribute that its start tag had to pass a test on, if it had to.
    pub tested: Option<&'a str>,
}

/// What the content model of an element has room for, somewhere; inclusions, which are no part of it, aside.
#[derive(Clone, Debug)]
pub struct Holds {
    text: bool,
    elements: BitRow,
}

impl Holds {
    /// Text if it is said, and elements as a row.
    #[must_use]
    pub fn new(text: bool, elements: BitRow) -> Self {
        Self { text, elements }
    }

    /// Whether there is room for text that is not blank.
    #[must_use]
    pub fn text(&self) -> bool {
        self.text
    }

    /// Whether there is room for an element.
    #[must_use]
    pub fn element(&self, element: ElementId) -> bool {
        self.elements.contains(element.index())
    }
}

impl Vocabulary for Grammar {
    fn title(&self) -> &str {
        self.name()
    }

    fn facts(&self, element: ElementId) -> Facts<'_> {
        let info = self.element(element);
        Facts {
            name: info.name.as_deref(),
            namespace: info.namespace.as_deref(),
            void: info.void,
            lexical: info.lexical,
            contents: self.tree_facts().contents.contains(element.index()),
            tested: info.test.as_ref().map(|test| test.name.as_str()),
        }
    }

    fn spelled(&self, terminal: TerminalId) -> &str {
        self.spelling(terminal)
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

    fn tree_facts(&self) -> &TreeFacts {
        self.tree_facts()
    }

    fn cited(&self, place: Place) -> (String, &str) {
        self.cites(place)
    }
}
