//! `endless`: virtual start tags that could go on inside each other for ever.
//!
//! For one rejected token, take the start tags that may be virtual for its sake, by wish or by an
//! insert remedy, as nodes; "`<x>` may stand directly in `<y>`" is an edge from `<y>` to `<x>`. A
//! cycle in this graph is a way to grant `<a>`, in it `<b>`, in it `<a>`, and so on. It does harm
//! only if nothing breaks it: if the token is acceptable directly in none of the elements that can
//! be granted from there. Tokens with the same virtual tags share one graph; the strongly connected
//! components are found with petgraph.

use super::subject::Subject;
use crate::base::{Code, HashMap, HashSet, IndexMap};
use crate::grammar::ast::Place;
use crate::grammar::compile::containment::{Containment, common};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use crate::grammar::compile::reach::element_of_start;
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::Dfs;
use std::collections::BTreeMap;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let containment = &subject.containment;
    let mut by_tags: IndexMap<Vec<(usize, Place)>, Vec<usize>> = IndexMap::default();
    for goals in subject.stages.tables.alike() {
        let tags = virtual_starts(subject, goals[0]);
        if !tags.is_empty() {
            by_tags.entry(tags).or_default().extend(goals);
        }
    }
    let mut found: IndexMap<Vec<usize>, (Place, Vec<usize>)> = IndexMap::default();
    for (tags, goals) in &mut by_tags {
        goals.sort_unstable();
        for cycle in cycles(containment, tags, goals) {
            if !cycle.endless.is_empty() {
                let of_members = found.entry(cycle.members);
                of_members.or_insert((cycle.place, Vec::new())).1.extend(cycle.endless);
            }
        }
    }
    for (members, (place, goals)) in found {
        report(plain, containment, &members, place, &goals, mistakes);
    }
}

/// The elements whose start tags may be virtual for the sake of a token, with the place that says
/// so.
pub(super) fn virtual_starts(subject: &Subject<'_>, goal: usize) -> Vec<(usize, Place)> {
    let mut starts: BTreeMap<usize, Place> = BTreeMap::new();
    for (tag, place) in subject.virtual_tags(goal) {
        let element = element_of_start(&subject.stages.plain, tag);
        if let Some(element) = element.filter(|&element| subject.is_open(element)) {
            starts.entry(element).or_insert(place);
        }
    }
    starts.into_iter().collect()
}

/// A cycle of virtual start tags.
struct Cycle {
    /// Ascending.
    members: Vec<usize>,
    /// The tokens that have a place directly in none of its members, nor in what can be granted
    /// from them.
    endless: Vec<usize>,
    place: Place,
}

/// What stands in what, between the elements whose start tags may be virtual: from an element to
/// the nonterminal of its content, from there to those that it is made of, and from each of them to
/// the elements that its rules name. So there are no more edges than the rules have symbols.
struct Inside<'c> {
    containment: &'c Containment,
    graph: DiGraph<Node, ()>,
    nonterminals: HashMap<usize, NodeIndex>,
}

#[derive(Clone, Copy)]
enum Node {
    /// By its place among the tags.
    Element(usize),
    Nonterminal(usize),
}

impl<'c> Inside<'c> {
    fn of(containment: &'c Containment, elements: &[usize]) -> Self {
        let mut inside =
            Self { containment, graph: DiGraph::new(), nonterminals: HashMap::default() };
        for at in 0..elements.len() {
            inside.graph.add_node(Node::Element(at));
        }
        let mut open = Vec::new();
        for (at, &element) in elements.iter().enumerate() {
            let content = containment.content(element);
            content.into_iter().for_each(|to| inside.lead(NodeIndex::new(at), to, &mut open));
        }
        while let Some(number) = open.pop() {
            let from = inside.nonterminals[&number];
            let own = containment.own(number);
            own.inner.iter().for_each(|&to| inside.lead(from, to, &mut open));
            for element in common(&own.elements, elements) {
                // OK because it is in both.
                let at = elements.binary_search(&element).unwrap_or_default();
                inside.graph.add_edge(from, NodeIndex::new(at), ());
            }
        }
        inside
    }

    /// An edge to a nonterminal, which is open if it is new.
    fn lead(&mut self, from: NodeIndex, nonterminal: usize, open: &mut Vec<usize>) {
        let graph = &mut self.graph;
        let to = *self.nonterminals.entry(nonterminal).or_insert_with(|| {
            open.push(nonterminal);
            graph.add_node(Node::Nonterminal(nonterminal))
        });
        graph.add_edge(from, to, ());
    }

    /// Those of some tokens that have a place in one of the elements that a node leads to.
    fn acceptable(&self, from: NodeIndex, elements: &[usize], goals: &[usize]) -> HashSet<usize> {
        let mut found = HashSet::default();
        let mut walk = Dfs::new(&self.graph, from);
        while let Some(node) = walk.next(&self.graph) {
            match self.graph[node] {
                Node::Element(at) => found.extend(self.containment.end(elements[at])),
                Node::Nonterminal(number) => {
                    found.extend(common(&self.containment.own(number).terminals, goals));
                }
            }
        }
        found
    }
}

fn cycles(containment: &Containment, tags: &[(usize, Place)], goals: &[usize]) -> Vec<Cycle> {
    let elements: Vec<usize> = tags.iter().map(|&(element, _)| element).collect();
    let inside = Inside::of(containment, &elements);
    let cycle = |component: Vec<NodeIndex>| {
        let members = component.iter().filter_map(|&node| match inside.graph[node] {
            Node::Element(at) => Some(at),
            Node::Nonterminal(_) => None,
        });
        let mut members: Vec<usize> = members.collect();
        members.sort_unstable();
        // An element alone is in no circle: the way back to it leads through its content.
        let first = *members.first().filter(|_| component.len() > 1)?;
        let acceptable = inside.acceptable(NodeIndex::new(first), &elements, goals);
        Some(Cycle {
            members: members.into_iter().map(|at| elements[at]).collect(),
            endless: goals.iter().copied().filter(|goal| !acceptable.contains(goal)).collect(),
            place: tags[first].1,
        })
    };
    kosaraju_scc(&inside.graph).into_iter().filter_map(cycle).collect()
}

/// A shortest way round that begins at the first member.
fn way_round(containment: &Containment, members: &[usize]) -> Vec<usize> {
    let start = members[0];
    // What each stands in, and of the start what closes the circle.
    let mut outer_of: IndexMap<usize, usize> = IndexMap::default();
    let mut next = 0;
    let mut outer = start;
    while !outer_of.contains_key(&start) {
        for inner in containment.standing(outer, members) {
            outer_of.entry(inner).or_insert(outer);
        }
        let Some((&inner, _)) = outer_of.get_index(next) else { break };
        (outer, next) = (inner, next + 1);
    }
    let outer = |member: &usize| outer_of.get(member).copied();
    let inside = |&member: &usize| outer(&member).filter(|_| member != start);
    let mut way: Vec<usize> = std::iter::successors(outer(&start), inside).collect();
    way.reverse();
    way.push(start);
    way
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
        way.iter().map(|&number| plain.spelling(PlainSymbol::Element(number))).collect();
    let goal = plain.terminal_spelling(goals[0]);
    let others = match goals.len() - 1 {
        0 => String::new(),
        1 => " and one other token".to_owned(),
        more => format!(" and {more} other tokens"),
    };
    let cycle = spelled.join(" → ");
    let message = format!("virtual start tags could go on for ever: {cycle}");
    mistakes.push(
        warning(Code::Endless, place, message)
            .label(format!("for the sake of {goal}{others}, acceptable in none of them"))
            .note("a start tag is made virtual at most once for one token; that cuts this off")
            .help("say for which tokens these tags may be virtual: `wish … for …`, or shorter remedy lines")
            .about(goal),
    );
}
