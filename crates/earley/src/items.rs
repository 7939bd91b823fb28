//! Earley items, and the ids of sets and sites. All charts share these
//! types.

use super::closure::Dotted;
use super::symbols::NonterminalId;

crate::id_type! {
    /// An Earley set.
    pub(super) SetId
}

crate::id_type! {
    /// A site: the part of a frame's state on which the next word depends.
    pub(super) SiteId
}

/// A dotted rule and the set where it began.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(super) struct Item {
    pub(super) dotted: Dotted,
    pub(super) origin: SetId,
}

impl Item {
    pub(super) fn advanced(self) -> Self {
        Self { dotted: self.dotted.advanced(), ..self }
    }
}

/// A Leo item: the result of completing a nonterminal by a chain of right-recursive rules.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeoItem {
    pub(super) waits_for: NonterminalId,
    pub(super) top: Item,
}

/// The state of a content, comparable for as long as its frame is open. It is the serial number of
/// a start set. For any other set, it is the items, each with the serial number of its origin, and
/// whether the content is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SetState {
    start: Option<u64>,
    items: Vec<(Dotted, u64)>,
    complete: bool,
}

impl SetState {
    /// Returns the state at the start set with this serial number.
    pub(super) fn start(serial: u64) -> Self {
        Self { start: Some(serial), items: Vec::new(), complete: false }
    }

    /// Returns the state at a set with these items.
    pub(super) fn of(items: impl Iterator<Item = (Dotted, u64)>, complete: bool) -> Self {
        Self { start: None, items: items.collect(), complete }
    }
}
