//! `fallback`: an element that has the rule of `<*>`, and should have one of its own.
//!
//! The rule of `<*>` is for what the grammar does not know, and for what is like it. What gives
//! away that a rule was lost:
//!
//! * The element stands only where no unknown element may: it has places of its own, and no
//!   content.
//! * The left side of a rule takes it away from a set, `{block - <hr>}`: it is none of those, and
//!   nothing says what it is.
//! * Its text is read in a way of its own, but what may be in it is what may be in an unknown
//!   element.
//! * It is an element of a namespace, and its content would be that of HTML's `<*>`.

use super::subject::Subject;
use crate::base::Code;
use crate::grammar::ast::{At, Element, Item, Place, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, wildcard};
use crate::grammar::compile::walk::spell;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let symbols = &subject.stages.symbols;
    let Some(general) = symbols.definitions.get(&wildcard(None)) else { return };
    let falls_back = |element: &Element| {
        !symbols.void.contains_key(element)
            && subject.is_reached(element)
            && symbols.definition(element).is_some_and(|found| found.statement == general.statement)
            && !symbols.definitions.contains_key(element)
    };
    let mut report = |element: &Element, place: Place, what: &str, label: &str| {
        if falls_back(element) {
            let spelling = spell(element, false);
            mistakes.push(
                warning(Code::Fallback, place, format!("{spelling} has {what} <*>"))
                    .label(label)
                    .also(general.place, "so it has this content")
                    .help(format!("write `{spelling} ::= …`, even if it is the same"))
                    .about(spelling),
            );
        }
    };
    const ITS_RULE: &str = "no rule but that of";
    for (element, place) in taken_out(subject) {
        report(&element, place, ITS_RULE, "taken out here, and no rule says what is in it");
    }
    for (element, (state, place)) in &symbols.lexical {
        if state != "data" && element.name.is_some() {
            report(element, *place, ITS_RULE, "its text is read in its own way");
        }
    }
    let beside_unknown = beside_unknown(subject);
    for (element, &place) in subject.stages.sets.universe() {
        let numbers = subject.stages.plain.occurrences(element);
        if element.namespace.is_some() {
            let label = "an element of a namespace, with the content of HTML's";
            report(element, place, ITS_RULE, label);
        } else if !numbers.iter().any(|number| beside_unknown.contains(number)) {
            let what = "places of its own, and the content of";
            report(element, place, what, "no rule says what is in it");
        }
    }
}

/// The elements that may stand directly where an unknown one may.
fn beside_unknown(subject: &Subject<'_>) -> BTreeSet<usize> {
    let (plain, containment) = (&subject.stages.plain, &subject.containment);
    let is_unknown = |number: &usize| {
        let element = &plain.elements[*number].occurrence.element;
        element.name.is_none() && element.namespace.is_none()
    };
    let around = containment.holding(plain, |own| own.elements.iter().any(is_unknown));
    let around = (0..plain.elements.len()).filter(|&number| around[number]);
    containment.elements(around.filter_map(|number| containment.content(number)))
}

/// The elements that the left side of a rule takes away from a set.
fn taken_out(subject: &Subject<'_>) -> Vec<(Element, Place)> {
    let mut taken = Vec::new();
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { left, .. } = &statement.value else { continue };
        for item in &left.items {
            let At { value: Item::Braces { items, .. }, .. } = item else { continue };
            for (_, out) in items.terms.iter().filter(|(adds, _)| !adds) {
                let members = subject.stages.sets.members_of(&out.value);
                let lost = members.iter().filter_map(Member::start).filter(|e| e.name.is_some());
                taken.extend(lost.map(|element| (element.clone(), out.place)));
            }
        }
    }
    taken
}
