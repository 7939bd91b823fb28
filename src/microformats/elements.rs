//! What elements say by their attributes, for one document: the table of the vocabulary with names as numbers.

use super::vocabulary::{Reading, Vocabulary};
use crate::base::QuickMap;
use crate::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document can have.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    attributes: QuickMap<(usize, u32), (&'v [Box<str>], usize)>,
}

impl<'v> Elements<'v> {
    pub(crate) fn new(document: &Document, vocabulary: &'v Vocabulary) -> Self {
        let mut attributes = QuickMap::default();
        for (&reading, elements) in &vocabulary.readings {
            for (rank, (element, said)) in elements.iter().enumerate() {
                if let Some(name) = document.element_names().id(element) {
                    attributes.insert((name.index(), reading as u32), (&*said.attributes, rank));
                }
            }
        }
        Self { attributes }
    }

    /// The attributes that say something of an element to who asks, if there is something to be said.
    pub(crate) fn attributes(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v [Box<str>]> {
        self.row(reading, node).map(|(attributes, _)| attributes)
    }

    /// Where the element stands among those that say something.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        self.row(reading, node).map(|(_, rank)| rank)
    }

    fn row(&self, reading: Reading, node: NodeRef<'_>) -> Option<(&'v [Box<str>], usize)> {
        let name = node.name_id().filter(|_| node.namespace_id().is_none())?;
        self.attributes.get(&(name.index(), reading as u32)).copied()
    }

    /// The first of these attributes that the element has.
    pub(crate) fn said<'d>(&self, reading: Reading, node: NodeRef<'d>) -> Option<AttributeRef<'d>> {
        let attributes = self.attributes(reading, node)?;
        let named = |name: &str| node.attributes().find(|attribute| attribute.name() == name);
        attributes.iter().find_map(|name| named(name))
    }
}
