//! Stacks of items, interned: one derivation from a nonterminal to the symbol that it reads next.

use super::items::{ItemId, ItemTable};
use crate::base::HashMap;

/// The number of a stack. Equal stacks have equal numbers.
pub(super) type StackId = usize;

/// The empty stack.
pub(super) const EMPTY: StackId = 0;

/// The top of a stack and the stack below it.
#[derive(Clone, Copy)]
struct StackCell {
    item: ItemId,
    below: StackId,
    /// The length of a shortest sentential form of what follows after the next symbol of each item.
    waits: usize,
}

/// All stacks of a search.
pub(super) struct Stacks<'t> {
    table: &'t ItemTable,
    cells: Vec<StackCell>,
    ids: HashMap<(ItemId, StackId), StackId>,
}

impl<'t> Stacks<'t> {
    pub(super) fn new(table: &'t ItemTable) -> Self {
        let empty = StackCell { item: 0, below: EMPTY, waits: 0 };
        Self { table, cells: vec![empty], ids: HashMap::default() }
    }

    pub(super) fn push(&mut self, item: ItemId, below: StackId) -> StackId {
        let next = self.cells.len();
        let id = *self.ids.entry((item, below)).or_insert(next);
        if id == next {
            let own = if self.table.is_complete(item) { 0 } else { self.table.need[item + 1] };
            let waits = self.cells[below].waits + own;
            self.cells.push(StackCell { item, below, waits });
        }
        id
    }

    pub(super) fn top(&self, stack: StackId) -> ItemId {
        self.cells[stack].item
    }

    /// Reports whether the top is the only item.
    pub(super) fn is_single(&self, stack: StackId) -> bool {
        self.cells[stack].below == EMPTY
    }

    /// Returns the length of a shortest sentential form of the rest of the derivation.
    pub(super) fn need(&self, stack: StackId) -> usize {
        let StackCell { item, below, .. } = self.cells[stack];
        self.table.need[item] + self.cells[below].waits
    }

    /// Returns that length without the next symbol of the top.
    pub(super) fn waits(&self, stack: StackId) -> usize {
        self.cells[stack].waits
    }

    /// Returns the nonterminal whose derivation a stack is.
    pub(super) fn root(&self, mut stack: StackId) -> usize {
        while !self.is_single(stack) {
            stack = self.cells[stack].below;
        }
        self.table.left[self.top(stack)]
    }

    /// Returns the stack with the dot of the top moved over a symbol.
    pub(super) fn advance(&mut self, stack: StackId) -> StackId {
        let StackCell { item, below, .. } = self.cells[stack];
        self.push(item + 1, below)
    }

    /// Returns the stack of a whole derivation: the complete leaf of its root.
    pub(super) fn whole(&mut self, root: usize) -> StackId {
        self.push(self.table.leaf(root) + 1, EMPTY)
    }

    /// Reports whether a stack is one of [`whole`](Self::whole).
    pub(super) fn is_whole(&self, stack: StackId) -> bool {
        let item = self.top(stack);
        self.table.is_leaf(item) && self.table.is_complete(item)
    }

    /// Returns the stack after the complete item at the top is reduced.
    pub(super) fn reduce(&mut self, stack: StackId) -> StackId {
        let StackCell { item, below, .. } = self.cells[stack];
        if below == EMPTY { self.whole(self.table.left[item]) } else { self.advance(below) }
    }

    /// Returns a stack with more items at its bottom, the outermost first.
    pub(super) fn rebase(&mut self, stack: StackId, bases: &[ItemId]) -> StackId {
        let mut items = Vec::new();
        let mut at = stack;
        while at != EMPTY {
            items.push(self.top(at));
            at = self.cells[at].below;
        }
        let mut rebased = EMPTY;
        for &item in bases.iter().chain(items.iter().rev()) {
            rebased = self.push(item, rebased);
        }
        rebased
    }
}
