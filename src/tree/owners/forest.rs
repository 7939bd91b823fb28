//! A link-cut tree (Sleator and Tarjan 1983): a forest with sums along the paths from its roots.
//!
//! Each path from a root is split into pieces. A piece is a splay tree, in the order of the depths.
//! `up` is the parent in the splay tree; at the root of a splay tree it is the element above the
//! piece. All operations take logarithmic amortized time.

use crate::tree::node::ElementRow;

#[derive(Clone, Default)]
struct ForestNode {
    up: Option<ElementRow>,
    /// The children in the splay tree: above and below in the forest.
    sides: [Option<ElementRow>; 2],
    own: u64,
    /// The sum of the subtree of the splay tree.
    total: u64,
}

pub(super) struct Forest(Vec<ForestNode>);

impl Forest {
    /// Creates a forest of single elements.
    pub(super) fn new(count: usize) -> Self {
        Self(vec![ForestNode::default(); count])
    }

    /// Makes a root the child of another element, which must not be in its tree.
    pub(super) fn link(&mut self, root: ElementRow, parent: ElementRow) {
        self.access(root);
        self.0[root.index()].up = Some(parent);
    }

    /// Takes an element with its descendants from its parent.
    pub(super) fn cut(&mut self, element: ElementRow) {
        self.access(element);
        if let Some(above) = self.0[element.index()].sides[0].take() {
            self.0[above.index()].up = None;
        }
        self.recount(element);
    }

    /// Returns the sum of the numbers from the root to an element.
    pub(super) fn sum(&mut self, element: ElementRow) -> u64 {
        self.access(element);
        self.0[element.index()].total
    }

    /// Adds a number to an element, and so to the sums of all elements in it.
    pub(super) fn add(&mut self, element: ElementRow, number: u64) {
        self.access(element);
        let node = &mut self.0[element.index()];
        node.own = node.own.wrapping_add(number);
        self.recount(element);
    }

    /// Makes the path from the root to an element one piece, whose splay tree has the element as
    /// its root.
    fn access(&mut self, element: ElementRow) {
        let (mut below, mut next) = (None, Some(element));
        while let Some(node) = next {
            self.splay(node);
            self.0[node.index()].sides[1] = below;
            self.recount(node);
            (below, next) = (Some(node), self.0[node.index()].up);
        }
        self.splay(element);
    }

    /// Returns the parent of a node in its splay tree, and the side that the node is on.
    fn parent(&self, node: ElementRow) -> Option<(ElementRow, usize)> {
        let up = self.0[node.index()].up?;
        let sides = &self.0[up.index()].sides;
        Some((up, sides.iter().position(|&side| side == Some(node))?))
    }

    fn splay(&mut self, node: ElementRow) {
        while let Some((parent, side)) = self.parent(node) {
            if let Some((_, outer)) = self.parent(parent) {
                self.rotate(if side == outer { parent } else { node });
            }
            self.rotate(node);
        }
    }

    /// Exchanges a node with its parent in the splay tree.
    fn rotate(&mut self, node: ElementRow) {
        let Some((parent, side)) = self.parent(node) else { return };
        if let Some((grandparent, outer)) = self.parent(parent) {
            self.0[grandparent.index()].sides[outer] = Some(node);
        }
        self.0[node.index()].up = self.0[parent.index()].up;
        let inner = self.0[node.index()].sides[1 - side].replace(parent);
        self.0[parent.index()].sides[side] = inner;
        self.0[parent.index()].up = Some(node);
        if let Some(inner) = inner {
            self.0[inner.index()].up = Some(parent);
        }
        self.recount(parent);
        self.recount(node);
    }

    fn recount(&mut self, node: ElementRow) {
        let ForestNode { own, sides, .. } = self.0[node.index()];
        let mut total = own;
        for side in sides.into_iter().flatten() {
            total = total.wrapping_add(self.0[side.index()].total);
        }
        self.0[node.index()].total = total;
    }
}
