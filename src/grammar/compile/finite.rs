//! Whether every frame is a finite automaton.
//!
//! HTML's explicit tags make its grammar *visibly pushdown*: recursion passes through elements, and
//! what is left in each content is regular. That holds if in every strongly connected component of
//! nonterminals (elements count as terminals here) all recursive occurrences stand first in their
//! rules, or all stand last: such rules are left-linear or right-linear. Repetitions are
//! left-linear.

use super::plain::{Plain, PlainSymbol};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// Whether every recursion but that of lists passes through an element.
pub(crate) fn frame_finite(plain: &Plain) -> bool {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = plain.nonterminals.iter().map(|_| graph.add_node(())).collect();
    let rules = &plain.rules[..plain.reachable_rules];
    for rule in rules {
        for symbol in &rule.right {
            if let PlainSymbol::Nonterminal(number) = symbol {
                graph.add_edge(nodes[rule.left], nodes[*number], ());
            }
        }
    }
    let mut component = vec![0; plain.nonterminals.len()];
    let components = kosaraju_scc(&graph);
    for (number, members) in components.iter().enumerate() {
        members.iter().for_each(|node| component[node.index()] = number);
    }
    let mut first_only = vec![true; components.len()];
    let mut last_only = vec![true; components.len()];
    for rule in rules {
        let own = component[rule.left];
        for (at, symbol) in rule.right.iter().enumerate() {
            if matches!(symbol, PlainSymbol::Nonterminal(number) if component[*number] == own) {
                first_only[own] &= at == 0;
                last_only[own] &= at + 1 == rule.right.len();
            }
        }
    }
    first_only.iter().zip(&last_only).all(|(first, last)| *first || *last)
}
