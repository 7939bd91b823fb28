//! `fallback`: an element that has the rule of `<*>` and stands only where no unknown element may.
//!
//! The rule of `<*>` is for what the grammar does not know, and for what is like it. An element that the
//! content of `<*>` and of its like does not hold has places of its own; that it has no content
//! of its own is most often a rule that was lost.

use super::Subject;
use super::endless::Containment;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{plain as without_test, wildcard};
use crate::grammar::compile::walk::spell;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let symbols = &subject.stages.symbols;
    let Some(general) = symbols.definitions.get(&wildcard(None)) else { return };
    let containment = Containment::of(plain, &subject.by_left);
    let beside_unknown: BTreeSet<usize> = containment
        .elements
        .iter()
        .filter(|inside| {
            inside.iter().any(|&number| {
                let element = &plain.elements[number].occurrence.element;
                element.name.is_none() && element.namespace.is_none()
            })
        })
        .flatten()
        .copied()
        .collect();
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
                warning("fallback", place, message)
                    .label("no rule says what is in it")
                    .also(general.place.file, general.place.span, "so it has this content")
                    .help(format!("write `{spelling} ::= …`, even if it is the same")),
            );
        }
    }
}
