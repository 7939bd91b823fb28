//! Caches of facts about a document, filled during matching. `notes/queries.md` lists them with
//! their bounds.

use super::program::Program;
use wishful::base::{BitRow, HashMap};
use wishful::tree::{NodeId, NodeRef};

/// The caches, each filled once that pays off.
pub(super) struct MatchCaches<'d> {
    /// The cache of each selector list.
    pub(super) lists: Vec<Matching>,
    /// The cache of each way to count siblings.
    pub(super) positions: Vec<PositionCache>,
    pub(super) texts: TextCaches,
    pub(super) languages: Option<Languages<'d>>,
    /// For each `:lang` test, the set of languages that pass it.
    pub(super) spoken: Vec<Option<BitRow>>,
    pub(super) directions: Option<Directions>,
    /// The cache of each group test.
    pub(super) groups: Vec<Option<Groups<'d>>>,
    /// For each test of the nearest element, the elements that pass it.
    pub(super) nearest: Vec<Option<BitRow>>,
    /// The stack of nodes assigned to compounds in the running searches.
    pub(super) assigned: Vec<NodeRef<'d>>,
}

/// The nodes that match a selector list; for relative selectors, the anchors.
#[derive(Default)]
pub(super) struct Matching {
    /// The steps that single queries have taken.
    pub(super) spent: u64,
    pub(super) all: Option<NodeSet>,
}

/// A set of nodes, as a list in document order and as bits.
pub(super) struct NodeSet {
    pub(super) nodes: Vec<NodeId>,
    pub(super) bits: BitRow,
}

impl NodeSet {
    /// Creates a set for a document of `length` nodes.
    pub(super) fn new(nodes: Vec<NodeId>, length: usize) -> Self {
        let bits = BitRow::of(length, nodes.iter().map(|node| node.index()));
        Self { nodes, bits }
    }
}

/// The positions of elements among the counted siblings.
#[derive(Default)]
pub(super) struct PositionCache {
    /// The steps that walks among siblings have taken.
    pub(super) spent: u64,
    /// The position of each node, from 1; 0 if it is not counted.
    pub(super) table: Option<Vec<u32>>,
}

/// The directions of all elements.
pub(super) struct Directions {
    pub(super) right_to_left: BitRow,
}

/// The languages in a document.
pub(super) struct Languages<'d> {
    /// The language tags as written. The first is the default of the document, empty if unknown.
    pub(super) tags: Vec<&'d str>,
    /// The index into `tags` for each node.
    pub(super) of: Vec<u32>,
}

/// The groups of a [`Grouped`](crate::plan::Grouped).
pub(super) struct Groups<'d> {
    /// The nearest owner around each node.
    pub(super) owners: Vec<Option<NodeId>>,
    /// The first and the last counted member of each group.
    pub(super) ends: HashMap<GroupKey<'d>, (NodeId, NodeId)>,
}

/// A group's key: its owner, or without one the root of the tree, and the shared value.
pub(super) type GroupKey<'d> = (NodeId, &'d str);

/// The texts of a document, and the positions of searched texts in them.
pub(super) struct TextCaches {
    /// The steps that concatenating the texts of single elements has taken.
    pub(super) spent: u64,
    pub(super) whole: Option<DocumentText>,
    /// For each contained text, its start offsets, ascending.
    pub(super) occurrences: Vec<Option<Vec<u32>>>,
}

/// The concatenation of all texts of a document.
pub(super) struct DocumentText {
    pub(super) text: String,
    /// The range of the text inside each node.
    pub(super) ranges: Vec<(u32, u32)>,
    /// The normalised text, once a test has used it.
    pub(super) normal: Option<NormalizedText>,
}

/// A text with normalised white space.
pub(super) struct NormalizedText {
    pub(super) text: String,
    /// The offset in the normalised text for each byte of the original, and for its end.
    pub(super) offsets: Vec<u32>,
}

impl TextCaches {
    /// Creates empty caches for this number of tests.
    pub(super) fn new(tests: usize) -> Self {
        Self { spent: 0, whole: None, occurrences: vec![None; tests] }
    }
}

impl MatchCaches<'_> {
    pub(super) fn new(program: &Program<'_>) -> Self {
        fn none<T>(count: usize) -> Vec<Option<T>> {
            std::iter::repeat_with(|| None).take(count).collect()
        }
        Self {
            lists: program.lists.iter().map(|_| Matching::default()).collect(),
            positions: program.counts.iter().map(|_| PositionCache::default()).collect(),
            texts: TextCaches::new(program.texts.len()),
            languages: None,
            spoken: none(program.languages.len()),
            directions: None,
            groups: none(program.groups.len()),
            nearest: none(program.nearest.len()),
            assigned: Vec::new(),
        }
    }

    /// Drops the caches that may depend on `:scope`: matches of selectors, and everything counted
    /// from them.
    pub(super) fn forget_scope(&mut self) {
        self.lists.fill_with(Matching::default);
        self.positions.fill_with(PositionCache::default);
        self.groups.fill_with(|| None);
        self.nearest.fill_with(|| None);
    }
}
