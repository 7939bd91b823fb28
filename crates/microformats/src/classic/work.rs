//! Options and limits of the classic algorithm, and counters of its work.

use wishful::base::{Allowance, IndexMap, counted};
use wishful::tree::Document;

/// The type of [`ClassicOptions::lines`].
pub(super) type Lines = IndexMap<String, String>;

/// Options that the classic algorithm leaves open, and its limits.
///
/// Only generated documents reach the limits. If one does,
/// [`Microformats::is_cut`](crate::Microformats::is_cut) reports it.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct ClassicOptions {
    /// The elements that form a line in a text, with the text before the line, like an asterisk and
    /// a blank for items of lists. The seed leaves this refinement of white space open.
    pub lines: Lines,
    /// The limit on nodes and bytes of text that are read again because an include or a cell's
    /// `headers` point to them. An include beyond the limit stays unreplaced.
    pub copies: Allowance,
    /// The limit on the entries that are examined and the bytes of text that are written to read
    /// the items. A value counts as 16 bytes. Items beyond the limit have no properties.
    pub work: Allowance,
}

wishful::base::setters! { ClassicOptions { lines: Lines, copies: Allowance, work: Allowance } }

impl Default for ClassicOptions {
    /// Returns options without lines, and with limits far above what hand-written pages need.
    fn default() -> Self {
        Self {
            lines: Lines::default(),
            copies: Allowance { at_least: 1 << 18, per_byte: 4 },
            work: Allowance { at_least: 1 << 20, per_byte: 24 },
        }
    }
}

/// Counters of work.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct ReaderWork {
    /// The nodes of the view.
    pub(crate) nodes: u64,
    /// The nodes and bytes of text that includes have copied.
    pub(crate) copies: u64,
    /// The entries examined.
    pub(crate) looks: u64,
    /// The bytes of text written.
    pub(crate) letters: u64,
    /// The values found.
    pub(crate) values: u64,
}

impl ReaderWork {
    /// Returns the sum of all counters.
    pub(crate) fn total(&self) -> u64 {
        self.counters().into_iter().map(|(_, count)| count).sum()
    }

    /// Returns all counters with their names.
    pub(crate) fn counters(&self) -> [(&'static str, u64); 5] {
        [
            ("nodes", self.nodes),
            ("copies", self.copies),
            ("looks", self.looks),
            ("letters", self.letters),
            ("values", self.values),
        ]
    }
}

/// The cost of a value in bytes of text: about the memory of its rows.
const VALUE: u64 = 16;

/// An account of the work, with its limits.
#[derive(Clone, Copy, Debug)]
pub(super) struct WorkBudget {
    pub(super) work: ReaderWork,
    most_copies: u64,
    most: u64,
    /// A limit was reached.
    pub(super) is_cut: bool,
}

impl WorkBudget {
    pub(super) fn new(document: &Document, options: &ClassicOptions) -> Self {
        let bytes = document.text().len();
        let (most_copies, most) = (options.copies.of(bytes), options.work.of(bytes));
        Self { work: ReaderWork::default(), most_copies, most, is_cut: false }
    }

    /// Counts examined entries.
    pub(super) fn look(&mut self, entries: usize) {
        self.work.looks += counted(entries);
    }

    /// Counts written text.
    pub(super) fn write(&mut self, bytes: usize) {
        self.work.letters += counted(bytes);
    }

    /// Reports whether more items may be read.
    pub(super) fn has_room(&mut self) -> bool {
        let rows = self.work.values * VALUE;
        let has_room = self.work.looks + self.work.letters + rows < self.most;
        self.is_cut |= !has_room;
        has_room
    }

    /// Counts what an include copies; returns `false` if that exceeds the limit.
    pub(super) fn copy(&mut self, amount: usize) -> bool {
        let copies = self.work.copies + counted(amount);
        let has_room = copies <= self.most_copies;
        self.is_cut |= !has_room;
        if has_room {
            self.work.copies = copies;
        }
        has_room
    }
}
