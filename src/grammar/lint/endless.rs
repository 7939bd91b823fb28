//! `endless`: virtual start tags that could go on inside each other for ever.
//!
//! For one rejected token, take the start tags that may be virtual for its sake, by wish or by an insert
//! remedy, as nodes; "`<x>` may stand directly in `<y>`" is an edge from `<y>` to `<x>`. A cycle in
//! this graph is a way to grant `<a>`, in it `<b>`, in it `<a>`, and so on. It does harm only if nothing
//! breaks it: if the token is acceptable directly in none of the elements that can be granted from
//! there. Tokens with the same virtual tags share one graph; the strongly connected components are
//! found with petgraph.

use super::Subject;
use super::reach::element_of_start;
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use crate::grammar::compile::tables::Deed;
use indexmap::IndexMap;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;
use std::collections::{BTreeSet, HashSet};

/// What may stand directly in each element: elements and terminals, by number.
pub(crate) struct Containment {
    pub(crate) elements: Vec<BTreeSet<usize>>,
    pub(crate) terminals: Vec<BTreeSet<usize>>,
}

impl Containment {
    pub(crate) fn of(plain: &Plain, by_left: &[Vec<usize>]) -> Self {
        let empty = vec![BTreeSet::new(); plain.elements.len()];
        let mut containment = Self { elements: empty.clone(), terminals: empty };
        let mut by_content: IndexMap<usize, (BTreeSet<usize>, BTreeSet<usize>)> = IndexMap::new();
        for (number, element) in plain.elements.iter().enumerate() {
            if let Some((content, _)) = &element.kind {
                let direct = by_content.entry(*content);
                let direct = direct.or_insert_with(|| directly_in(plain, by_left, *content));
                containment.elements[number].clone_from(&direct.0);
                containment.terminals[number].clone_from(&direct.1);
                containment.terminals[number].insert(element.tags.1);
            }
        }
        containment
    }
}

/// Elements and terminals (the start tags of the elements among them) of a content.
fn directly_in(
    plain: &Plain,
    by_left: &[Vec<usize>],
    content: usize,
) -> (BTreeSet<usize>, BTreeSet<usize>) {
    let (mut elements, mut terminals) = (BTreeSet::new(), BTreeSet::new());
    let mut seen = HashSet::new();
    let mut open = vec![content];
    while let Some(number) = open.pop() {
        if !seen.insert(number) {
            continue;
        }
        for symbol in by_left[number].iter().flat_map(|&rule| &plain.rules[rule].right) {
            match *symbol {
                PlainSymbol::Nonterminal(number) => open.push(number),
                PlainSymbol::Terminal(number) => {
                    terminals.insert(number);
                }
                PlainSymbol::Element(number) => {
                    elements.insert(number);
                    terminals.insert(plain.elements[number].tags.0);
                }
            }
        }
    }
    (elements, terminals)
}

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let containment = &subject.containment;
    let mut by_tags: IndexMap<Vec<(usize, Place)>, Vec<usize>> = IndexMap::new();
    for goal in 0..plain.terminals.len() {
        let tags = virtual_starts(subject, goal);
        if !tags.is_empty() {
            by_tags.entry(tags).or_default().push(goal);
        }
    }
    let mut found: IndexMap<Vec<usize>, (Place, Vec<usize>)> = IndexMap::new();
    for (tags, goals) in &by_tags {
        for cycle in cycles(containment, tags) {
            let endless = goals.iter().filter(|goal| {
                !cycle.around.iter().any(|&e| containment.terminals[e].contains(goal))
            });
            let goals: Vec<usize> = endless.copied().collect();
            if !goals.is_empty() {
                found.entry(cycle.members).or_insert((cycle.place, Vec::new())).1.extend(goals);
            }
        }
    }
    for (members, (place, goals)) in found {
        report(plain, containment, &members, place, &goals, mistakes);
    }
}

/// The elements whose start tags may be virtual for the sake of a token, with the place that says so.
pub(super) fn virtual_starts(subject: &Subject<'_>, goal: usize) -> Vec<(usize, Place)> {
    let plain = &subject.stages.plain;
    let tables = &subject.stages.tables;
    let wished = tables.permitted(goal).into_iter().map(|(tag, (_, place))| (tag, place));
    let lines = tables.remedies.iter().filter(|line| line.left.contains(&goal));
    let inserted = lines.flat_map(|line| &line.deeds).filter_map(|deed| match &deed.value {
        Deed::Insert(tags) => Some(tags.iter().map(|&tag| (tag, deed.place))),
        _ => None,
    });
    let mut starts: IndexMap<usize, Place> = IndexMap::new();
    for (tag, place) in wished.chain(inserted.flatten()) {
        if let Some(element) = element_of_start(plain, tag)
            && plain.elements[element].kind.is_some()
            && subject.reach.elements[element]
        {
            starts.entry(element).or_insert(place);
        }
    }
    let mut starts: Vec<_> = starts.into_iter().collect();
    starts.sort_unstable();
    starts
}

/// A cycle of virtual start tags.
struct Cycle {
    /// Ascending.
    members: Vec<usize>,
    /// Its members and all that can be granted from them.
    around: Vec<usize>,
    place: Place,
}

fn cycles(containment: &Containment, tags: &[(usize, Place)]) -> Vec<Cycle> {
    let mut graph: DiGraph<(usize, Place), ()> = DiGraph::new();
    let nodes: Vec<NodeIndex> = tags.iter().map(|&tag| graph.add_node(tag)).collect();
    for (from, &(outer, _)) in tags.iter().enumerate() {
        for (to, (inner, _)) in tags.iter().enumerate() {
            if containment.elements[outer].contains(inner) {
                graph.add_edge(nodes[from], nodes[to], ());
            }
        }
    }
    let is_cycle = |component: &Vec<NodeIndex>| {
        component.len() > 1 || graph.contains_edge(component[0], component[0])
    };
    let components = kosaraju_scc(&graph).into_iter().filter(is_cycle);
    components
        .map(|mut component| {
            component.sort_unstable();
            let mut around = Vec::new();
            let mut walk = Dfs::new(&graph, component[0]);
            while let Some(node) = walk.next(&graph) {
                around.push(graph[node].0);
            }
            let members = component.iter().map(|&node| graph[node].0).collect();
            Cycle { members, around, place: graph[component[0]].1 }
        })
        .collect()
}

/// A shortest way round that begins at the first member.
fn way_round(containment: &Containment, members: &[usize]) -> Vec<usize> {
    let start = members[0];
    let mut before: IndexMap<usize, usize> = IndexMap::new();
    let mut open = std::collections::VecDeque::from([start]);
    while let Some(outer) = open.pop_front() {
        for &inner in members.iter().filter(|inner| containment.elements[outer].contains(inner)) {
            if inner == start {
                let mut way = vec![start, outer];
                while let Some(&earlier) = before.get(way.last().unwrap_or(&start)) {
                    way.push(earlier);
                }
                way.dedup();
                if way.last() != Some(&start) || way.len() == 1 {
                    way.push(start);
                }
                way.reverse();
                return way;
            }
            if !before.contains_key(&inner) {
                before.insert(inner, outer);
                open.push_back(inner);
            }
        }
    }
    members.to_vec()
}

fn report(
    plain: &Plain,
    containment: &Containment,
    members: &[usize],
    place: Place,
    goals: &[usize],
    mistakes: &mut Mistakes,
) {
    let way = way_round(containment, members);
    let spelled: Vec<String> =
        way.iter().map(|&number| super::spelling_of(&plain.elements[number])).collect();
    let goal = plain.terminal_spelling(goals[0]);
    let others = match goals.len() - 1 {
        0 => String::new(),
        1 => " and one other token".to_owned(),
        more => format!(" and {more} other tokens"),
    };
    let cycle = spelled.join(" → ");
    let message = format!("virtual start tags could go on for ever: {cycle}");
    mistakes.push(
        warning("endless", place, message)
            .label(format!("for the sake of {goal}{others}, acceptable in none of them"))
            .note("a start tag is made virtual at most once for one token; that cuts this off")
            .help("say for which tokens these tags may be virtual: `wish … for …`, or shorter remedy lines"),
    );
}
