//! What was found out about a document by asking.

use super::program::Program;
use crate::base::{BitRow, HashMap};
use crate::tree::{NodeId, NodeRef};

/// Tables and sets, each made when it is worth it.
pub(super) struct Known<'d> {
    /// Of each list of selectors.
    pub(super) lists: Vec<Matching>,
    /// Of each way to count siblings.
    pub(super) places: Vec<Places>,
    pub(super) texts: Texts,
    pub(super) languages: Option<Languages<'d>>,
    /// Of each test for a language: which of the languages pass it.
    pub(super) spoken: Vec<Option<BitRow>>,
    pub(super) directions: Option<Directions>,
    /// Of each test of groups.
    pub(super) groups: Vec<Option<Groups<'d>>>,
    /// Of each test for the nearest: the elements that pass it.
    pub(super) nearest: Vec<Option<BitRow>>,
    /// The nodes that stand for the compounds of the selectors that are followed at the moment.
    pub(super) way: Vec<NodeRef<'d>>,
}

/// Which nodes match a list of selectors; of relative ones, which are the elements that have something.
#[derive(Default)]
pub(super) struct Matching {
    /// The steps that it took to ask one by one.
    pub(super) spent: u64,
    pub(super) all: Option<NodeSet>,
}

/// Nodes in document order, and a bit for each.
pub(super) struct NodeSet {
    pub(super) nodes: Vec<NodeId>,
    pub(super) bits: BitRow,
}

impl NodeSet {
    /// Of a document with so many nodes.
    pub(super) fn new(nodes: Vec<NodeId>, length: usize) -> Self {
        let bits = BitRow::of(length, nodes.iter().map(|node| node.index()));
        Self { nodes, bits }
    }
}

/// The places of elements among those that are counted.
#[derive(Default)]
pub(super) struct Places {
    /// The steps that looking aside took.
    pub(super) spent: u64,
    /// By node, from 1 on; 0 if it is not counted.
    pub(super) table: Option<Vec<u32>>,
}

/// The directions of all elements.
pub(super) struct Directions {
    pub(super) right_to_left: BitRow,
}

/// What is said of languages in a document.
pub(super) struct Languages<'d> {
    /// As they are written; the first is that of the whole, and empty if that is not known.
    pub(super) said: Vec<&'d str>,
    /// By node: which of them.
    pub(super) of: Vec<u32>,
}

/// The groups of a [`Grouped`](crate::query::plan::Grouped).
pub(super) struct Groups<'d> {
    /// By node: the nearest owner around it.
    pub(super) owners: Vec<Option<NodeId>>,
    /// Of each group the first and the last of those that are asked about.
    pub(super) ends: HashMap<Key<'d>, (NodeId, NodeId)>,
}

/// What a group has in common: an owner, or if there is none the root of the tree, and a value.
pub(super) type Key<'d> = (NodeId, &'d str);

/// The texts of a document, and where what was searched for is in them.
pub(super) struct Texts {
    /// The steps that putting pieces together took.
    pub(super) spent: u64,
    pub(super) whole: Option<Whole>,
    /// Of each text that is to be contained, where it begins; ascending.
    pub(super) places: Vec<Option<Vec<u32>>>,
}

/// All texts of a document.
pub(super) struct Whole {
    pub(super) text: String,
    /// By node: which range of the text is in it.
    pub(super) ranges: Vec<(u32, u32)>,
    /// If it was asked for.
    pub(super) normal: Option<Normal>,
}

/// A text with its white space normalised.
pub(super) struct Normal {
    pub(super) text: String,
    /// For each byte of the text as it was, and for its end, where that is.
    pub(super) offsets: Vec<u32>,
}

impl Texts {
    /// For so many tests.
    pub(super) fn new(tests: usize) -> Self {
        Self { spent: 0, whole: None, places: (0..tests).map(|_| None).collect() }
    }
}

impl Known<'_> {
    pub(super) fn new(program: &Program<'_>) -> Self {
        fn none<T>(count: usize) -> Vec<Option<T>> {
            std::iter::repeat_with(|| None).take(count).collect()
        }
        Self {
            lists: program.lists.iter().map(|_| Matching::default()).collect(),
            places: program.counts.iter().map(|_| Places::default()).collect(),
            texts: Texts::new(program.texts.len()),
            languages: None,
            spoken: none(program.languages.len()),
            directions: None,
            groups: none(program.groups.len()),
            nearest: none(program.nearest.len()),
            way: Vec::new(),
        }
    }

    /// Forgets what selectors were found to match, and what was counted of that: they may speak of the scope.
    pub(super) fn forget_scope(&mut self) {
        self.lists.fill_with(Matching::default);
        self.places.fill_with(Places::default);
        self.groups.fill_with(|| None);
        self.nearest.fill_with(|| None);
    }
}
