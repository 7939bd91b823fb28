//! Step 4 of the seed: which entries a root still sees, given the other roots inside it.

use super::lexicon::{FormatId, NameNumber};
use super::reader::ClassicReader;
use super::run::ItemRun;
use super::view::EntryId;

impl ClassicReader<'_, '_, '_> {
    /// Returns the entries in `top` that keep names after DESTROYER (with DESTROY_ELEMENT). The
    /// seed says: "For each descendant: if its class list includes one or more of the class names
    /// in M". M contains the known roots without the saved ones. Everything inside such a
    /// descendant loses class, rel and rev. The descendant itself loses only [some
    /// names](Self::is_destroyed_name).
    pub(super) fn destroyer(&mut self, top: EntryId, saves: &[FormatId]) -> Vec<EntryId> {
        let end = self.view.end(top);
        let mut sight = Vec::new();
        let mut next = top.index() + 1;
        while next < end {
            let entry = EntryId::new(next);
            sight.push(entry);
            next = if self.destroys(entry, saves) { self.view.end(entry) } else { next + 1 };
        }
        self.account.look(sight.len());
        sight
    }

    /// Does the same as [`destroyer`](Self::destroyer), but for the entries that another run sees.
    pub(super) fn destroyed(&mut self, seen: &[EntryId], saves: &[FormatId]) -> Vec<EntryId> {
        self.account.look(seen.len());
        let mut destroyed_until = 0;
        let mut sight = Vec::new();
        for &entry in seen {
            if entry.index() < destroyed_until {
                continue;
            }
            sight.push(entry);
            if self.destroys(entry, saves) {
                destroyed_until = self.view.end(entry);
            }
        }
        sight
    }

    /// Reports whether the content of an entry is destroyed.
    fn destroys(&self, entry: EntryId, saves: &[FormatId]) -> bool {
        let mut names = self.view.names(entry).iter();
        self.view.entry(entry).is_root && names.any(|&name| self.is_unsaved(name, saves))
    }

    fn is_unsaved(&self, name: NameNumber, saves: &[FormatId]) -> bool {
        self.lexicon.root(name).is_some_and(|format| !saves.contains(&format))
    }

    /// Reports whether an entry loses a name: "Modify the class attribute of d, removing any
    /// classes which appear in M."
    pub(super) fn is_destroyed_name(&self, name: NameNumber, run: &ItemRun) -> bool {
        self.is_unsaved(name, &run.saves)
    }
}
