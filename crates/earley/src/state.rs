//! A hash of the recogniser's state, equal for two texts if the same words may follow with the same
//! effect.
//!
//! The state consists of the open frames and the flags. Each frame contributes its kind, the
//! context lines in force and the state of its content. The caller, who assigned the labels of
//! frames, hashes their meaning. The state of a content is an Earley set with the sets that its
//! items originate from. Sets are numbered in the order of the traversal. So the hash depends
//! neither on their numbers in memory nor on steps learnt in other texts.

use super::frames::Frame;
use super::items::SetId;
use super::recogniser::Recogniser;
use crate::util::{BitRow, QuickMap};
use std::hash::{Hash, Hasher};

impl Recogniser {
    /// Adds the state of the recogniser to a hash: everything that determines the effect of later
    /// words.
    pub fn hash_state(&self, hash: &mut impl Hasher) {
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

    /// Adds the state of the innermost content to a hash.
    pub fn hash_content(&self, hash: &mut impl Hasher) {
        let machine = &self.machine;
        let items = machine.chart.waiting_items(&machine.rules, self.innermost().frame.set);
        items.iter().for_each(|item| item.dotted.hash(hash));
    }

    /// Adds the flags to a hash.
    pub fn hash_flags(&self, hash: &mut impl Hasher) {
        members(self.machine.flags(), hash);
    }

    /// Hashes the items of all numbered sets, and numbers and hashes their origins transitively.
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

/// Hashes the members of a row and a terminator.
fn members(row: &BitRow, hash: &mut impl Hasher) {
    row.iter().for_each(|member| member.hash(hash));
    usize::MAX.hash(hash);
}

/// Sets numbered in the order of first use.
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
