//! Binding of a plan's selectors to a document: names become name ids; ids and classes become lists
//! of elements. A test for something that the document lacks becomes [`Test::Never`].

use std::borrow::Cow;
use std::cell::OnceCell;

use super::controls::SpellingTest;
use super::program::{
    Candidates, Chain, Compound, Members, Program, SelectorList, SiblingCount, Subjects, Test,
    TextTest,
};
use super::texts::normalised;
use super::values;
use crate::definitions::tables;
use crate::names::{Namespace, names};
use crate::plan::{self, Nth, Plan, SelectorsId, Simple};
use crate::view::View;
use wishful::base::NameId;
use wishful::tree::{Document, NodeId, NodeRef};

/// The state of binding.
struct Binder<'d> {
    program: Program<'d>,
    /// A flag: ids and classes are case-sensitive in this document.
    is_case_sensitive: bool,
}

/// Binds the selectors of a plan to a document. The result is the program that a run executes.
/// Binding the tests fills its other tables.
pub(super) fn program<'d>(
    document: &'d Document,
    plan: &'d Plan,
    view: View,
    scope: NodeRef<'d>,
) -> Program<'d> {
    let program = Program {
        document,
        view,
        scope,
        root: OnceCell::new(),
        lists: Vec::with_capacity(plan.selectors.len()),
        counts: Vec::new(),
        texts: Vec::new(),
        languages: Vec::new(),
        groups: Vec::new(),
        nearest: Vec::new(),
    };
    let is_case_sensitive =
        !document.active_latches().iter().any(|latch| tables().is_quirks(latch));
    let mut binder = Binder { program, is_case_sensitive };
    for selectors in &plan.selectors {
        let list = binder.list(selectors);
        binder.program.lists.push(list);
    }
    binder.program
}

impl<'d> Binder<'d> {
    /// Binds a list of selectors.
    fn list(&mut self, selectors: &'d plan::Selectors) -> SelectorList<'d> {
        let mut list = SelectorList::default();
        for selector in &selectors.alternatives {
            let mut parts = Vec::with_capacity(selector.parts.len());
            for (combinator, compound) in &selector.parts {
                parts.push((*combinator, self.compound(compound)));
            }
            // Only the last compound can match cruft, since combinators connect elements.
            for (_, compound) in parts.iter_mut().rev().skip(1) {
                self.without_cruft(compound);
            }
            if parts.is_empty() || parts.iter().any(|(_, compound)| compound.most == 0) {
                continue;
            }
            let chain = Chain { parts };
            list.subjects = list.subjects.or(chain.last().subjects);
            list.cost += chain.cost();
            list.most += chain.last().most;
            list.selectors.push(chain);
        }
        list
    }

    /// Binds a compound. Its first test provides the candidates, and the others run cheapest first.
    fn compound(&mut self, compound: &'d plan::Compound) -> Compound<'d> {
        let mut tests: Vec<Test<'d>> = Vec::with_capacity(compound.tests.len());
        for test in &compound.tests {
            tests.push(self.test(test));
        }
        let subjects = self.subjects(&tests);
        let lead = self.lead(&tests, subjects);
        if let Some((lead, _)) = lead {
            tests.swap(0, lead);
        }
        let leading = usize::from(lead.is_some()).min(tests.len());
        tests[leading..].sort_by_key(Test::price);
        let (candidates, most) = match lead {
            Some((_, most)) => (self.candidates(&tests[0]), most),
            None => self.universe(subjects),
        };
        let passed = usize::from(tests.first().is_some_and(|test| candidates.all_pass(test)));
        Compound { tests, candidates, subjects, most, passed }
    }

    /// Excludes cruft from the subjects of a compound.
    fn without_cruft(&self, compound: &mut Compound<'d>) {
        if compound.subjects.cruft {
            compound.subjects.cruft = false;
            (compound.candidates, compound.most) = self.universe(compound.subjects);
            compound.passed = 0;
        }
    }

    /// Returns the index of the test with the shortest candidate list, and the list's length.
    fn lead(&self, tests: &[Test<'d>], subjects: Subjects) -> Option<(usize, usize)> {
        let mut lead: Option<(usize, usize)> = None;
        for (index, test) in tests.iter().enumerate() {
            if let Some(length) = self.length(test, subjects)
                && lead.is_none_or(|(_, shortest)| length < shortest)
            {
                lead = Some((index, length));
            }
        }
        lead
    }

    /// Returns the length of a test's candidate list, if it has one.
    fn length(&self, test: &Test<'d>, subjects: Subjects) -> Option<usize> {
        match test {
            Test::Never => Some(0),
            Test::Name { list, .. } => list.map(<[NodeId]>::len),
            Test::Member(members) => Some(members.list.len()),
            // The nodes that match a list must be computed first, so the cost counts twice in the
            // comparison with ready lists.
            Test::Is(list) if !subjects.cruft => {
                let list = self.program.list(*list);
                let cost = list.cost.saturating_mul(2);
                if cost < self.program.document.elements().len() { Some(cost) } else { None }
            }
            _ => None,
        }
    }

    /// Returns the candidates that a first test provides.
    fn candidates(&self, lead: &Test<'d>) -> Candidates {
        match lead {
            Test::Is(list) => Candidates::Matching(*list),
            _ => Candidates::Listed,
        }
    }

    /// Returns the candidates of a compound without a listed test.
    fn universe(&self, subjects: Subjects) -> (Candidates, usize) {
        let document = self.program.document;
        let cruft = if subjects.cruft { document.cruft_nodes().len() } else { 0 };
        let elements = if subjects.elements { document.elements().len() } else { 0 };
        let candidates = match subjects {
            Subjects { cruft: false, .. } => Candidates::Elements,
            Subjects { elements: false, .. } => Candidates::Cruft,
            Subjects { .. } => Candidates::Both,
        };
        (candidates, elements + cruft)
    }

    /// Returns the node kinds that a compound can match: elements, unless a test concerns cruft.
    fn subjects(&self, tests: &[Test<'d>]) -> Subjects {
        let mut common: Option<Subjects> = None;
        for test in tests {
            let own = match test {
                Test::Cruft => Subjects { elements: false, cruft: true },
                Test::Is(list) => self.program.list(*list).subjects,
                _ => continue,
            };
            common = Some(match common {
                Some(common) => common.and(own),
                None => own,
            });
        }
        common.unwrap_or(Subjects { elements: true, cruft: false })
    }

    /// Binds a test.
    fn test(&mut self, test: &'d Simple) -> Test<'d> {
        match test {
            Simple::Name(name) => self.name(name),
            Simple::Namespace(prefix) => self.namespace(prefix),
            Simple::Id(id) => {
                let document = self.program.document;
                let exact = document.elements_with_id(id);
                self.members(exact, || document.elements_with_id_like(id).collect())
            }
            Simple::Class(class) => {
                let document = self.program.document;
                let exact = document.elements_of_class(class);
                self.members(exact, || document.elements_of_class_like(class).collect())
            }
            Simple::Attribute { prefix, name, value } => {
                match values::test(prefix.as_deref(), name, value.as_ref()) {
                    Some(test) => Test::Attribute(Box::new(test)),
                    None => Test::Never,
                }
            }
            Simple::Nth(nth) => self.nth(*nth),
            Simple::Is(list) => self.is(*list),
            Simple::Not(list) => Test::Not(*list),
            Simple::Has(list) => Test::Has(*list),
            Simple::Lang(ranges) => Test::Language(add(&mut self.program.languages, ranges)),
            Simple::Direction { right_to_left } => {
                Test::Direction { right_to_left: *right_to_left }
            }
            Simple::Root => Test::Root,
            Simple::Scope => Test::Scope,
            Simple::Empty => Test::Empty,
            Simple::Contains(text) => self.text(TextTest::Contains(text.clone())),
            Simple::Content(text) => self.text(TextTest::Equals(normalised(text).into())),
            Simple::Virtual => Test::Virtual,
            Simple::Moved => Test::Moved,
            Simple::Cruft => Test::Cruft,
            Simple::Nearest { of, is } => Test::Nearest(add(&mut self.program.nearest, (*of, *is))),
            Simple::Grouped(grouped) => Test::Grouped(add(&mut self.program.groups, grouped)),
            Simple::Spelt { attribute, pattern } => {
                Test::Spelling(Box::new(SpellingTest::new(attribute.as_deref(), pattern)))
            }
            Simple::Compared { comparison, attributes } => {
                Test::Comparison(*comparison, attributes)
            }
        }
    }

    /// Binds a type selector: lower case for the markup's own namespace, as written for others.
    /// (HTML, section 4.16.2.)
    fn name(&self, name: &str) -> Test<'d> {
        let ids = self.program.document.element_names();
        let written = ids.id(name);
        let lower = if name.contains(|letter: char| letter.is_ascii_uppercase()) {
            ids.id(&name.to_ascii_lowercase())
        } else {
            written
        };
        let lists = if lower == written {
            [self.elements_named(lower), &[]]
        } else {
            [self.elements_named(lower), self.elements_named(written)]
        };
        match lists {
            [[], []] => Test::Never,
            [one, []] | [[], one] => Test::Name { lower, written, list: Some(one) },
            _ => Test::Name { lower, written, list: None },
        }
    }

    fn elements_named(&self, name: Option<NameId>) -> &'d [NodeId] {
        match name {
            Some(name) => self.program.document.elements_named(name),
            None => &[],
        }
    }

    fn namespace(&self, prefix: &str) -> Test<'d> {
        match names().namespace(prefix) {
            Some(Namespace { word: None, .. }) => Test::Namespace(None),
            Some(Namespace { word: Some(word), .. }) => {
                match self.program.document.element_names().id(word) {
                    Some(word) => Test::Namespace(Some(word)),
                    None => Test::Never,
                }
            }
            // The empty prefix means no namespace, and every element of markup has one.
            None => Test::Never,
        }
    }

    /// Binds an id or class test; pages in quirks mode ignore case. (HTML, section 4.16.2.)
    fn members(&self, exact: &'d [NodeId], alike: impl FnOnce() -> Vec<&'d [NodeId]>) -> Test<'d> {
        let list = if self.is_case_sensitive {
            Cow::Borrowed(exact)
        } else {
            match alike()[..] {
                [one] => Cow::Borrowed(one),
                ref several => Cow::Owned(self.merged(several)),
            }
        };
        if list.is_empty() { Test::Never } else { Test::Member(Members::new(list)) }
    }

    /// Merges lists in document order.
    fn merged(&self, lists: &[&[NodeId]]) -> Vec<NodeId> {
        let mut bits = wishful::base::BitRow::new(self.program.document.len());
        for node in lists.iter().copied().flatten() {
            bits.insert(node.index());
        }
        bits.iter().map(NodeId::new).collect()
    }

    /// Binds a test of the position among siblings.
    fn nth(&mut self, Nth { a, b, from_end, among }: Nth) -> Test<'d> {
        if a <= 0 && b <= 0 {
            return Test::Never;
        }
        let count = SiblingCount { among, from_end };
        let count = match self.program.counts.iter().position(|known| *known == count) {
            Some(index) => index,
            None => add(&mut self.program.counts, count),
        };
        Test::Nth { a, b, count }
    }

    /// Binds `:is()`; an empty list matches nothing.
    fn is(&self, list: SelectorsId) -> Test<'d> {
        if self.program.list(list).selectors.is_empty() { Test::Never } else { Test::Is(list) }
    }

    fn text(&mut self, test: TextTest) -> Test<'d> {
        Test::Text(add(&mut self.program.texts, test))
    }
}

/// Appends a row to a table and returns its index.
fn add<T>(table: &mut Vec<T>, row: T) -> usize {
    table.push(row);
    table.len() - 1
}

impl Subjects {
    fn or(self, other: Self) -> Self {
        Self { elements: self.elements || other.elements, cruft: self.cruft || other.cruft }
    }

    fn and(self, other: Self) -> Self {
        Self { elements: self.elements && other.elements, cruft: self.cruft && other.cruft }
    }

    /// Reports whether the kind of a node is among them.
    pub(super) fn include(self, node: NodeRef<'_>) -> bool {
        match node.kind() {
            wishful::tree::NodeKind::Element => self.elements && !node.is_shadow_root(),
            wishful::tree::NodeKind::Cruft => self.cruft,
            _ => false,
        }
    }
}

impl Candidates {
    /// Reports whether every candidate passes the first test, so that this test need not run. This
    /// holds if the candidates are the matches of that test.
    fn all_pass(self, first: &Test<'_>) -> bool {
        match (self, first) {
            // In other namespaces, the lower-case name may be a different name.
            (Self::Listed, Test::Name { lower, written, .. }) => lower == written,
            (Self::Listed | Self::Matching(_), _) => true,
            (Self::Elements | Self::Cruft | Self::Both, _) => false,
        }
    }
}

impl Test<'_> {
    /// Returns the rank of a test by cost, cheapest first.
    fn price(&self) -> u8 {
        match self {
            Self::Never | Self::Cruft | Self::Root | Self::Scope => 0,
            Self::Name { .. } | Self::Namespace(_) | Self::Member(_) => 1,
            Self::Virtual | Self::Moved | Self::Empty => 2,
            Self::Attribute(_) | Self::Comparison(..) => 3,
            Self::Nth { .. } | Self::Spelling(_) => 4,
            Self::Is(_) | Self::Not(_) => 5,
            Self::Language(_) | Self::Direction { .. } | Self::Nearest(_) | Self::Grouped(_) => 6,
            Self::Text(_) => 7,
            Self::Has(_) => 8,
        }
    }
}
