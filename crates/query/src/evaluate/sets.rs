//! Axes of node-sets: the nodes on the axis of at least one start node, in document order, without
//! duplicates.
//!
//! | axis of a set | evaluation | cost |
//! | --- | --- | --- |
//! | `descendant`, `descendant-or-self` | ranges of the outermost nodes | ranges; by name: hits |
//! | `following` | all nodes after the first end | as above |
//! | `preceding` | all nodes that end before the last start | as above |
//! | `ancestor`, `ancestor-or-self` | a climb from each, up to a visited node | the result |
//! | `child`, `attribute`, `namespace`, `self`, `parent` | from each node | the result |
//! | `following-sibling`, `preceding-sibling` | from one node per parent | the result |

use std::ops::Range;
use std::rc::Rc;

use super::evaluator::Evaluator;
use super::failure::Eval;
use super::node_test::Test;
use super::place::{EvalNode, TreeExtent};
use crate::plan::Axis;
use wishful::base::HashSet;
use wishful::tree::NodeId;

/// The length from which a range uses the index of names; shorter ranges are scanned.
const SHORT: usize = 16;

/// Sorts nodes in document order and removes duplicates, unless they are in order already.
pub(crate) fn order(nodes: &mut Vec<EvalNode>) {
    if !nodes.is_sorted_by(|a, b| a < b) {
        nodes.sort_unstable();
        nodes.dedup();
    }
}

impl<'e, 'd: 'e> Evaluator<'e, 'd> {
    /// Returns the nodes on an axis that pass a test; `from` must be in document order. The closure
    /// `test` resolves the node test for the document of a node.
    pub(crate) fn axis(
        &mut self,
        from: &[EvalNode],
        axis: Axis,
        test: impl Fn(&mut Self, EvalNode) -> Rc<Test<'e>>,
    ) -> Eval<Vec<EvalNode>> {
        let mut found = Vec::new();
        let mut rest = from;
        while let Some(first) = rest.first() {
            let count = self.in_same_tree(rest);
            let (same, others) = rest.split_at(count);
            let test = test(self, *first);
            self.axis_in_tree(same, axis, &test, &mut found)?;
            rest = others;
        }
        order(&mut found);
        Ok(found)
    }

    /// Returns the number of leading nodes that are in the same tree.
    fn in_same_tree(&self, nodes: &[EvalNode]) -> usize {
        let Some(tree) = self.world.tree(nodes[0]) else { return 1 };
        let Some(document) = self.world.document(nodes[0]) else { return 1 };
        if document.inner_trees().is_empty() {
            return nodes.partition_point(|node| node.document <= nodes[0].document);
        }
        nodes.iter().take_while(|node| self.world.root(**node) == tree.root).count()
    }

    /// Appends the nodes of an axis from several nodes of one tree, in document order.
    fn axis_in_tree(
        &mut self,
        from: &[EvalNode],
        axis: Axis,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        match axis {
            Axis::Descendant | Axis::DescendantOrSelf => self.descendants(from, axis, test, found),
            Axis::Following => self.following(from, test, found),
            Axis::Preceding => self.each(&from[from.len() - 1..], axis, test, found),
            Axis::Ancestor | Axis::AncestorOrSelf => self.ancestors(from, axis, test, found),
            Axis::FollowingSibling => self.siblings(&mut from.iter().copied(), axis, test, found),
            Axis::PrecedingSibling => {
                self.siblings(&mut from.iter().rev().copied(), axis, test, found)
            }
            _ => self.each(from, axis, test, found),
        }
    }

    /// Walks the axis of each node. The caller guarantees that the results are disjoint, or sorts
    /// them afterwards.
    fn each(
        &mut self,
        from: &[EvalNode],
        axis: Axis,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        for place in from {
            for node in self.world.walk(*place, axis) {
                self.steps.take(1)?;
                if self.world.passes(test, node, axis) {
                    found.push(node);
                }
            }
        }
        Ok(())
    }

    /// Appends the descendants. Those of a node inside an earlier one are skipped, since they are
    /// found already.
    fn descendants(
        &mut self,
        from: &[EvalNode],
        axis: Axis,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let Some(tree) = self.world.tree(from[0]) else {
            let own = if axis == Axis::Descendant { &[] } else { from };
            return self.each(own, Axis::Itself, test, found);
        };
        let mut covered = 0;
        for place in from {
            let is_new = place.number() >= covered || place.is_aside();
            if axis == Axis::DescendantOrSelf && is_new && self.world.passes(test, *place, axis) {
                found.push(*place);
            }
            let range = self.world.inside(*place);
            let range = range.start.max(covered)..range.end;
            if !range.is_empty() {
                covered = range.end;
                self.range(&tree, range, test, found)?;
            }
        }
        Ok(self.steps.take(from.len())?)
    }

    /// Appends the nodes on the `following` axis: those after the node that ends first.
    fn following(
        &mut self,
        from: &[EvalNode],
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let ends = from.iter().map(|place| self.world.end(*place)).min();
        self.steps.take(from.len())?;
        match (ends, self.world.tree(from[0])) {
            (Some(end), Some(tree)) => {
                self.range(&tree, end..tree.inside.end.max(end), test, found)
            }
            _ => Ok(()),
        }
    }

    /// Collects the nodes of a tree in an id range that pass a test.
    pub(crate) fn range(
        &mut self,
        tree: &TreeExtent,
        range: Range<usize>,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let document = self.world.document(tree.root).filter(|_| range.len() > SHORT);
        if let Test::WithAttribute(name) = test
            && let Some(all) = document.and_then(|it| it.elements_with_attribute(name))
        {
            return self.listed(tree, &range, all, test, found);
        }
        match (test, document) {
            (Test::Element(Some(names), _), Some(document)) => {
                for name in names.iter().flatten() {
                    self.listed(tree, &range, document.elements_named(*name), test, found)?;
                }
                Ok(())
            }
            (Test::Attribute(..) | Test::Namespace(_) | Test::Nothing, _) => Ok(()),
            _ => {
                self.steps.take(range.len())?;
                let world = &self.world;
                for node in world.nodes_in(tree, range).into_iter().flatten() {
                    if world.passes_inner(test, node) {
                        found.push(tree.root.beside(node.id()));
                    }
                }
                Ok(())
            }
        }
    }

    /// Collects the nodes of a range that are in a list of the document's nodes.
    fn listed(
        &mut self,
        tree: &TreeExtent,
        range: &Range<usize>,
        all: &[NodeId],
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let Some(document) = self.world.document(tree.root) else { return Ok(()) };
        let start = all.partition_point(|node| node.index() < range.start);
        let end = all.partition_point(|node| node.index() < range.end);
        let named = &all[start..end];
        self.steps.take(named.len() + 1)?;
        let has_inner_trees = !document.inner_trees().is_empty();
        for id in named {
            if has_inner_trees && document.inner_tree_of(*id) != tree.number {
                continue;
            }
            if let Some(node) = document.node(*id)
                && self.world.passes_inner(test, node)
            {
                found.push(tree.root.beside(*id));
            }
        }
        Ok(())
    }

    /// Climbs from each node, up to a node that an earlier climb visited.
    fn ancestors(
        &mut self,
        from: &[EvalNode],
        axis: Axis,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let mut visited = HashSet::default();
        for place in from {
            let mut next =
                if axis == Axis::Ancestor { self.world.parent(*place) } else { Some(*place) };
            while let Some(node) = next
                && visited.insert(node)
            {
                self.steps.take(1)?;
                if self.world.passes(test, node, axis) {
                    found.push(node);
                }
                next = self.world.parent(node);
            }
        }
        Ok(())
    }

    /// Collects the siblings of the first node of each parent in the order of `from`.
    fn siblings(
        &mut self,
        from: &mut dyn Iterator<Item = EvalNode>,
        axis: Axis,
        test: &Test<'e>,
        found: &mut Vec<EvalNode>,
    ) -> Eval<()> {
        let mut visited = HashSet::default();
        for place in from {
            self.steps.take(1)?;
            if !place.is_aside()
                && let Some(parent) = self.world.parent(place)
                && visited.insert(parent)
            {
                self.each(&[place], axis, test, found)?;
            }
        }
        Ok(())
    }
}
