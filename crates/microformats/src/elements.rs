//! The attributes that give an element's values, for one document: the table of the vocabulary,
//! indexed by element name ids.

use std::sync::OnceLock;

use super::vocabulary::{Reading, ValueSource, Vocabulary};
use wishful::base::{narrow, wide};
use wishful::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document may contain. The table is built at the first query,
/// so never for a document without microformats.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    document: &'v Document,
    vocabulary: &'v Vocabulary,
    /// For each element name id, one more than its index in the vocabulary's table; 0 for an
    /// element that has no readings.
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

    /// Returns the vocabulary's entry for an element in a reading, if there is one.
    pub(crate) fn find(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v ValueSource> {
        let rank = self.rank(reading, node)?;
        let (_, entry) = self.vocabulary.readings.get(&reading)?.get_index(rank)?;
        Some(entry)
    }

    /// Returns the index of an element among those with entries for a reading.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        let number = *self.numbers().get(node.name_id()?.index())?;
        let (_, ranks) = self.vocabulary.said_of().get_index(wide(number).checked_sub(1)?)?;
        if node.namespace_id().is_none() { ranks[reading.number()] } else { None }
    }

    /// Returns the first attribute of the element that the reading lists.
    pub(crate) fn attribute<'d>(
        &self,
        reading: Reading,
        node: NodeRef<'d>,
    ) -> Option<AttributeRef<'d>> {
        let entry = self.find(reading, node)?;
        entry.attributes.iter().find_map(|name| node.attribute_called(name))
    }
}
