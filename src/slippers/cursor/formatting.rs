//! The list of active formatting elements (13.2.4.3).
//!
//! A formatting element enters the list when it is opened. If something other than its own end tag
//! closes it, it stays in the list and is *pending*. It is reopened, as a copy, before the next
//! token of the grammar's `reopen` set, if the content there accepts it. The standard calls this
//! "reconstruct the active formatting elements". Its own end tag removes it (`adopt`). Markers
//! separate the pending elements inside a cell or an object from those around it.
//!
//! For example, `<p><b>1<p>2` makes two paragraphs: the virtual `</p>` closes the `<b>`, which is
//! pending. The `2` reopens it in the second paragraph, so both texts are bold.
//!
//! Pending elements count as open. A token that one of them excludes is not acceptable before they
//! are reopened. An end tag refers to the last element of its name in the list. The list itself is
//! in `active`.

use super::{Closing, Cursor};
use crate::slippers::active::Active;
use crate::slippers::event::{Event, EventKind, Repair, RepairKind};
use crate::slippers::piece::TokenPiece;
use crate::slippers::stack::OpenElement;
use crate::slippers::tag_hash::StartTags;

/// The maximum number of equal elements after the last marker of the list. This is the "Noah's Ark
/// clause" (13.2.4.3, "push onto the list of active formatting elements", step 1).
const ARK: usize = 3;

impl Cursor<'_> {
    /// Adds an element that was just opened, or a marker, to the list, if its kind requires it.
    pub(super) fn enter_active(&mut self, opened: &OpenElement) {
        let Some(formatting) = self.formatting() else { return };
        let kind = opened.kind.index();
        let tags = StartTags { tokens: &self.state.parse.tokens, text: self.state.text };
        if formatting.markers.contains(kind) || formatting.lasting.contains(kind) {
            self.state.active.push_marker(tags);
        }
        if formatting.elements.contains(kind) {
            // 13.2.4.3, "push onto the list", step 1: if the limit is reached, the earliest one is
            // removed.
            let active = Active::of(opened, self.grammar.element(opened.element).end);
            if let Some(earliest) = self.active.alike(&active, ARK - 1, tags) {
                self.state.active.remove(earliest);
            }
            self.state.active.push(active, tags);
        }
    }

    /// Updates the list after an element was closed. Only its own end tag removes it from the list;
    /// otherwise it becomes pending. Its marker is removed, if it has one that ends now.
    pub(super) fn leave_active(&mut self, closed: &OpenElement, closing: &Closing) {
        let Some(formatting) = self.formatting() else { return };
        let (kind, by_own_tag) = (closed.kind.index(), closing.token.is_some());
        let is_formatting = formatting.elements.contains(kind);
        if is_formatting {
            self.state.active.no_longer_open(closed.number);
        }
        debug_assert!(
            is_formatting || self.active.position_of(closed.number).is_none(),
            "only formatting elements are listed"
        );
        let ended = by_own_tag && formatting.lasting.contains(kind);
        if ended || (formatting.markers.contains(kind) && !closing.keeps_marker) {
            self.state.active.clear_to_marker();
        }
        if by_own_tag
            && is_formatting
            && let Some(position) = self.active.position_of(closed.number)
            && self.active.is_after_marker(position)
        {
            // (An end tag refers only to elements after the last marker.)
            self.state.active.remove(position);
        }
    }

    /// Reopens the pending elements for the sake of a piece (13.2.4.3, "reconstruct the active
    /// formatting elements"). Stops at the first that the content does not accept, and at the node
    /// limit.
    pub(crate) fn reopen(&mut self, piece: &TokenPiece) {
        let repair = Repair {
            rejected: None,
            place: self.formatting().map(|formatting| formatting.place),
            ..self.repair_before(piece, RepairKind::Reopened)
        };
        let pending: Vec<usize> = self.active.pending().collect();
        for position in pending {
            if self.has_most_nodes() {
                return;
            }
            let Some(active) = self.active.at(position) else { return };
            let Some(active) = self.placed(active) else { return };
            self.reopen_one(position, active, repair);
        }
    }

    /// Opens a copy of the element at a position of the list, and replaces its entry
    /// ("reconstruct", steps 8 and 9).
    fn reopen_one(&mut self, position: usize, active: Active, repair: Repair) {
        let (word, kind) = (active.word, EventKind::Open(active.element));
        let location = self.insertion_location(word.terminal);
        let cause = Some(self.record_shown(Repair { inserted: Some(word.terminal), ..repair }));
        let number = self.state.stack.number();
        self.advance_reopening(word, number);
        let copy_of = Some(active.number);
        let opened = Event { word: Some(word), cause, location, copy_of, ..Event::of(kind) };
        self.emit(&opened);
        let copy = Active { number, ..active };
        self.state.active.replace(position, copy);
        self.state.stack.push(copy.opened());
    }

    /// Removes the element at a position from the list.
    pub(crate) fn forget_active(&mut self, position: usize) {
        self.state.active.remove(position);
    }

    /// Replaces the entry at a position by a copy of its element, which is about to be open.
    pub(crate) fn replace_active(&mut self, position: usize, copy: Active) {
        self.state.active.replace(position, copy);
    }

    /// Moves the element at a position of the list directly after the one at another position.
    pub(crate) fn move_active_after(&mut self, position: usize, other: usize) {
        let tags = StartTags { tokens: &self.state.parse.tokens, text: self.state.text };
        self.state.active.move_after(position, other, tags);
    }
}
