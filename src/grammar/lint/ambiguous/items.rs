//! The rules of a content as numbered items (dotted rules).
//!
//! Each nonterminal `N` has one more rule, its *leaf* `N -> N`. It represents an `N` that a
//! sentential form contains undivided. No item predicts it.

use crate::base::HashSet;
use crate::grammar::lint::unproductive::derived;

/// The number of an item. The items of one rule are consecutive.
pub(super) type ItemId = usize;

/// A rule: its left side, and the symbols of its right side.
pub(super) type SymbolRule = (usize, Vec<usize>);

/// The items of some rules. The first symbols are the nonterminals, the others are terminals.
pub(super) struct ItemTable {
    pub(super) nonterminals: usize,
    /// By nonterminal: true if it derives the empty text.
    nullable: Vec<bool>,
    /// By item: the symbol after the dot; `None` if the item is complete.
    pub(super) next: Vec<Option<usize>>,
    /// By item: the left side of its rule.
    pub(super) left: Vec<usize>,
    /// By item: the number of symbols before the dot.
    pub(super) dot: Vec<usize>,
    /// By item: the length of a shortest sentential form of the symbols after the dot.
    pub(super) need: Vec<usize>,
    /// By nonterminal: the first items of its rules, without that of the leaf.
    pub(super) first: Vec<Vec<ItemId>>,
    /// By nonterminal: the complete items of its rules.
    pub(super) complete: Vec<Vec<ItemId>>,
    /// By nonterminal: the items with the dot before it, without that of the leaf.
    pub(super) before: Vec<Vec<ItemId>>,
}

impl ItemTable {
    /// Creates the table, without duplicate rules and without rules that derive no text.
    pub(super) fn new(nonterminals: usize, rules: &[SymbolRule]) -> Self {
        let productive = derivable(nonterminals, rules, true);
        let mut table = Self {
            nonterminals,
            nullable: derivable(nonterminals, rules, false),
            next: Vec::new(),
            left: Vec::new(),
            dot: Vec::new(),
            need: Vec::new(),
            first: vec![Vec::new(); nonterminals],
            complete: vec![Vec::new(); nonterminals],
            before: vec![Vec::new(); nonterminals],
        };
        for nonterminal in 0..nonterminals {
            table.rule(nonterminal, &[nonterminal]);
        }
        let mut seen = HashSet::default();
        for (left, right) in rules {
            if !right.iter().all(|&symbol| symbol >= nonterminals || productive[symbol])
                || !seen.insert((left, right))
            {
                continue;
            }
            let first = table.rule(*left, right);
            table.first[*left].push(first);
            for (dot, &symbol) in right.iter().enumerate() {
                if symbol < nonterminals {
                    table.before[symbol].push(first + dot);
                }
            }
        }
        table
    }

    /// Adds the items of a rule, and returns the first.
    fn rule(&mut self, left: usize, right: &[usize]) -> ItemId {
        let first = self.next.len();
        let needed: Vec<bool> = right.iter().map(|&symbol| !self.is_nullable(symbol)).collect();
        for dot in 0..=right.len() {
            self.next.push(right.get(dot).copied());
            self.left.push(left);
            self.dot.push(dot);
            self.need.push(needed[dot..].iter().filter(|&&is_needed| is_needed).count());
        }
        self.complete[left].push(first + right.len());
        first
    }

    /// Reports whether a symbol is a nonterminal that derives the empty text.
    pub(super) fn is_nullable(&self, symbol: usize) -> bool {
        self.nullable.get(symbol) == Some(&true)
    }

    /// Returns the number of items.
    pub(super) fn len(&self) -> usize {
        self.next.len()
    }

    /// Returns the item of a leaf with the dot before its nonterminal.
    pub(super) fn leaf(&self, nonterminal: usize) -> ItemId {
        debug_assert!(nonterminal < self.nonterminals, "only nonterminals have a leaf");
        2 * nonterminal
    }

    /// Reports whether an item is one of a leaf.
    pub(super) fn is_leaf(&self, item: ItemId) -> bool {
        item < 2 * self.nonterminals
    }

    /// Reports whether the dot is last.
    pub(super) fn is_complete(&self, item: ItemId) -> bool {
        self.next[item].is_none()
    }

    /// Returns the first items that an item predicts.
    pub(super) fn predicted(&self, item: ItemId) -> &[ItemId] {
        match self.next[item] {
            Some(symbol) if symbol < self.nonterminals && !self.is_leaf(item) => {
                &self.first[symbol]
            }
            _ => &[],
        }
    }

    /// Returns the symbol before the dot, if there is one.
    pub(super) fn previous(&self, item: ItemId) -> Option<usize> {
        if self.dot[item] == 0 { None } else { self.next[item - 1] }
    }

    /// Returns the symbols before the dot.
    pub(super) fn prefix(&self, item: ItemId) -> Vec<usize> {
        self.next[item - self.dot[item]..item].iter().flatten().copied().collect()
    }
}

/// Computes the nonterminals that derive a text, or only those that derive the empty text.
fn derivable(nonterminals: usize, rules: &[SymbolRule], has_terminals: bool) -> Vec<bool> {
    let rules = rules.iter().map(|(left, right)| {
        let needs = right.iter().copied().filter(|&symbol| symbol < nonterminals);
        let lacks = !has_terminals && right.iter().any(|&symbol| symbol >= nonterminals);
        (*left, needs, lacks)
    });
    derived(nonterminals, rules)
}
