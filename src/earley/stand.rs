//! Where a recogniser stands, as a hash: the same for two texts if the same words may follow, to the same effect.
//!
//! What decides that are the open frames, each with its kind, the context lines in force and where its content stands; and
//! the flags. (What the labels of frames mean is known to those who gave them.) A place in a content is an Earley set with those that its items come from: sets are numbered as
//! they are met, so that neither the number that a set has in memory counts, nor what was learnt in other texts.

use super::frames::Frame;
use super::items::SetId;
use super::recogniser::Recogniser;
use crate::base::{BitRow, QuickMap};
use std::hash::{Hash, Hasher};

impl Recogniser {
    /// Adds to a hash what decides about the words to come.
    pub(crate) fn hash_stand(&self, hash: &mut impl Hasher) {
        let mut sets = Sets::default();
        self.hash_flags(hash);
        for view in self.frames() {
            let &Frame { kind, depth, set, after, .. } = view.frame;
            (kind, depth).hash(hash);
            members(view.context(), hash);
            [sets.number(set), sets.number(after)].hash(hash);
        }
        self.hash_sets(sets, hash);
    }

    /// Adds to a hash where the innermost content stands.
    pub(crate) fn hash_place(&self, hash: &mut impl Hasher) {
        let machine = &self.machine;
        if let Some(view) = self.frames().next() {
            let items = machine.chart.waiting_items(&machine.rules, view.frame.set);
            items.iter().for_each(|item| item.dotted.hash(hash));
        }
    }

    /// The context lines that are in force in the innermost content.
    pub(crate) fn lines_in_force(&self) -> impl Iterator<Item = usize> {
        self.frames().take(1).flat_map(|view| view.context().iter())
    }

    /// Adds the flags to a hash.
    pub(crate) fn hash_flags(&self, hash: &mut impl Hasher) {
        members(&self.machine.flags, hash);
    }

    /// The items of all sets that were met, and of those that these come from.
    fn hash_sets(&self, mut sets: Sets, hash: &mut impl Hasher) {
        let machine = &self.machine;
        let mut done = 0;
        while let Some(&set) = sets.met.get(done) {
            (machine.chart.is_complete(set), machine.chart.seeds(set)).hash(hash);
            let items = machine.chart.waiting_items(&machine.rules, set);
            items.len().hash(hash);
            for item in items {
                (item.dotted, sets.number(item.origin)).hash(hash);
            }
            done += 1;
        }
    }
}

/// The members of a row, and where they end.
fn members(row: &BitRow, hash: &mut impl Hasher) {
    row.iter().for_each(|member| member.hash(hash));
    usize::MAX.hash(hash);
}

/// Sets in the order in which they were met.
#[derive(Default)]
struct Sets {
    met: Vec<SetId>,
    numbers: QuickMap<SetId, usize>,
}

impl Sets {
    fn number(&mut self, set: SetId) -> usize {
        *self.numbers.entry(set).or_insert_with(|| {
            self.met.push(set);
            self.met.len() - 1
        })
    }
}
