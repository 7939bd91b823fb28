//! A hash of the recogniser's state, equal for two texts if the same words may follow with the same
//! effect.
//!
//! The state consists of the open frames and the flags. Each frame contributes its kind, the
//! context lines in force and the state of its content. The caller, who assigned the labels of
//! frames, hashes their meaning.
//!
//! The state of a content is what an Earley set expects: terminals and nonterminals, each with what
//! follows once it is read. What follows a nonterminal that began in a set are the items that wait
//! for it there. So only such pairs of a set and a nonterminal are visited, and numbered in the
//! order of the traversal. A repetition `x*` is then in the same state before its first `x` and
//! after it, although the sets differ: one predicts `list ::= list x`, the other one has moved the
//! dot of it. The hash depends neither on the numbers of sets in memory nor on steps learnt in
//! other texts.

use super::closure::OwnRules;
use super::frames::Frame;
use super::intern::InsertionSet;
use super::items::{Item, SetId};
use super::machine::Machine;
use super::recogniser::Recogniser;
use super::symbols::{NonterminalId, Symbol};
use crate::util::BitRow;
use std::hash::{Hash, Hasher};

impl Recogniser {
    /// Adds the state of the recogniser to a hash: everything that determines the effect of later
    /// words.
    pub fn hash_state(&self, hash: &mut impl Hasher) {
        self.hash_flags(hash);
        for view in self.frames() {
            let &Frame { kind, depth, set, after, .. } = view.frame;
            (kind, depth).hash(hash);
            members(view.context(), hash);
            for set in [set, after] {
                let begun = InsertionSet::default();
                ContentHasher { of: &self.machine, hash, begun }.expected(set);
            }
        }
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
}

/// Hashes the members of a row and a terminator.
fn members(row: &BitRow, hash: &mut impl Hasher) {
    row.iter().for_each(|member| member.hash(hash));
    usize::MAX.hash(hash);
}

/// A traversal of the sets on which the state of a content depends.
struct ContentHasher<'m, H> {
    of: &'m Machine,
    hash: &'m mut H,
    /// The nonterminals begun in a set that the traversal has met, in this order.
    begun: InsertionSet<(NonterminalId, SetId)>,
}

impl<H: Hasher> ContentHasher<'_, H> {
    /// Hashes what a set expects. A nullable nonterminal is what its rules expect: items that wait
    /// for it also stand with their dot behind it.
    fn expected(&mut self, set: SetId) {
        let Machine { chart, rules, .. } = self.of;
        chart.is_complete(set).hash(self.hash);
        let (mut terminals, mut seeds) = (Vec::new(), chart.seeds(set).to_vec());
        for item in chart.waiting_items(rules, set) {
            if let Some(Symbol::Terminal(_)) = rules.analysis.rule(item.dotted).next {
                terminals.push(item);
            }
        }
        let mut index = 0;
        while let Some(&seed) = seeds.get(index) {
            if rules.is_nullable(seed) {
                let OwnRules { scans, waits, .. } = rules.own(seed);
                terminals.extend(scans.iter().map(|&(_, dotted)| Item { dotted, origin: set }));
                for &(next, _) in waits {
                    if !seeds.contains(&next) {
                        seeds.push(next);
                    }
                }
            }
            index += 1;
        }
        seeds.retain(|&seed| !rules.is_nullable(seed));
        seeds.sort_unstable();
        self.items(terminals);
        for seed in seeds {
            (seed, self.begun.insert((seed, set)).0).hash(self.hash);
        }
        let mut done = 0;
        while let Some(&(nonterminal, set)) = self.begun.members.get(done) {
            let is_content = chart.started(nonterminal) == Some(set);
            (is_content || self.of.root == (nonterminal, set)).hash(self.hash);
            self.items(chart.all_before(rules, (set, Symbol::Nonterminal(nonterminal))));
            done += 1;
        }
    }

    /// Hashes some items, each once.
    fn items(&mut self, items: Vec<Item>) {
        let mut each = InsertionSet::default();
        for item in items {
            each.insert(item);
        }
        each.members.len().hash(self.hash);
        for Item { dotted, origin } in each.members {
            let left = self.of.rules.analysis.rule(dotted).left;
            (dotted, self.begun.insert((left, origin)).0).hash(self.hash);
        }
    }
}
