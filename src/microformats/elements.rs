//! What elements say by their attributes, for one document: the table of the vocabulary with names as numbers.

use super::vocabulary::{Reading, Vocabulary};
use crate::base::{NameId, narrow, short};
use crate::tree::{AttributeRef, Document, NodeRef};

/// The readings of the elements that a document can have.
/// The readings of the elements that a document can have.
#[derive(Clone, Debug)]
pub(crate) struct Elements<'v> {
    /// For the name of an element, one more than its row; 0 for one of which nothing is said.
    numbers: Vec<u8>,
    rows: Vec<[Option<Said<'v>>; Reading::COUNT]>,
}

/// What the vocabulary says of an element.
#[derive(Clone, Copy, Debug)]
struct Said<'v> {
    /// The attributes that say something, the first first.
    attributes: &'v [Box<str>],
    /// Where the statement stands among others.
    rank: usize,
}

impl<'v> Elements<'v> {
    pub(crate) fn new(document: &Document, vocabulary: &'v Vocabulary) -> Self {
        let mut elements = Self { numbers: Vec::new(), rows: Vec::new() };
        for (rank, ((reading, element), attributes)) in vocabulary.readings.iter().enumerate() {
            if let Some(name) = document.element_names().id(element) {
                elements.row(name)[reading.number()] = Some(Said { attributes, rank });
            }
        }
        elements
    }

    /// The row of a name, which it gets if it has none.
    fn row(&mut self, name: NameId) -> &mut [Option<Said<'v>>; Reading::COUNT] {
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

    fn find(&self, reading: Reading, node: NodeRef<'_>) -> Option<Said<'v>> {
        let number = *self.numbers.get(node.name_id()?.index())?;
        let row = self.rows.get(usize::from(number).checked_sub(1)?)?;
        row[reading.number()].filter(|_| node.namespace_id().is_none())
    }

    /// The attributes that say something of an element to who asks, if there is something to be said.
    pub(crate) fn attributes(&self, reading: Reading, node: NodeRef<'_>) -> Option<&'v [Box<str>]> {
        self.find(reading, node).map(|said| said.attributes)
    }

    /// Where the element stands among those that say something.
    pub(crate) fn rank(&self, reading: Reading, node: NodeRef<'_>) -> Option<usize> {
        self.find(reading, node).map(|said| said.rank)
    }

    /// The first of these attributes that the element has.
    pub(crate) fn said<'d>(&self, reading: Reading, node: NodeRef<'d>) -> Option<AttributeRef<'d>> {
        let attributes = self.attributes(reading, node)?;
        let named = |name: &str| node.attributes().find(|attribute| attribute.name() == name);
        attributes.iter().find_map(|name| named(name))
    }
}
