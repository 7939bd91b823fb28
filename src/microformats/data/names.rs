//! The meaning of short names at a place: prefixes, terms, a vocabulary, a language.
//!
//! Elements in elements, and objects in objects, add to what is said around them. So a [`Scope`] is
//! one table, and a list of what to put back where an element or object ends: a look at it costs
//! the same however deep it is.

use super::graph::{BLANK, Graph};
use crate::base::HashMap;
use crate::microformats::results::TermId;
use crate::microformats::vocabulary::Syntax;

/// The most names in a row that stand for one another.
const HOPS: usize = 8;

/// The meaning of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Definition {
    /// As it is written; nothing if the name means nothing.
    pub(super) address: Option<TermId>,
    /// The type of the values of such a property.
    pub(super) datatype: Option<TermId>,
    /// Definitions of an older number are forgotten.
    epoch: u32,
}

/// The vocabulary and the language.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub(super) vocabulary: Option<TermId>,
    pub(super) language: Option<TermId>,
    epoch: u32,
}

/// A state of a [`Scope`] to return to.
#[derive(Clone, Copy, Debug)]
pub(super) struct Saved {
    undone: usize,
    settings: Settings,
}

/// The meaning of short names.
#[derive(Debug)]
pub(super) struct Scope<'d> {
    syntax: &'d Syntax,
    pub(super) settings: Settings,
    definitions: HashMap<TermId, Definition>,
    undo: Vec<(TermId, Option<Definition>)>,
    /// The names of blank nodes on the page, and in the graph.
    blanks: HashMap<TermId, TermId>,
    epochs: u32,
}

impl<'d> Scope<'d> {
    pub(super) fn new(syntax: &'d Syntax) -> Self {
        Self {
            syntax,
            settings: Settings::default(),
            definitions: HashMap::default(),
            undo: Vec::new(),
            blanks: HashMap::default(),
            epochs: 0,
        }
    }

    /// Returns the state here.
    pub(super) fn save(&self) -> Saved {
        Saved { undone: self.undo.len(), settings: self.settings }
    }

    /// Returns to a state.
    pub(super) fn restore(&mut self, saved: Saved) {
        self.settings = saved.settings;
        for (name, before) in self.undo.drain(saved.undone..).rev() {
            match before {
                Some(before) => self.definitions.insert(name, before),
                None => self.definitions.remove(&name),
            };
        }
    }

    /// Says what a name stands for.
    pub(super) fn define(
        &mut self,
        name: TermId,
        address: Option<TermId>,
        datatype: Option<TermId>,
    ) {
        let definition = Definition { address, datatype, epoch: self.settings.epoch };
        self.undo.push((name, self.definitions.insert(name, definition)));
    }

    /// Forgets all that was said.
    pub(super) fn forget(&mut self) {
        self.epochs += 1;
        self.settings = Settings { epoch: self.epochs, ..Settings::default() };
    }

    /// Returns the definition of a name that is in force.
    pub(super) fn definition(&self, graph: &Graph<'d>, name: &str) -> Option<Definition> {
        let definition = self.definitions.get(&graph.tables.known_term(name)?).copied()?;
        (definition.epoch == self.settings.epoch).then_some(definition)
    }

    /// Reports whether it is known what a prefix stands for.
    pub(super) fn knows(&self, graph: &Graph<'d>, prefix: &str) -> bool {
        prefix == BLANK.trim_end_matches(':')
            || self.syntax.prefixes.contains_key(prefix)
            || self.definition(graph, prefix).is_some()
    }

    /// A name with a prefix as a whole one; one whose prefix nobody knows as it is. A name with `_`
    /// for its prefix is that of a blank node.
    pub(super) fn prefixed(&mut self, graph: &mut Graph<'d>, name: &str) -> Option<TermId> {
        let (prefix, rest) = name.split_once(':')?;
        if prefix == BLANK.trim_end_matches(':') {
            let written = graph.joined(name, "")?;
            return Some(match self.blanks.get(&written) {
                Some(&known) => known,
                None => {
                    let blank = graph.blank();
                    self.blanks.insert(written, blank);
                    blank
                }
            });
        }
        if rest.starts_with("//") {
            return graph.joined(name, "");
        }
        match self.address_of(graph, prefix) {
            Some(address) => graph.joined(&address, rest),
            None => graph.joined(name, ""),
        }
    }

    /// Returns the address of a prefix, through the names that it stands for.
    fn address_of(&self, graph: &mut Graph<'d>, prefix: &str) -> Option<String> {
        let Some(mut found) = self.definition(graph, prefix) else {
            return self.syntax.prefixes.get(prefix).map(|address| address.as_ref().to_owned());
        };
        let mut rest = String::new();
        for _ in 0..HOPS {
            let length = graph.name(found.address?).len();
            if !graph.may_use(length) {
                return None;
            }
            let address = graph.name(found.address?);
            let (prefix, behind) = address.split_once(':').unwrap_or((address, ""));
            match self.definition(graph, prefix).filter(|_| !behind.starts_with("//")) {
                Some(next) if next != found => {
                    rest.insert_str(0, behind);
                    found = next;
                }
                _ => return Some(address.to_owned() + &rest),
            }
        }
        None
    }

    /// A name as a whole one: by its prefix, by the vocabulary, or by what the syntax lists; `None`
    /// if nobody says what it means.
    pub(super) fn whole(&mut self, graph: &mut Graph<'d>, name: &str) -> Option<TermId> {
        if name.contains(':') {
            return self.prefixed(graph, name);
        }
        if let Some(vocabulary) = self.settings.vocabulary {
            return graph.named(vocabulary, name);
        }
        let listed = self.syntax.properties.get(name)?;
        graph.joined(&listed.name, "")
    }

    /// The same of a name that may itself be defined.
    pub(super) fn defined(&mut self, graph: &mut Graph<'d>, name: &str) -> Option<TermId> {
        if self.definition(graph, name).is_none() {
            return self.whole(graph, name);
        }
        let address = self.address_of(graph, name)?;
        self.whole(graph, &address)
    }
}
