//! Leo items: right recursion in linear time.
//!
//! When a right-recursive list ends, all its items complete at once, and every word might be the
//! last. Without Leo items, that takes quadratic time. Leo ("A general context-free parsing
//! algorithm running in linear time on every LR(k) grammar without using lookahead", 1991) skips
//! these chains.
//!
//! A set has a *Leo item* for A if and only if exactly one of its items waits for A. Also, nothing
//! may follow A there, and the rule must be right-recursive. The Leo item stores the topmost
//! completed item of the chain of completions that A begins, so the chain is skipped, not walked.
//! It is stored with its set when the set is made, so truncation drops both. This is sound because
//! it depends only on that set and older ones. The start of a frame waits for the frame's content
//! like one more item, so no chain skips the completion of a frame.

use super::chart::Chart;
use super::closure::DottedRule;
use super::items::{Item, LeoItem, SetId};
use super::rules::Rules;
use super::symbols::{NonterminalId, Symbol};

impl Chart {
    /// Returns the topmost item of the chain that completing `nonterminal` begins at `set`.
    pub(super) fn leo(&self, set: SetId, nonterminal: NonterminalId) -> Option<Item> {
        self.leos(set).iter().find(|leo| leo.waits_for == nonterminal).map(|leo| leo.top)
    }

    /// Returns the only item of `set` that waits for `nonterminal`. Returns `None` if there are
    /// several or none.
    fn sole(&self, rules: &Rules, set: SetId, nonterminal: NonterminalId) -> Option<Item> {
        let mut found = None;
        let kernel = self.waiting(rules, set, Symbol::Nonterminal(nonterminal)).iter().copied();
        let predicted = self.seeds(set).iter().flat_map(|seed| {
            let waiting = rules.waiting(*seed, nonterminal);
            waiting.map(|dotted| Item { dotted, origin: set })
        });
        for item in kernel.chain(predicted) {
            if found.is_some_and(|other| other != item) {
                return None;
            }
            found = Some(item);
        }
        found
    }

    /// Adds the Leo items of the newest set.
    pub(super) fn store_leos(
        &mut self,
        rules: &Rules,
        set: SetId,
        start_of: Option<NonterminalId>,
    ) {
        let eligible = self.leo_candidates(rules, set, start_of);
        for &(waits_for, item) in &eligible {
            if let Some(top) = self.chain_top(rules, set, item, &eligible) {
                self.leo_items.push(LeoItem { waits_for, top });
            }
        }
    }

    /// Returns the nonterminals for which `set` may have a Leo item, each with the item that waits
    /// for it.
    fn leo_candidates(
        &self,
        rules: &Rules,
        set: SetId,
        start_of: Option<NonterminalId>,
    ) -> Vec<(NonterminalId, Item)> {
        let kernel = self.items(set).iter().copied();
        let predicted = self.seeds(set).iter().flat_map(|seed| {
            let waiting = rules.all_waiting(*seed);
            waiting.map(|(_, dotted)| Item { dotted, origin: set })
        });
        let mut found: Vec<(NonterminalId, Item)> = Vec::new();
        for item in kernel.chain(predicted) {
            let &DottedRule { leo, next, .. } = rules.analysis.rule(item.dotted);
            let (true, Some(Symbol::Nonterminal(next))) = (leo, next) else { continue };
            let known = start_of == Some(next) || found.iter().any(|&(other, _)| other == next);
            if !known && self.sole(rules, set, next) == Some(item) {
                found.push((next, item));
            }
        }
        found
    }

    /// Follows the chain from `item` of `set`, through the finished Leo items of older sets and the
    /// `eligible` ones of this set. Returns `None` if the chain is cyclic.
    fn chain_top(
        &self,
        rules: &Rules,
        set: SetId,
        item: Item,
        eligible: &[(NonterminalId, Item)],
    ) -> Option<Item> {
        let mut item = item;
        for _ in 0..=eligible.len() {
            let left = rules.analysis.rule(item.dotted).left;
            if item.origin != set {
                return Some(self.leo(item.origin, left).unwrap_or_else(|| item.advanced()));
            }
            match eligible.iter().find(|&&(waits_for, _)| waits_for == left) {
                Some(&(_, next)) => item = next,
                None => return Some(item.advanced()),
            }
        }
        None
    }
}
