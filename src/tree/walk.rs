//! Traversal of the tree along the links, without a stack.

use super::node_ref::NodeRef;

/// A step of a [`Walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum WalkStep<'a> {
    /// The start of the node.
    Enter(NodeRef<'a>),
    /// The end of the node, after the ends of all nodes entered since its start.
    Leave(NodeRef<'a>),
}

/// An iterator that enters and leaves a node and all its descendants, in document order.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    top: NodeRef<'a>,
    next: Option<WalkStep<'a>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(top: NodeRef<'a>) -> Self {
        Self { top, next: Some(WalkStep::Enter(top)) }
    }

    /// Skips the remaining content of a node, and its end.
    #[doc(hidden)]
    pub fn pass_over(&mut self, node: NodeRef<'a>) {
        self.next = self.after(WalkStep::Leave(node));
    }

    fn after(&self, step: WalkStep<'a>) -> Option<WalkStep<'a>> {
        match step {
            WalkStep::Enter(node) => match node.first_child() {
                Some(child) => Some(WalkStep::Enter(child)),
                None => Some(WalkStep::Leave(node)),
            },
            WalkStep::Leave(node) if node == self.top => None,
            WalkStep::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(WalkStep::Enter(sibling)),
                None => Some(WalkStep::Leave(node.parent()?)),
            },
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = WalkStep<'a>;

    fn next(&mut self) -> Option<WalkStep<'a>> {
        let step = self.next?;
        self.next = self.after(step);
        Some(step)
    }
}

impl<'a> NodeRef<'a> {
    /// Enters and leaves the node and all its descendants, in document order.
    #[must_use]
    pub fn walk(self) -> Walk<'a> {
        Walk::new(self)
    }
}
