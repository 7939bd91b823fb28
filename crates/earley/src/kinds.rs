//! Frame kinds grouped by content, and interned sets of frame kinds.

use super::intern::{Interned, QuickMap};
use super::productions::Productions;
use super::symbols::{FrameKindId, NonterminalId, TerminalId};
use crate::util::{BitRow, narrow, wide};

/// Frame kinds grouped by their content nonterminal. In rows of kinds the root counts as one more
/// kind, numbered last.
#[derive(Clone, Debug)]
pub(super) struct Kinds {
    /// The distinct contents of all kinds and of the root.
    pub(super) contents: Vec<NonterminalId>,
    /// For each kind, and for the root last, the index of its content.
    numbers: Vec<usize>,
    /// For each content, the kinds that have it, ascending.
    having: Vec<Vec<usize>>,
    /// For each kind, the terminal that closes it.
    closing: Vec<TerminalId>,
}

impl Kinds {
    pub(super) fn of(rules: &Productions) -> Self {
        let mut known = vec![None; rules.nonterminal_count()];
        let (mut contents, mut having, mut numbers) = (Vec::new(), Vec::new(), Vec::new());
        let all = rules.kinds().iter().map(|kind| kind.content).chain([rules.start]);
        for (kind, content) in all.enumerate() {
            let number = *known[content.index()].get_or_insert_with(|| {
                contents.push(content);
                having.push(Vec::new());
                contents.len() - 1
            });
            having[number].push(kind);
            numbers.push(number);
        }
        let closing = rules.kinds().iter().map(|kind| kind.close).collect();
        Self { contents, numbers, having, closing }
    }

    /// Returns the index of the content of a kind, or of the root for `None`.
    pub(super) fn content(&self, kind: Option<FrameKindId>) -> usize {
        self.numbers[kind.map_or(self.numbers.len() - 1, FrameKindId::index)]
    }

    /// Returns the kinds whose content is one of `contents`.
    pub(super) fn having(&self, contents: impl IntoIterator<Item = usize>) -> BitRow {
        let kinds = contents.into_iter().flat_map(|content| &self.having[content]);
        BitRow::of(self.numbers.len(), kinds.copied())
    }

    /// Returns the kinds whose closing terminal satisfies `closes`.
    pub(super) fn closed_by(&self, closes: impl Fn(TerminalId) -> bool) -> BitRow {
        let mut closed = BitRow::new(self.numbers.len());
        for (kind, &close) in self.closing.iter().enumerate() {
            if closes(close) {
                closed.insert(kind);
            }
        }
        closed
    }
}

/// An interner for sets of frame kinds, with memoised unions.
#[derive(Clone, Default)]
pub(super) struct KindSets {
    /// The sets of more than one kind.
    large: Interned<BitRow>,
    /// The number of frame kinds.
    pub(super) kinds: usize,
    unions: QuickMap<(u32, u32), u32>,
    /// A scratch row for the union that is being computed.
    row: BitRow,
    /// A direct-mapped cache of recent unions, since pages ask for the same few repeatedly.
    recent: Recent,
}

/// Two sets and their union.
#[derive(Clone, Copy, Default)]
struct Union {
    sets: (u32, u32),
    union: u32,
}

/// A direct-mapped cache of unions; the two set numbers determine the slot.
#[derive(Clone, Default)]
struct Recent(Box<[Union]>);

impl Recent {
    fn of(&mut self, (one, other): (u32, u32)) -> &mut Union {
        let last = self.0.len() - 1;
        &mut self.0[wide(one.wrapping_mul(31).wrapping_add(other)) & last]
    }
}

/// The members of a set.
enum Members<'s> {
    Few(Option<usize>),
    Many(&'s BitRow),
}

impl KindSets {
    /// The number of the empty set. The set of a single kind has the number of the kind plus one.
    pub(super) const EMPTY: usize = 0;

    pub(super) fn new(kinds: usize) -> Self {
        // OK because `union` returns early for equal and empty sets, so the key (0, 0) is never
        // looked up.
        let recent = Recent(vec![Union::default(); 256].into());
        Self { kinds, recent, row: BitRow::new(kinds), ..Self::default() }
    }

    /// Returns the number of memoised unions.
    pub(super) fn len(&self) -> usize {
        self.unions.len()
    }

    fn members(&self, set: usize) -> Members<'_> {
        match set.checked_sub(self.kinds + 1) {
            None => Members::Few(set.checked_sub(1)),
            Some(large) => Members::Many(self.large.value(large)),
        }
    }

    /// Reports whether a set and a row have a kind in common.
    pub(super) fn intersects(&self, set: usize, row: &BitRow) -> bool {
        match self.members(set) {
            Members::Few(kind) => kind.is_some_and(|kind| row.contains(kind)),
            Members::Many(kinds) => kinds.intersects(row),
        }
    }

    /// Reports whether a row contains all kinds of a set.
    pub(super) fn is_within(&self, set: usize, row: &BitRow) -> bool {
        match self.members(set) {
            Members::Few(kind) => kind.is_none_or(|kind| row.contains(kind)),
            Members::Many(kinds) => kinds.is_subset(row),
        }
    }

    /// Returns the number of the set that contains one kind.
    pub(super) const fn of(kind: FrameKindId) -> usize {
        kind.index() + 1
    }

    /// Returns the number of the union of two sets.
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
                Members::Few(None) => {}
                Members::Few(Some(kind)) => {
                    row.insert(kind);
                }
                Members::Many(kinds) => {
                    row.union_with(kinds);
                }
            }
        }
        // OK because two different nonempty sets have a union of more than one kind.
        let union = self.kinds + 1 + self.large.number(&row);
        self.row = row;
        self.unions.insert(both, narrow(union));
        union
    }
}
