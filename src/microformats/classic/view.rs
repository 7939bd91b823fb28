//! The seed's copy of the tree: what is in roots as a flat list, with includes replaced.
//!
//! Only elements with a name that the vocabulary knows are on the list: an [`Entry`] each, in the order of the copy, so that the
//! entries in an entry have the numbers from its own up to its end, as nodes have in a document.

use super::lexicon::NameNumber;
use crate::base::{Span, id_type, narrow, wide};
use crate::tree::NodeId;

id_type! {
    /// An entry, by its number.
    pub(super) EntryId
}

/// An element with names that the vocabulary knows.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry {
    pub(super) node: NodeId,
    /// The number behind the last entry in it.
    pub(super) end: u32,
    /// The innermost entry around it that has a root class.
    pub(super) root_around: Option<EntryId>,
    /// Its names, in [`View::names`]: each once.
    names: (u32, u32),
    /// Its text, in the buffer.
    pub(super) text: Span,
    /// Whether it stands here because an include points to it.
    pub(super) is_copy: bool,
    /// Whether one of its names is a root class.
    pub(super) is_root: bool,
}

/// See the module.
#[derive(Debug, Default)]
pub(super) struct View {
    pub(super) entries: Vec<Entry>,
    names: Vec<NameNumber>,
}

impl View {
    pub(super) fn entry(&self, id: EntryId) -> &Entry {
        &self.entries[id.index()]
    }

    pub(super) fn names(&self, id: EntryId) -> &[NameNumber] {
        let (start, end) = self.entry(id).names;
        &self.names[wide(start)..wide(end)]
    }

    /// The number behind the last entry in an entry.
    pub(super) fn end(&self, id: EntryId) -> usize {
        wide(self.entry(id).end)
    }

    /// Whether an entry is another one or stands in it.
    pub(super) fn contains(&self, outer: EntryId, inner: EntryId) -> bool {
        (outer.index()..self.end(outer)).contains(&inner.index())
    }

    pub(super) fn ids(&self) -> impl DoubleEndedIterator<Item = EntryId> + use<> {
        (0..self.entries.len()).map(EntryId::new)
    }

    /// Begins an entry; its end and its text are known when it [ends](Self::close).
    pub(super) fn open(&mut self, opening: Opening<'_>) -> EntryId {
        let start = self.names.len();
        for &name in opening.names {
            if !self.names[start..].contains(&name) {
                self.names.push(name);
            }
        }
        self.entries.push(Entry {
            node: opening.node,
            end: 0,
            root_around: opening.root_around,
            names: (narrow(start), narrow(self.names.len())),
            text: Span::default(),
            is_copy: opening.is_copy,
            is_root: opening.is_root,
        });
        EntryId::new(self.entries.len() - 1)
    }

    pub(super) fn close(&mut self, id: EntryId) {
        self.entries[id.index()].end = narrow(self.entries.len());
    }
}

/// What is known of an entry when it begins.
pub(super) struct Opening<'a> {
    pub(super) node: NodeId,
    pub(super) names: &'a [NameNumber],
    pub(super) root_around: Option<EntryId>,
    pub(super) is_copy: bool,
    pub(super) is_root: bool,
}
