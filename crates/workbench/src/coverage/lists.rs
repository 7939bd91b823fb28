//! The parts of a list that include a terminal: items of the list, and of the sets that it names.
//!
//! Example: `wish <tbody> <tr> … for tablepart` was granted for a `<td>`. That exercises the
//! clause, the item `cell` of the set `tablepart`, and the item `<td>` of the set `cell`. In
//! `svg:{xml}` the members of `xml` are elements of `svg`, so each step inwards knows the enclosing
//! braces.

use super::outline::{Outline, UnitId};
use wishful::base::{FileSpan, HashSet};
use wishful::grammar::ast::{At, Item, Items};
use wishful_earley::TerminalId;

wishful::base::id_type! {
    /// A list of an outline.
    pub(super) ListId
}

/// A list as written, without the items that it subtracts.
#[derive(Clone, Debug)]
pub(super) struct OutlineList {
    /// The unit that any item of the list exercises.
    pub(super) owner: Option<UnitId>,
    pub(super) terms: Vec<OutlineTerm>,
}

/// One item of a list.
#[derive(Clone, Debug)]
pub(super) struct OutlineTerm {
    pub(super) item: At<Item>,
    /// The item's unit; `None` if it is the only item.
    pub(super) unit: Option<UnitId>,
    /// The list in its braces.
    pub(super) inner: Option<ListId>,
}

/// A depth-first walk from a list into its braces and sets.
struct ListWalk<'o> {
    outline: &'o Outline,
    terminal: TerminalId,
    seen: HashSet<(ListId, Vec<Option<At<String>>>)>,
    found: Vec<UnitId>,
}

impl Outline {
    /// Returns the units that a terminal exercises as a member of a list. With `at`, only the item
    /// at that span is considered.
    pub(super) fn exercised(
        &self,
        list: ListId,
        at: Option<FileSpan>,
        terminal: TerminalId,
    ) -> Vec<UnitId> {
        let mut inwards =
            ListWalk { outline: self, terminal, seen: HashSet::default(), found: Vec::new() };
        match at {
            None => inwards.list(list, &[]),
            Some(place) => {
                for term in &self.lists[list.index()].terms {
                    if term.item.place == place {
                        inwards.term(term, &[]);
                    }
                }
            }
        }
        inwards.found
    }
}

impl ListWalk<'_> {
    /// Visits a list inside some braces, outermost first. The walk ends, since the compiler rejects
    /// sets that contain themselves.
    fn list(&mut self, list: ListId, around: &[Option<At<String>>]) {
        if !self.seen.insert((list, around.to_vec())) {
            return;
        }
        let outline = self.outline;
        let OutlineList { owner, terms } = &outline.lists[list.index()];
        let naming = terms.iter().filter(|term| self.includes_terminal(&term.item, around));
        let naming: Vec<&OutlineTerm> = naming.collect();
        if !naming.is_empty() {
            self.found.extend(*owner);
        }
        for term in naming {
            self.term(term, around);
        }
    }

    fn term(&mut self, term: &OutlineTerm, around: &[Option<At<String>>]) {
        self.found.extend(term.unit);
        match (&term.item.value, term.inner) {
            (Item::Name(name), _) => {
                let outline = self.outline;
                for &list in outline.sets.get(name).into_iter().flatten() {
                    self.list(list, around);
                }
            }
            (Item::Braces { namespace, .. }, Some(inner)) => {
                let around: Vec<_> =
                    around.iter().cloned().chain(std::iter::once(namespace.clone())).collect();
                self.list(inner, &around);
            }
            _ => {}
        }
    }

    /// Reports whether an item inside some braces includes the terminal.
    fn includes_terminal(&self, item: &At<Item>, around: &[Option<At<String>>]) -> bool {
        let mut items = Items::one(item.clone());
        for namespace in around.iter().rev().flatten() {
            let (namespace, place) = (Some(namespace.clone()), item.place);
            items = Items::one(At { value: Item::Braces { namespace, items }, place });
        }
        self.outline.names(&items, self.terminal)
    }
}
