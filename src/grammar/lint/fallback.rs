//! `fallback`: an element that has the rule of `<*>`, and should have its own.
//!
//! The rule of `<*>` is for unknown elements and for elements like them. These signs indicate that
//! a rule was lost:
//!
//! * The element is acceptable only where no unknown element is: it has positions of its own, but
//!   no content of its own.
//! * The left side of a rule subtracts it from a set, `{block - <hr>}`, and no other rule describes
//!   it.
//! * Its text has another lexical state, but its content is that of an unknown element.
//! * It has a namespace, but its content would be that of HTML's `<*>`.

use super::subject::Subject;
use crate::base::Code;
use crate::grammar::ast::{At, Element, FileSpan, Item, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::wildcard;
use crate::grammar::compile::symbols::ElementDefinition;
use crate::grammar::compile::walk::spell;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let definitions = &subject.stages.symbols.definitions;
    if let Some(&general) = definitions.get(&wildcard(None)) {
        let mut fallback = Fallback { subject, general, mistakes };
        fallback.taken_out();
        fallback.read_in_their_own_way();
        fallback.with_places_of_their_own();
    }
}

struct Fallback<'l, 's> {
    subject: &'l Subject<'s>,
    /// The rule of `<*>`.
    general: ElementDefinition,
    mistakes: &'l mut Mistakes,
}

const ITS_RULE: &str = "only the rule of";

impl Fallback<'_, '_> {
    /// Reports whether an element that can occur in a document has the rule of `<*>`.
    fn falls_back(&self, element: &Element) -> bool {
        let symbols = &self.subject.stages.symbols;
        if symbols.void.contains_key(element) || !self.subject.is_reached(element) {
            return false;
        }
        let Some(definition) = symbols.definition(element) else { return false };
        definition.statement == self.general.statement && !symbols.definitions.contains_key(element)
    }

    fn report(&mut self, element: &Element, place: FileSpan, what: &str, label: &str) {
        if self.falls_back(element) {
            let spelling = spell(element, false);
            self.mistakes.push(
                warning(Code::Fallback, place, format!("{spelling} has {what} <*>"))
                    .label(label)
                    .also(self.general.place, "so this is its content")
                    .help(format!("write `{spelling} ::= …`, even if the content is the same"))
                    .about(spelling),
            );
        }
    }

    fn taken_out(&mut self) {
        for (element, place) in taken_out(self.subject) {
            let label = "removed here, and no other rule gives its content";
            self.report(&element, place, ITS_RULE, label);
        }
    }

    fn read_in_their_own_way(&mut self) {
        for (element, (state, place)) in &self.subject.stages.symbols.lexical {
            if state != "data" && element.name.is_some() {
                self.report(element, *place, ITS_RULE, "its text has its own lexical state");
            }
        }
    }

    fn with_places_of_their_own(&mut self) {
        let beside_unknown = beside_unknown(self.subject);
        let stages = self.subject.stages;
        for (element, &place) in stages.sets.universe() {
            let numbers = stages.plain.occurrences(element);
            if element.namespace.is_some() {
                let label = "an element of a namespace, with the content of HTML elements";
                self.report(element, place, ITS_RULE, label);
            } else if !numbers.iter().any(|number| beside_unknown.contains(number)) {
                let what = "its own positions in rules, but the content of";
                self.report(element, place, what, "no rule gives its content");
            }
        }
    }
}

/// Returns the elements that are acceptable directly in some element that also accepts unknown
/// ones.
fn beside_unknown(subject: &Subject<'_>) -> BTreeSet<usize> {
    let (plain, containment) = (&subject.stages.plain, &subject.containment);
    let around = containment.holding(plain, |own| {
        own.elements.iter().any(|&number| is_wildcard(&plain.elements[number].occurrence.element))
    });
    let mut contents = Vec::new();
    for (number, is_around) in around.into_iter().enumerate() {
        if is_around {
            contents.extend(containment.content(number));
        }
    }
    containment.elements(contents)
}

/// Reports whether an element is the wildcard of HTML.
fn is_wildcard(element: &Element) -> bool {
    element.name.is_none() && element.namespace.is_none()
}

/// Lists the elements that the left side of a rule subtracts from a set.
fn taken_out(subject: &Subject<'_>) -> Vec<(Element, FileSpan)> {
    let mut taken = Vec::new();
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { left, .. } = &statement.value else { continue };
        for item in &left.items {
            let At { value: Item::Braces { items, .. }, .. } = item else { continue };
            for (adds, out) in &items.terms {
                if *adds {
                    continue;
                }
                let members = subject.stages.sets.members_of(&out.value);
                for element in subject.stages.sets.started(&members) {
                    if element.name.is_some() {
                        taken.push((element.clone(), out.place));
                    }
                }
            }
        }
    }
    taken
}
