//! Nodes during an evaluation: an [`EvalNode`] is a node of one of several documents, or a text
//! that a function made.

use std::borrow::Cow;
use std::ops::Range;
use std::rc::Rc;

use crate::node::{Node, NodeKey, NodePart};
use crate::view::View;
use wishful::base::id_type;
use wishful::tree::{Document, NodeId, NodeRef};

id_type! {
    /// The index of a document of an evaluation, in order of first use; index 0 stands for
    /// constructed texts.
    pub(crate) DocumentId
}

impl DocumentId {
    const TEXTS: Self = Self::new(0);
}

/// A node of an evaluation. The derived order is document order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct EvalNode {
    pub(crate) document: DocumentId,
    pub(crate) key: NodeKey,
}

/// The documents of an evaluation, the constructed texts, and the view.
pub struct EvalDocuments<'d> {
    documents: Vec<&'d Document>,
    texts: Vec<Rc<str>>,
    pub(crate) view: View,
}

/// A tree of a document: its root, and the id range of its other nodes. The range includes nested
/// trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TreeExtent {
    pub(crate) root: EvalNode,
    pub(crate) inside: Range<usize>,
    /// The index among the document's inner trees, if the tree is one.
    pub(crate) number: Option<usize>,
}

impl EvalNode {
    pub(crate) fn at(self, part: NodePart) -> Self {
        Self { key: NodeKey { part, ..self.key }, ..self }
    }

    pub(crate) fn beside(self, owner: NodeId) -> Self {
        Self { key: owner.into(), ..self }
    }

    /// Returns the id of the node itself, or of the element that owns it.
    pub(crate) fn number(self) -> usize {
        self.key.owner.index()
    }

    /// Reports whether the node is an attribute or a namespace.
    pub(crate) fn is_aside(self) -> bool {
        matches!(self.key.part, NodePart::Attribute(_) | NodePart::Namespace(_))
    }

    /// Reports whether the node is a text that a function made.
    pub(crate) fn is_constructed(self) -> bool {
        self.document == DocumentId::TEXTS
    }
}

impl<'d> EvalDocuments<'d> {
    pub fn new(document: &'d Document, view: View) -> Self {
        Self { documents: vec![document], texts: Vec::new(), view }
    }

    /// Returns the index of a document, adding it if it is new.
    fn document_id(&mut self, document: &'d Document) -> DocumentId {
        let index = match self.documents.iter().position(|known| std::ptr::eq(*known, document)) {
            Some(index) => index,
            None => {
                self.documents.push(document);
                self.documents.len() - 1
            }
        };
        DocumentId::new(index + 1)
    }

    pub fn place(&mut self, node: Node<'d>) -> EvalNode {
        EvalNode { document: self.document_id(node.owner.document()), key: node.key() }
    }

    /// Adds a constructed text, a node without neighbours.
    pub fn make(&mut self, text: Rc<str>) -> EvalNode {
        self.texts.push(text);
        EvalNode { document: DocumentId::TEXTS, key: NodeId::new(self.texts.len() - 1).into() }
    }

    pub(crate) fn document(&self, place: EvalNode) -> Option<&'d Document> {
        let index = place.document.index().checked_sub(1)?;
        Some(self.documents[index])
    }

    /// Returns the node, unless it is a constructed text.
    pub fn node(&self, place: EvalNode) -> Option<Node<'d>> {
        let owner = self.document(place)?.node(place.key.owner)?;
        Some(Node { owner, part: place.key.part })
    }

    /// Returns the node, if it is a node of the tree.
    pub(crate) fn inner(&self, place: EvalNode) -> Option<NodeRef<'d>> {
        let node = self.node(place)?;
        if node.part == NodePart::Itself { Some(node.owner) } else { None }
    }

    /// Returns the text of a constructed node.
    pub fn made(&self, place: EvalNode) -> Option<&Rc<str>> {
        if place.is_constructed() { Some(&self.texts[place.number()]) } else { None }
    }

    pub(crate) fn string_value(&self, place: EvalNode) -> Cow<'d, str> {
        match self.node(place) {
            Some(node) => node.string_value_in(self.view),
            None => match self.made(place) {
                Some(text) => text.to_string().into(),
                None => Cow::Borrowed(""),
            },
        }
    }

    pub(crate) fn parent(&self, place: EvalNode) -> Option<EvalNode> {
        let parent = self.node(place)?.parent()?;
        Some(EvalNode { key: parent.key(), ..place })
    }

    /// Returns the tree node whose children are the children of a position, if it can have any.
    pub(crate) fn host(&self, place: EvalNode) -> Option<NodeRef<'d>> {
        let node = self.node(place)?;
        match node.part {
            NodePart::Itself if !node.owner.has_template_contents() => Some(node.owner),
            NodePart::Contents => Some(node.owner),
            _ => None,
        }
    }

    /// Returns the tree that contains a position.
    pub(crate) fn tree(&self, place: EvalNode) -> Option<TreeExtent> {
        let document = self.document(place)?;
        let inner = match place.key.part {
            NodePart::Contents => document.inner_tree_of(NodeId::new(place.number() + 1)),
            _ => document.inner_tree_of(place.key.owner),
        };
        let Some(number) = inner else {
            let root = place.beside(NodeId::ROOT);
            return Some(TreeExtent { root, inside: 1..document.len(), number: None });
        };
        let tree = &document.inner_trees()[number];
        let is_shadow = tree.range.start == tree.owner.index();
        let part = if is_shadow { NodePart::Itself } else { NodePart::Contents };
        let root = place.beside(tree.owner).at(part);
        Some(TreeExtent {
            root,
            inside: tree.owner.index() + 1..tree.range.end,
            number: Some(number),
        })
    }

    /// Returns the root of the tree that contains a position.
    pub(crate) fn root(&self, place: EvalNode) -> EvalNode {
        self.tree(place).map_or(place, |tree| tree.root)
    }

    /// Returns the id after the last node inside a position. For an attribute this is the next id,
    /// since the content of its element follows it.
    pub(crate) fn end(&self, place: EvalNode) -> usize {
        match self.node(place) {
            Some(node) if !place.is_aside() => node.owner.end(),
            _ => place.number() + 1,
        }
    }

    /// Returns the id range of the nodes inside a position.
    pub(crate) fn inside(&self, place: EvalNode) -> Range<usize> {
        match self.host(place) {
            Some(host) if !place.is_aside() => host.id().index() + 1..host.end(),
            _ => 0..0,
        }
    }
}
