//! Reachability between nonterminals, right recursion, and unit cycles.

use super::productions::Productions;
use super::symbols::{NonterminalId, Rule, Symbol};
use crate::util::{BitRow, narrow};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

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
    let last_symbols = direct(rules, |rule| match rules.rules()[rule].right.last() {
        Some(last) => std::slice::from_ref(last),
        None => &[],
    });
    let mut component = vec![0; last_symbols.len()];
    for (number, members) in components(&last_symbols).into_iter().enumerate() {
        for member in members {
            component[member] = number;
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

/// Returns the strongly connected components of a graph of nonterminals, each after the components
/// that it leads to.
fn components(edges: &[Vec<NonterminalId>]) -> Vec<Vec<usize>> {
    let mut graph: DiGraph<(), ()> = DiGraph::new();
    let nodes: Vec<_> = edges.iter().map(|_| graph.add_node(())).collect();
    for (left, targets) in edges.iter().enumerate() {
        graph.extend_with_edges(targets.iter().map(|to| (nodes[left], nodes[to.index()])));
    }
    let components = kosaraju_scc(&graph).into_iter();
    components.map(|members| members.into_iter().map(NodeIndex::index).collect()).collect()
}

/// The derivations of one nonterminal by another with nothing around it: `A ::= N B` with an empty
/// `N` derives `B` alone.
#[derive(Clone, Debug)]
pub(super) struct Units {
    /// For each nonterminal, a number that is greater than those of all nonterminals that it
    /// derives alone, unless they derive each other.
    pub(super) rank: Vec<u32>,
    /// The nonterminals that derive themselves alone.
    pub(super) cyclic: BitRow,
}

impl Units {
    /// Reports whether a nonterminal derives itself by a derivation of another one alone.
    pub(super) fn is_cycle(&self, left: NonterminalId, alone: NonterminalId) -> bool {
        self.cyclic.contains(left.index()) && self.rank[left.index()] == self.rank[alone.index()]
    }

    /// Reports whether some nonterminal derives itself.
    pub(super) fn is_cyclic(&self) -> bool {
        self.cyclic.iter().next().is_some()
    }
}

/// Reports whether a symbol is one of these nonterminals.
pub(super) fn is_in(row: &BitRow, symbol: Symbol) -> bool {
    matches!(symbol, Symbol::Nonterminal(nonterminal) if row.contains(nonterminal.index()))
}

/// Iterates over the nonterminals of a right side that may stand alone, since all other symbols are
/// nullable.
pub(super) fn alone<'r>(
    right: &'r [Symbol],
    nullable: &'r BitRow,
) -> impl Iterator<Item = NonterminalId> + 'r {
    let full = right.iter().filter(|&&symbol| !is_in(nullable, symbol)).count();
    right.iter().filter_map(move |&symbol| match symbol {
        Symbol::Nonterminal(inner) if full == usize::from(!is_in(nullable, symbol)) => Some(inner),
        _ => None,
    })
}

/// Computes the unit derivations of some rules.
pub(super) fn units(rules: &Productions, nullable: &BitRow) -> Units {
    let mut edges = vec![Vec::new(); rules.nonterminal_count()];
    for Rule { left, right } in rules.rules() {
        edges[left.index()].extend(alone(right, nullable));
    }
    let mut rank = vec![0; edges.len()];
    let mut cyclic = BitRow::new(edges.len());
    for (number, members) in components(&edges).into_iter().enumerate() {
        let is_cycle =
            members.len() > 1 || edges[members[0]].contains(&NonterminalId::new(members[0]));
        for member in members {
            rank[member] = narrow(number);
            if is_cycle {
                cyclic.insert(member);
            }
        }
    }
    Units { rank, cyclic }
}
