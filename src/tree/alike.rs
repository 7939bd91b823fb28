//! Two trees side by side: where they say something else.
//!
//! Cruft does not count: what stands on both sides of it are neighbours, and two texts become one. So the tree of a
//! source from which the cruft went is the same.
//!
//! The walk goes through both trees at once and ends in each node of which the children differ, where it names the
//! element and what comes first in one and in the other; it goes on behind that node, so all places are found in one pass.

use super::document::Document;
use super::excerpt::Quoted;
use super::node::NodeId;
use super::node_ref::{NodeKind, NodeRef};

/// A place where two trees differ.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Difference {
    /// The node of the first tree in which something differs.
    pub(crate) within: NodeId,
    /// What stands there in the first tree, in words …
    pub(crate) here: String,
    /// … and in the second one.
    pub(crate) there: String,
}

/// What a comparison comes to.
pub(crate) struct Alike {
    /// In the order of the first tree.
    pub(crate) differences: Vec<Difference>,
    /// For each node of the second tree that has one, its like in the first.
    of_second: Vec<Option<NodeId>>,
}

impl Alike {
    /// The node of the first tree that is like this one of the second, or like the next around it that has one.
    pub(crate) fn like(&self, mut node: NodeRef<'_>) -> NodeId {
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
pub(crate) fn compare(first: &Document, second: &Document) -> Alike {
    let mut alike = Alike { differences: Vec::new(), of_second: vec![None; second.len()] };
    alike.of_second[NodeId::ROOT.index()] = Some(NodeId::ROOT);
    for step in Lockstep::new(first, second) {
        match step {
            Step::Same(here, there) => alike.of_second[there.id().index()] = Some(here.id()),
            Step::Parting(parting) => alike.note(parting),
        }
    }
    alike
}

/// Returns the first place where two trees differ.
pub(crate) fn first_parting<'a, 'b>(
    first: &'a Document,
    second: &'b Document,
) -> Option<Parting<'a, 'b>> {
    Lockstep::new(first, second).find_map(|step| match step {
        Step::Same(..) => None,
        Step::Parting(parting) => Some(parting),
    })
}

/// A place where two trees differ, as nodes.
pub(crate) struct Parting<'a, 'b> {
    /// The node of the first tree in which something differs.
    pub(crate) within: NodeRef<'a>,
    /// The nodes that are there in the first tree and in the second; none at the end of `within`.
    pub(crate) nodes: Next<'a, 'b>,
}

/// A step of the walk through two trees.
enum Step<'a, 'b> {
    Same(NodeRef<'a>, NodeRef<'b>),
    Parting(Parting<'a, 'b>),
}

/// The walk through two trees at once.
struct Lockstep<'a, 'b> {
    /// The nodes whose children are compared; `None` at the end.
    within: Option<(NodeRef<'a>, NodeRef<'b>)>,
    next: Next<'a, 'b>,
}

impl<'a, 'b> Lockstep<'a, 'b> {
    fn new(first: &'a Document, second: &'b Document) -> Self {
        let (first, second) = (first.root(), second.root());
        let next = (counting(first.first_child()), counting(second.first_child()));
        Self { within: Some((first, second)), next }
    }

    /// Goes on behind the nodes whose children are compared.
    fn leave(&mut self, (first, second): (NodeRef<'a>, NodeRef<'b>)) {
        self.within = first.parent().zip(second.parent());
        self.next = (counting(first.next_sibling()), counting(second.next_sibling()));
    }
}

impl<'a, 'b> Iterator for Lockstep<'a, 'b> {
    type Item = Step<'a, 'b>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let within = self.within?;
            match self.next {
                (Some(here), Some(there)) => {
                    if let Some(behind) = match_nodes(here, there) {
                        self.next = behind;
                        if here.is_element() {
                            self.within = Some((here, there));
                            self.next =
                                (counting(here.first_child()), counting(there.first_child()));
                        }
                        return Some(Step::Same(here, there));
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
            return Some(Step::Parting(Parting { within: within.0, nodes }));
        }
    }
}

impl Alike {
    fn note(&mut self, Parting { within, nodes: (here, there) }: Parting<'_, '_>) {
        let said = |node: Option<NodeRef<'_>>| node.map_or_else(|| end_of(within), in_words);
        let (within, here, there) = (within.id(), said(here), said(there));
        self.differences.push(Difference { within, here, there });
    }
}

/// The first that is no cruft from a node on.
fn counting(mut node: Option<NodeRef<'_>>) -> Option<NodeRef<'_>> {
    while let Some(found) = node.filter(|node| node.kind() == NodeKind::Cruft) {
        node = found.next_sibling();
    }
    node
}

pub(crate) type Next<'a, 'b> = (Option<NodeRef<'a>>, Option<NodeRef<'b>>);

/// What comes behind two nodes, if they say the same, not counting what is in them.
fn match_nodes<'a, 'b>(here: NodeRef<'a>, there: NodeRef<'b>) -> Option<Next<'a, 'b>> {
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
    is_same.then(|| (counting(here.next_sibling()), counting(there.next_sibling())))
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

pub(super) fn is_same_doctype(here: NodeRef<'_>, there: NodeRef<'_>) -> bool {
    let (Some(first), Some(second)) = (here.doctype(), there.doctype()) else { return false };
    let (here, there) = (here.document().text(), there.document().text());
    [(&first.name, &second.name), (&first.public_id, &second.public_id)]
        .into_iter()
        .chain([(&first.system_id, &second.system_id)])
        .all(|(one, other)| {
            one.as_ref().map(|one| one.get(here)) == other.as_ref().map(|other| other.get(there))
        })
        && first.force_quirks == second.force_quirks
}

fn match_texts<'a, 'b>(here: NodeRef<'a>, there: NodeRef<'b>) -> Option<Next<'a, 'b>> {
    let (mut here, mut there) = (Run::from(here), Run::from(there));
    let is_same = here.by_ref().eq(there.by_ref());
    is_same.then_some((here.next, there.next))
}

/// The bytes of a text and of the texts behind it that only cruft parts from it.
struct Run<'a> {
    bytes: Box<dyn Iterator<Item = u8> + 'a>,
    next: Option<NodeRef<'a>>,
}

impl<'a> Run<'a> {
    fn from(node: NodeRef<'a>) -> Self {
        let next = counting(node.next_sibling());
        Self { bytes: Box::new(node.texts().flat_map(str::bytes)), next }
    }
}

impl Iterator for Run<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        loop {
            if let Some(byte) = self.bytes.next() {
                return Some(byte);
            }
            let text = self.next.filter(|node| node.kind() == NodeKind::Text)?;
            *self = Self::from(text);
        }
    }
}

fn end_of(within: NodeRef<'_>) -> String {
    match within.name() {
        Some(name) => format!("the end of <{name}>"),
        None => "the end of the document".to_owned(),
    }
}

fn in_words(node: NodeRef<'_>) -> String {
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
