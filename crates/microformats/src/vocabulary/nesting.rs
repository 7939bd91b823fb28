//! The graph of nested formats, with its cycles, for Graphviz or as lines of text. An edge is a
//! property that may contain an item of a format.
//!
//! ```text
//! vcard (hCard)
//!   adr  -> adr
//!   agent  -> vcard
//! ```

use std::fmt::Write;

use petgraph::algo::kosaraju_scc;
use petgraph::dot::Dot;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::model::{Format, PropertyKind, Vocabulary};
use wishful::base::IndexMap;

/// The formats reachable from some formats, with the formats and parts that each may contain.
#[derive(Clone, Debug)]
pub struct Nesting<'v> {
    vocabulary: &'v Vocabulary,
    /// The graph of keys; the label of an edge lists the properties, separated by commas.
    graph: DiGraph<&'v str, String>,
}

impl<'v> Nesting<'v> {
    /// Builds the graph of everything reachable from the formats with some keys.
    pub fn of<'k>(vocabulary: &'v Vocabulary, keys: impl Iterator<Item = &'k str>) -> Self {
        let mut graph = DiGraph::new();
        let mut nodes: IndexMap<&str, NodeIndex> = IndexMap::default();
        for (key, _) in keys.filter_map(|key| vocabulary.formats.get_key_value(key)) {
            nodes.insert(key, graph.add_node(&**key));
        }
        let mut at = 0;
        while let Some((&key, &node)) = nodes.get_index(at) {
            for (inner, properties) in inner(&vocabulary.formats[key]) {
                let Some((inner, _)) = vocabulary.formats.get_key_value(inner) else { continue };
                let other = *nodes.entry(inner).or_insert_with(|| graph.add_node(&**inner));
                graph.add_edge(node, other, properties.join(", "));
            }
            at += 1;
        }
        Self { vocabulary, graph }
    }

    /// Formats the graph as a Graphviz digraph.
    pub fn dot(&self) -> String {
        Dot::new(&self.graph).to_string()
    }

    /// Formats the graph as lines of text, with the cycles at the end.
    pub fn text(&self) -> String {
        let mut out = String::new();
        for node in self.graph.node_indices() {
            let key = self.graph[node];
            let _ = writeln!(out, "{key} ({})", self.vocabulary.formats[key].title);
            let mut edges: Vec<_> = self.graph.edges(node).collect();
            edges.reverse();
            for edge in edges {
                let _ = writeln!(out, "  {} -> {}", edge.weight(), self.graph[edge.target()]);
            }
        }
        for cycle in self.cycles() {
            let _ = writeln!(out, "cycle: {}", cycle.join(" "));
        }
        out
    }

    /// Returns the cycles: the strongly connected components of formats that may contain each other
    /// or themselves.
    pub(crate) fn cycles(&self) -> Vec<Vec<&'v str>> {
        let mut cycles: Vec<Vec<&str>> = Vec::new();
        for mut component in kosaraju_scc(&self.graph) {
            if component.len() > 1 || self.graph.contains_edge(component[0], component[0]) {
                component.sort_unstable();
                cycles.push(component.into_iter().map(|node| self.graph[node]).collect());
            }
        }
        cycles.sort_unstable();
        cycles
    }
}

/// Returns the keys of formats that a format may contain, each with its properties.
fn inner(format: &Format) -> IndexMap<&str, Vec<&str>> {
    let mut inner: IndexMap<&str, Vec<&str>> = IndexMap::default();
    for (name, property) in format.properties.iter().chain(&format.relations) {
        let PropertyKind::Nested { roots, .. } = &property.kind else { continue };
        for root in roots {
            inner.entry(root).or_default().push(name);
        }
    }
    inner
}
