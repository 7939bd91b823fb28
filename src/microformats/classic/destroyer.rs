//! Step 4 of the seed: what a root does not see because it stands in another one.

use super::lexicon::{FormatId, NameNumber};
use super::reader::Reader;
use super::run::Run;
use super::view::EntryId;

impl Reader<'_, '_, '_> {
    /// DESTROYER (with DESTROY_ELEMENT): the entries in `top` that keep their names. "For each descendant: if its class list
    /// includes one or more of the class names in M", the known roots less the saved ones, then what is in it loses class, rel
    /// and rev; it itself keeps its other names, and loses [those](Self::is_destroyed_name).
    pub(super) fn destroyer(&mut self, top: EntryId, saves: &[FormatId]) -> Vec<EntryId> {
        let behind = self.view.end(top);
        let mut sight = Vec::new();
        let mut next = top.index() + 1;
        while next < behind {
            let entry = EntryId::new(next);
            sight.push(entry);
            next = if self.destroys(entry, saves) { self.view.end(entry) } else { next + 1 };
        }
        self.account.look(sight.len());
        sight
    }

    /// The same for the entries that another run sees.
    pub(super) fn destroyed(&mut self, seen: &[EntryId], saves: &[FormatId]) -> Vec<EntryId> {
        self.account.look(seen.len());
        let mut behind = 0;
        let mut sight = Vec::new();
        for &entry in seen.iter() {
            if entry.index() < behind {
                continue;
            }
            sight.push(entry);
            if self.destroys(entry, saves) {
                behind = self.view.end(entry);
            }
        }
        sight
    }

    /// Whether what is in an entry is destroyed.
    fn destroys(&self, entry: EntryId, saves: &[FormatId]) -> bool {
        let is_destroyed = |&name: &NameNumber| self.is_unsaved(name, saves);
        self.view.entry(entry).is_root && self.view.names(entry).iter().any(is_destroyed)
    }

    fn is_unsaved(&self, name: NameNumber, saves: &[FormatId]) -> bool {
        self.lexicon.root(name).is_some_and(|format| !saves.contains(&format))
    }

    /// "Modify the class attribute of d, removing any classes which appear in M."
    pub(super) fn is_destroyed_name(&self, name: NameNumber, run: &Run) -> bool {
        self.is_unsaved(name, &run.saves)
    }
}
