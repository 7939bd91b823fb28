//! Determines the terminals of a content that are read in a `foster` group.
//!
//! A breadth-first walk over the nonterminals of a content, not into elements, tracks the current
//! group. The slippers choose an insertion location by the terminal alone. So a terminal must
//! belong to one group, to none, or to several with the same location. A group whose `until` names
//! the element itself inserts where the terminal is read.
//!
//! Most contents have no such group. One backward search finds those that have; the others are not
//! walked.

use super::plain::{NumberedGrammar, PlainSymbol};
use super::reach::by_left;
use crate::base::{HashMap, IndexMap, IndexSet};
use crate::grammar::ast::FosterLocation;
use std::collections::BTreeMap;

/// The foster groups of a content.
#[derive(Debug, Default)]
pub(crate) struct Fosters {
    /// By the number of the group: its terminals.
    pub(crate) of_group: IndexMap<usize, IndexSet<usize>>,
    /// By two different locations, each a group or `None` for the content itself: the first
    /// terminal that is read in both.
    pub(super) torn: IndexMap<[Option<usize>; 2], usize>,
}

/// Finds the foster groups of the start symbol and of the contents of all elements, by nonterminal.
pub(crate) fn of_contents(plain: &NumberedGrammar) -> BTreeMap<usize, Fosters> {
    let finder = Finder::new(plain);
    let contents = plain.elements.iter().filter_map(|element| element.content());
    let mut fosters = BTreeMap::new();
    for content in contents.chain(plain.start) {
        fosters.entry(content).or_insert_with(|| finder.of(content));
    }
    fosters
}

/// The search for foster groups in contents.
struct Finder<'a> {
    plain: &'a NumberedGrammar,
    /// The rules of each nonterminal.
    by_left: Vec<Vec<usize>>,
    /// By nonterminal: the group whose content it is.
    groups: HashMap<usize, usize>,
    /// By nonterminal: true if a group is reachable from it.
    has_group: Vec<bool>,
}

impl<'a> Finder<'a> {
    fn new(plain: &'a NumberedGrammar) -> Self {
        let groups: Vec<usize> = plain.fosters.iter().map(|foster| foster.content).collect();
        let has_group = plain.made_with(groups.clone());
        Self {
            plain,
            by_left: by_left(plain),
            groups: groups.into_iter().zip(0..).collect(),
            has_group,
        }
    }

    /// Finds the `foster` groups in a content, each with the terminals that are read in it. Nested
    /// groups count separately: a terminal belongs to the innermost group around it. Also finds the
    /// terminals that are read at two different insertion locations.
    fn of(&self, content: usize) -> Fosters {
        let mut found = Fosters::default();
        if !self.has_group[content] {
            return found;
        }
        let mut places: IndexMap<usize, Option<usize>> = IndexMap::default();
        let mut seen: IndexSet<(usize, Option<usize>)> = IndexSet::from_iter([(content, None)]);
        let mut at = 0;
        while let Some(&(nonterminal, group)) = seen.get_index(at) {
            at += 1;
            for symbol in self.symbols(nonterminal) {
                if let Some(inner) = symbol.nonterminal() {
                    seen.insert((inner, self.groups.get(&inner).copied().or(group)));
                } else if let Some(terminal) = self.plain.tag(symbol) {
                    let first = *places.entry(terminal).or_insert(group);
                    self.record(&mut found, terminal, first, group);
                }
            }
        }
        found
    }

    fn symbols(&self, nonterminal: usize) -> impl Iterator<Item = PlainSymbol> {
        let rules = self.by_left[nonterminal].iter();
        rules.flat_map(|&rule| self.plain.rules[rule].right.iter().copied())
    }

    /// Records that a terminal is read in a group; `first` is the location in which it was read
    /// before.
    fn record(
        &self,
        found: &mut Fosters,
        terminal: usize,
        first: Option<usize>,
        group: Option<usize>,
    ) {
        if !self.alike(first, group) {
            found.torn.entry([first, group]).or_insert(terminal);
        }
        if let Some(group) = group {
            found.of_group.entry(group).or_default().insert(terminal);
        }
    }

    /// Reports whether two groups have the same insertion location. A group without `until` is
    /// compatible with any `until`.
    fn alike(&self, one: Option<usize>, other: Option<usize>) -> bool {
        let (Some(one), Some(other)) = (one, other) else { return one == other };
        match (&self.plain.fosters[one].elsewhere, &self.plain.fosters[other].elsewhere) {
            (
                FosterLocation::Before { of: one, until: first },
                FosterLocation::Before { of: other, until: second },
            ) => one == other && (first.is_none() || second.is_none() || first == second),
            (one, other) => one == other,
        }
    }
}
