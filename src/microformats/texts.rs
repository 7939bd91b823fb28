//! The text of a document as one string, so that the text of an element is a stretch of it.
//!
//! Properties stand in properties, and each has the text in it for its value. To collect it for each would cost as much
//! as they are nested; so the text is collected once, for the whole document, with the place where each node begins.
//! What stands for an element that has no text of its own (an image), and which have none that counts (scripts), is the
//! vocabulary's to say.

use super::elements::Elements;
use super::vocabulary::Reading;
use crate::base::{Span, narrow, wide};
use crate::tree::{Document, NodeRef, Nodes};

/// Where the text of each node begins in the buffer, by the number of the node; and where the last one ends.
#[derive(Clone, Debug)]
pub(crate) struct Texts {
    starts: Vec<u32>,
}

impl Texts {
    /// Appends the text of a document to a buffer. `instead` writes what stands for an element in place of what is in
    /// it, and says whether something does.
    pub(crate) fn collect(
        document: &Document,
        buffer: &mut String,
        instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Self {
        let starts = Self::append(document.nodes(), buffer, instead);
        Self { starts }
    }

    /// The same for some nodes; where each of them begins, and the last one ends.
    pub(crate) fn append(
        nodes: Nodes<'_>,
        buffer: &mut String,
        mut instead: impl FnMut(NodeRef<'_>, &mut String) -> bool,
    ) -> Vec<u32> {
        let mut starts = Vec::with_capacity(nodes.len() + 1);
        let mut behind = 0;
        for node in nodes {
            starts.push(narrow(buffer.len()));
            if node.id().index() < behind {
                continue;
            }
            if !node.is_element() {
                buffer.extend(node.text_pieces());
            } else if instead(node, buffer) {
                behind = node.end();
            }
        }
        starts.push(narrow(buffer.len()));
        starts
    }

    /// The text in a node, as a stretch of the buffer.
    pub(crate) fn of(&self, node: NodeRef<'_>) -> Span {
        let start = wide(self.starts[node.id().index()]);
        Span::new(start, wide(self.starts[node.end()]))
    }
}

/// Writes what stands for an element in the texts of microformats2: what an attribute says of an image, between blanks
/// if it is an address; nothing for scripts, styles and template contents.
pub(crate) fn replaced(
    elements: &Elements<'_>,
    reading: Reading,
    node: NodeRef<'_>,
    buffer: &mut String,
    resolve: impl Fn(&str) -> String,
) -> bool {
    if node.has_template_contents() || node.is_shadow_root() {
        return true;
    }
    let Some(said) = elements.find(reading, node) else { return false };
    match elements.attribute(reading, node) {
        Some(attribute)
            if said.attributes.first().is_some_and(|first| **first == *attribute.name()) =>
        {
            buffer.push_str(attribute.value());
        }
        Some(address) => buffer.extend([" ", &resolve(address.value()), " "]),
        None => buffer.push_str(said.otherwise.as_deref().unwrap_or_default()),
    }
    true
}
