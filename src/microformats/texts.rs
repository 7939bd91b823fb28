//! The text of a document as one string, so that the text of an element is a stretch of it.
//!
//! Properties stand in properties, and each has the text in it for its value. To collect it for each would cost as much
//! as they are nested; so the text is collected once, for the whole document, with the place where each node begins.
//! What stands for an element that has no text of its own (an image), and which have none that counts (scripts), is the
//! vocabulary's to say.

use std::collections::BTreeMap;
use std::ops::Range;

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::Reading;
use crate::base::{Span, narrow, wide};
use crate::tree::{Document, NodeId, NodeRef, Nodes};

/// Where the text of each node begins in the buffer, by the number of the node; and where the last one ends.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    starts: Vec<u32>,
    /// The elements of which something can be said in place of what is in them, in document order.
    told: Vec<NodeId>,
    /// By the ends and the numbers of elements, where the text begins that is added to what is in
    /// them.
    added: BTreeMap<[usize; 2], u32>,
}

impl Texts {
    /// A text that begins for each node where `starts` says, and ends where the last of these says;
    /// at the end of some elements stands more that is `added`.
    pub(crate) fn new(starts: Vec<u32>, added: BTreeMap<[usize; 2], u32>) -> Self {
        Self { starts, told: Vec::new(), added }
    }

    /// Appends the text of a document to a buffer. `instead` writes what stands for an element in place of what is in
    /// it, and says whether something does; it says so of no others than those that `is_told` names.
    pub(crate) fn collect(
        document: &Document,
        buffer: &mut String,
        is_told: impl Fn(NodeRef<'_>) -> bool,
        mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Self {
        let (mut starts, mut told) = (Vec::with_capacity(document.len() + 1), Vec::new());
        let instead = |node: NodeRef<'_>, buffer: &mut String| {
            let is_told = is_told(node);
            told.extend(is_told.then_some(node.id()));
            is_told && instead(node, buffer)
        };
        append(document.nodes(), buffer, instead, |start| starts.push(narrow(start)));
        starts.push(narrow(buffer.len()));
        Self { starts, told, added: BTreeMap::new() }
    }

    /// Appends the text of the document to the same buffer once more, with what `instead` writes now: all else is copied.
    pub(crate) fn again(
        &self,
        document: &Document,
        buffer: &mut String,
        mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Self {
        let mut starts = Vec::with_capacity(self.starts.len());
        let mut done = 0;
        for element in self.told.iter().filter_map(|&id| document.node(id)) {
            if element.id().index() >= done {
                self.copy(done..element.id().index(), buffer, &mut starts);
                append(element.subtree(), buffer, &mut instead, |start| starts.push(narrow(start)));
                done = element.end();
            }
        }
        self.copy(done..self.starts.len() - 1, buffer, &mut starts);
        starts.push(narrow(buffer.len()));
        Self { starts, told: self.told.clone(), added: BTreeMap::new() }
    }

    /// Appends the text of the nodes of some numbers once more.
    fn copy(&self, nodes: Range<usize>, buffer: &mut String, starts: &mut Vec<u32>) {
        let (from, to) = (self.starts[nodes.start], self.starts[nodes.end]);
        let moved = narrow(buffer.len()) - from;
        buffer.extend_from_within(wide(from)..wide(to));
        starts.extend(self.starts[nodes].iter().map(|start| start + moved));
    }

    /// The text in a node, as a stretch of the buffer.
    pub(crate) fn of(&self, node: NodeRef<'_>) -> Span {
        let (number, end) = (node.id().index(), node.end());
        // (What is added to an element that ends with this one and is around it stands behind this
        // one.)
        let added = self.added.range([end, 0]..[end, number]).next_back();
        let text_end = added.map_or(self.starts[end], |(_, &begin)| begin);
        Span::new(wide(self.starts[number]), wide(text_end))
    }
}

/// Appends the text of some nodes to a buffer, as [`Texts::collect`] does; `begins` hears where that of each begins.
pub(crate) fn append(
    nodes: Nodes<'_>,
    buffer: &mut String,
    mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    mut begins: impl FnMut(usize),
) {
    let mut behind = 0;
    for node in nodes {
        begins(buffer.len());
        if node.id().index() < behind {
            continue;
        }
        if !node.is_element() {
            buffer.extend(node.text_pieces());
        } else if instead(node, buffer) {
            behind = node.end();
        }
    }
}

/// Whether something can stand for an element in the texts of microformats2: [`replaced`] says what.
pub(crate) fn is_told(elements: &Elements<'_>, node: NodeRef<'_>) -> bool {
    let readings = [Reading::Content, Reading::ContentOfName, Reading::PlainContent];
    node.holds_other_tree()
        || readings.iter().any(|reading| elements.rank(*reading, node).is_some())
}

/// Writes what stands for an element in the texts of microformats2: what an attribute says of an image, between blanks
/// if it is an address; nothing for scripts, styles and template contents.
pub(crate) fn replaced(
    (elements, addresses): (&Elements<'_>, &Addresses<'_>),
    reading: Reading,
    node: NodeRef<'_>,
    buffer: &mut String,
) -> bool {
    if node.holds_other_tree() {
        return true;
    }
    let Some(said) = elements.find(reading, node) else { return false };
    match elements.attribute(reading, node) {
        Some(attribute)
            if said.attributes.first().is_some_and(|first| **first == *attribute.name()) =>
        {
            buffer.push_str(attribute.value());
        }
        Some(address) => buffer.extend([" ", &addresses.whole(address.value()), " "]),
        None => buffer.push_str(said.otherwise.as_deref().unwrap_or_default()),
    }
    true
}
