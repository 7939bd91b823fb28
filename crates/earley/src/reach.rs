//! Reachability between nonterminals, and right recursion.

use super::productions::Productions;
use super::symbols::{NonterminalId, Rule, Symbol};
use crate::util::BitRow;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::DiGraph;

/// Returns, for each nonterminal, the nonterminals among the symbols that `symbols` selects of its
/// rules that derive a string.
pub(super) fn direct<'r>(
    rules: &Productions,
    symbols: impl Fn(usize) -> &'r [Symbol],
) -> Vec<Vec<NonterminalId>> {
    let count = rules.nonterminal_count();
    let mut direct = vec![Vec::new(); count];
    for (left, targets) in direct.iter_mut().enumerate() {
        for rule in rules.of(NonterminalId::new(left)) {
            for &symbol in symbols(rule.index()) {
                if let Symbol::Nonterminal(nonterminal) = symbol {
                    targets.push(nonterminal);
                }
            }
        }
        targets.sort_unstable();
        targets.dedup();
    }
    direct
}

/// Returns the nonterminals reachable from a nonterminal, itself included.
pub(super) fn reachable(direct: &[Vec<NonterminalId>], from: NonterminalId) -> Vec<NonterminalId> {
    let mut row = BitRow::of(direct.len(), [from.index()]);
    let mut reached = vec![from];
    let mut index = 0;
    while let Some(&next) = reached.get(index) {
        index += 1;
        for &target in &direct[next.index()] {
            if row.insert(target.index()) {
                reached.push(target);
            }
        }
    }
    reached
}

/// Reports for each rule whether its last symbol can end in its left side. It can if and only if
/// both are in one strongly connected component of the graph of last symbols.
pub(super) fn right_recursive(rules: &Productions) -> Vec<bool> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<_> = (0..rules.nonterminal_count()).map(|_| graph.add_node(())).collect();
    let last_symbols = direct(rules, |rule| match rules.rules()[rule].right.last() {
        Some(last) => std::slice::from_ref(last),
        None => &[],
    });
    for (left, ends) in last_symbols.iter().enumerate() {
        graph.extend_with_edges(ends.iter().map(|end| (nodes[left], nodes[end.index()])));
    }
    let mut component = vec![0; nodes.len()];
    for (number, members) in kosaraju_scc(&graph).into_iter().enumerate() {
        for member in members {
            component[member.index()] = number;
        }
    }
    let mut recursive = Vec::with_capacity(rules.rules().len());
    for Rule { left, right } in rules.rules() {
        recursive.push(match right.last() {
            Some(Symbol::Nonterminal(last)) => component[last.index()] == component[left.index()],
            _ => false,
        });
    }
    recursive
}
