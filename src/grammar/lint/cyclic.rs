//! `cyclic`: nonterminals that derive themselves, `A -> A`.
//!
//! A cycle gives one text infinitely many trees. It passes through rules in which all symbols but
//! one are nullable. Elements break cycles, since they have tags. The usual cause is a repetition
//! of something nullable, `(a* b*)*`.

use super::subject::Subject;
use super::unproductive::made_of;
use crate::base::{Code, HashSet};
use crate::grammar::compile::components::Components;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};

/// Reports each cycle of nonterminals that derive themselves.
pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    for cycle in cycles(plain) {
        report(plain, cycle, mistakes);
    }
}

/// Returns the nonterminals of each cycle.
pub(super) fn cycles(plain: &NumberedGrammar) -> Vec<Vec<usize>> {
    let nullable = nullable(plain);
    let mut edges: Vec<(usize, usize)> = Vec::new();
    for rule in &plain.rules {
        let filled = rule.right.iter().filter(|symbol| !is_nullable(&nullable, **symbol)).count();
        for &symbol in &rule.right {
            // All other symbols are nullable.
            let is_alone = filled == usize::from(!is_nullable(&nullable, symbol));
            if is_alone && let Some(number) = symbol.nonterminal() {
                edges.push((rule.left, number));
            }
        }
    }
    let components = Components::new(plain.nonterminals.len(), edges.iter().copied());
    let mut cyclic: HashSet<usize> = HashSet::default();
    for &(from, to) in &edges {
        if components.are_one(from, to) {
            cyclic.insert(components.of[from]);
        }
    }
    let mut cycles = Vec::new();
    for (number, members) in components.members.into_iter().enumerate() {
        if cyclic.contains(&number) {
            cycles.push(members);
        }
    }
    cycles
}

/// Reports one cycle, at the first of its nonterminals that has a span.
fn report(plain: &NumberedGrammar, mut numbers: Vec<usize>, mistakes: &mut Mistakes) {
    numbers.sort_unstable();
    let Some(place) = numbers.iter().find_map(|&number| plain.nonterminals[number].1) else {
        return;
    };
    let names: Vec<String> =
        numbers.iter().map(|&number| format!("`{}`", plain.nonterminals[number].0)).collect();
    let message = format!("{} can derive itself", names[0]);
    let mut mistake = warning(Code::Cyclic, place, message)
        .label("one text has infinitely many trees")
        .help("repeat something that cannot be empty: `(a | b)*` and not `(a* b*)*`");
    if names.len() > 1 {
        mistake = mistake.note(format!("through {}", names[1..].join(", ")));
    }
    mistake.subjects = numbers.iter().map(|&number| plain.nonterminals[number].0.clone()).collect();
    mistakes.push(mistake);
}

/// Reports whether a symbol is a nullable nonterminal.
fn is_nullable(nullable: &[bool], symbol: PlainSymbol) -> bool {
    matches!(symbol, PlainSymbol::Nonterminal(number) if nullable[number])
}

/// Computes the nullable nonterminals.
pub(crate) fn nullable(plain: &NumberedGrammar) -> Vec<bool> {
    made_of(plain, |_| false)
}
