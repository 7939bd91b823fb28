//! The text of a document as one string, so that the text of each element is a slice of it.
//!
//! Properties nest, and the value of each is the text inside it. Collecting each text separately
//! would multiply the cost by the nesting depth. So the text of the whole document is collected
//! once, with the start offset of each node. The vocabulary says which elements have a replacement
//! text (images), and which have none that counts (scripts).

use std::collections::BTreeMap;
use std::ops::Range;

use super::addresses::Addresses;
use super::elements::Elements;
use super::vocabulary::Reading;
use wishful::base::{Span, narrow, wide};
use wishful::tree::{Document, NodeId, NodeRef, Nodes};

/// The start offsets of all nodes' texts in the buffer, by node index, and the end offset of the
/// last one.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    starts: Vec<u32>,
    /// The elements that may have a replacement text, in document order.
    replaceable: Vec<NodeId>,
    /// The start offsets of texts that are appended to elements, by the end and the index of the
    /// element.
    added: BTreeMap<[usize; 2], u32>,
}

impl Texts {
    /// Creates the offsets. `starts` has the start of each node's text, and the end of the last
    /// one; `added` has the starts of texts that are appended to elements.
    pub(crate) fn new(starts: Vec<u32>, added: BTreeMap<[usize; 2], u32>) -> Self {
        Self { starts, replaceable: Vec::new(), added }
    }

    /// Appends the text of a document to a buffer. For each element that `is_replaceable` accepts,
    /// `instead` may write a replacement for the element's text, and then returns `true`.
    pub(crate) fn collect(
        document: &Document,
        buffer: &mut String,
        is_replaceable: impl Fn(NodeRef<'_>) -> bool,
        mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Self {
        let (mut starts, mut replaceable) = (Vec::with_capacity(document.len() + 1), Vec::new());
        append(
            document.nodes(),
            buffer,
            |node, buffer| {
                if !is_replaceable(node) {
                    return false;
                }
                replaceable.push(node.id());
                instead(node, buffer)
            },
            |start| starts.push(narrow(start)),
        );
        starts.push(narrow(buffer.len()));
        Self { starts, replaceable, added: BTreeMap::new() }
    }

    /// Appends the text again, with the replacements of another `instead`. All other text is
    /// copied.
    pub(crate) fn again(
        &self,
        document: &Document,
        buffer: &mut String,
        mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Self {
        let mut starts = Vec::with_capacity(self.starts.len());
        let mut done = 0;
        for &id in &self.replaceable {
            let Some(element) = document.node(id) else { continue };
            if element.id().index() >= done {
                self.copy(done..element.id().index(), buffer, &mut starts);
                append(element.subtree(), buffer, &mut instead, |start| starts.push(narrow(start)));
                done = element.end();
            }
        }
        self.copy(done..self.starts.len() - 1, buffer, &mut starts);
        starts.push(narrow(buffer.len()));
        Self { starts, replaceable: self.replaceable.clone(), added: BTreeMap::new() }
    }

    /// Copies the text of a range of nodes.
    fn copy(&self, nodes: Range<usize>, buffer: &mut String, starts: &mut Vec<u32>) {
        let (from, to) = (self.starts[nodes.start], self.starts[nodes.end]);
        let moved = narrow(buffer.len()) - from;
        buffer.extend_from_within(wide(from)..wide(to));
        starts.extend(self.starts[nodes].iter().map(|start| start + moved));
    }

    /// Returns the span of a node's text in the buffer.
    pub(crate) fn of(&self, node: NodeRef<'_>) -> Span {
        let (number, end) = (node.id().index(), node.end());
        // (Text appended to an ancestor that ends with this node comes after this node's text.)
        let text_end = match self.added.range([end, 0]..[end, number]).next_back() {
            Some((_, &begin)) => begin,
            None => self.starts[end],
        };
        Span::new(wide(self.starts[number]), wide(text_end))
    }
}

/// Appends the text of some nodes to a buffer, as [`Texts::collect`] does; calls `begins` with the
/// start offset of each node.
pub(crate) fn append(
    nodes: Nodes<'_>,
    buffer: &mut String,
    mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    mut begins: impl FnMut(usize),
) {
    let mut replaced_until = 0;
    for node in nodes {
        begins(buffer.len());
        if node.id().index() < replaced_until {
            continue;
        }
        if !node.is_element() {
            buffer.extend(node.text_pieces());
        } else if instead(node, buffer) {
            replaced_until = node.end();
        }
    }
}

/// Reports whether an element may have a replacement in texts of microformats2; [`replaced`] writes
/// it.
pub(crate) fn is_replaceable(elements: &Elements<'_>, node: NodeRef<'_>) -> bool {
    let readings = [Reading::Content, Reading::ContentOfName, Reading::PlainContent];
    node.holds_other_tree()
        || readings.iter().any(|reading| elements.rank(*reading, node).is_some())
}

/// Writes the replacement of an element in texts of microformats2. An image is replaced by an
/// attribute, between blanks except in implied names; scripts, styles and template contents are
/// removed.
pub(crate) fn replaced(
    (elements, addresses): (&Elements<'_>, &Addresses<'_>),
    reading: Reading,
    node: NodeRef<'_>,
    buffer: &mut String,
) -> bool {
    if node.holds_other_tree() {
        return true;
    }
    let Some(entry) = elements.find(reading, node) else { return false };
    match elements.attribute(reading, node) {
        Some(attribute)
            if entry.attributes.first().is_some_and(|first| **first == *attribute.name()) =>
        {
            let blank = if reading == Reading::Content { " " } else { "" };
            buffer.extend([blank, attribute.value(), blank]);
        }
        Some(address) => buffer.extend([" ", &addresses.whole(address.value()), " "]),
        None => buffer.push_str(entry.otherwise.as_deref().unwrap_or_default()),
    }
    true
}
