//! Whether every frame is a finite automaton.
//!
//! HTML's explicit tags make its grammar *visibly pushdown*: recursion passes through elements, and
//! what is left in each content is regular. That holds if in every strongly connected component of
//! nonterminals (elements count as terminals here) all recursive occurrences stand first in their
//! rules, or all stand last: such rules are left-linear or right-linear. Repetitions are
//! left-linear.

use super::components::Components;
use super::plain::{Plain, PlainRule};

/// Whether every recursion but that of lists passes through an element.
pub(crate) fn frame_finite(plain: &Plain) -> bool {
    let rules = &plain.rules[..plain.reachable_rules];
    let components = Components::new(plain.nonterminals.len(), plain.inner_of(rules));
    let mut first_only = vec![true; components.members.len()];
    let mut last_only = first_only.clone();
    for PlainRule { left, right } in rules {
        let own = components.of[*left];
        for (at, symbol) in right.iter().enumerate() {
            if symbol.nonterminal().is_some_and(|number| components.of[number] == own) {
                first_only[own] &= at == 0;
                last_only[own] &= at + 1 == right.len();
            }
        }
    }
    first_only.iter().zip(&last_only).all(|(first, last)| *first || *last)
}
