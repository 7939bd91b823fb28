//! `unproductive`: nonterminals and elements that derive no finite text.
//!
//! A nonterminal is productive if some rule of it has only productive symbols; an element is
//! productive if its content is. Only root causes are reported. Those are the strongly connected
//! components of the relation "needs", among unproductive nonterminals, that need no other
//! component. A set without members is reported as `empty` instead.

use super::subject::Subject;
use crate::base::{Code, HashSet};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::components::Components;
use crate::grammar::compile::mistake::{Mistakes, error};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};
use std::collections::BTreeSet;

/// Reports the nonterminals that derive no finite text.
pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let lost = lost(subject);
    let edges = needs(subject, &lost);
    let components = Components::new(lost.len(), edges.iter().copied());
    let mut leads_on: HashSet<usize> = HashSet::default();
    for &(from, to) in &edges {
        if !components.are_one(from, to) {
            leads_on.insert(components.of[from]);
        }
    }
    for (number, members) in components.members.iter().enumerate() {
        let members: Vec<usize> = members.iter().map(|&at| lost[at]).collect();
        let needs_empty = members.iter().any(|&number| needs_empty(subject, number));
        if !leads_on.contains(&number) && !needs_empty {
            report(&subject.stages.plain, members, mistakes);
        }
    }
}

/// Returns the unproductive nonterminals that have rules, ascending.
fn lost(subject: &Subject<'_>) -> Vec<usize> {
    let productive = productive(&subject.stages.plain);
    let mut lost = Vec::new();
    for (number, rules) in subject.by_left.iter().enumerate() {
        if !productive[number] && !rules.is_empty() {
            lost.push(number);
        }
    }
    lost
}

/// Lists the edges of "needs" between these nonterminals, as indices into `lost`.
fn needs(subject: &Subject<'_>, lost: &[usize]) -> Vec<(usize, usize)> {
    let plain = &subject.stages.plain;
    let mut needs = Vec::new();
    for (at, &number) in lost.iter().enumerate() {
        for &rule in &subject.by_left[number] {
            for &symbol in &plain.rules[rule].right {
                if let Some(needed) = inner(plain, symbol)
                    && let Ok(other) = lost.binary_search(&needed)
                {
                    needs.push((at, other));
                }
            }
        }
    }
    needs
}

/// Reports whether some rule of a nonterminal needs one without rules, for example an empty set.
fn needs_empty(subject: &Subject<'_>, number: usize) -> bool {
    let plain = &subject.stages.plain;
    for &rule in &subject.by_left[number] {
        for &symbol in &plain.rules[rule].right {
            if let Some(other) = inner(plain, symbol)
                && subject.by_left[other].is_empty()
            {
                return true;
            }
        }
    }
    false
}

/// Returns the nonterminal that must be productive for a symbol to be productive.
fn inner(plain: &NumberedGrammar, symbol: PlainSymbol) -> Option<usize> {
    match symbol {
        PlainSymbol::Terminal(_) => None,
        PlainSymbol::Nonterminal(number) => Some(number),
        PlainSymbol::Element(number) => plain.elements[number].content(),
    }
}

/// Computes the productive nonterminals.
pub(crate) fn productive(plain: &NumberedGrammar) -> Vec<bool> {
    made_of(plain, |_| true)
}

/// Computes the nonterminals that some rule derives from the terminals and elements that
/// `is_usable` accepts; the content of an accepted element must be derived as well. This is a least
/// fixpoint by counting the missing symbols of each rule, so each symbol of a rule is visited once.
pub(super) fn made_of(
    plain: &NumberedGrammar,
    is_usable: impl Fn(PlainSymbol) -> bool,
) -> Vec<bool> {
    let mut waiting = ProductivityFixpoint::of(plain, is_usable);
    let mut made = vec![false; plain.nonterminals.len()];
    while let Some(number) = waiting.ready.pop() {
        if !std::mem::replace(&mut made[number], true) {
            waiting.complete(plain, number);
        }
    }
    made
}

/// The state of the fixpoint computation.
struct ProductivityFixpoint {
    /// By rule: the number of its underived nonterminals; one more if a terminal or element is
    /// missing.
    waits: Vec<usize>,
    /// By nonterminal: the rules that need it, once for each occurrence.
    needed_by: Vec<Vec<usize>>,
    /// Nonterminals with a rule that is fully derived.
    ready: Vec<usize>,
}

impl ProductivityFixpoint {
    /// Creates the first state. `is_usable` reports whether a terminal or element can be derived.
    fn of(plain: &NumberedGrammar, is_usable: impl Fn(PlainSymbol) -> bool) -> Self {
        let needed_by = vec![Vec::new(); plain.nonterminals.len()];
        let mut waiting = Self { waits: Vec::new(), needed_by, ready: Vec::new() };
        for (number, rule) in plain.rules.iter().enumerate() {
            let (mut needs, mut lacks) = (0, false);
            for &symbol in &rule.right {
                if let Some(needed) = inner(plain, symbol) {
                    needs += 1;
                    waiting.needed_by[needed].push(number);
                }
                lacks = lacks || (symbol.nonterminal().is_none() && !is_usable(symbol));
            }
            waiting.waits.push(needs + usize::from(lacks));
            if needs == 0 && !lacks {
                waiting.ready.push(rule.left);
            }
        }
        waiting
    }

    /// Removes a derived nonterminal from the rules that wait for it.
    fn complete(&mut self, plain: &NumberedGrammar, nonterminal: usize) {
        for &rule in &self.needed_by[nonterminal] {
            self.waits[rule] -= 1;
            if self.waits[rule] == 0 {
                self.ready.push(plain.rules[rule].left);
            }
        }
    }
}

/// Returns the span and the spelling of an element or a nonterminal.
pub(super) fn described(plain: &NumberedGrammar, number: usize) -> Option<(FileSpan, String)> {
    match plain.elements.iter().position(|element| element.content() == Some(number)) {
        Some(element) => {
            let spelling = plain.spelling(PlainSymbol::Element(element));
            Some((plain.elements[element].place?, spelling))
        }
        None => {
            let (name, place) = &plain.nonterminals[number];
            Some(((*place)?, format!("`{name}`")))
        }
    }
}

/// Reports nonterminals that derive no finite text, in one error.
fn report(plain: &NumberedGrammar, numbers: Vec<usize>, mistakes: &mut Mistakes) {
    let mut named = BTreeSet::new();
    for number in numbers {
        named.extend(described(plain, number));
    }
    let mut named = named.into_iter();
    let Some((place, name)) = named.next() else { return };
    let mut mistake = error(Code::Unproductive, place, format!("{name} can never be complete"))
        .label("every alternative contains itself")
        .help("add an alternative that does not contain itself");
    for (place, name) in named {
        mistake = mistake.also(place, format!("nor can {name}"));
    }
    mistakes.push(mistake);
}
