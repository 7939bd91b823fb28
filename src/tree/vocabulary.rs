//! What the tree asks of a grammar, and nothing more.

use crate::earley::TerminalId;
use crate::grammar::ast::Place;
use crate::grammar::compiled_words::TreeFacts;
use crate::grammar::{ElementId, Grammar};
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

    fn tree_facts(&self) -> &TreeFacts {
        self.tree_facts()
    }

    fn cited(&self, place: Place) -> (String, &str) {
        self.cites(place)
    }
}
