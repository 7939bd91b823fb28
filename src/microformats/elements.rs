//! What elements say by their attributes, for one document: the table of the vocabulary with names as numbers.

use super::vocabulary::{Reading, Said, Vocabulary};
use crate::base::{NameId, narrow, short};
use crate::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document can have.
/// The readings of the elements that a document can have.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    /// For the name of an element, one more than its row; 0 for one of which nothing is said.
    numbers: Vec<u8>,
    rows: Vec<Row<'v>>,
}

/// What an element says to each who may ask, and where that stands among what others say to him.
type Row<'v> = [Option<(&'v Said, usize)>; Reading::COUNT];

impl<'v> Elements<'v> {
    pub(crate) fn new(document: &Document, vocabulary: &'v Vocabulary) -> Self {
        let mut elements = Self { numbers: Vec::new(), rows: Vec::new() };
        for (reading, sayings) in &vocabulary.readings {
            for (rank, (element, said)) in sayings.iter().enumerate() {
                if let Some(name) = document.element_names().id(element) {
                    elements.row(name)[reading.number()] = Some((said, rank));
                }
            }
        }
        elements
    }

    /// The row of a name, which it gets if it has none.
    fn row(&mut self, name: NameId) -> &mut Row<'v> {
        let index = name.index();
        if self.numbers.len() <= index {
            self.numbers.resize(index + 1, 0);
        }
        if self.numbers[index] == 0 {
            self.rows.push([None; Reading::COUNT]);
            self.numbers[index] = short(narrow(self.rows.len()));
        }
        &mut self.rows[usize::from(self.numbers[index]) - 1]
    }

    /// What an element says to who asks, if there is something to be said.
    pub(crate) fn find(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v Said> {
        self.place(reading, node).map(|(said, _)| said)
    }

    /// Where the element stands among those that say something.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        self.place(reading, node).map(|(_, rank)| rank)
    }

    fn place(&self, reading: Reading, node: NodeRef<'_>) -> Option<(&'v Said, usize)> {
        let number = *self.numbers.get(node.name_id()?.index())?;
        let row = self.rows.get(usize::from(number).checked_sub(1)?)?;
        row[reading.number()].filter(|_| node.namespace_id().is_none())
    }

    /// The first of the attributes that say something that the element has.
    pub(crate) fn attribute<'d>(
        &self,
        reading: Reading,
        node: NodeRef<'d>,
    ) -> Option<AttributeRef<'d>> {
        let said = self.find(reading, node)?;
        let named = |name: &str| node.attributes().find(|attribute| attribute.name() == name);
        said.attributes.iter().find_map(|name| named(name))
    }
}
