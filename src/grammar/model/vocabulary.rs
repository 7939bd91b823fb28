//! The names and properties of elements and attributes that a tree needs.
//!
//! All names are interned ([`NameId`]). The first numbers belong to the names that the grammar
//! mentions: those of elements and attributes, and their spellings in the tree. These are the same
//! in every document that is parsed with the grammar.

use super::grammar::{ElementInfo, Grammar};
use crate::base::{KnownNames, NameId, of_label};
use crate::grammar::ElementId;
use crate::grammar::ast::AttributeTest;
use crate::token::LexicalState;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The properties of a grammar's elements and attributes that a tree needs; a tree needs nothing
/// else of the grammar.
#[derive(Clone, Debug, Default)]
#[doc(hidden)]
pub struct Vocabulary {
    pub names: Arc<KnownNames>,
    /// By element.
    pub(crate) elements: Vec<Facts>,
    /// By namespace and name in lower case.
    pub(crate) renamed_elements: BTreeMap<(NameId, NameId), NameId>,
    /// By namespace of the element, and name in lower case.
    pub(crate) renamed_attributes: BTreeMap<(NameId, NameId), QualifiedName>,
}

/// The properties of an element that a tree needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct Facts {
    /// The name in the tree; `None` if and only if the element is a wildcard, whose nodes have
    /// their own names.
    pub(crate) name: Option<NameId>,
    /// The namespace; `None` for the default one of the markup.
    pub namespace: Option<NameId>,
    /// True if the element has neither content nor an end tag.
    pub void: bool,
    /// The lexical state of the content.
    pub lexical: LexicalState,
    /// True if the children are those of the template contents.
    pub(crate) contents: bool,
    /// The attribute of the test that the start tag had to pass, if any.
    pub(crate) tested: Option<NameId>,
}

/// A name with its namespace, if it has one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[doc(hidden)]
pub struct QualifiedName {
    pub namespace: Option<NameId>,
    pub(crate) local: NameId,
}

impl Vocabulary {
    /// Builds the vocabulary of a grammar.
    pub(crate) fn of(grammar: &Grammar) -> Self {
        let names = Arc::new(KnownNames::new(names_of(grammar)));
        let mut vocabulary = Self { names: names.clone(), ..Self::default() };
        let facts = grammar.tree_facts();
        for ((namespace, name), written) in &facts.element_names {
            if let Some(namespace) = names.id(namespace)
                && let Some(name) = names.id(name)
                && let Some(written) = names.id(written)
            {
                vocabulary.renamed_elements.insert((namespace, name), written);
            }
        }
        for ((namespace, name), written) in &facts.attribute_names {
            let (prefix, local) = prefixed(written);
            if let Some(namespace) = names.id(namespace)
                && let Some(name) = names.id(name)
                && let Some(local) = names.id(local)
            {
                let prefix = prefix.and_then(|prefix| names.id(prefix));
                let qualified = QualifiedName { namespace: prefix, local };
                vocabulary.renamed_attributes.insert((namespace, name), qualified);
            }
        }
        for (element, info) in grammar.elements() {
            let contents = facts.contents.contains(element.index());
            let facts = vocabulary.facts_of(info, contents);
            vocabulary.elements.push(facts);
        }
        vocabulary
    }

    fn facts_of(&self, info: &ElementInfo, contents: bool) -> Facts {
        let id = |name: Option<&str>| self.names.id(name?);
        let namespace = id(info.namespace.as_deref());
        let name = id(info.name.as_deref());
        Facts {
            name: name.map(|name| self.renamed(namespace, name)),
            namespace,
            void: info.void,
            lexical: info.lexical,
            contents,
            tested: info.test.as_ref().and_then(|test| self.names.id(&test.name)),
        }
    }

    /// Returns the properties of an element.
    #[inline(always)]
    pub(crate) fn facts(&self, element: ElementId) -> &Facts {
        &self.elements[element.index()]
    }

    /// Returns the name of an element in the tree: the grammar's or, for a wildcard, that of the
    /// tag's label.
    #[inline(always)]
    pub fn name(&self, element: ElementId, label: u32) -> Option<NameId> {
        let facts = self.facts(element);
        facts.name.or_else(|| match facts.namespace {
            None => of_label(label),
            namespace => of_label(label).map(|name| self.renamed(namespace, name)),
        })
    }

    /// Returns the spelling of a name in a namespace.
    #[inline(never)]
    fn renamed(&self, namespace: Option<NameId>, name: NameId) -> NameId {
        let Some(namespace) = namespace else { return name };
        self.renamed_elements.get(&(namespace, name)).copied().unwrap_or(name)
    }

    /// Returns the name of an attribute in an element of a namespace, if the grammar renames it.
    pub(crate) fn attribute(&self, namespace: NameId, written: &str) -> Option<QualifiedName> {
        let name = self.names.id(written)?;
        self.renamed_attributes.get(&(namespace, name)).copied()
    }
}

/// Splits the spelling in a `rename` statement: a prefix, if any, then a blank and the name.
fn prefixed(written: &str) -> (Option<&str>, &str) {
    match written.split_once(' ') {
        Some((prefix, local)) => (Some(prefix), local),
        None => (None, written),
    }
}

/// Lists the names that a grammar mentions: first, sorted, the names of elements, whose tags have
/// their own readings; then the others.
fn names_of(grammar: &Grammar) -> Vec<Box<str>> {
    let mut names: Vec<Box<str>> = grammar.by_name.keys().map(|name| (**name).into()).collect();
    let facts = grammar.tree_facts();
    let mut others: BTreeSet<&str> = BTreeSet::new();
    for (_, info) in grammar.elements() {
        others.extend(info.namespace.as_deref());
    }
    for of_name in grammar.by_name.values().chain([&grammar.unnamed]) {
        for start in &of_name.starts {
            if let Some(AttributeTest { name, .. }) = &start.test {
                others.insert(name);
            }
        }
    }
    for ((namespace, name), written) in facts.element_names.iter().chain(&facts.attribute_names) {
        let (prefix, local) = prefixed(written);
        others.extend([namespace.as_str(), name, local].into_iter().chain(prefix));
    }
    others.extend(facts.attributes_mentioned());
    for name in others {
        if !grammar.by_name.contains_key(name) {
            names.push(name.into());
        }
    }
    names
}
