//! Which numbered things lead to each other: strongly connected components, by Kosaraju's algorithm,
//! which does not recurse.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// The strongly connected components of some numbered things.
pub(crate) struct Components {
    /// Each behind those that it leads to.
    pub(crate) members: Vec<Vec<usize>>,
    /// By thing: the number of its component.
    pub(crate) of: Vec<usize>,
}

impl Components {
    /// Those of so many things, of which some lead to others.
    pub(crate) fn new(things: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in 0..things {
            graph.add_node(());
        }
        for (from, to) in edges {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
        }
        let mut of = vec![0; things];
        let indices = |nodes: Vec<NodeIndex>| nodes.into_iter().map(NodeIndex::index).collect();
        let members: Vec<Vec<usize>> = kosaraju_scc(&graph).into_iter().map(indices).collect();
        for (number, things) in members.iter().enumerate() {
            things.iter().for_each(|&thing| of[thing] = number);
        }
        Self { members, of }
    }

    /// Whether two things lead to each other, or are one.
    pub(crate) fn are_one(&self, one: usize, other: usize) -> bool {
        self.of[one] == self.of[other]
    }
}
