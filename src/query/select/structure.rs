//! What is around an element, as selectors see it: no way leads out of template contents or a shadow root, and a shadow root
//! is no sibling. (DOM, section 4.2; HTML, section 4.12.3.)

use super::run::Run;
use crate::query::steps::Cut;
use crate::tree::{Document, NodeRef};

/// The element that a node stands in.
pub(super) fn parent_element(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    node.parent().filter(|parent| parent.is_element() && !parent.holds_other_tree())
}

/// Whether a node is an element, and no shadow root.
pub(super) fn is_element(node: NodeRef<'_>) -> bool {
    node.is_element() && !node.is_shadow_root()
}

/// The element that is the document's own one. (DOM, section 4.5, "document element".)
pub(super) fn root_element(document: &Document) -> Option<NodeRef<'_>> {
    document.root().children().find(|child| is_element(*child))
}

impl<'d> Run<'_, 'd> {
    /// The nearest element before a node with the same parent.
    pub(super) fn previous_element(
        &mut self,
        node: NodeRef<'d>,
    ) -> Result<Option<NodeRef<'d>>, Cut> {
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
