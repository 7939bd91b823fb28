//! Traversal of the tree along the links, without a stack.

use super::node_ref::NodeRef;

/// A step of a [`Walk`].
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Step<'a> {
    /// The start of the node.
    Enter(NodeRef<'a>),
    /// The end of the node, after the ends of all nodes entered since its start.
    Leave(NodeRef<'a>),
}

/// An iterator that enters and leaves a node and all its descendants, in document order.
#[derive(Clone, Debug)]
pub struct Walk<'a> {
    top: NodeRef<'a>,
    next: Option<Step<'a>>,
}

impl<'a> Walk<'a> {
    pub(super) fn new(top: NodeRef<'a>) -> Self {
        Self { top, next: Some(Step::Enter(top)) }
    }

    /// Skips the remaining content of a node, and its end.
    pub(super) fn pass_over(&mut self, node: NodeRef<'a>) {
        self.next = self.after(Step::Leave(node));
    }

    fn after(&self, step: Step<'a>) -> Option<Step<'a>> {
        match step {
            Step::Enter(node) => match node.first_child() {
                Some(child) => Some(Step::Enter(child)),
                None => Some(Step::Leave(node)),
            },
            Step::Leave(node) if node == self.top => None,
            Step::Leave(node) => match node.next_sibling() {
                Some(sibling) => Some(Step::Enter(sibling)),
                None => Some(Step::Leave(node.parent()?)),
            },
        }
    }
}

impl<'a> Iterator for Walk<'a> {
    type Item = Step<'a>;

    fn next(&mut self) -> Option<Step<'a>> {
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
