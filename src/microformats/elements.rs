//! What elements say by their attributes, for one document: the table of the vocabulary with names as numbers.

use std::sync::OnceLock;

use super::vocabulary::{Reading, Said, Vocabulary};
use crate::base::{NameId, narrow, short};
use crate::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document can have; looked up when something is asked first, which is never in a
/// document without microformats.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    document: &'v Document,
    vocabulary: &'v Vocabulary,
    table: OnceLock<Table>,
}

/// The same as a table.
#[derive(Clone, Debug, Default)]
struct Table {
    /// For the name of an element, one more than its row; 0 for one of which nothing is said.
    numbers: Vec<u8>,
    rows: Vec<Row>,
}

/// What an element says to each who may ask, as its number among what all elements say to him.
type Row = [Option<usize>; Reading::COUNT];

impl Table {
    fn new(document: &Document, vocabulary: &Vocabulary) -> Self {
        let mut table = Self::default();
        for (reading, sayings) in &vocabulary.readings {
            for (rank, element) in sayings.keys().enumerate() {
                if let Some(name) = document.element_names().id(element) {
                    table.row(name)[reading.number()] = Some(rank);
                }
            }
        }
        table
    }

    /// The row of a name, which it gets if it has none.
    fn row(&mut self, name: NameId) -> &mut Row {
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
}

impl<'v> Elements<'v> {
    pub(crate) fn new(document: &'v Document, vocabulary: &'v Vocabulary) -> Self {
        Self { document, vocabulary, table: OnceLock::new() }
    }

    /// What an element says to who asks, if there is something to be said.
    pub(crate) fn find(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v Said> {
        let rank = self.rank(reading, node)?;
        self.vocabulary.readings.get(&reading)?.get_index(rank).map(|(_, said)| said)
    }

    /// Where the element stands among those that say something.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        let table = self.table.get_or_init(|| Table::new(self.document, self.vocabulary));
        let number = *table.numbers.get(node.name_id()?.index())?;
        let row = table.rows.get(usize::from(number).checked_sub(1)?)?;
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
