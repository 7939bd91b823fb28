//! Reading of a word by a known step from site to site, and the recording of a new step.

use super::frames::{Frame, Opening};
use super::items::SiteId;
use super::machine::{ArenaFloor, Effect, Machine, ReadMode};
use super::recogniser::Recogniser;
use super::sites::{SiteAnswer, SiteKey, SiteOpening, SiteStep, StepId};
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
        if let Some(site) = self.site_here() {
            for &word in words {
                match self.machine.sites.answer(site, word.terminal) {
                    SiteAnswer::Refused => continue,
                    SiteAnswer::Step(step) if self.take_step(word, step) => return Some(word),
                    _ => return self.read_first_unknown(words),
                }
            }
            return None;
        }
        self.read_first_unknown(words)
    }

    /// Reads the first acceptable one of some words, about one of which the site knows nothing.
    #[inline(never)]
    fn read_first_unknown(&mut self, words: &[Word]) -> Option<Word> {
        for &word in words {
            // A single word is read at once: the step says whether it is acceptable.
            let may_be_read = words.len() == 1 || self.accepts(word);
            if may_be_read && self.read_and_learn(word).is_some() {
                return Some(word);
            }
            if let Some(site) = self.site_here() {
                self.machine.sites.refuse(site, word.terminal);
            }
        }
        None
    }

    /// Reads a word by a known step; returns false if that is impossible.
    #[inline(always)]
    fn take_step(&mut self, word: Word, step: StepId) -> bool {
        // Nearly always there is nothing to keep and nothing to drop.
        if !self.is_marked() && self.machine.chart.is_bare() {
            self.take_step_in::<true>(word, step)
        } else {
            self.take_kept_step(word, step)
        }
    }

    /// Reads a word by a known step, while there are sets of this text or checkpoints.
    #[inline(never)]
    fn take_kept_step(&mut self, word: Word, step: StepId) -> bool {
        self.take_step_in::<false>(word, step)
    }

    /// Reads a word by a known step, in a chart that is bare or not.
    #[inline(always)]
    fn take_step_in<const BARE: bool>(&mut self, word: Word, step: StepId) -> bool {
        let floor = if BARE { ArenaFloor::default() } else { self.floor() };
        let Machine { sites, frames, chart, closable, flags_id, .. } = &mut self.machine;
        let frame = frames.at(self.top);
        let step = sites.step(step);
        let opens = matches!(step, SiteStep::Open(_));
        let keep = if BARE { 0 } else { frames.first_droppable(frame, opens, floor.sets) };
        match step {
            &SiteStep::Advance(set, site) => {
                chart.step_to_shared(keep, BARE);
                self.top = frames.moved(self.top, set, floor.nodes);
                self.site = Some(site);
            }
            SiteStep::Open(opening) => {
                chart.step_to_shared(keep, BARE);
                let &SiteOpening { frame, close, labelled, site } = opening;
                let label = if labelled { word.label } else { 0 };
                let base = narrow(chart.len());
                self.top = frames.open(self.top, Opening { label, base, ..frame });
                closable.push((close, labelled.then_some(label)), frames.at(self.top).depth);
                self.machine.frames_opened += 1;
                (self.only_root, self.site) = (false, Some(site));
            }
            SiteStep::Close => {
                let &Frame { below, after, site_after, .. } = frame;
                if !chart.is_shared(after) {
                    return false;
                }
                if !BARE {
                    chart.truncate(floor.sets.max(frames.base(frames.at(below))));
                }
                self.top = frames.moved(below, after, floor.nodes);
                closable.pop((word.terminal, None));
                let key = SiteKey::of(frames.at(self.top), *flags_id);
                self.site = site_after.filter(|&site| sites.is_at(site, &key));
            }
        }
        true
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

    /// Finds the site of the innermost frame, unless it is known. Then [`Recogniser::accepts`] is a
    /// look-up until the frame changes.
    #[inline(always)]
    pub fn find_site(&mut self) {
        // No set of a kept chart is shared, so none is at a site.
        if self.site.is_none() && !self.options.keeps_chart {
            self.site = self.machine.find_site(self.key_here());
        }
    }
}
