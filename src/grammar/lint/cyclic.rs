//! `cyclic`: nonterminals that derive themselves and nothing else, `A -> A`.
//!
//! Such a cycle gives one string infinitely many trees. It goes through rules of which all symbols
//! but one can be empty. Elements break it: they have tags. The usual cause is a repetition of
//! something that can be empty, `(a* b*)*`.

use super::subject::Subject;
use super::unproductive::made_of;
use crate::base::Code;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    for cycle in cycles(plain) {
        report(plain, cycle, mistakes);
    }
}

/// The nonterminals of each cycle.
pub(super) fn cycles(plain: &Plain) -> Vec<Vec<usize>> {
    let nullable = nullable(plain);
    let mut graph: DiGraph<usize, ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> =
        (0..plain.nonterminals.len()).map(|number| graph.add_node(number)).collect();
    for rule in &plain.rules {
        let filled = rule.right.iter().filter(|symbol| !is_nullable(&nullable, **symbol)).count();
        for &symbol in &rule.right {
            let PlainSymbol::Nonterminal(number) = symbol else { continue };
            // All others can be empty.
            if filled == usize::from(!is_nullable(&nullable, symbol)) {
                graph.add_edge(nodes[rule.left], nodes[number], ());
            }
        }
    }
    let is_cycle = |component: &Vec<NodeIndex>| {
        component.len() > 1 || graph.contains_edge(component[0], component[0])
    };
    let cyclic = kosaraju_scc(&graph).into_iter().filter(is_cycle);
    cyclic.map(|component| component.iter().map(|&node| graph[node]).collect()).collect()
}

fn report(plain: &Plain, mut numbers: Vec<usize>, mistakes: &mut Mistakes) {
    numbers.sort_unstable();
    let Some(place) = numbers.iter().find_map(|&number| plain.nonterminals[number].1) else {
        return;
    };
    let names: Vec<String> =
        numbers.iter().map(|&number| format!("`{}`", plain.nonterminals[number].0)).collect();
    let message = format!("{} can stand for itself and nothing else", names[0]);
    let mut mistake = warning(Code::Cyclic, place, message)
        .label("one text has infinitely many trees here")
        .help("repeat something that cannot be empty: `(a | b)*` and not `(a* b*)*`");
    if names.len() > 1 {
        mistake = mistake.note(format!("by way of {}", names[1..].join(", ")));
    }
    mistake.subjects = numbers.iter().map(|&number| plain.nonterminals[number].0.clone()).collect();
    mistakes.push(mistake);
}

fn is_nullable(nullable: &[bool], symbol: PlainSymbol) -> bool {
    matches!(symbol, PlainSymbol::Nonterminal(number) if nullable[number])
}

/// Which nonterminals can be empty.
pub(crate) fn nullable(plain: &Plain) -> Vec<bool> {
    made_of(plain, |_| false)
}
