//! Earley items, the sets that they began in, and the links between them: what every chart speaks
//! of.

use super::closure::Dotted;
use super::symbols::NonterminalId;

crate::base::id_type! {
    /// An Earley set.
    pub(super) SetId
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

/// Where the symbol before a dot began: how a forest finds its way back.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) enum BackLink {
    /// The set before that symbol.
    From(SetId),
    /// A Leo item was used: the chain that begins with this nonterminal, from this set to here.
    Leo(SetId, NonterminalId),
}

/// Where the completion of a nonterminal leads.
#[derive(Clone, Copy, Debug)]
pub(super) struct LeoItem {
    pub(super) waits_for: NonterminalId,
    pub(super) top: Item,
}

/// What tells where a content stands, for as long as its frame is open: the serial number of a
/// start set, or else the items, each with the serial number of its origin, and whether the content
/// is complete.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SetState {
    start: Option<u64>,
    items: Vec<(Dotted, u64)>,
    complete: bool,
}

impl SetState {
    /// At the start set with this serial number.
    pub(super) fn start(serial: u64) -> Self {
        Self { start: Some(serial), items: Vec::new(), complete: false }
    }

    /// At a set with these items.
    pub(super) fn of(items: impl Iterator<Item = (Dotted, u64)>, complete: bool) -> Self {
        Self { start: None, items: items.collect(), complete }
    }
}
