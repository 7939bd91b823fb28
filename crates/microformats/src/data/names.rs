//! Symbol tables for short names: prefixes, terms, a vocabulary and a language.
//!
//! Nested elements and nested objects add definitions to those around them. So a [`Scope`] is one
//! table with an undo log, which is rolled back at the end of an element or object. A lookup costs
//! the same at any depth.

use super::graph::{BLANK, Graph};
use crate::addresses::is_whole;
use crate::results::TermId;
use crate::vocabulary::Syntax;
use wishful::base::HashMap;

/// The maximum length of a chain of names that are defined by each other.
const HOPS: usize = 8;

/// The definition of a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct NameDefinition {
    /// The address as written; `None` if the name is defined to have no meaning.
    pub(super) address: Option<TermId>,
    /// The datatype of the values, if the name is a property.
    pub(super) datatype: Option<TermId>,
    /// The language of the values, if the definition has one; `None` inside for no language.
    pub(super) language: Option<Option<TermId>>,
    /// The name may be the prefix of other names.
    pub(super) is_prefix: bool,
    /// The address is complete; otherwise it may begin with another name.
    pub(super) is_complete: bool,
    /// The epoch of the definition; definitions of older epochs are invalid.
    pub(super) epoch: u32,
}

impl NameDefinition {
    /// Creates the definition of a prefix.
    pub(super) fn prefix(address: TermId) -> Self {
        let address = Some(address);
        Self { address, is_prefix: true, is_complete: true, ..Self::default() }
    }
}

/// The current vocabulary and language.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Settings {
    pub(super) vocabulary: Option<TermId>,
    pub(super) language: Option<TermId>,
    epoch: u32,
}

/// A checkpoint of a [`Scope`].
#[derive(Clone, Copy, Debug)]
pub(super) struct ScopeCheckpoint {
    undone: usize,
    settings: Settings,
}

/// A symbol table of short names.
#[derive(Debug)]
pub(super) struct Scope<'d> {
    syntax: &'d Syntax,
    pub(super) settings: Settings,
    definitions: HashMap<TermId, NameDefinition>,
    undo: Vec<(TermId, Option<NameDefinition>)>,
    /// The blank nodes of the graph, by their names on the page.
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

    /// Creates a checkpoint.
    pub(super) fn save(&self) -> ScopeCheckpoint {
        ScopeCheckpoint { undone: self.undo.len(), settings: self.settings }
    }

    /// Rolls back to a checkpoint.
    pub(super) fn restore(&mut self, saved: ScopeCheckpoint) {
        self.settings = saved.settings;
        for (name, before) in self.undo.drain(saved.undone..).rev() {
            match before {
                Some(before) => self.definitions.insert(name, before),
                None => self.definitions.remove(&name),
            };
        }
    }

    /// Defines a name.
    pub(super) fn define(&mut self, name: TermId, definition: NameDefinition) {
        let definition = NameDefinition { epoch: self.settings.epoch, ..definition };
        self.undo.push((name, self.definitions.insert(name, definition)));
    }

    /// Invalidates all definitions.
    pub(super) fn forget(&mut self) {
        self.epochs += 1;
        self.settings = Settings { epoch: self.epochs, ..Settings::default() };
    }

    /// Returns the valid definition of a name.
    pub(super) fn definition(&self, graph: &Graph<'d>, name: &str) -> Option<NameDefinition> {
        let definition = self.definitions.get(&graph.tables.known_term(name)?).copied()?;
        if definition.epoch == self.settings.epoch { Some(definition) } else { None }
    }

    /// Reports whether a prefix is defined.
    pub(super) fn knows(&self, graph: &Graph<'d>, prefix: &str) -> bool {
        prefix == BLANK.trim_end_matches(':')
            || self.syntax.prefixes.contains_key(prefix)
            || self.definition(graph, prefix).is_some()
    }

    /// Expands a name with a prefix. A name with an unknown prefix stays as it is; a name with the
    /// prefix `_` is a blank node.
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
        let address = match self.definition(graph, prefix) {
            Some(definition) if definition.is_prefix => self.address_of(graph, definition),
            Some(_) => None,
            None => self.syntax.prefixes.get(prefix).map(|address| address.as_ref().to_owned()),
        };
        match address {
            Some(address) => graph.joined(&address, rest),
            // (RDFa Core 7.4.3: what is neither a CURIE nor an address is ignored.)
            None if is_whole(name) => graph.joined(name, ""),
            None => None,
        }
    }

    /// Returns the address of a definition. While the definitions of a context are incomplete, they
    /// may refer to one another in any order.
    fn address_of(&self, graph: &mut Graph<'d>, mut found: NameDefinition) -> Option<String> {
        let mut rest = String::new();
        for _ in 0..HOPS {
            let length = graph.name(found.address?).len();
            if !graph.may_use(length) {
                return None;
            }
            let address = graph.name(found.address?);
            let next = match address.split_once(':') {
                _ if found.is_complete => None,
                Some((_, suffix)) if suffix.starts_with("//") => None,
                Some((prefix, suffix)) => {
                    self.definition(graph, prefix).filter(|it| it.is_prefix).map(|it| (it, suffix))
                }
                None => self.definition(graph, address).map(|it| (it, "")),
            };
            match next {
                Some((next, suffix)) if next != found => {
                    rest.insert_str(0, suffix);
                    found = next;
                }
                _ => return Some(address.to_owned() + &rest),
            }
        }
        None
    }

    /// Completes the address of a definition: follows the names that it begins with. The names that
    /// `is_keyword` accepts are complete.
    pub(super) fn complete(
        &mut self,
        graph: &mut Graph<'d>,
        name: TermId,
        is_keyword: impl Fn(&str) -> bool,
    ) {
        let Some(definition) = self.definitions.get(&name).copied() else { return };
        let address = self.address_of(graph, definition).and_then(|address| {
            // (The name of a prefix that is undefined here stays, though a later context defines
            // it.)
            let is_whole = address.contains(':') && !address.starts_with(BLANK);
            if is_whole || is_keyword(&address) {
                graph.joined(&address, "")
            } else {
                self.whole(graph, &address)
            }
        });
        // (The definition keeps its entry in the undo log.)
        self.definitions.insert(name, NameDefinition { address, is_complete: true, ..definition });
    }

    /// Expands a name by its prefix, by the vocabulary, or by the properties that the syntax lists.
    /// Returns `None` for an unknown name.
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

    /// Expands a name, which may itself be defined.
    pub(super) fn defined(&mut self, graph: &mut Graph<'d>, name: &str) -> Option<TermId> {
        match self.definition(graph, name) {
            Some(definition) => definition.address,
            None => self.whole(graph, name),
        }
    }
}
