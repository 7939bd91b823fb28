//! What physical tags of a name may stand for: part of the last pass.
//!
//! A name that some statement mentions stands for the elements of that name, in every namespace;
//! and for the wildcard of each namespace in which it is not mentioned. Any other name stands for
//! the wildcards.

use super::plain::{Plain, PlainElement};
use super::sets::{Sets, wildcard};
use crate::base::{HashSet, IndexMap};
use crate::earley::TerminalId;
use crate::grammar::ast::Element;
use crate::grammar::model::{OfName, StartTerminal};
use std::collections::BTreeMap;

/// For every name that some statement mentions.
pub(super) fn by_name(plain: &Plain, sets: &Sets) -> BTreeMap<String, OfName> {
    Tags::new(plain, sets).all()
}

/// For every other name.
pub(super) fn unnamed(plain: &Plain, sets: &Sets) -> OfName {
    let tags = Tags::new(plain, sets);
    tags.of_name(tags.wildcards.clone())
}

/// The elements that a tag can open.
fn opened(plain: &Plain) -> impl Iterator<Item = (usize, &PlainElement)> {
    let all = plain.elements.iter().enumerate();
    all.filter(|(_, element)| !element.occurrence.is_fragment())
}

struct Tags<'a> {
    plain: &'a Plain,
    sets: &'a Sets,
    wildcards: Vec<usize>,
}

impl<'a> Tags<'a> {
    fn new(plain: &'a Plain, sets: &'a Sets) -> Self {
        let unnamed = opened(plain).filter(|(_, e)| e.occurrence.element.name.is_none());
        Self { plain, sets, wildcards: unnamed.map(|(number, _)| number).collect() }
    }

    /// Whether the wildcard of a namespace leaves a name out because the grammar mentions it.
    fn is_mentioned(&self, name: &str, namespace: Option<&str>) -> bool {
        let mentioned = |namespace: Option<&str>| {
            let element = Element { name: Some(name.into()), ..wildcard(namespace) };
            self.sets.universe().contains_key(&element)
        };
        mentioned(None) || mentioned(namespace)
    }

    fn all(&self) -> BTreeMap<String, OfName> {
        let mut numbers: IndexMap<&str, Vec<usize>> = IndexMap::default();
        for (number, element) in opened(self.plain) {
            if let Some(name) = &element.occurrence.element.name {
                numbers.entry(name).or_default().push(number);
            }
        }
        let with_wildcards = |(name, mut own): (&str, Vec<usize>)| {
            own.extend(self.wildcards.iter().copied().filter(|&number| {
                let element = &self.plain.elements[number].occurrence.element;
                !self.is_mentioned(name, element.namespace.as_deref())
            }));
            (name.to_owned(), self.of_name(own))
        };
        numbers.into_iter().map(with_wildcards).collect()
    }

    fn of_name(&self, mut numbers: Vec<usize>) -> OfName {
        numbers.sort_by_key(|&number| self.generality(number));
        let mut of_name = OfName::default();
        let mut ends = HashSet::default();
        for number in numbers {
            let element = &self.plain.elements[number];
            let test = element.occurrence.element.attribute.clone();
            of_name.starts.push(StartTerminal { terminal: TerminalId::new(element.tags.0), test });
            let end = TerminalId::new(element.tags.1);
            if ends.insert(end) {
                of_name.ends.push(end);
            }
        }
        of_name
    }

    /// Less for the more specific: a test on a value, on presence, none; somewhere, anywhere; a
    /// name, the wildcard; HTML, another namespace.
    fn generality(&self, number: usize) -> (u8, bool, bool, bool) {
        let occurrence = &self.plain.elements[number].occurrence;
        let element = &occurrence.element;
        let test = match &element.attribute {
            Some(test) if test.value.is_some() => 0,
            Some(_) => 1,
            None => 2,
        };
        let anywhere = occurrence.parent.is_none() && occurrence.lines.is_empty();
        (test, anywhere, element.name.is_none(), element.namespace.is_some())
    }
}
