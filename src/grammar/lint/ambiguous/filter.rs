//! Pairs of LR(0) items: a filter that proves nonterminals unambiguous.
//!
//! Two derivations of one sentential form are read from left to right at the same time. Each is at
//! one item. The filter visits the pairs of items that are possible if the stacks below them are
//! unknown: a complete item of `B` may be followed by any item with the dot after `B`. So it
//! visits a superset of the pairs that two derivations reach. This is the idea of Schmitz
//! ("Conservative Ambiguity Detection in Context-Free Grammars", 2007) and of Basten ("Tracking
//! Down the Origins of Ambiguity in Context-Free Grammars", 2010).
//!
//! The derivations begin with different rules of one nonterminal. Subtrees that both complete
//! before anything else differs are symbols of the form, so neither derivation reduces them
//! ([`Parting::Together`]). They part at the first reduction that only one of them makes. Such a
//! reduction is a conflict of an LR(0) automaton: so the filter proves every LR(0) grammar
//! unambiguous, and many more. At a conflict the other derivation either makes a different
//! reduction, or reads a symbol before it reduces anything ([`Parting::Waiting`]).
//!
//! An *end* is a pair of complete items of one nonterminal. Lemma: a nonterminal without an end is
//! not ambiguous by its own rules. The distance of a pair to an end is a lower bound for the search
//! ([`pairs`](super::pairs)), which omits pairs without such a distance.

use super::items::{ItemId, ItemTable};
use std::collections::VecDeque;

/// The state of a pair that no derivations reach.
const UNREACHED: u8 = u8::MAX;
/// The state of a pair that has no known distance to an end.
const REACHED: u8 = u8::MAX - 1;
/// The greatest distance that is distinguished.
const FARTHEST: u8 = u8::MAX - 2;

/// The greatest number of pairs of items: twelve megabytes. A grammar of a thousand rules has as
/// many, and larger ones are searched without a filter.
const PAIRS: usize = 1 << 22;

/// The relation of two derivations.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum Parting {
    /// Neither has reduced anything.
    Together,
    /// The first one has made a reduction, and the second one reads a symbol next.
    Waiting,
    /// Both have made reductions, different ones.
    Parted,
}

const PARTINGS: [Parting; 3] = [Parting::Together, Parting::Waiting, Parting::Parted];

impl Parting {
    /// Returns the relation after both derivations read a symbol.
    pub(super) fn read(self) -> Self {
        if self == Self::Waiting { Self::Parted } else { self }
    }
}

/// Two items, and the relation of their derivations. The order of the items matters only while the
/// second one is waiting.
pub(super) type ItemPair = (ItemId, ItemId, Parting);

/// The pairs of items of a grammar.
pub(super) struct PairFilter {
    items: usize,
    /// By pair: its distance to an end, or one of the states above.
    distances: Vec<u8>,
    /// By item and relation: the least distance of its pairs.
    least: Vec<u8>,
    ends: Vec<ItemPair>,
    steps: usize,
}

impl PairFilter {
    /// Visits all pairs; returns `None` if that takes more than `most` steps, or if there are more
    /// than [`PAIRS`].
    pub(super) fn new(table: &ItemTable, most: usize) -> Option<Self> {
        let items = table.len();
        let size = items.checked_mul(items)?;
        if size > most.min(PAIRS) {
            return None;
        }
        let distances = vec![UNREACHED; PARTINGS.len() * size];
        let mut filter = Self { items, distances, least: Vec::new(), ends: Vec::new(), steps: 0 };
        let mut open: Vec<ItemPair> = Vec::new();
        for (left, firsts) in table.first.iter().enumerate() {
            for (number, &one) in firsts.iter().enumerate() {
                filter.reach((table.leaf(left), one, Parting::Together), &mut open);
                for &other in &firsts[number + 1..] {
                    filter.reach((one, other, Parting::Together), &mut open);
                }
            }
        }
        while let Some(pair) = open.pop() {
            if filter.steps > most {
                return None;
            }
            filter.visit(table, pair, &mut open);
        }
        Some(filter)
    }

    /// Returns the number of steps taken.
    pub(super) const fn steps(&self) -> usize {
        self.steps
    }

    /// Returns the index of a pair.
    fn index(&self, (one, other, parting): ItemPair) -> usize {
        let is_ordered = parting == Parting::Waiting || one <= other;
        let (first, second) = if is_ordered { (one, other) } else { (other, one) };
        PARTINGS.len() * (first * self.items + second) + layer(parting)
    }

    /// Adds a pair if it is new.
    fn reach(&mut self, pair: ItemPair, open: &mut Vec<ItemPair>) {
        self.steps += 1;
        let index = self.index(pair);
        if self.distances[index] == UNREACHED {
            self.distances[index] = REACHED;
            open.push(pair);
        }
    }

    /// Adds the successors of a pair.
    fn visit(&mut self, table: &ItemTable, pair: ItemPair, open: &mut Vec<ItemPair>) {
        let (one, other, parting) = pair;
        if is_end(table, pair) {
            self.ends.push(pair);
        }
        if table.next[one].is_some() && table.next[one] == table.next[other] {
            self.reach((one + 1, other + 1, parting.read()), open);
        }
        for &first in table.predicted(one) {
            self.reach((first, other, parting), open);
        }
        for &first in table.predicted(other) {
            self.reach((one, first, parting), open);
        }
        for &(one, other, parting) in orders(&[pair, (other, one, parting)]) {
            if let Some(parting) = reduced(table, (one, other, parting)) {
                for &parent in &table.before[table.left[one]] {
                    self.reach((parent + 1, other, parting), open);
                }
            }
        }
    }

    /// Returns, by nonterminal, whether it has an end. The others are proved.
    pub(super) fn unproved(&self, table: &ItemTable) -> Vec<bool> {
        let mut unproved = vec![false; table.nonterminals];
        for &(item, ..) in &self.ends {
            unproved[table.left[item]] = true;
        }
        unproved
    }

    /// Computes the distances to the ends of the nonterminals that are `open`, by breadth-first
    /// search backwards. Only reading a symbol has a length, unless both derive the empty text.
    pub(super) fn measure(&mut self, table: &ItemTable, open: &[bool]) {
        for distance in &mut self.distances {
            *distance = REACHED.max(*distance);
        }
        self.least = vec![REACHED; PARTINGS.len() * self.items];
        let mut queue: VecDeque<(ItemPair, u8)> = VecDeque::new();
        for &end in &self.ends {
            if open[table.left[end.0]] {
                queue.push_back((end, 0));
            }
        }
        while let Some((pair, distance)) = queue.pop_front() {
            let index = self.index(pair);
            let known = self.distances[index];
            if known == UNREACHED || known <= distance {
                continue;
            }
            self.distances[index] = distance;
            for item in [pair.0, pair.1] {
                let least = &mut self.least[PARTINGS.len() * item + layer(pair.2)];
                *least = distance.min(*least);
            }
            self.predecessors(table, (pair, distance), &mut queue);
        }
    }

    /// Adds the predecessors of a pair with their distances to the queue.
    fn predecessors(
        &self,
        table: &ItemTable,
        (pair, distance): (ItemPair, u8),
        queue: &mut VecDeque<(ItemPair, u8)>,
    ) {
        let (one, other, parting) = pair;
        if let Some(symbol) = table.previous(one)
            && table.previous(other) == Some(symbol)
        {
            let (one, other) = (one - 1, other - 1);
            if parting == Parting::Together && table.is_nullable(symbol) {
                queue.push_front(((one, other, parting), distance));
            }
            for before in PARTINGS {
                if before.read() == parting {
                    queue.push_back(((one, other, before), FARTHEST.min(distance + 1)));
                    queue.push_back(((other, one, before), FARTHEST.min(distance + 1)));
                }
            }
        }
        if table.dot[one] == 0 {
            for &before in &table.before[table.left[one]] {
                queue.push_front(((before, other, parting), distance));
            }
        }
        if table.dot[other] == 0 {
            for &before in &table.before[table.left[other]] {
                queue.push_front(((one, before, parting), distance));
            }
        }
        for &(one, other, parting) in orders(&[pair, (other, one, parting)]) {
            let Some(symbol) = table.previous(one) else { continue };
            if symbol >= table.nonterminals || table.is_leaf(one) {
                continue;
            }
            for &complete in &table.complete[symbol] {
                for before in PARTINGS {
                    if reduced(table, (complete, other, before)) == Some(parting) {
                        queue.push_front(((complete, other, before), distance));
                    }
                }
            }
        }
    }

    /// Returns the least number of symbols from a pair to an end; `None` if there is no way.
    pub(super) fn distance(&self, pair: ItemPair) -> Option<usize> {
        length(self.distances[self.index(pair)])
    }

    /// Returns the least number of symbols to an end from a pair with an item.
    pub(super) fn least(&self, item: ItemId, parting: Parting) -> Option<usize> {
        length(self.least[PARTINGS.len() * item + layer(parting)])
    }
}

/// Returns the number of a relation.
fn layer(parting: Parting) -> usize {
    match parting {
        Parting::Together => 0,
        Parting::Waiting => 1,
        Parting::Parted => 2,
    }
}

/// Returns the orders of a pair in which the first derivation may reduce.
fn orders(pairs: &[ItemPair; 2]) -> &[ItemPair] {
    if pairs[0].2 == Parting::Waiting { &pairs[..1] } else { pairs }
}

/// Returns a stored distance as a number of symbols.
fn length(distance: u8) -> Option<usize> {
    if distance <= FARTHEST { Some(usize::from(distance)) } else { None }
}

/// Reports whether both derivations may end at a pair, at one nonterminal.
fn is_end(table: &ItemTable, (one, other, parting): ItemPair) -> bool {
    table.is_complete(one)
        && table.is_complete(other)
        && table.left[one] == table.left[other]
        && (parting == Parting::Parted || one != other)
}

/// Returns the relation after only the first derivation reduces its item; `None` if it cannot.
/// Leaving a leaf is no reduction.
fn reduced(table: &ItemTable, (one, other, parting): ItemPair) -> Option<Parting> {
    if !table.is_complete(one) {
        return None;
    }
    match parting {
        Parting::Together if table.is_leaf(one) => Some(Parting::Together),
        Parting::Together if !table.is_complete(other) => Some(Parting::Waiting),
        Parting::Together if one == other => None,
        Parting::Waiting => Some(Parting::Waiting),
        Parting::Together | Parting::Parted => Some(Parting::Parted),
    }
}
