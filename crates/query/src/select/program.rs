//! Programs: selectors bound to a document.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::controls::SpellingTest;
use super::values::AttributeTest;
use crate::plan::{Combinator, Comparison, CountedSiblings, Grouped, SelectorsId};
use crate::view::View;
use wishful::base::{BitRow, NameId};
use wishful::tree::{Document, NodeId, NodeRef};

/// The selectors of a plan, bound to a document.
pub(super) struct Program<'d> {
    pub(super) document: &'d Document,
    pub(super) view: View,
    pub(super) scope: NodeRef<'d>,
    /// The document element, computed on first use.
    pub(super) root: OnceCell<Option<NodeId>>,
    /// The selector lists, by their index in the plan.
    pub(super) lists: Vec<SelectorList<'d>>,
    /// The table that [`Test::Nth`] indexes.
    pub(super) counts: Vec<SiblingCount>,
    /// The table that [`Test::Text`] indexes.
    pub(super) texts: Vec<TextTest>,
    /// The language ranges that [`Test::Language`] indexes.
    pub(super) languages: Vec<&'d [Box<str>]>,
    /// The table that [`Test::Grouped`] indexes.
    pub(super) groups: Vec<&'d Grouped>,
    /// The table that [`Test::Nearest`] indexes.
    pub(super) nearest: Vec<(SelectorsId, SelectorsId)>,
}

impl<'d> Program<'d> {
    pub(super) fn list(&self, id: SelectorsId) -> &SelectorList<'d> {
        &self.lists[id.index()]
    }
}

/// A selector list without the selectors that cannot match in the document.
#[derive(Default)]
pub(super) struct SelectorList<'d> {
    pub(super) selectors: Vec<Chain<'d>>,
    pub(super) subjects: Subjects,
    /// The estimated cost of computing all matches.
    pub(super) cost: usize,
    /// The maximum number of matches.
    pub(super) most: usize,
}

/// The kinds of nodes that a selector can match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Subjects {
    pub(super) elements: bool,
    pub(super) cruft: bool,
}

/// A complex selector: at least one compound, from left to right, each with the combinator before
/// it.
pub(super) struct Chain<'d> {
    pub(super) parts: Vec<(Combinator, Compound<'d>)>,
}

impl<'d> Chain<'d> {
    pub(super) fn last(&self) -> &Compound<'d> {
        &self.parts[self.parts.len() - 1].1
    }

    /// Returns the cost of visiting the candidates of all compounds.
    pub(super) fn cost(&self) -> usize {
        self.parts.iter().map(|(_, compound)| compound.most).sum()
    }
}

/// A compound selector.
pub(super) struct Compound<'d> {
    /// The tests, cheapest first; a test that provides the candidates precedes all others.
    pub tests: Vec<Test<'d>>,
    pub(super) candidates: Candidates,
    pub(super) subjects: Subjects,
    /// The maximum number of candidates.
    pub(super) most: usize,
    /// The number of leading tests that all candidates pass.
    pub(super) passed: usize,
}

/// The source of a compound's candidates.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Candidates {
    Elements,
    Cruft,
    /// Elements and cruft.
    Both,
    /// The list of the first test; no other node passes this test.
    Listed,
    /// The matches of the selectors of the first test, a [`Test::Is`].
    Matching(SelectorsId),
}

/// A test of a node.
pub(super) enum Test<'d> {
    /// The element's name: either one in the markup's own namespace, and `written` elsewhere.
    Name {
        lower: Option<NameId>,
        written: Option<NameId>,
        list: Option<&'d [NodeId]>,
    },
    /// The namespace; `None` is the markup's own.
    Namespace(Option<NameId>),
    /// The id, or a class.
    Member(Members<'d>),
    Attribute(Box<AttributeTest<'d>>),
    Spelling(Box<SpellingTest<'d>>),
    Comparison(Comparison, &'d [Box<str>]),
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
    /// A test that no node passes.
    Never,
}

/// A set of elements with a fast membership test.
pub(super) struct Members<'d> {
    pub(super) list: Cow<'d, [NodeId]>,
    bits: OnceCell<BitRow>,
}

impl<'d> Members<'d> {
    pub(super) fn new(list: Cow<'d, [NodeId]>) -> Self {
        Self { list, bits: OnceCell::new() }
    }

    /// Reports whether a node of the document is in the set.
    pub(super) fn contains(&self, node: NodeRef<'_>) -> bool {
        if self.list.len() <= FEW {
            return self.list.contains(&node.id());
        }
        let bits = self.bits.get_or_init(|| {
            BitRow::of(node.document().len(), self.list.iter().map(|node| node.index()))
        });
        bits.contains(node.id().index())
    }
}

/// The length up to which a list is scanned instead of building bits.
const FEW: usize = 4;

/// A way of counting siblings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct SiblingCount {
    pub(super) among: CountedSiblings,
    pub(super) from_end: bool,
}

/// A test of an element's text.
pub(super) enum TextTest {
    Contains(Box<str>),
    /// The normalised text equals this.
    Equals(Box<str>),
}
