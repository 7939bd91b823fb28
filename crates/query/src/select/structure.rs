//! The tree around an element, as selectors see it. Template contents and shadow roots have no
//! parent, and a shadow root is no sibling. (DOM, section 4.2; HTML, section 4.12.3.)

use super::run::MatchRun;
use crate::steps::BudgetExhausted;
use wishful::tree::{Document, NodeRef};

/// Returns the parent element of a node.
pub(super) fn parent_element(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.parent().filter(|parent| parent.is_element() && !parent.holds_other_tree())
}

/// Reports whether a node is an element and not a shadow root.
pub(super) fn is_element(node: NodeRef<'_>) -> bool {
    node.is_element() && !node.is_shadow_root()
}

/// Returns the document element. (DOM, section 4.5, "document element".)
pub(super) fn root_element(document: &Document) -> Option<NodeRef<'_>> {
    document.root().children().find(|child| is_element(*child))
}

impl<'d> MatchRun<'_, 'd> {
    /// Returns the nearest preceding sibling that is an element.
    pub(super) fn previous_element(
        &mut self,
        node: NodeRef<'d>,
    ) -> Result<Option<NodeRef<'d>>, BudgetExhausted> {
        let mut siblings = node.preceding_siblings().rev();
        loop {
            self.steps.take(1)?;
            match siblings.next() {
                Some(sibling) if !is_element(sibling) => {}
                end => return Ok(end),
            }
        }
    }
}
