//! Decisions of the caller by look-up: the queries to `decisions.rs`, and the filling.

use super::decisions::{Basis, Decision, DecisionId, Decisions, LEVELS, NODES, Question};
use super::recogniser::Recogniser;
use super::sites::SiteKey;
use super::symbols::Word;
use crate::util::wide;
use std::sync::Arc;

impl Recogniser {
    /// Returns the cached answer to a question here.
    pub fn recall(&mut self, question: &Question) -> Option<Arc<[u32]>> {
        self.find_site();
        let (site, machine) = (self.site_here()?, &self.machine);
        let mut node = *machine.decisions.roots.get(&(*question, machine.within(), site))?;
        let mut frame = machine.frames.at(self.top);
        loop {
            if let Some(decision) = &machine.decisions.known[node.index()]
                && self.is_valid(decision)
            {
                return Some(decision.answer.clone());
            }
            if frame.depth == 0 {
                return None;
            }
            let below = machine.frames.at(frame.below);
            let key = SiteKey { set: frame.after, ..SiteKey::of(below, machine.flags_id) };
            let known = frame.site_after.filter(|&site| machine.sites.is_at(site, &key));
            let site = known.or_else(|| machine.sites.known(&key))?;
            node = *machine.decisions.deeper.get(&(node, site))?;
            frame = below;
        }
    }

    /// Reports whether the conditions of an answer hold, apart from the sites.
    fn is_valid(&self, decision: &Decision) -> bool {
        let is_absent = |&close| self.innermost_closed_by(Word::plain(close)).is_none();
        decision.expanded <= self.search_limit().saturating_add(1)
            && decision.absent.iter().all(is_absent)
    }

    /// Returns the node of the trie for the answer to a question here; `None` if the answer cannot
    /// be cached, since it depends on a frame without a site, or on too many.
    pub fn decision_at(&mut self, question: &Question, lowest: usize) -> Option<DecisionId> {
        self.find_site();
        let (site, machine) = (self.site_here()?, &mut self.machine);
        if machine.decisions.known.len() > NODES {
            machine.decisions = Decisions::default();
        }
        let mut sites = Vec::new();
        let mut frame = *machine.frames.at(self.top);
        if wide(frame.depth) > lowest + LEVELS {
            return None;
        }
        while wide(frame.depth) > lowest {
            let below = *machine.frames.at(frame.below);
            let key = SiteKey { set: frame.after, ..SiteKey::of(&below, machine.flags_id) };
            sites.push(machine.find_site(key)?);
            frame = below;
        }
        let root = (*question, machine.within(), site);
        let Decisions { roots, deeper, known } = &mut machine.decisions;
        let mut node = *roots.entry(root).or_insert_with(|| Decisions::add(known));
        for site in sites {
            node = *deeper.entry((node, site)).or_insert_with(|| Decisions::add(known));
        }
        Some(node)
    }

    /// Caches the answer of a node.
    pub fn decide(&mut self, node: DecisionId, basis: &Basis, answer: &[u32]) {
        let Basis { absent, expanded, .. } = basis;
        let decision =
            Decision { absent: absent.clone(), expanded: *expanded, answer: answer.into() };
        if let Some(known) = self.machine.decisions.known.get_mut(node.index()) {
            *known = Some(decision);
        }
    }

    /// Returns the depth of the outermost frame that the last search for a path inspected, and the
    /// number of nodes that it expanded; `None` if its result depends on more.
    #[must_use]
    pub fn last_search(&self) -> Option<(usize, u64)> {
        let extent = self.last_extent?;
        Some((wide(extent.lowest), extent.nodes))
    }

    /// Returns the depth of the frame that is so many frames out from the innermost one.
    pub(super) fn depth_of_level(&self, levels: usize) -> u32 {
        let mut frame = self.machine.frames.at(self.top);
        for _ in 0..levels {
            frame = self.machine.frames.at(frame.below);
        }
        frame.depth
    }
}
