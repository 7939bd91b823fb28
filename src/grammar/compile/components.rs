//! Strongly connected components of a graph of numbered nodes, by Kosaraju's algorithm without
//! recursion.

use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// The strongly connected components of a graph.
pub(crate) struct Components {
    /// The nodes of each component, in reverse topological order: each component after those that
    /// it leads to.
    pub(crate) members: Vec<Vec<usize>>,
    /// By node: the number of its component.
    pub(crate) of: Vec<usize>,
}

impl Components {
    /// Computes the components of a graph with `nodes` nodes.
    pub(crate) fn new(nodes: usize, edges: impl IntoIterator<Item = (usize, usize)>) -> Self {
        let mut graph: DiGraph<(), ()> = DiGraph::new();
        for _ in 0..nodes {
            graph.add_node(());
        }
        for (from, to) in edges {
            graph.add_edge(NodeIndex::new(from), NodeIndex::new(to), ());
        }
        let mut of = vec![0; nodes];
        let mut members = Vec::new();
        for (number, component) in kosaraju_scc(&graph).into_iter().enumerate() {
            let component: Vec<usize> = component.into_iter().map(NodeIndex::index).collect();
            for &node in &component {
                of[node] = number;
            }
            members.push(component);
        }
        Self { members, of }
    }

    /// Reports whether two nodes are in one component.
    pub(crate) fn are_one(&self, one: usize, other: usize) -> bool {
        self.of[one] == self.of[other]
    }
}
