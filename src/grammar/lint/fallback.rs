//! `fallback`: an element that has the rule of `<*>`, and should have one of its own.
//!
//! The rule of `<*>` is for what the grammar does not know, and for what is like it. What gives away that a rule was
//! lost:
//!
//! * The element stands only where no unknown element may: it has places of its own, and no content.
//! * The left side of a rule takes it away from a set, `{block - <hr>}`: it is none of those, and
//!   nothing says what it is.
//! * Its text is read in a way of its own, but what may be in it is what may be in an unknown element.
//! * It is an element of a namespace, and its content would be that of HTML's `<*>`.

use super::subject::Subject;
use crate::base::Code;
use crate::grammar::ast::{Element, Item, Place, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::Member;
use crate::grammar::compile::sets::{plain as without_test, wildcard};
use crate::grammar::compile::symbols::Definition;
use crate::grammar::compile::walk::spell;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let symbols = &subject.stages.symbols;
    let Some(general) = symbols.definitions.get(&wildcard(None)) else { return };
    let containment = &subject.containment;
    let is_unknown = |number: &usize| {
        let element = &plain.elements[*number].occurrence.element;
        element.name.is_none() && element.namespace.is_none()
    };
    let around_unknown = containment.holding(|own| own.elements.iter().any(is_unknown));
    let around_unknown = (0..plain.elements.len()).filter(|&number| around_unknown[number]);
    let contents = around_unknown.filter_map(|number| containment.content(number));
    let beside_unknown: BTreeSet<usize> = containment.elements(contents);
    left_out(subject, *general, mistakes);
    for (element, &place) in subject.stages.sets.universe() {
        let numbers = plain.occurrences(element);
        let falls_back = !symbols.definitions.contains_key(element)
            && !symbols.definitions.contains_key(&without_test(element))
            && numbers.iter().any(|&number| {
                subject.reach.elements[number]
                    && plain.elements[number].statement == Some(general.statement)
            });
        let is_one_of_them = numbers.iter().any(|number| beside_unknown.contains(number));
        if falls_back && !is_one_of_them && element.namespace.is_none() && element.name.is_some() {
            let spelling = spell(element, false);
            let message = format!("{spelling} has places of its own, and the content of <*>");
            mistakes.push(
                warning(Code::Fallback, place, message)
                    .label("no rule says what is in it")
                    .also(general.place.file, general.place.span, "so it has this content")
                    .help(format!("write `{spelling} ::= …`, even if it is the same")),
            );
        }
    }
}

/// What falls back on the rule of `<*>` though the grammar shows that it knows better.
fn left_out(subject: &Subject<'_>, general: Definition, mistakes: &mut Mistakes) {
    let symbols = &subject.stages.symbols;
    let falls_back = |element: &Element| {
        !symbols.void.contains_key(element)
            && subject.is_reached(element)
            && symbols.definition(element).is_some_and(|found| found.statement == general.statement)
            && !symbols.definitions.contains_key(element)
    };
    let mut report = |element: &Element, place: Place, label: &str| {
        let spelling = spell(element, false);
        mistakes.push(
            warning(Code::Fallback, place, format!("{spelling} has no rule but that of <*>"))
                .label(label)
                .also(general.place.file, general.place.span, "so it has this content")
                .help(format!("write `{spelling} ::= …`, even if it is the same")),
        );
    };
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { left, .. } = &statement.value else { continue };
        for item in &left.items {
            let Item::Braces { items, .. } = &item.value else { continue };
            for (_, taken) in items.terms.iter().filter(|(adds, _)| !adds) {
                let members = subject.stages.sets.members_of(&taken.value);
                let lost = members.iter().filter_map(Member::start).filter(|e| e.name.is_some());
                if let Some(element) = lost.into_iter().find(|element| falls_back(element)) {
                    report(element, taken.place, "taken out here, and no rule says what is in it");
                }
            }
        }
    }
    for (element, (state, place)) in &symbols.lexical {
        if state != "data" && element.name.is_some() && falls_back(element) {
            report(element, *place, "its text is read in its own way");
        }
    }
    for (element, &place) in subject.stages.sets.universe() {
        if element.namespace.is_some() && falls_back(element) {
            report(element, place, "an element of a namespace, with the content of HTML's");
        }
    }
}
