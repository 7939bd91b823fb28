//! Sites: the innermost frame, as far as the next word depends on it.
//!
//! What a frame accepts follows from the state of its content, its context lines, its kind, and the
//! flags. Real documents repeat few combinations of these, so each combination is a *site* with a
//! number. A site knows all terminals that it accepts, with every context line taken into account.
//! It also knows the steps that were taken from it: a step leads to the next site, so reading a
//! word is one look-up.
//!
//! Only states that all texts share have sites (`cores/shared_sets.rs`). The recogniser knows the
//! site of its innermost frame, or forgets it when anything but a known step changes that frame.
//! An outer frame may be edited while frames above it are open. So its site is a *hint* in the
//! frame above, and is compared with the frame when that frame is closed ([`Sites::is_at`]).

use super::frames::{Frame, Opening};
use super::intern::{Interned, QuickMap};
use super::items::SetId;
use super::machine::{ArenaFloor, Effect, ReadMode};
use super::recogniser::Recogniser;
use super::rows::{MaskId, RowId};
use super::symbols::{FrameKind, FrameKindId, TerminalId, Word};
use super::tables::{Table, TableArena};
use crate::util::{BitRow, narrow, wide};

crate::id_type! {
    /// A site.
    pub(super) SiteId
}

/// The number of a combination of flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FlagsId(u32);

/// The number of sites from which on no more are added.
const MANY: usize = 1 << 13;
/// The number of steps from which on no more are recorded.
const STEPS: usize = 1 << 16;

/// The part of a frame's state on which the next word depends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct SiteKey {
    pub(super) set: SetId,
    pub(super) row: RowId,
    pub(super) mask: MaskId,
    pub(super) kind: Option<FrameKindId>,
    pub(super) flags: FlagsId,
}

impl SiteKey {
    /// Returns the key of a frame under some flags.
    #[inline(always)]
    pub(super) const fn of(frame: &Frame, flags: FlagsId) -> Self {
        let &Frame { set, row, mask, kind, .. } = frame;
        Self { set, row, mask, kind, flags }
    }
}

/// A site, with the number of each known step by terminal.
#[derive(Clone)]
struct Site {
    key: SiteKey,
    /// The acceptable terminals.
    accepts: BitRow,
    /// The terminal that closes the frame, if the frame has a label that its word must have.
    labelled: Option<TerminalId>,
    steps: Table<u32>,
}

/// A known step from a site to the next one.
#[derive(Clone, Copy, Debug)]
enum SiteStep {
    /// The content moves to a set; the site after that.
    Advance(SetId, SiteId),
    /// A frame is opened.
    Open(SiteOpening),
    /// The frame is closed.
    Close,
}

/// A frame that a step opens.
#[derive(Clone, Copy, Debug)]
struct SiteOpening {
    /// The new frame, apart from its label and its base.
    frame: Opening,
    /// The terminal that closes the new frame.
    close: TerminalId,
    /// True if the frame takes the label of its word.
    labelled: bool,
    /// The site of the new frame.
    site: SiteId,
}

/// All sites, and the combinations of flags.
#[derive(Clone, Default)]
pub(super) struct Sites {
    sites: Vec<Site>,
    known: QuickMap<SiteKey, SiteId>,
    steps: Vec<SiteStep>,
    tables: TableArena<u32>,
    flags: Interned<BitRow>,
}

impl Sites {
    /// Returns the number of a combination of flags.
    pub(super) fn flags(&mut self, flags: &BitRow) -> FlagsId {
        FlagsId(narrow(self.flags.number(flags)))
    }

    /// Reports whether a site is that of a frame under some flags.
    #[inline(always)]
    pub(super) fn is_at(&self, site: SiteId, key: &SiteKey) -> bool {
        self.sites[site.index()].key == *key
    }

    /// Returns the site of a key, if it is known.
    pub(super) fn known(&self, key: &SiteKey) -> Option<SiteId> {
        self.known.get(key).copied()
    }

    /// Adds a site with its acceptable terminals. `labelled` is the one of them, if any, that also
    /// depends on the label of the frame. Returns `None` if there are too many sites.
    pub(super) fn add(
        &mut self,
        key: SiteKey,
        accepts: BitRow,
        labelled: Option<TerminalId>,
    ) -> Option<SiteId> {
        if self.sites.len() >= MANY {
            return None;
        }
        let site = SiteId::new(self.sites.len());
        self.sites.push(Site { key, accepts, labelled, steps: Table::default() });
        self.known.insert(key, site);
        Some(site)
    }

    /// Reports whether a site accepts a terminal; `None` if that depends on a label.
    #[inline(always)]
    pub(super) fn accepts(&self, site: SiteId, terminal: TerminalId) -> Option<bool> {
        let site = &self.sites[site.index()];
        let is_known = site.labelled != Some(terminal);
        is_known.then(|| site.accepts.contains(terminal.index()))
    }

    /// Returns the first of some words that a site accepts.
    #[inline(always)]
    fn first<'w>(&self, site: SiteId, words: &'w [Word]) -> Option<&'w Word> {
        let accepts = &self.sites[site.index()].accepts;
        words.iter().find(|word| accepts.contains(word.terminal.index()))
    }

    /// Reports whether the acceptance of a terminal at a site depends on a label.
    #[inline(always)]
    fn has_label(&self, site: SiteId) -> bool {
        self.sites[site.index()].labelled.is_some()
    }

    /// Returns the known step from a site by a terminal.
    #[inline(always)]
    fn step(&self, site: SiteId, terminal: TerminalId) -> Option<SiteStep> {
        let table = &self.sites[site.index()].steps;
        let step = self.tables.get(table, narrow(terminal.index()))?;
        self.steps.get(wide(step)).copied()
    }

    /// Records a step, unless there are too many.
    fn learn(&mut self, site: SiteId, terminal: TerminalId, step: SiteStep) {
        if self.steps.len() >= STEPS {
            return;
        }
        let table = &mut self.sites[site.index()].steps;
        self.tables.insert(table, narrow(terminal.index()), narrow(self.steps.len()));
        self.steps.push(step);
    }
}

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
                self.closable.push((close, labelled.then_some(label)), depth);
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
                self.closable.pop((word.terminal, None));
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
        if self.site.is_none() {
            self.site = self.machine.find_site(self.key_here());
        }
    }
}
