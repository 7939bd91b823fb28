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

use super::document::Document;
use super::excerpt::Quoted;
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef};
use super::owners::change_of_owner;

/// A difference between two trees.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Difference {
    /// The node of the first tree in which the children differ, or that contains an element and its
    /// form owner.
    pub within: NodeId,
    /// The node of the second tree at that position, if there is one, or the element with the
    /// owner.
    pub other: Option<NodeId>,
    /// The consequence, in words: "`<p>` would be parsed where the text "x" is".
    pub change: String,
}

/// The result of a comparison.
pub struct TreeComparison {
    /// The differences, in the order of the first tree.
    pub differences: Vec<Difference>,
    /// For each node of the second tree its counterpart in the first, if it has one.
    of_second: Vec<Option<NodeId>>,
}

impl TreeComparison {
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
pub fn compare(first: &Document, second: &Document) -> TreeComparison {
    let mut alike = TreeComparison { differences: Vec::new(), of_second: vec![None; second.len()] };
    alike.of_second[NodeId::ROOT.index()] = Some(NodeId::ROOT);
    for step in Lockstep::new(first, second) {
        match step {
            LockstepStep::Same(here, there) => {
                alike.of_second[there.id().index()] = Some(here.id())
            }
            LockstepStep::Parting(parting) => alike.record(&parting),
        }
    }
    alike.compare_owners(first, second);
    alike
}

/// Returns the differences between two trees, in the order of the first, without form owners.
#[doc(hidden)]
pub fn differences<'a, 'b>(
    first: &'a Document,
    second: &'b Document,
) -> impl Iterator<Item = TreeDifference<'a, 'b>> {
    Lockstep::new(first, second).filter_map(|step| match step {
        LockstepStep::Same(..) => None,
        LockstepStep::Parting(parting) => Some(parting),
    })
}

/// Returns the first difference between two trees.
#[doc(hidden)]
pub fn first_parting<'a, 'b>(
    first: &'a Document,
    second: &'b Document,
) -> Option<TreeDifference<'a, 'b>> {
    differences(first, second).next()
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

impl TreeComparison {
    fn record(&mut self, parting: &TreeDifference<'_, '_>) {
        let (here, there) = parting.in_words();
        let change = format!("{there} would be parsed where {here} is");
        let (within, other) = (parting.within.0.id(), parting.nodes.1.map(NodeRef::id));
        self.differences.push(Difference { within, other, change });
    }

    /// Records the elements whose form owners are no counterparts. An owner without a counterpart
    /// is part of another difference.
    fn compare_owners(&mut self, first: &Document, second: &Document) {
        let owners = [first.owned_controls(), second.owned_controls()];
        if owners.iter().all(|owners| owners.is_empty()) {
            return;
        }
        let mut of_first = vec![None; first.len()];
        for (number, like) in self.of_second.iter().enumerate() {
            if let Some(like) = like {
                of_first[like.index()] = Some(NodeId::new(number));
            }
        }
        let mut controls: Vec<NodeId> = owners[0].iter().map(|owned| owned.control).collect();
        controls.extend(owners[1].iter().filter_map(|owned| self.of_second[owned.control.index()]));
        controls.sort_unstable();
        controls.dedup();
        for control in controls {
            let Some(other) = of_first[control.index()] else { continue };
            let (before, after) = (first.form_owner(control), second.form_owner(other));
            if before.is_some_and(|owner| of_first[owner.index()].is_none()) {
                continue;
            }
            let like = after.map(|owner| self.of_second[owner.index()]);
            if like == Some(None) || like.flatten() == before {
                continue;
            }
            let Some(control) = first.node(control) else { continue };
            let [before, after] = [before, like.flatten()].map(|form| first.node(form?));
            let mut around = control.ancestors();
            let form = before.or(after).unwrap_or(control);
            let within =
                around.find(|around| around.contains(form)).map_or(NodeId::ROOT, NodeRef::id);
            let change = change_of_owner(control, before, after);
            self.differences.push(Difference { within, other: Some(other), change });
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

pub(crate) type NextUnequal<'a, 'b> = (Option<NodeRef<'a>>, Option<NodeRef<'b>>);

/// Compares two nodes without their content. If they are equal, returns the nodes that follow them.
fn match_nodes<'a, 'b>(here: NodeRef<'a>, there: NodeRef<'b>) -> Option<NextUnequal<'a, 'b>> {
    let is_same = match (here.kind(), there.kind()) {
        (NodeKind::Element, NodeKind::Element) => is_same_tag(here, there),
        (NodeKind::Text, NodeKind::Text) => return match_texts(here, there),
        (NodeKind::Comment, NodeKind::Comment) => here.text() == there.text(),
        (NodeKind::ProcessingInstruction, NodeKind::ProcessingInstruction) => {
            (here.target(), here.text()) == (there.target(), there.text())
        }
        (NodeKind::Doctype, NodeKind::Doctype) => is_same_doctype(here, there),
        _ => false,
    };
    if !is_same {
        return None;
    }
    Some((skip_cruft(here.next_sibling()), skip_cruft(there.next_sibling())))
}

pub(super) fn is_same_tag(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    here.name() == there.name()
        && here.namespace() == there.namespace()
        && here.shadow_root() == there.shadow_root()
        && here
            .own_attributes()
            .map(|own| (own.name(), own.value()))
            .eq(there.own_attributes().map(|own| (own.name(), own.value())))
}

/// Compares two document type declarations. The force-quirks flag is no part of a tree: it counts
/// as far as it sets latches, such as the quirks mode of the document.
pub(crate) fn is_same_doctype(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    let (Some(first), Some(second)) = (here.doctype(), there.doctype()) else { return false };
    let has_same_mode = first.force_quirks == second.force_quirks
        || here.document().active_latches() == there.document().active_latches();
    has_same_mode
        && here.doctype_name() == there.doctype_name()
        && here.public_id() == there.public_id()
        && here.system_id() == there.system_id()
}

fn match_texts<'a, 'b>(here: NodeRef<'a>, there: NodeRef<'b>) -> Option<NextUnequal<'a, 'b>> {
    let (mut here, mut there) = (TextRun::from(here), TextRun::from(there));
    let is_same = here.by_ref().eq(there.by_ref());
    if is_same { Some((here.next, there.next)) } else { None }
}

/// An iterator over the bytes of a text and of the following texts that only cruft separates from
/// it.
struct TextRun<'a> {
    bytes: Box<dyn Iterator<Item = u8> + 'a>,
    next: Option<NodeRef<'a>>,
}

impl<'a> TextRun<'a> {
    fn from(node: NodeRef<'a>) -> Self {
        let next = skip_cruft(node.next_sibling());
        Self { bytes: Box::new(node.texts().flat_map(str::bytes)), next }
    }
}

impl Iterator for TextRun<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.bytes.next() {
                return Some(byte);
            }
            match self.next {
                Some(text) if text.kind() == NodeKind::Text => *self = Self::from(text),
                _ => return None,
            }
        }
    }
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
