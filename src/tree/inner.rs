//! The separate trees of a document: template contents and shadow trees.

use super::document::Document;
use super::lazy::InnerTree;
use super::node::NodeId;
use super::node_ref::NodeRef;

impl Document {
    /// Returns the template contents and the shadow trees that have nodes, in document order.
    #[doc(hidden)]
    pub fn inner_trees(&self) -> &[InnerTree] {
        self.index().inner_trees.get_or_init(|| {
            let mut trees: Vec<InnerTree> = Vec::new();
            if !self.has_other_trees() {
                return trees;
            }
            for node in self.nodes() {
                let Some(start) = first_inside(node) else { continue };
                let mut enclosing = trees.len().checked_sub(1);
                while let Some(tree) = enclosing
                    && trees[tree].range.end <= start
                {
                    enclosing = trees[tree].enclosing;
                }
                trees.push(InnerTree { owner: node.id(), range: start..node.end(), enclosing });
            }
            trees
        })
    }

    /// Reports whether any node holds a separate tree, even an empty one. Most documents have none,
    /// so their lookups need no further check.
    pub(super) fn has_other_trees(&self) -> bool {
        let mut elements = self.tables.elements.iter();
        !self.tables.shadow_roots.is_empty()
            || elements.any(|element| self.facts(element.element).contents)
    }

    /// Returns the index, among the inner trees, of the innermost one that contains a node.
    #[doc(hidden)]
    pub fn inner_tree_of(&self, node: NodeId) -> Option<usize> {
        let (trees, number) = (self.inner_trees(), node.index());
        let mut tree = trees.partition_point(|tree| tree.range.start <= number).checked_sub(1);
        while let Some(ended) = tree
            && trees[ended].range.end <= number
        {
            tree = trees[ended].enclosing;
        }
        tree
    }
}

/// Returns the number of the first node of the separate tree that a node holds, if that tree has
/// nodes.
fn first_inside(node: NodeRef<'_>) -> Option<usize> {
    let number = node.id().index();
    let start = if node.is_shadow_root() { number } else { number + 1 };
    let is_inner = node.is_shadow_root() || node.has_template_contents();
    if is_inner && start < node.end() { Some(start) } else { None }
}
