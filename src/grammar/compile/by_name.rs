//! The terminals that physical tags of a name may be read as: part of the last pass.
//!
//! A tag whose name some statement mentions may be an element of that name, in any namespace. It
//! may also be the wildcard of a namespace in which the name is not mentioned. A tag with any other
//! name is read as one of the wildcards.

use super::plain::{NumberedGrammar, Occurrence, PlainElement};
use super::sets::{Sets, wildcard};
use crate::base::{HashSet, IndexMap};
use crate::earley::TerminalId;
use crate::grammar::ast::Element;
use crate::grammar::model::{StartTerminal, TerminalsOfName};
use std::collections::BTreeMap;

/// Returns the readings of every name that some statement mentions, and those of every other name.
pub(super) fn by_name(
    plain: &NumberedGrammar,
    sets: &Sets,
) -> (BTreeMap<String, TerminalsOfName>, TerminalsOfName) {
    let mut named: IndexMap<&str, Vec<usize>> = IndexMap::default();
    let mut wildcards = Vec::new();
    for (number, PlainElement { occurrence, .. }) in plain.elements.iter().enumerate() {
        match &occurrence.element.name {
            // No tag opens the root of a fragment.
            _ if occurrence.is_fragment() => {}
            Some(name) => named.entry(name).or_default().push(number),
            None => wildcards.push(number),
        }
    }
    let mut readings = BTreeMap::new();
    for (name, mut own) in named {
        for &number in &wildcards {
            let element = &plain.elements[number].occurrence.element;
            if !is_mentioned(sets, name, element.namespace.as_deref()) {
                own.push(number);
            }
        }
        readings.insert(name.to_owned(), of_name(plain, own));
    }
    (readings, of_name(plain, wildcards))
}

/// Reports whether the wildcard of a namespace excludes a name because the grammar mentions it.
fn is_mentioned(sets: &Sets, name: &str, namespace: Option<&str>) -> bool {
    has_element(sets, name, None) || has_element(sets, name, namespace)
}

fn has_element(sets: &Sets, name: &str, namespace: Option<&str>) -> bool {
    let element = Element { name: Some(name.into()), ..wildcard(namespace) };
    sets.universe().contains_key(&element)
}

fn of_name(plain: &NumberedGrammar, mut numbers: Vec<usize>) -> TerminalsOfName {
    numbers.sort_by_key(|&number| generality(&plain.elements[number].occurrence));
    let mut of_name = TerminalsOfName::default();
    let mut ends = HashSet::default();
    for number in numbers {
        let PlainElement { occurrence, tags, .. } = &plain.elements[number];
        let test = occurrence.element.attribute.clone();
        of_name.starts.push(StartTerminal { terminal: TerminalId::new(tags.0), test });
        let end = TerminalId::new(tags.1);
        if ends.insert(end) {
            of_name.ends.push(end);
        }
    }
    of_name
}

/// Returns a sort key, less for more specific elements. The first criterion is the test: on a
/// value, on presence, none. Then an occurrence for some contexts precedes one for all, a name the
/// wildcard, and HTML another namespace.
fn generality(occurrence: &Occurrence) -> (u8, bool, bool, bool) {
    let element = &occurrence.element;
    let test = match &element.attribute {
        Some(test) if test.value.is_some() => 0,
        Some(_) => 1,
        None => 2,
    };
    let anywhere = occurrence.parent.is_none() && occurrence.lines.is_empty();
    (test, anywhere, element.name.is_none(), element.namespace.is_some())
}
