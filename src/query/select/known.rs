//! What was found out about a document by asking.

use super::direction::Directions;
use super::groups::Groups;
use super::language::Languages;
use super::places::Places;
use super::program::Program;
use super::texts::Texts;
use crate::base::BitRow;
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
}
