//! Indexes of a document's elements (all, by name, by id, by class) and of its texts.
//!
//! The lists are in document order; each is computed on the first request.

use super::document::Document;
use super::lists::{ByName, ListsBuilder, NodeLists, NodesByLabel};
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef, TagOrigin};
use crate::base::{HashMap, NameId};
use crate::slippers::event::RepairId;

impl Document {
    fn by_name(&self) -> &ByName {
        self.index().by_name.get_or_init(|| {
            let (mut all, mut members, mut count) = (Vec::new(), Vec::new(), 0);
            for element in self.nodes().elements() {
                if element.is_shadow_root() {
                    continue;
                }
                all.push(element.id());
                if let Some(name) = element.name_id() {
                    members.push((name.index(), element.id()));
                    count = count.max(name.index() + 1);
                }
            }
            ByName { all, of: NodeLists::new(count, &members) }
        })
    }

    fn by_id_index(&self) -> &NodesByLabel {
        self.index().by_id.get_or_init(|| labelled(self.nodes(), "id", |id| Some(id).into_iter()))
    }

    fn by_class_index(&self) -> &NodesByLabel {
        self.index()
            .by_class
            .get_or_init(|| labelled(self.nodes(), "class", str::split_ascii_whitespace))
    }

    fn by_attribute_index(&self) -> &NodesByLabel {
        self.index().by_attribute.get_or_init(|| {
            let mut gathered = ListsBuilder::default();
            for element in self.nodes().elements() {
                for attribute in element.attributes() {
                    gathered.add(attribute.local_name(), element.id());
                }
            }
            gathered.finish()
        })
    }

    /// Returns the elements with an attribute, by its local name in any namespace, compared ASCII
    /// case-insensitively; `None` if it has several spellings.
    #[doc(hidden)]
    pub fn elements_with_attribute(&self, name: &str) -> Option<&[NodeId]> {
        let mut lists = self.by_attribute_index().alike(name);
        let first = lists.next().unwrap_or_default();
        if lists.next().is_some() { None } else { Some(first) }
    }

    /// Iterates over the local names of all attributes.
    #[doc(hidden)]
    pub fn attribute_names(&self) -> impl Iterator<Item = &str> {
        self.by_attribute_index().labels()
    }

    /// Returns the first element with an id that is in neither template contents nor a shadow tree.
    #[doc(hidden)]
    pub fn by_id_in_tree(&self, id: &str) -> Option<NodeRef<'_>> {
        let index = self
            .index()
            .by_id_in_tree
            .get_or_init(|| labelled(self.nodes().same_tree(), "id", |id| Some(id).into_iter()));
        Some(NodeRef::new(self, *index.get(id).first()?))
    }

    /// Returns all elements in document order, without shadow roots.
    #[doc(hidden)]
    pub fn elements(&self) -> &[NodeId] {
        &self.by_name().all
    }

    /// Returns the elements with a local name, in any namespace.
    #[doc(hidden)]
    pub fn elements_named(&self, name: NameId) -> &[NodeId] {
        self.by_name().of.get(name.index())
    }

    /// Returns the elements with an id, compared case-sensitively.
    #[doc(hidden)]
    pub fn elements_with_id(&self, id: &str) -> &[NodeId] {
        self.by_id_index().get(id)
    }

    /// Returns the elements with a class, compared case-sensitively.
    #[doc(hidden)]
    pub fn elements_of_class(&self, class: &str) -> &[NodeId] {
        self.by_class_index().get(class)
    }

    /// Returns the elements with an id, compared ASCII case-insensitively: a list for each
    /// spelling.
    #[doc(hidden)]
    pub fn elements_with_id_like(&self, id: &str) -> impl Iterator<Item = &[NodeId]> {
        self.by_id_index().alike(id)
    }

    /// Returns the elements with a class, compared ASCII case-insensitively: a list for each
    /// spelling.
    #[doc(hidden)]
    pub fn elements_of_class_like(&self, class: &str) -> impl Iterator<Item = &[NodeId]> {
        self.by_class_index().alike(class)
    }

    /// Returns all cruft in document order.
    #[doc(hidden)]
    pub fn cruft_nodes(&self) -> &[NodeId] {
        self.index().cruft.get_or_init(|| self.of_kind(NodeKind::Cruft))
    }

    /// Returns the node that a repair set aside or of which it made a tag.
    pub(super) fn node_of_repair(&self, repair: RepairId) -> Option<NodeRef<'_>> {
        let nodes = self.index().by_repair.get_or_init(|| {
            let mut nodes = HashMap::default();
            for node in self.nodes() {
                let tags = [node.start_tag(), node.end_tag()];
                let made = tags.into_iter().flatten().filter_map(TagOrigin::repair);
                for repair in made.chain(node.cruft()) {
                    nodes.entry(repair).or_insert(node.id());
                }
            }
            nodes
        });
        Some(NodeRef::new(self, *nodes.get(&repair)?))
    }

    /// Returns all texts in document order.
    fn text_nodes(&self) -> &[NodeId] {
        self.index().texts.get_or_init(|| self.of_kind(NodeKind::Text))
    }

    fn of_kind(&self, kind: NodeKind) -> Vec<NodeId> {
        self.nodes().filter(|node| node.kind() == kind).map(NodeRef::id).collect()
    }

    /// Returns, for each node, the root of its tree; `None` if the document is a single tree.
    /// Template contents and shadow trees are separate trees, whose root is the element that holds
    /// them. (DOM, section 4.2; HTML, section 4.12.3.)
    #[doc(hidden)]
    pub fn tree_roots(&self) -> Option<&[NodeId]> {
        let roots = self.index().tree_roots.get_or_init(|| {
            if !self.has_other_trees() {
                return None;
            }
            let mut roots: Vec<NodeId> = Vec::with_capacity(self.len());
            for node in self.nodes() {
                roots.push(match node.parent() {
                    None => NodeId::ROOT,
                    Some(parent) if parent.holds_other_tree() => parent.id(),
                    Some(parent) => roots[parent.id().index()],
                });
            }
            Some(roots)
        });
        roots.as_deref()
    }
}

/// Indexes the elements among some nodes by the labels in an attribute's value.
fn labelled<'d, L: Iterator<Item = &'d str>>(
    nodes: impl Iterator<Item = NodeRef<'d>>,
    attribute: &str,
    labels: impl Fn(&'d str) -> L,
) -> NodesByLabel {
    let mut gathered = ListsBuilder::default();
    for node in nodes {
        if node.is_element()
            && !node.is_shadow_root()
            && let Some(value) = node.attribute(attribute)
            && !value.is_empty()
        {
            for label in labels(value) {
                gathered.add(label, node.id());
            }
        }
    }
    gathered.finish()
}

/// The number of nodes from which on the texts among them are searched in the list of all texts.
const MANY: usize = 64;

impl<'a> NodeRef<'a> {
    /// Returns the texts below a node, in its tree; below the root of a separate tree, those of
    /// that tree. After the first call the cost is linear in the texts, not in the nodes.
    #[doc(hidden)]
    pub fn texts_below(self) -> impl Iterator<Item = NodeRef<'a>> {
        let nodes = self.descendants();
        let (few, many) = if nodes.len() < MANY {
            (Some(nodes.same_tree().filter(|node| node.kind() == NodeKind::Text)), None)
        } else {
            (None, Some(self.listed_texts()))
        };
        few.into_iter().flatten().chain(many.into_iter().flatten())
    }

    /// Returns the same texts as [`NodeRef::texts_below`], but always by way of the list of all
    /// texts.
    pub(super) fn listed_texts(self) -> impl Iterator<Item = NodeRef<'a>> {
        let (document, texts) = (self.document(), self.document().text_nodes());
        let (number, end) = (self.id().index(), self.end());
        let first = texts.partition_point(|text| text.index() <= number);
        let last = texts.partition_point(|text| text.index() < end);
        let tree = document
            .tree_roots()
            .map(|roots| (roots, if self.holds_other_tree() { self.id() } else { roots[number] }));
        texts[first..last]
            .iter()
            .filter(move |text| tree.is_none_or(|(roots, root)| roots[text.index()] == root))
            .map(move |&text| NodeRef::new(document, text))
    }
}
