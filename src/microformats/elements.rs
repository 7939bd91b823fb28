//! What elements say by their attributes, for one document: the table of the vocabulary with names as numbers.

use std::sync::OnceLock;

use super::vocabulary::{Reading, Said, Vocabulary};
use crate::base::{narrow, wide};
use crate::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document can have; looked up when something is asked first, which is never in a
/// document without microformats.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    document: &'v Document,
    vocabulary: &'v Vocabulary,
    /// For the name of an element, one more than its number among those that say something; 0 for one that does not.
    numbers: OnceLock<Vec<u32>>,
}

impl<'v> Elements<'v> {
    pub(crate) fn new(document: &'v Document, vocabulary: &'v Vocabulary) -> Self {
        Self { document, vocabulary, numbers: OnceLock::new() }
    }

    fn numbers(&self) -> &[u32] {
        self.numbers.get_or_init(|| {
            let names = self.document.element_names();
            let mut numbers = Vec::new();
            for (number, element) in self.vocabulary.said_of().keys().enumerate() {
                if let Some(name) = names.id(element) {
                    numbers.resize(numbers.len().max(name.index() + 1), 0);
                    numbers[name.index()] = narrow(number + 1);
                }
            }
            numbers
        })
    }

    /// What an element says to who asks, if there is something to be said.
    pub(crate) fn find(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v Said> {
        let rank = self.rank(reading, node)?;
        self.vocabulary.readings.get(&reading)?.get_index(rank).map(|(_, said)| said)
    }

    /// Where the element stands among those that say something.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        let number = *self.numbers().get(node.name_id()?.index())?;
        let (_, said) = self.vocabulary.said_of().get_index(wide(number).checked_sub(1)?)?;
        said[reading.number()].filter(|_| node.namespace_id().is_none())
    }

    /// The first of the attributes that say something that the element has.
    pub(crate) fn attribute<'d>(
        &self,
        reading: Reading,
        node: NodeRef<'d>,
    ) -> Option<AttributeRef<'d>> {
        let said = self.find(reading, node)?;
        said.attributes.iter().find_map(|name| node.attribute_called(name))
    }
}
