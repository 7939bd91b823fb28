//! Reading of a word by a known step from site to site, and the recording of a new step.

use super::frames::{Frame, Opening};
use super::items::SiteId;
use super::machine::{ArenaFloor, Effect, ReadMode};
use super::recogniser::Recogniser;
use super::sites::{SiteKey, SiteOpening, SiteStep};
use super::symbols::{FrameKind, Word};
use crate::util::narrow;

impl Recogniser {
    /// Returns the site of the innermost frame, if it is known.
    #[inline(always)]
    pub(super) fn site_here(&self) -> Option<SiteId> {
        debug_assert!(
            self.site.is_none_or(|site| self.machine.sites.is_at(site, &self.key_here())),
            "every change of the innermost frame forgets its site"
        );
        self.site
    }

    fn key_here(&self) -> SiteKey {
        SiteKey::of(self.machine.frames.at(self.top), self.machine.flags_id)
    }

    /// Reads the first acceptable one of some words, and returns it.
    #[inline(never)]
    pub fn read_first(&mut self, words: &[Word]) -> Option<Word> {
        self.find_site();
        let word = match (words, self.site_here()) {
            (&[only], _) => only,
            (_, Some(site)) if !self.machine.sites.has_label(site) => {
                *self.machine.sites.first(site, words)?
            }
            _ => *words.iter().find(|&&word| self.accepts(word))?,
        };
        if self.read_known(word).is_none() {
            self.read_and_learn(word)?;
        }
        Some(word)
    }

    /// Reads a word by a known step; returns `None` if none is known.
    #[inline(always)]
    fn read_known(&mut self, word: Word) -> Option<()> {
        let site = self.site_here()?;
        let step = self.machine.sites.step(site, word.terminal)?;
        // Nearly always there is nothing to keep and nothing to drop.
        let is_bare = !self.is_marked() && self.machine.chart.is_bare();
        let floor = if is_bare { ArenaFloor::default() } else { self.floor() };
        let machine = &mut self.machine;
        let frame = machine.frames.at(self.top);
        match step {
            SiteStep::Advance(set, site) => {
                let keep =
                    if is_bare { 0 } else { machine.first_droppable(frame, false, floor.sets) };
                machine.chart.step_to_shared(keep);
                self.top = machine.frames.moved(self.top, set, floor.nodes);
                self.site = Some(site);
            }
            SiteStep::Open(opening) => {
                let keep =
                    if is_bare { 0 } else { machine.first_droppable(frame, true, floor.sets) };
                machine.chart.step_to_shared(keep);
                let SiteOpening { frame, close, labelled, site } = opening;
                let label = if labelled { word.label } else { 0 };
                let base = narrow(machine.chart.len());
                machine.frames_opened += 1;
                self.top = machine.frames.open(self.top, Opening { label, base, ..frame });
                self.only_root = false;
                self.site = Some(site);
                let depth = machine.frames.at(self.top).depth;
                self.machine.closable.push((close, labelled.then_some(label)), depth);
            }
            SiteStep::Close => {
                let &Frame { below, after, site_after, .. } = frame;
                if !machine.chart.is_shared(after) {
                    return None;
                }
                if !is_bare {
                    let base = machine.frames.base(machine.frames.at(below));
                    machine.chart.truncate(floor.sets.max(base));
                }
                self.top = machine.frames.moved(below, after, floor.nodes);
                let key = SiteKey::of(machine.frames.at(self.top), machine.flags_id);
                self.site = site_after.filter(|&site| machine.sites.is_at(site, &key));
                self.machine.closable.pop((word.terminal, None));
            }
        }
        Some(())
    }

    /// Reads a word, if it is acceptable, and records the step if it is one between sites.
    #[inline(never)]
    fn read_and_learn(&mut self, word: Word) -> Option<()> {
        let from = self.site;
        let closes = self.machine.frames.at(self.top).kind;
        let effect = self.read_as(word, ReadMode::Strict).ok()?;
        self.find_site();
        let to = self.site;
        let (Some(from), Some(to)) = (from, to) else { return Some(()) };
        let frame = *self.machine.frames.at(self.top);
        let step = match effect {
            Effect::Advanced => SiteStep::Advance(frame.set, to),
            Effect::Opened => {
                let Some(kind) = frame.kind else { return Some(()) };
                let below = *self.machine.frames.at(frame.below);
                let key =
                    SiteKey { set: frame.after, ..SiteKey::of(&below, self.machine.flags_id) };
                let site_after = self.machine.find_site(key);
                if site_after.is_none() {
                    return Some(());
                }
                let FrameKind { close, labelled, .. } = *self.machine.rules.frame_kind(kind);
                let Frame { row, mask, set, after, .. } = frame;
                let (label, base) = (0, 0);
                let frame = Opening { kind, label, row, mask, set, after, base, site_after };
                SiteStep::Open(SiteOpening { frame, close, labelled, site: to })
            }
            Effect::Closed => match closes {
                Some(kind) if !self.machine.rules.frame_kind(kind).labelled => SiteStep::Close,
                _ => return Some(()),
            },
        };
        self.machine.sites.learn(from, word.terminal, step);
        Some(())
    }

    /// Finds the site of the innermost frame, unless it is known.
    #[inline(always)]
    pub(super) fn find_site(&mut self) {
        // No set of a kept chart is shared, so none is at a site.
        if self.site.is_none() && !self.options.keeps_chart {
            self.site = self.machine.find_site(self.key_here());
        }
    }
}
