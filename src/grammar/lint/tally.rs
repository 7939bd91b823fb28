//! An Earley recogniser that counts: how many derivations there are of each item, one or more.
//!
//! It reads a string of letters of one content, a letter a [`Column`]. An item of a column is a rule, how far it is read, and
//! the column where it began; with it goes the number of ways to read it so far, saturating at two. A content
//! in which no item ever has two ways is unambiguous; an item with two ways is ambiguity, because whatever is in a column can be
//! continued to a whole content (Earley's top-down filter), as far as all rules are productive.
//!
//! Columns are made one by one, so that strings with a common beginning share its columns. What may
//! follow a column is said by its [`Kernel`]: the items that still wait for something, each with the
//! class of the column where it began, or with none if that is the column itself. Columns with equal
//! kernels are of one class: the same strings may follow, with as many derivations.

use super::derivations::Model;
use crate::base::IndexMap;
use crate::grammar::compile::plain::{Plain, PlainSymbol};
use std::collections::{BTreeMap, BTreeSet};

/// A rule, how many of its symbols are read, and the column where it began.
type Item = (usize, usize, usize);

/// What decides about the continuations of a column: sorted, and an item as often as there is one.
pub(super) type Kernel = Vec<(usize, usize, Option<usize>)>;

/// The items after so many letters, each with its ways.
#[derive(Default)]
pub(super) struct Column {
    items: IndexMap<Item, u8>,
    /// The items by the symbol that they wait for.
    waiting: BTreeMap<PlainSymbol, Vec<Item>>,
    /// Nonterminals that are read whole up to here, with the columns where they began.
    whole: BTreeMap<(usize, usize), u8>,
    /// How often all items were gone over to count them.
    rounds: usize,
}

/// A content as the recogniser wants it.
pub(super) struct Tally<'a> {
    plain: &'a Plain,
    model: &'a Model<'a>,
}

impl<'a> Tally<'a> {
    pub(super) fn new(plain: &'a Plain, model: &'a Model<'a>) -> Self {
        Self { plain, model }
    }

    /// The column before the first letter.
    pub(super) fn first(&self) -> Column {
        let mut column = Column::default();
        self.predict(self.model.root(), 0, &mut column);
        self.close(&[], column)
    }

    /// The column after one more letter.
    pub(super) fn next(&self, before: &[&Column], letter: PlainSymbol) -> Column {
        let mut column = Column::default();
        let waiting = before.last().and_then(|last| last.waiting.get(&letter));
        for &(rule, read, from) in waiting.into_iter().flatten() {
            column.items.insert((rule, read + 1, from), 0);
        }
        self.close(before, column)
    }

    /// The letters that may follow, ascending.
    pub(super) fn expected(column: &Column) -> BTreeSet<PlainSymbol> {
        let symbols = column.waiting.keys().copied();
        symbols.filter(|symbol| !matches!(symbol, PlainSymbol::Nonterminal(_))).collect()
    }

    /// Whether the string up to this column is a whole content.
    pub(super) fn is_whole(&self, column: &Column) -> bool {
        column.whole.contains_key(&(self.model.root(), 0))
    }

    /// Whether anything in a column can be read in two ways.
    pub(super) fn is_ambiguous(column: &Column) -> bool {
        column.items.values().chain(column.whole.values()).any(|&ways| ways > 1)
    }

    /// What decides about the continuations; `classes` are those of the columns before.
    pub(super) fn kernel(&self, column: &Column, classes: &[usize]) -> Kernel {
        let waiting = column.waiting.values().flatten();
        let mut kernel: Kernel =
            waiting.map(|&(rule, read, from)| (rule, read, classes.get(from).copied())).collect();
        kernel.sort_unstable();
        kernel
    }

    /// How many items were made and counted: the work that a column was. (The last round only sees that all are counted.)
    pub(super) fn work(column: &Column) -> usize {
        column.items.len() * column.rounds.saturating_sub(1).max(1)
    }

    /// The symbol that an item waits for.
    fn symbol(&self, (rule, read, _): Item) -> Option<PlainSymbol> {
        self.plain.rules[rule].right.get(read).copied()
    }

    fn predict(&self, nonterminal: usize, at: usize, column: &mut Column) {
        for &rule in self.model.rules_of(nonterminal) {
            column.items.entry((rule, 0, at)).or_insert(1);
        }
    }

    /// Adds what follows from the items of a column, then counts.
    fn close(&self, before: &[&Column], mut column: Column) -> Column {
        let at = before.len();
        let mut next = 0;
        while let Some((&item, _)) = column.items.get_index(next) {
            let (rule, read, from) = item;
            let symbol = self.symbol(item);
            if let Some(symbol) = symbol {
                column.waiting.entry(symbol).or_default().push(item);
            }
            match symbol {
                Some(PlainSymbol::Nonterminal(inner)) => {
                    self.predict(inner, at, &mut column);
                    // What is empty may have been read whole before this came to wait for it.
                    if column.whole.contains_key(&(inner, at)) {
                        column.items.entry((rule, read + 1, from)).or_insert(0);
                    }
                }
                Some(_) => {}
                None => {
                    let left = self.plain.rules[rule].left;
                    if column.whole.insert((left, from), 0).is_none() {
                        self.complete(before, left, from, &mut column);
                    }
                }
            }
            next += 1;
        }
        self.count(before, &mut column);
        column
    }

    /// Steps over a nonterminal that is read whole, wherever it was waited for.
    fn complete(&self, before: &[&Column], left: usize, from: usize, column: &mut Column) {
        let origin = before.get(from).map_or(&*column, |origin| *origin);
        let waiting = origin.waiting.get(&PlainSymbol::Nonterminal(left)).cloned();
        for (rule, read, start) in waiting.unwrap_or_default() {
            column.items.entry((rule, read + 1, start)).or_insert(0);
        }
    }

    /// Counts to the least fixpoint: what is empty may be counted after what it is in. All else is counted in the first
    /// round, since items are made after those that they follow from.
    fn count(&self, before: &[&Column], column: &mut Column) {
        for index in 0..column.items.len() {
            if let Some((&item, &ways)) = column.items.get_index(index) {
                self.note(column, item, ways);
            }
        }
        let mut changed = true;
        while changed {
            changed = false;
            column.rounds += 1;
            for index in 0..column.items.len() {
                let Some((&item, &ways)) = column.items.get_index(index) else { continue };
                let now = if item.1 == 0 { 1 } else { self.ways(before, column, item) };
                if now > ways {
                    changed = true;
                    column.items.insert(item, now);
                    self.note(column, item, now - ways);
                }
            }
        }
    }

    /// More ways to read an item are more to read its left side, if it is complete.
    fn note(&self, column: &mut Column, item: Item, more: u8) {
        if self.symbol(item).is_none() {
            let whole = column.whole.entry((self.plain.rules[item.0].left, item.2)).or_default();
            *whole = (*whole + more).min(2);
        }
    }

    /// The ways to read an item: those of what is read but for its last symbol, times those of that symbol.
    fn ways(&self, before: &[&Column], column: &Column, (rule, read, from): Item) -> u8 {
        let earlier = (rule, read - 1, from);
        let at = before.len();
        let ways_in = |middle: usize| {
            let items = before.get(middle).map_or(&column.items, |column| &column.items);
            items.get(&earlier).copied().unwrap_or(0)
        };
        match self.plain.rules[rule].right[read - 1] {
            PlainSymbol::Nonterminal(inner) => (from..=at).fold(0, |sum, middle| {
                let inside = column.whole.get(&(inner, middle)).copied().unwrap_or(0);
                (sum + ways_in(middle) * inside).min(2)
            }),
            _ => at.checked_sub(1).map_or(0, ways_in),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::derivations::Model;
    use super::super::{Modes, reach, stages};
    use super::Tally;
    use crate::grammar::load::{EmbeddedOnly, load_text};
    use std::fmt::Write;

    /// The work of reading the one letter of a chain of so many rules.
    fn work(length: usize) -> usize {
        let mut text = "start a0 ;\ntokenizer html5 ;\n".to_owned();
        for number in 0..length {
            let _ = writeln!(text, "a{number} ::= a{} ;", number + 1);
        }
        let _ = writeln!(text, "a{length} ::= TEXT ;");
        let (sources, _) = load_text("chain.grammar", &text, &EmbeddedOnly);
        let (stages, _) = stages(&sources.files, &sources.units, &Modes::default());
        let by_left = reach::by_left(&stages.plain);
        let model = Model::of(&stages.plain, &by_left, stages.plain.start.unwrap());
        let tally = Tally::new(&stages.plain, &model);
        let first = tally.first();
        let letter = Tally::expected(&first).into_iter().next().unwrap();
        let second = tally.next(&[&first], letter);
        assert!(tally.is_whole(&second) && !Tally::is_ambiguous(&second));
        Tally::work(&first) + Tally::work(&second)
    }

    #[test]
    fn a_chain_is_counted_in_linear_time() {
        assert!(work(2000) <= 2 * work(1000) + 10);
    }
}
