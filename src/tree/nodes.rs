//! Iteration over nodes in document order, from either end.
//!
//! A node's number is its index in document order, and a subtree is a range of numbers. So
//! descendants, following and preceding nodes are ranges of numbers; only parents and siblings need
//! the links.

use std::iter::FusedIterator;
use std::ops::Range;

use super::document::Document;
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef};

/// An iterator over the nodes of a range of numbers, in document order.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
/// let html = "<ul><li>a<ul><li>b</ul><li>c</ul>";
/// let document = parser.parse(html, &ParseOptions::default()).unwrap();
/// // The items of the outer list: what is in one of them is passed over.
/// let mut nodes = document.first_element("ul").unwrap().descendants();
/// let mut items = Vec::new();
/// while let Some(node) = nodes.next() {
///     if node.name() == Some("li") {
///         items.push(node.first_child().unwrap().text().unwrap());
///         nodes.skip_subtree();
///     }
/// }
/// assert_eq!(items, ["a", "c"]);
/// ```
#[derive(Clone, Debug)]
pub struct Nodes<'a> {
    document: &'a Document,
    range: Range<usize>,
    /// The node that `next` returned last.
    last: Option<NodeId>,
}

impl<'a> Nodes<'a> {
    pub(super) fn new(document: &'a Document, range: Range<usize>) -> Self {
        Self { document, range, last: None }
    }

    /// Skips the descendants of the node that `next` returned last.
    pub fn skip_subtree(&mut self) {
        let subtree_end = self.last.map_or(0, |last| self.document.tables.subtree_end(last));
        self.range.start = subtree_end.clamp(self.range.start, self.range.end);
    }

    /// Returns only the elements.
    pub fn elements(self) -> impl DoubleEndedIterator<Item = NodeRef<'a>> + Clone {
        self.filter(|node| node.is_element())
    }

    /// Returns only the nodes in the same tree as the first of them, in the DOM's sense. Template
    /// contents and shadow trees are separate trees. (DOM, section 4.2; HTML, section 4.12.3.)
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<p>a<template><p>b</template>";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// assert_eq!(document.nodes().filter(|node| node.name() == Some("p")).count(), 2);
    /// assert_eq!(document.nodes().same_tree().filter(|node| node.name() == Some("p")).count(), 1);
    /// ```
    pub fn same_tree(mut self) -> impl Iterator<Item = NodeRef<'a>> + Clone {
        let mut is_other_inside = false;
        std::iter::from_fn(move || {
            loop {
                if is_other_inside {
                    self.skip_subtree();
                }
                let node = self.next()?;
                is_other_inside = node.holds_other_tree();
                if !node.is_shadow_root() {
                    return Some(node);
                }
            }
        })
    }

    fn node(&self, index: usize) -> NodeRef<'a> {
        NodeRef::new(self.document, NodeId::new(index))
    }
}

impl<'a> Iterator for Nodes<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let index = self.range.next()?;
        self.last = Some(NodeId::new(index));
        Some(self.node(index))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.range.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<NodeRef<'a>> {
        self.range.start = self.range.start.saturating_add(n).min(self.range.end);
        self.next()
    }
}

impl DoubleEndedIterator for Nodes<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let index = self.range.next_back()?;
        Some(self.node(index))
    }
}

impl ExactSizeIterator for Nodes<'_> {}
impl FusedIterator for Nodes<'_> {}

/// An iterator over the nodes before a node that are not its ancestors, the nearest first.
#[derive(Clone, Debug)]
pub struct Preceding<'a> {
    nodes: Nodes<'a>,
    /// The innermost ancestor that has not been passed yet.
    around: Option<NodeRef<'a>>,
}

impl<'a> Preceding<'a> {
    pub(super) fn new(node: NodeRef<'a>) -> Self {
        let nodes = Nodes::new(node.document(), 0..node.id().index());
        Self { nodes, around: node.parent() }
    }
}

impl<'a> Iterator for Preceding<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        loop {
            let node = self.nodes.next_back()?;
            if Some(node) != self.around {
                return Some(node);
            }
            self.around = node.parent();
        }
    }
}

impl FusedIterator for Preceding<'_> {}

/// An iterator over neighbouring children of one node.
#[derive(Clone, Debug)]
pub struct Siblings<'a> {
    /// The first and the last of the remaining nodes.
    ends: Option<(NodeRef<'a>, NodeRef<'a>)>,
}

impl<'a> Siblings<'a> {
    /// Returns the siblings from `first` up to and including `last`; none if either is `None`.
    pub(super) fn between(first: Option<NodeRef<'a>>, last: Option<NodeRef<'a>>) -> Self {
        Self { ends: first.zip(last) }
    }

    /// Returns only the elements.
    pub fn elements(self) -> impl DoubleEndedIterator<Item = NodeRef<'a>> + Clone {
        self.filter(|node| node.is_element())
    }
}

impl<'a> Iterator for Siblings<'a> {
    type Item = NodeRef<'a>;

    fn next(&mut self) -> Option<NodeRef<'a>> {
        let (first, last) = self.ends?;
        self.ends = match first.next_sibling() {
            Some(next) if first != last => Some((next, last)),
            _ => None,
        };
        Some(first)
    }
}

impl DoubleEndedIterator for Siblings<'_> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let (first, last) = self.ends?;
        self.ends = match last.previous_sibling() {
            Some(previous) if first != last => Some((first, previous)),
            _ => None,
        };
        Some(last)
    }
}

impl FusedIterator for Siblings<'_> {}

impl Document {
    /// Returns all nodes in document order, the root first.
    #[must_use]
    pub fn nodes(&self) -> Nodes<'_> {
        Nodes::new(self, 0..self.len())
    }
}

impl<'a> NodeRef<'a> {
    /// Returns one past the number of the last descendant.
    #[doc(hidden)]
    pub fn end(self) -> usize {
        self.document().tables.subtree_end(self.id())
    }

    /// Reports whether `other` is this node or a descendant of it, by a comparison of numbers.
    #[must_use]
    pub fn contains(self, other: Self) -> bool {
        let numbers = self.id().index()..self.end();
        std::ptr::eq(self.document(), other.document()) && numbers.contains(&other.id().index())
    }

    /// Returns all descendants in document order, without the node itself.
    #[must_use]
    pub fn descendants(self) -> Nodes<'a> {
        Nodes::new(self.document(), self.id().index() + 1..self.end())
    }

    /// Returns the node and all its descendants.
    #[must_use]
    pub fn subtree(self) -> Nodes<'a> {
        Nodes::new(self.document(), self.id().index()..self.end())
    }

    /// Returns the nodes that begin after the end of this one, in document order.
    #[must_use]
    pub fn following(self) -> Nodes<'a> {
        Nodes::new(self.document(), self.end()..self.document().len())
    }

    /// Returns the nodes that end before the start of this one, the nearest first.
    #[must_use]
    pub fn preceding(self) -> Preceding<'a> {
        Preceding::new(self)
    }

    /// Returns the children.
    #[must_use]
    pub fn children(self) -> Siblings<'a> {
        Siblings::between(self.first_child(), self.last_child())
    }

    /// Returns the siblings after the node, the nearest first.
    #[must_use]
    pub fn following_siblings(self) -> Siblings<'a> {
        Siblings::between(self.next_sibling(), self.parent().and_then(Self::last_child))
    }

    /// Returns the siblings before the node, the first of the parent first.
    #[must_use]
    pub fn preceding_siblings(self) -> Siblings<'a> {
        Siblings::between(self.parent().and_then(Self::first_child), self.previous_sibling())
    }

    /// Returns the children that are elements.
    pub fn child_elements(self) -> impl DoubleEndedIterator<Item = NodeRef<'a>> + Clone {
        self.children().elements()
    }

    /// Returns the nearest element among the siblings after the node.
    #[must_use]
    pub fn next_element(self) -> Option<Self> {
        self.following_siblings().elements().next()
    }

    /// Returns the nearest element among the siblings before the node.
    #[must_use]
    pub fn previous_element(self) -> Option<Self> {
        self.preceding_siblings().elements().next_back()
    }

    /// Returns the ancestors, the nearest first.
    pub fn ancestors(self) -> impl FusedIterator<Item = NodeRef<'a>> + Clone {
        std::iter::successors(self.parent(), |node| node.parent())
    }

    /// Reports whether the node is an element.
    #[must_use]
    pub fn is_element(self) -> bool {
        self.kind() == NodeKind::Element
    }
}
