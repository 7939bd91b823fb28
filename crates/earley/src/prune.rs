//! Forests with fewer trees: without some alternatives, or without cycles.
//!
//! A pruned forest lists the alternatives of each node: its prefixes are not shared any more. Nodes
//! that have lost all their derivations, and those that no tree needs, are dropped.

use super::forest::{Division, Forest, Nodes, Part, PrefixId, RuleChoice, SpanId, SpanNode};
use super::forest_view::{ForestAlternative, ForestChild, ForestNode};
use crate::util::narrow;

/// The alternatives of each node, by its number.
type Alternatives<'f> = Vec<Vec<ForestAlternative<'f>>>;

impl Forest {
    /// Returns the forest of the trees that consist of alternatives for which `keep` returns true.
    /// Returns `None` if there is no such tree.
    #[must_use]
    pub fn pruned(
        &self,
        mut keep: impl FnMut(ForestNode<'_>, &ForestAlternative<'_>) -> bool,
    ) -> Option<Self> {
        let mut kept: Alternatives<'_> = vec![Vec::new(); self.node_count()];
        for node in self.nodes() {
            kept[node.index()] = node.alternatives().filter(|one| keep(node, one)).collect();
        }
        let ranks = derivation_ranks(&kept);
        for alternatives in &mut kept {
            alternatives.retain(|one| ends(&one.children).all(|child| ranks[child].is_some()));
        }
        ranks[self.root.index()]?;
        Some(self.rebuilt(&kept))
    }

    /// Returns the forest without its cycles, which has finitely many trees. It is this forest if
    /// that has no cycles. Each node on a cycle keeps the alternatives that lead to nodes with
    /// smaller derivations, so it keeps its smallest ones.
    #[must_use]
    pub fn without_cycles(&self) -> Self {
        if !self.is_infinite() {
            return self.clone();
        }
        let mut kept: Alternatives<'_> = vec![Vec::new(); self.node_count()];
        for node in self.nodes() {
            kept[node.index()] = node.alternatives().collect();
        }
        let ranks = derivation_ranks(&kept);
        for (index, alternatives) in kept.iter_mut().enumerate() {
            let extent = self.extent(SpanId::new(index));
            alternatives.retain(|one| {
                ends(&one.children).all(|child| {
                    let child_extent = self.extent(SpanId::new(child));
                    child_extent != extent
                        || !self.is_looped(SpanId::new(child))
                        || ranks[child] < ranks[index]
                })
            });
        }
        self.rebuilt(&kept)
    }

    /// Builds the forest of some alternatives of each node; those of the root are not empty.
    fn rebuilt(&self, kept: &Alternatives<'_>) -> Self {
        let mut order = vec![self.root.index()];
        let mut numbers: Vec<Option<usize>> = vec![None; kept.len()];
        numbers[self.root.index()] = Some(0);
        let mut next = 0;
        while let Some(&node) = order.get(next) {
            next += 1;
            for child in kept[node].iter().flat_map(|one| ends(&one.children)) {
                if numbers[child].is_none() {
                    numbers[child] = Some(order.len());
                    order.push(child);
                }
            }
        }
        let part = |child: &ForestChild<'_>| match child {
            ForestChild::Word(_, index) => Part::word(narrow(*index)),
            // OK because every child of a node in `order` is in `order`.
            ForestChild::Node(node) => {
                Part::span(SpanId::new(numbers[node.index()].unwrap_or_default()))
            }
        };
        let mut nodes = Nodes::default();
        for &node in &order {
            let (start, end) = self.extent(SpanId::new(node));
            nodes.spans.push(SpanNode { start, end, first: narrow(nodes.choices.len()) });
            for ForestAlternative { rule, children } in &kept[node] {
                let mut children = children.iter().map(part);
                let mut right = children.next().unwrap_or(Part::EMPTY);
                for last in children {
                    nodes.prefixes.push(narrow(nodes.divisions.len()));
                    nodes.divisions.push(Division { before: right, last });
                    right = Part::prefix(PrefixId::new(nodes.prefixes.len() - 1));
                }
                nodes.choices.push(RuleChoice { rule: *rule, right });
            }
        }
        let (rules, words) = (self.rules.clone(), self.words.clone());
        let root = SpanId::new(0);
        let mut forest = Self { rules, words, nodes, root, loops: Vec::new(), work: self.work };
        forest.loops = forest.find_loops();
        forest
    }
}

/// Returns the numbers of the nodes among some children.
fn ends<'c>(children: &'c [ForestChild<'_>]) -> impl Iterator<Item = usize> + 'c {
    children.iter().filter_map(|child| match child {
        ForestChild::Node(node) => Some(node.index()),
        ForestChild::Word(..) => None,
    })
}

/// Returns for each node a number that is greater than those of all children of one of its
/// alternatives; `None` if the node has no finite derivation.
fn derivation_ranks(kept: &Alternatives<'_>) -> Vec<Option<usize>> {
    // For each node, the alternatives that need it, and for each alternative, the nodes that it
    // still needs.
    let mut users: Vec<Vec<(usize, usize)>> = vec![Vec::new(); kept.len()];
    let mut missing: Vec<Vec<usize>> = Vec::with_capacity(kept.len());
    let mut ready = Vec::new();
    for (node, alternatives) in kept.iter().enumerate() {
        let mut counts = Vec::with_capacity(alternatives.len());
        for (index, alternative) in alternatives.iter().enumerate() {
            for child in ends(&alternative.children) {
                users[child].push((node, index));
            }
            counts.push(ends(&alternative.children).count());
        }
        if counts.contains(&0) {
            ready.push(node);
        }
        missing.push(counts);
    }
    let mut ranks = vec![None; kept.len()];
    for &node in &ready {
        ranks[node] = Some(0);
    }
    let mut next = 0;
    while let Some(&node) = ready.get(next) {
        next += 1;
        for &(user, alternative) in &users[node] {
            missing[user][alternative] -= 1;
            if missing[user][alternative] == 0 && ranks[user].is_none() {
                ranks[user] = Some(next);
                ready.push(user);
            }
        }
    }
    ranks
}
