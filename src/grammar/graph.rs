//! Graphviz output: which element may be a child of which, and the rules.
//!
//! `wishful grammar graph` prints it; `dot -Tsvg` draws it. Elements with the same children and the
//! same parents are merged into one node, so that HTML's hundred elements stay readable. A node
//! lists its elements. An edge from `A` to `B` says that each element of `B` may be a child of each
//! element of `A`.

use super::compile::Stages;
use super::compile::containment::Containment;
use super::compile::plain::{NumberedGrammar, PlainSymbol};
use super::compile::reach::{ReachableSymbols, by_left};
use super::compile::walk::{parent_spelling, spell};
use super::model::Grammar;
use crate::base::{IndexMap, graphviz};
use std::collections::BTreeSet;
use std::fmt::Write;

/// Returns the parent-child relation of elements as a Graphviz digraph.
#[must_use]
pub fn containment(grammar: &Grammar) -> String {
    let groups = groups(&grammar.stages());
    let mut out = String::from("digraph containment {\n  rankdir=LR; node [shape=box];\n");
    for (number, group) in groups.iter().enumerate() {
        let _ = writeln!(out, "  g{number} [label={}];", graphviz(&group.names.join(" ")));
    }
    for (number, group) in groups.iter().enumerate() {
        for (inner, other) in groups.iter().enumerate() {
            if other.members.iter().any(|member| group.holds.contains(member)) {
                let _ = writeln!(out, "  g{number} -> g{inner};");
            }
        }
    }
    out.push_str("}\n");
    out
}

/// Elements with the same children and the same parents.
struct Group {
    names: Vec<String>,
    members: Vec<usize>,
    holds: BTreeSet<usize>,
}

fn groups(stages: &Stages) -> Vec<Group> {
    let plain = &stages.plain;
    let by_left = by_left(plain);
    let reach = ReachableSymbols::from_start(plain, &by_left);
    let containment = Containment::of(plain).by_element();
    let mut groups: IndexMap<(BTreeSet<usize>, Vec<usize>), Group> = IndexMap::default();
    for number in 0..plain.elements.len() {
        if !reach.elements[number] {
            continue;
        }
        let holds = containment[number].clone();
        let within: Vec<usize> =
            (0..containment.len()).filter(|&outer| containment[outer].contains(&number)).collect();
        let group = groups.entry((holds.clone(), within)).or_insert_with(|| Group {
            names: Vec::new(),
            members: Vec::new(),
            holds,
        });
        let name = spelled(plain, number);
        if !group.names.contains(&name) {
            group.names.push(name);
        }
        group.members.push(number);
    }
    groups.into_values().collect()
}

fn spelled(plain: &NumberedGrammar, number: usize) -> String {
    let occurrence = &plain.elements[number].occurrence;
    let own = spell(&occurrence.element, false);
    match &occurrence.parent {
        Some(parent) => format!("{}/{own}", parent_spelling(parent)),
        None => own,
    }
}

/// Returns the rules as a Graphviz digraph: nonterminals and elements, each with the symbols of its
/// rules.
#[must_use]
pub fn rules(grammar: &Grammar) -> String {
    let plain = &grammar.stages().plain;
    let reach = ReachableSymbols::from_start(plain, &by_left(plain));
    let mut out = String::from("digraph rules {\n  rankdir=LR;\n");
    for (number, (name, _)) in plain.nonterminals.iter().enumerate() {
        if reach.nonterminals[number] {
            let _ = writeln!(out, "  n{number} [label={}];", graphviz(name));
        }
    }
    for (number, element) in plain.elements.iter().enumerate() {
        if reach.elements[number] {
            let label = graphviz(&spelled(plain, number));
            let _ = writeln!(out, "  e{number} [shape=box, label={label}];");
            if let Some((content, _)) = &element.kind {
                let _ = writeln!(out, "  e{number} -> n{content};");
            }
        }
    }
    let mut drawn = BTreeSet::new();
    for rule in &plain.rules {
        for symbol in &rule.right {
            if reach.nonterminals[rule.left] && drawn.insert((rule.left, *symbol)) {
                edge(&mut out, plain, rule.left, *symbol);
            }
        }
    }
    out.push_str("}\n");
    out
}

fn edge(out: &mut String, plain: &NumberedGrammar, from: usize, symbol: PlainSymbol) {
    let _ = match symbol {
        PlainSymbol::Nonterminal(number) => writeln!(out, "  n{from} -> n{number};"),
        PlainSymbol::Element(number) => writeln!(out, "  n{from} -> e{number};"),
        PlainSymbol::Terminal(number) => {
            let label = graphviz(&plain.terminal_spelling(number));
            writeln!(out, "  t{number} [shape=plaintext, label={label}];\n  n{from} -> t{number};")
        }
    };
}
