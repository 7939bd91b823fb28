//! Selectors made ready for a document.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::values::AttributeTest;
use crate::base::{BitRow, NameId};
use crate::query::plan::{Among, Combinator, Grouped, SelectorsId};
use crate::query::view::View;
use crate::tree::{Document, NodeId, NodeRef};

/// The selectors of a plan for a document.
pub(super) struct Program<'d> {
    pub(super) document: &'d Document,
    pub(super) view: View,
    pub(super) scope: NodeRef<'d>,
    /// Once it was asked for: the document's own element.
    pub(super) root: OnceCell<Option<NodeId>>,
    /// As the plan numbers them.
    pub(super) lists: Vec<List<'d>>,
    /// What [`Test::Nth`] names.
    pub(super) counts: Vec<Count>,
    /// What [`Test::Text`] names.
    pub(super) texts: Vec<TextTest>,
    /// What [`Test::Language`] names: ranges.
    pub(super) languages: Vec<&'d [Box<str>]>,
    /// What [`Test::Grouped`] names.
    pub(super) groups: Vec<&'d Grouped>,
    /// What [`Test::Nearest`] names.
    pub(super) nearest: Vec<(SelectorsId, SelectorsId)>,
}

impl<'d> Program<'d> {
    pub(super) fn list(&self, id: SelectorsId) -> &List<'d> {
        &self.lists[id.index()]
    }
}

/// A list of selectors: those of its selectors that can match something.
#[derive(Default)]
pub(super) struct List<'d> {
    pub(super) selectors: Vec<Chain<'d>>,
    pub(super) subjects: Subjects,
    /// What it costs to find all that match.
    pub(super) cost: usize,
    /// How many may match at most.
    pub(super) most: usize,
}

/// Which nodes something speaks of.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Subjects {
    pub(super) elements: bool,
    pub(super) cruft: bool,
}

/// A complex selector: its compounds from left to right, each with how it is reached from the one before it; at least one.
pub(super) struct Chain<'d> {
    pub(super) parts: Vec<(Combinator, Compound<'d>)>,
}

impl<'d> Chain<'d> {
    pub(super) fn last(&self) -> &Compound<'d> {
        &self.parts[self.parts.len() - 1].1
    }

    /// What it costs to go over the candidates of all compounds.
    pub(super) fn cost(&self) -> usize {
        self.parts.iter().map(|(_, compound)| compound.most).sum()
    }
}

/// What a node must be.
pub(super) struct Compound<'d> {
    /// What is cheap to ask comes first; if candidates come from a test, that is before all others.
    pub(super) tests: Vec<Test<'d>>,
    pub(super) candidates: Candidates,
    pub(super) subjects: Subjects,
    /// How many candidates there are at most.
    pub(super) most: usize,
    /// How many of the first tests all candidates pass.
    pub(super) passed: usize,
}

/// Where the nodes are among which those are that match a compound.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidates {
    Elements,
    Cruft,
    /// Elements and cruft.
    Both,
    /// Those of the first test's list, none of the others passes it.
    Listed,
    /// Those that match the selectors of the first test, which is [`Test::Is`].
    Matching(SelectorsId),
}

/// A question to a node.
pub(super) enum Test<'d> {
    /// Its name: in the markup's own namespace one of both, elsewhere the one that is written.
    Name {
        lower: Option<NameId>,
        written: Option<NameId>,
        list: Option<&'d [NodeId]>,
    },
    /// `None` is the markup's own one.
    Namespace(Option<NameId>),
    /// Its id, or a class.
    Member(Members<'d>),
    Attribute(Box<AttributeTest<'d>>),
    Nth {
        a: i32,
        b: i32,
        count: usize,
    },
    Is(SelectorsId),
    Not(SelectorsId),
    Has(SelectorsId),
    Language(usize),
    Direction {
        right_to_left: bool,
    },
    Root,
    Scope,
    Empty,
    Text(usize),
    Virtual,
    Moved,
    Cruft,
    Nearest(usize),
    Grouped(usize),
    /// Is never passed.
    Never,
}

/// Some elements, by which others are told from them.
pub(super) struct Members<'d> {
    pub(super) list: Cow<'d, [NodeId]>,
    bits: OnceCell<BitRow>,
}

impl<'d> Members<'d> {
    pub(super) fn new(list: Cow<'d, [NodeId]>) -> Self {
        Self { list, bits: OnceCell::new() }
    }

    /// Whether a node of the document is one of them.
    pub(super) fn contains(&self, node: NodeRef<'_>) -> bool {
        if self.list.len() <= FEW {
            return self.list.contains(&node.id());
        }
        let indices = || self.list.iter().map(|node| node.index());
        let bits = self.bits.get_or_init(|| BitRow::of(node.document().len(), indices()));
        bits.contains(node.id().index())
    }
}

/// So many are compared rather than looked up.
const FEW: usize = 4;

/// Counted siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Count {
    pub(super) among: Among,
    pub(super) from_end: bool,
}

/// What the text in an element must be.
pub(super) enum TextTest {
    Contains(Box<str>),
    /// Normalised.
    Equals(Box<str>),
}
