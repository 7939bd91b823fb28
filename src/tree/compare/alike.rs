//! The comparison of two trees in lockstep, and the positions where they differ.
//!
//! Cruft does not count: the nodes on both sides of it are neighbours, and two texts there are one
//! text. So a source without its cruft has the same tree.
//!
//! The lockstep walk goes through both trees at once. At the first difference among the children of
//! a node, it reports that node with the next child of each tree. Then it continues after the node.
//! So one pass reports all differing nodes.
//!
//! The form owners of corresponding nodes must be corresponding nodes, too.

use super::owner_changes::{OwnerChange, changes_of_owners};
use crate::tree::document::Document;
use crate::tree::excerpt::Quoted;
use crate::tree::node::NodeId;
use crate::tree::node_ref::{NodeKind, NodeRef};

/// The result of a comparison.
pub struct TreeComparison<'a, 'b> {
    /// The differences, in the order of the first tree.
    pub differences: Vec<TreeDifference<'a, 'b>>,
    /// The changes of form owners, if that is the only difference.
    pub owners: Vec<OwnerChange<'a, 'b>>,
    /// For each node of the second tree its counterpart in the first, if it has one.
    of_second: Vec<Option<NodeId>>,
}

impl TreeComparison<'_, '_> {
    /// Reports whether the trees are equal.
    #[must_use]
    pub fn is_equal(&self) -> bool {
        self.differences.is_empty() && self.owners.is_empty()
    }

    /// Returns the counterpart, in the first tree, of a node of the second tree, or of its nearest
    /// ancestor that has one.
    pub fn like(&self, mut node: NodeRef<'_>) -> NodeId {
        loop {
            if let Some(like) = self.of_second.get(node.id().index()).copied().flatten() {
                return like;
            }
            let Some(parent) = node.parent() else { return NodeId::ROOT };
            node = parent;
        }
    }
}

/// Compares two trees.
pub fn compare<'a, 'b>(first: &'a Document, second: &'b Document) -> TreeComparison<'a, 'b> {
    let (mut differences, mut elements) = (Vec::new(), Vec::new());
    let mut of_second = vec![None; second.len()];
    of_second[NodeId::ROOT.index()] = Some(NodeId::ROOT);
    for step in Lockstep::new(first, second) {
        match step {
            LockstepStep::Same(here, there) => {
                of_second[there.id().index()] = Some(here.id());
                if here.is_element() {
                    elements.push((here, there));
                }
            }
            LockstepStep::Parting(parting) => differences.push(parting),
        }
    }
    let owners = if differences.is_empty() {
        changes_of_owners(first, second, &elements).collect()
    } else {
        Vec::new()
    };
    TreeComparison { differences, owners, of_second }
}

/// Returns the first difference between two trees.
#[doc(hidden)]
pub fn first_parting<'a, 'b>(
    first: &'a Document,
    second: &'b Document,
) -> Option<TreeDifference<'a, 'b>> {
    Lockstep::new(first, second).find_map(|step| match step {
        LockstepStep::Same(..) => None,
        LockstepStep::Parting(parting) => Some(parting),
    })
}

/// A difference between two trees, as nodes.
#[doc(hidden)]
pub struct TreeDifference<'a, 'b> {
    /// The nodes in which the children differ.
    pub within: (NodeRef<'a>, NodeRef<'b>),
    /// The nodes at that position in the first and the second tree; `None` at the end of `within`.
    pub nodes: NextUnequal<'a, 'b>,
}

/// A step of the lockstep walk.
enum LockstepStep<'a, 'b> {
    Same(NodeRef<'a>, NodeRef<'b>),
    Parting(TreeDifference<'a, 'b>),
}

/// An iterator that walks through two trees at once.
struct Lockstep<'a, 'b> {
    /// The nodes whose children are being compared; `None` at the end.
    within: Option<(NodeRef<'a>, NodeRef<'b>)>,
    next: NextUnequal<'a, 'b>,
}

impl<'a, 'b> Lockstep<'a, 'b> {
    fn new(first: &'a Document, second: &'b Document) -> Self {
        let (first, second) = (first.root(), second.root());
        let next = (skip_cruft(first.first_child()), skip_cruft(second.first_child()));
        Self { within: Some((first, second)), next }
    }

    /// Continues after the nodes whose children were compared.
    fn leave(&mut self, (first, second): (NodeRef<'a>, NodeRef<'b>)) {
        self.within = first.parent().zip(second.parent());
        self.next = (skip_cruft(first.next_sibling()), skip_cruft(second.next_sibling()));
    }
}

impl<'a, 'b> Iterator for Lockstep<'a, 'b> {
    type Item = LockstepStep<'a, 'b>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let within = self.within?;
            match self.next {
                (Some(here), Some(there)) => {
                    if let Some(following) = match_nodes(here, there) {
                        self.next = following;
                        if here.is_element() {
                            self.within = Some((here, there));
                            self.next =
                                (skip_cruft(here.first_child()), skip_cruft(there.first_child()));
                        }
                        return Some(LockstepStep::Same(here, there));
                    }
                }
                (None, None) => {
                    self.leave(within);
                    continue;
                }
                _ => {}
            }
            let nodes = self.next;
            self.leave(within);
            return Some(LockstepStep::Parting(TreeDifference { within, nodes }));
        }
    }
}

impl TreeDifference<'_, '_> {
    /// Returns the nodes at the position in words: of the first tree, and of the second.
    #[must_use]
    pub fn in_words(&self) -> (String, String) {
        (in_words(self.within.0, self.nodes.0), in_words(self.within.0, self.nodes.1))
    }
}

/// Returns the first node that is not cruft, from a node on.
fn skip_cruft(mut node: Option<NodeRef<'_>>) -> Option<NodeRef<'_>> {
    while let Some(found) = node
        && found.kind() == NodeKind::Cruft
    {
        node = found.next_sibling();
    }
    node
}

/// A node of each tree, or `None` at the end of what is around it.
type NextUnequal<'a, 'b> = (Option<NodeRef<'a>>, Option<NodeRef<'b>>);

/// Compares two nodes without their content. If they are equal, returns the nodes that follow them.
fn match_nodes<'a, 'b>(here: NodeRef<'a>, there: NodeRef<'b>) -> Option<NextUnequal<'a, 'b>> {
    if here.kind() == NodeKind::Text && there.kind() == NodeKind::Text {
        let is_same = bytes_of_run(here).eq(bytes_of_run(there));
        return if is_same { Some((after_run(here), after_run(there))) } else { None };
    }
    if !is_same_node(here, there) {
        return None;
    }
    Some((skip_cruft(here.next_sibling()), skip_cruft(there.next_sibling())))
}

/// Reports whether two nodes are the same, apart from what is in them.
pub fn is_same_node(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    here.kind() == there.kind()
        && match here.kind() {
            NodeKind::Document => true,
            NodeKind::Element => here.name() == there.name() && is_same_element(here, there),
            NodeKind::Doctype => is_same_doctype(here, there),
            NodeKind::ProcessingInstruction
            | NodeKind::Text
            | NodeKind::Comment
            | NodeKind::Cruft => (here.target(), here.text()) == (there.target(), there.text()),
        }
}

/// Reports whether two elements are the same, apart from their names.
pub fn is_same_element(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    here.namespace() == there.namespace()
        && here.shadow_root() == there.shadow_root()
        && here
            .own_attributes()
            .map(|own| (own.name(), own.value()))
            .eq(there.own_attributes().map(|own| (own.name(), own.value())))
}

/// Compares two document type declarations. The force-quirks flag is no part of a tree: it counts
/// as far as it sets latches, such as the quirks mode of the document.
fn is_same_doctype(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    let (Some(first), Some(second)) = (here.doctype(), there.doctype()) else { return false };
    let has_same_mode = first.force_quirks == second.force_quirks
        || here.document().active_latches() == there.document().active_latches();
    has_same_mode
        && here.doctype_name() == there.doctype_name()
        && here.public_id() == there.public_id()
        && here.system_id() == there.system_id()
}

/// Returns a text and the following texts that only cruft separates from it.
fn text_run<'a>(text: NodeRef<'a>) -> impl Iterator<Item = NodeRef<'a>> {
    std::iter::successors(Some(text), |text| {
        let next = skip_cruft(text.next_sibling())?;
        if next.kind() == NodeKind::Text { Some(next) } else { None }
    })
}

fn after_run(text: NodeRef<'_>) -> Option<NodeRef<'_>> {
    skip_cruft(text_run(text).last().and_then(NodeRef::next_sibling))
}

fn bytes_of_run(text: NodeRef<'_>) -> impl Iterator<Item = u8> {
    text_run(text).flat_map(NodeRef::texts).flat_map(str::bytes)
}

/// Describes a child of `within`, or its end if there is no child.
fn in_words(within: NodeRef<'_>, child: Option<NodeRef<'_>>) -> String {
    let Some(node) = child else {
        return match within.name() {
            Some(name) => format!("the end of <{name}>"),
            None => "the end of the document".to_owned(),
        };
    };
    match node.kind() {
        NodeKind::Element => format!("<{}>", node.name().unwrap_or_default()),
        NodeKind::Text => format!("the text {}", Quoted(&node.text().unwrap_or_default())),
        NodeKind::Comment => format!("the comment {}", Quoted(&node.text().unwrap_or_default())),
        NodeKind::ProcessingInstruction => {
            format!("the processing instruction <?{}>", node.target().unwrap_or_default())
        }
        NodeKind::Doctype => "the document type declaration".to_owned(),
        NodeKind::Document | NodeKind::Cruft => "something else".to_owned(),
    }
}
