//! The list of active formatting elements (section 13.2.4.3 of the standard).
//!
//! A formatting element is entered when it is opened. It stays in the list when something else
//! closes it; then it is *pending*, and it is opened again, as a copy, before the next token of the
//! grammar's `reopen` set that stands where it could stand itself. Its own end tag takes it out
//! (`adopt`). Markers keep what is pending inside a cell or an object from what is around it.
//!
//! Pending elements count as open: what one of them excludes is not acceptable before they are
//! reopened, and an end tag means the last one in the list. The list itself is in `active`.

use super::{Closing, Cursor};
use crate::slippers::active::Active;
use crate::slippers::event::{Event, EventKind, Repair, RepairKind};
use crate::slippers::likeness::StartTags;
use crate::slippers::piece::Piece;
use crate::slippers::stack::OpenElement;

/// How many elements alike stay in the list behind its last marker: the standard's "Noah's Ark
/// clause".
const ARK: usize = 3;

impl Cursor<'_> {
    /// Enters an element that was just opened, or a marker, as its kind asks.
    pub(super) fn enter_active(&mut self, opened: &OpenElement) {
        let Some(formatting) = self.formatting() else { return };
        let kind = opened.kind.index();
        let tags = StartTags { tokens: &self.at.parse.tokens, text: self.at.text };
        if formatting.markers.contains(kind) || formatting.lasting.contains(kind) {
            self.at.active.push_marker(tags);
        }
        if formatting.elements.contains(kind) {
            // Of so many alike behind the last marker, the first one goes.
            let active = Active::of(opened, self.grammar.element(opened.element).end);
            let earliest = self.active.alike(&active, tags).nth(ARK - 1);
            if let Some(earliest) = earliest {
                self.at.active.remove(earliest);
            }
            self.at.active.push(active, tags);
        }
    }

    /// An element was closed: it leaves the list by its own end tag only, and its marker goes, if
    /// it had one that goes now.
    pub(super) fn leave_active(&mut self, closed: &OpenElement, closing: &Closing) {
        let Some(formatting) = self.formatting() else { return };
        let (kind, by_own_tag) = (closed.kind.index(), closing.token.is_some());
        let is_formatting = formatting.elements.contains(kind);
        if is_formatting {
            self.at.active.no_longer_open(closed.number);
        }
        debug_assert!(
            is_formatting || self.active.position_of(closed.number).is_none(),
            "only formatting elements are listed"
        );
        let ended = by_own_tag && formatting.lasting.contains(kind);
        if ended || (formatting.markers.contains(kind) && !closing.keeps_marker) {
            self.at.active.clear_to_marker();
        }
        if by_own_tag
            && is_formatting
            && let Some(position) = self.active.position_of(closed.number)
            && self.active.is_behind_marker(position)
        {
            // (In front of a marker no end tag finds it.)
            self.at.active.remove(position);
        }
    }

    /// Reopens what is pending, for the sake of a piece: up to the first that has no place here,
    /// and no more than there may be nodes.
    pub(crate) fn reopen(&mut self, piece: &Piece) {
        let repair = Repair {
            rejected: None,
            place: self.formatting().map(|formatting| formatting.place),
            ..self.repair_before(piece, RepairKind::Reopened)
        };
        let pending: Vec<usize> = self.active.pending().collect();
        for position in pending {
            let active = self.active.at(position).filter(|_| !self.has_most_nodes());
            let Some(active) = active.and_then(|active| self.placed(active)) else { return };
            self.reopen_one(position, active, repair);
        }
    }

    /// Opens a copy of the element at a position of the list, where it stands in the list.
    fn reopen_one(&mut self, position: usize, active: Active, repair: Repair) {
        let (word, kind) = (active.word, EventKind::Open(active.element));
        let location = self.insertion_location(word.terminal);
        let cause = Some(self.record_shown(Repair { inserted: Some(word.terminal), ..repair }));
        let number = self.at.stack.number();
        self.advance_reopening(word, number);
        let copy_of = Some(active.number);
        let opened = Event { word: Some(word), cause, location, copy_of, ..Event::of(kind) };
        self.emit(&opened);
        let copy = Active { number, ..active };
        self.at.active.replace(position, copy);
        self.at.stack.push(copy.opened());
    }

    /// Takes the element at a position out of the list.
    pub(crate) fn forget_active(&mut self, position: usize) {
        self.at.active.remove(position);
    }

    /// Puts a copy of an element, which is about to be open, in its place in the list.
    pub(crate) fn replace_active(&mut self, position: usize, copy: Active) {
        self.at.active.replace(position, copy);
    }

    /// Moves the element at a position of the list behind the one at another position.
    pub(crate) fn move_active_behind(&mut self, position: usize, other: usize) {
        let tags = StartTags { tokens: &self.at.parse.tokens, text: self.at.text };
        self.at.active.move_behind(position, other, tags);
    }
}
