//! The record of the form element pointer, and of the moves that separate controls from forms.

use super::Builder;
use crate::earley::FlagId;
use crate::tree::node::{ElementRow, NodeId};
use crate::tree::owners::record::ElementMove;

impl Builder<'_> {
    /// Records a change of the form element pointer (13.2.4.4), if the latch stands for it. The
    /// form that turns it on is the last element that was made.
    pub(super) fn note_latch(&mut self, latch: FlagId, on: bool) {
        if !self.facts.owners.iter().any(|owners| owners.latch == latch) {
            return;
        }
        let made = self.tables.elements.len();
        let form = if on { made.checked_sub(1).map(ElementRow::new) } else { None };
        self.tables.owners.pointers.push((made, form));
    }

    /// Ends the form element pointer at the end of the events. It does not concern later copies.
    pub(super) fn end_pointer(&mut self) {
        if !self.tables.owners.pointers.is_empty() {
            self.tables.owners.pointers.push((self.tables.elements.len(), None));
        }
    }

    /// Records a move of a node, unless there was no form before it.
    pub(super) fn note_move(&mut self, node: NodeId, from: Option<NodeId>, to: NodeId) {
        if self.tables.owners.pointers.is_empty() {
            return;
        }
        let Some(element) = self.tables.row_of(node) else { return };
        let from = from.and_then(|parent| self.tables.row_of(parent));
        let (made, to) = (self.tables.elements.len(), self.tables.row_of(to));
        self.tables.owners.moves.push(ElementMove { made, element, from, to });
    }

    /// Records the moves of all children of a node, one by one.
    pub(super) fn note_moved_children(&mut self, from: NodeId, to: NodeId) {
        if self.tables.owners.pointers.is_empty() {
            return;
        }
        let mut child = self.tables.nodes[from.index()].first_child;
        while let Some(node) = child {
            child = self.tables.nodes[node.index()].next;
            self.note_move(node, Some(from), to);
        }
    }
}
