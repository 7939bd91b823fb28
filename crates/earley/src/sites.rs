//! Sites: the innermost frame, as far as the next word depends on it.
//!
//! What a frame accepts follows from the state of its content, its context lines, its kind, and the
//! flags. Real documents repeat few combinations of these, so each combination is a *site* with a
//! number. A site knows all terminals that it accepts, with every context line taken into account.
//! It also knows the steps that were taken from it: a step leads to the next site, so reading a
//! word is one look-up. A site only caches the answers of `machine`, whose `FrameQueries::accepts`
//! has the rule.
//!
//! Only states that all texts share have sites (`cores/shared_sets.rs`). The recogniser knows the
//! site of its innermost frame, or forgets it when anything but a known step changes that frame.
//! An outer frame may be edited while frames above it are open. So its site is a *hint* in the
//! frame above, and is compared with the frame when that frame is closed ([`Sites::is_at`]).

use super::frames::{Frame, Opening};
use super::intern::{Interned, QuickMap};
use super::items::{SetId, SiteId};
use super::rows::{MaskId, RowId};
use super::symbols::{FrameKindId, TerminalId, Word};
use super::tables::{Table, TableArena};
use crate::util::{BitRow, narrow, wide};

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
pub(super) enum SiteStep {
    /// The content moves to a set; the site after that.
    Advance(SetId, SiteId),
    /// A frame is opened.
    Open(SiteOpening),
    /// The frame is closed.
    Close,
}

/// A frame that a step opens.
#[derive(Clone, Copy, Debug)]
pub(super) struct SiteOpening {
    /// The new frame, apart from its label and its base.
    pub(super) frame: Opening,
    /// The terminal that closes the new frame.
    pub(super) close: TerminalId,
    /// True if the frame takes the label of its word.
    pub(super) labelled: bool,
    /// The site of the new frame.
    pub(super) site: SiteId,
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
    pub(super) fn first<'w>(&self, site: SiteId, words: &'w [Word]) -> Option<&'w Word> {
        let accepts = &self.sites[site.index()].accepts;
        words.iter().find(|word| accepts.contains(word.terminal.index()))
    }

    /// Reports whether the acceptance of a terminal at a site depends on a label.
    #[inline(always)]
    pub(super) fn has_label(&self, site: SiteId) -> bool {
        self.sites[site.index()].labelled.is_some()
    }

    /// Returns the known step from a site by a terminal.
    #[inline(always)]
    pub(super) fn step(&self, site: SiteId, terminal: TerminalId) -> Option<SiteStep> {
        let table = &self.sites[site.index()].steps;
        let step = self.tables.get(table, narrow(terminal.index()))?;
        self.steps.get(wide(step)).copied()
    }

    /// Records a step, unless there are too many.
    pub(super) fn learn(&mut self, site: SiteId, terminal: TerminalId, step: SiteStep) {
        if self.steps.len() >= STEPS {
            return;
        }
        let table = &mut self.sites[site.index()].steps;
        self.tables.insert(table, narrow(terminal.index()), narrow(self.steps.len()));
        self.steps.push(step);
    }
}
