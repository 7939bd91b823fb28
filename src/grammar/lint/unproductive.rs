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
    let rules = plain.rules.iter().map(|rule| {
        let needs = rule.right.iter().filter_map(|&symbol| inner(plain, symbol));
        let mut right = rule.right.iter();
        let lacks = right.any(|&symbol| symbol.nonterminal().is_none() && !is_usable(symbol));
        (rule.left, needs, lacks)
    });
    derived(plain.nonterminals.len(), rules)
}

/// Computes the nonterminals that some rule derives. A rule is its left side, the nonterminals that
/// it needs, and whether it lacks something else.
pub(super) fn derived<N: Iterator<Item = usize>>(
    nonterminals: usize,
    rules: impl Iterator<Item = (usize, N, bool)>,
) -> Vec<bool> {
    // By rule: its left side, and the number of symbols that it lacks.
    let mut waiting: Vec<(usize, usize)> = Vec::new();
    // By nonterminal: the rules that need it, once for each occurrence.
    let mut needed_by = vec![Vec::new(); nonterminals];
    let mut ready = Vec::new();
    for (number, (left, needs, lacks)) in rules.enumerate() {
        let mut missing = usize::from(lacks);
        for needed in needs {
            missing += 1;
            needed_by[needed].push(number);
        }
        waiting.push((left, missing));
        if missing == 0 {
            ready.push(left);
        }
    }
    let mut made = vec![false; nonterminals];
    while let Some(nonterminal) = ready.pop() {
        if std::mem::replace(&mut made[nonterminal], true) {
            continue;
        }
        for &rule in &needed_by[nonterminal] {
            let (left, missing) = &mut waiting[rule];
            *missing -= 1;
            if *missing == 0 {
                ready.push(*left);
            }
        }
    }
    made
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
