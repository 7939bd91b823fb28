//! Decides whether every frame is a finite automaton.
//!
//! HTML's explicit tags make its grammar *visibly pushdown*: recursion passes through elements, and
//! each content is a regular language. A sufficient condition is checked for each strongly
//! connected component of nonterminals, where elements count as terminals. All recursive
//! occurrences must be first in their rules, or all must be last. Then the rules are left-linear or
//! right-linear. Repetitions are left-linear.

use super::components::Components;
use super::plain::{NumberedGrammar, PlainRule};

/// Reports whether every recursion but that of lists passes through an element.
pub(crate) fn frame_finite(plain: &NumberedGrammar) -> bool {
    let rules = &plain.rules[..plain.reachable_rules];
    let components = Components::new(plain.nonterminals.len(), plain.inner_of(rules));
    let mut first_only = vec![true; components.members.len()];
    let mut last_only = first_only.clone();
    for PlainRule { left, right, .. } in rules {
        let own = components.of[*left];
        for (at, symbol) in right.iter().enumerate() {
            if matches!(symbol.nonterminal(), Some(number) if components.of[number] == own) {
                first_only[own] &= at == 0;
                last_only[own] &= at + 1 == right.len();
            }
        }
    }
    first_only.iter().zip(&last_only).all(|(first, last)| *first || *last)
}
