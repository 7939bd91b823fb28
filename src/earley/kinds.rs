//! Frame kinds by what they have in common, and interned sets of them.

use super::intern::{Interned, QuickMap};
use super::productions::Productions;
use super::symbols::{FrameKindId, NonterminalId, TerminalId};
use crate::base::{BitRow, narrow, wide};

/// Which kinds have the same content. In rows of kinds the root is one more, numbered last.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// What kinds have for content, and what the root reads, each once.
    pub(super) contents: Vec<NonterminalId>,
    /// By kind, and of the root last, which of them it is.
    numbers: Vec<usize>,
    /// For each content, the kinds that have it, ascending.
    having: Vec<Vec<usize>>,
    /// What closes each kind.
    closing: Vec<TerminalId>,
}

impl Kinds {
    pub(super) fn of(rules: &Productions) -> Self {
        let mut known = vec![None; rules.nonterminal_count()];
        let (mut contents, mut having) = (Vec::new(), Vec::new());
        let mut number = |(kind, content): (usize, NonterminalId)| {
            let number = *known[content.index()].get_or_insert_with(|| {
                contents.push(content);
                having.push(Vec::new());
                contents.len() - 1
            });
            having[number].push(kind);
            number
        };
        let all = rules.kinds().iter().map(|kind| kind.content).chain([rules.start]);
        let numbers = all.enumerate().map(&mut number).collect();
        let closing = rules.kinds().iter().map(|kind| kind.close).collect();
        Self { contents, numbers, having, closing }
    }

    /// Which of the contents a kind has, or the root reads.
    pub(super) fn content(&self, kind: Option<FrameKindId>) -> usize {
        self.numbers[kind.map_or(self.numbers.len() - 1, FrameKindId::index)]
    }

    /// The kinds that have one of some contents.
    pub(super) fn having(&self, contents: impl IntoIterator<Item = usize>) -> BitRow {
        let kinds = contents.into_iter().flat_map(|content| &self.having[content]);
        BitRow::of(self.numbers.len(), kinds.copied())
    }

    /// The kinds that one of some terminals closes.
    pub(super) fn closed_by(&self, closes: impl Fn(TerminalId) -> bool) -> BitRow {
        let closed = self.closing.iter().enumerate().filter(|&(_, &close)| closes(close));
        BitRow::of(self.numbers.len(), closed.map(|(kind, _)| kind))
    }
}

/// All sets of kinds met so far, by number.
#[derive(Clone, Default)]
pub(super) struct KindSets {
    /// Those of more than one kind.
    large: Interned<BitRow>,
    /// How many kinds there are.
    pub(super) kinds: usize,
    unions: QuickMap<(u32, u32), u32>,
    /// The union that is being made.
    row: BitRow,
    /// Some of them: pages ask for few again and again.
    recent: Recent,
}

/// Two sets, and their union.
#[derive(Clone, Copy, Default)]
struct Union {
    sets: (u32, u32),
    union: u32,
}

/// Some unions, each at an index that follows from its two sets.
#[derive(Clone, Default)]
struct Recent(Box<[Union]>);

impl Recent {
    fn of(&mut self, (one, other): (u32, u32)) -> &mut Union {
        let last = self.0.len() - 1;
        &mut self.0[wide(one.wrapping_mul(31).wrapping_add(other)) & last]
    }
}

/// What is in a set.
enum Members<'s> {
    Few(Option<usize>),
    Many(&'s BitRow),
}

impl KindSets {
    /// The number of the set with nothing in it; that of the set of one kind is one more than the
    /// kind's.
    pub(super) const EMPTY: usize = 0;

    /// Of so many kinds.
    pub(super) fn new(kinds: usize) -> Self {
        // OK because nobody asks for the union of the set with nothing in it and itself.
        let recent = Recent(vec![Union::default(); 256].into());
        Self { kinds, recent, row: BitRow::new(kinds), ..Self::default() }
    }

    /// How many unions were made.
    pub(super) fn len(&self) -> usize {
        self.unions.len()
    }

    fn members(&self, set: usize) -> Members<'_> {
        match set.checked_sub(self.kinds + 1) {
            None => Members::Few(set.checked_sub(1)),
            Some(large) => Members::Many(self.large.value(large)),
        }
    }

    /// Whether a kind is in a set and in a row.
    pub(super) fn intersects(&self, set: usize, row: &BitRow) -> bool {
        match self.members(set) {
            Members::Few(kind) => kind.is_some_and(|kind| row.contains(kind)),
            Members::Many(kinds) => kinds.intersects(row),
        }
    }

    /// Whether all kinds of a set are in a row.
    pub(super) fn is_within(&self, set: usize, row: &BitRow) -> bool {
        match self.members(set) {
            Members::Few(kind) => kind.is_none_or(|kind| row.contains(kind)),
            Members::Many(kinds) => kinds.is_subset(row),
        }
    }

    /// The number of the set of one kind.
    pub(super) const fn of(kind: FrameKindId) -> usize {
        kind.index() + 1
    }

    /// The number of the union of two sets.
    #[inline(always)]
    pub(super) fn union(&mut self, one: usize, other: usize) -> usize {
        if one == other || other == Self::EMPTY {
            return one;
        }
        if one == Self::EMPTY {
            return other;
        }
        let sets = (narrow(one), narrow(other));
        let known = *self.recent.of(sets);
        if known.sets == sets {
            return wide(known.union);
        }
        let union = self.union_of_all(one, other);
        *self.recent.of(sets) = Union { sets, union: narrow(union) };
        union
    }

    fn union_of_all(&mut self, one: usize, other: usize) -> usize {
        let both = (narrow(one), narrow(other));
        if let Some(&known) = self.unions.get(&both) {
            return wide(known);
        }
        let mut row = std::mem::take(&mut self.row);
        row.clear();
        for set in [one, other] {
            match self.members(set) {
                Members::Few(kind) => kind.into_iter().for_each(|kind| {
                    row.insert(kind);
                }),
                Members::Many(kinds) => {
                    row.union_with(kinds);
                }
            }
        }
        // OK because two that differ and hold something hold more than one together.
        let union = self.kinds + 1 + self.large.number(&row);
        self.row = row;
        self.unions.insert(both, narrow(union));
        union
    }
}
