//! Sites: the innermost frame, as far as the next word depends on it.
//!
//! What a frame accepts follows from the state of its content, its context lines, its kind, and the
//! flags. Real documents repeat few combinations of these, so each combination is a *site* with a
//! number. A site knows all terminals that it accepts, with every context line taken into account.
//! A site only caches the answers of `machine`, whose `FrameQueries::accepts` has the rule.
//!
//! It also has a dense row of the steps that were taken from it, by terminal. So one look-up says
//! whether a word is acceptable, and what it does: a step leads to the next site.
//!
//! ```text
//! site                 <a>      </p>     <tr>       TEXT       …      cell
//! <p> in <body>        step 7   step 3   refused    step 4     …      0  not asked for yet
//! <table> in <body>    refused  refused  0          0          …      1  refused
//! <tr> in <tbody>      0        0        refused    0          …      n  step n - 2
//! ```
//!
//! Only states that all texts share have sites (`cores/shared_sets.rs`). The recogniser knows the
//! site of its innermost frame, or forgets it when anything but a known step changes that frame.
//! An outer frame may be edited while frames above it are open. So its site is a *hint* in the
//! frame above, and is compared with the frame when that frame is closed ([`Sites::is_at`]).

use super::frames::{Frame, Opening};
use super::intern::{Interned, QuickMap};
use super::items::{SetId, SiteId};
use super::rows::{MaskId, RowId};
use super::symbols::{FlagId, FrameKindId, TerminalId};
use crate::util::{BitRow, narrow};

/// The number of a combination of flags.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(super) struct FlagsId(u32);

impl FlagsId {
    /// The combination in which all flags are off.
    pub(super) const NONE: Self = Self(0);
}

/// The number of sites from which on no more are added.
const MANY: usize = 1 << 13;
/// The cell of a terminal about which nothing is known.
const UNKNOWN: u16 = 0;
/// The cell of a terminal that the site refuses.
const REFUSED: u16 = 1;
/// The cell of the first step.
const FIRST: u16 = 2;

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

/// A site.
#[derive(Clone)]
struct Site {
    key: SiteKey,
    /// The acceptable terminals.
    accepts: BitRow,
    /// The terminal that closes the frame, if the frame has a label that its word must have.
    labelled: Option<TerminalId>,
}

/// The number of a step.
#[derive(Clone, Copy, Debug)]
pub(super) struct StepId(u16);

/// The knowledge of a site about a terminal.
#[derive(Clone, Copy, Debug)]
pub(super) enum SiteAnswer {
    Unknown,
    Refused,
    Step(StepId),
}

/// A known step from a site to the next one. The tag has its own byte: in a field's niche, it would
/// be computed at each step.
#[derive(Clone, Copy, Debug)]
#[repr(u8)]
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
    /// The rows of all sites, each with a cell for each terminal.
    cells: Vec<u16>,
    /// The length of a row.
    width: usize,
    flags: Interned<BitRow>,
    /// By combination and flag: the combination in which that flag alone differs.
    toggled: QuickMap<(FlagsId, FlagId), FlagsId>,
}

impl Sites {
    /// Returns a table without sites. `flags` has all flags off: [`FlagsId::NONE`].
    pub(super) fn new(flags: &BitRow) -> Self {
        let mut sites = Self::default();
        sites.flags.number(flags);
        sites
    }

    /// Returns the number of a combination of flags.
    pub(super) fn flags(&mut self, flags: &BitRow) -> FlagsId {
        FlagsId(narrow(self.flags.number(flags)))
    }

    /// Returns the number of a combination of flags in which one flag differs from another
    /// combination.
    pub(super) fn toggled(&mut self, from: FlagsId, flag: FlagId, flags: &BitRow) -> FlagsId {
        let Self { toggled, flags: known, .. } = self;
        *toggled.entry((from, flag)).or_insert_with(|| FlagsId(narrow(known.number(flags))))
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
        self.width = accepts.capacity();
        self.cells.resize(self.cells.len() + self.width, UNKNOWN);
        self.sites.push(Site { key, accepts, labelled });
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

    /// Returns what is known about a terminal at a site.
    #[inline(always)]
    pub(super) fn answer(&self, site: SiteId, terminal: TerminalId) -> SiteAnswer {
        match self.cells[site.index() * self.width + terminal.index()] {
            UNKNOWN => SiteAnswer::Unknown,
            REFUSED => SiteAnswer::Refused,
            cell => SiteAnswer::Step(StepId(cell - FIRST)),
        }
    }

    /// Returns a step.
    #[inline(always)]
    pub(super) fn step(&self, step: StepId) -> &SiteStep {
        &self.steps[usize::from(step.0)]
    }

    /// Records that a site does not accept a terminal, unless that depends on a label.
    pub(super) fn refuse(&mut self, site: SiteId, terminal: TerminalId) {
        if self.sites[site.index()].labelled != Some(terminal) {
            self.cells[site.index() * self.width + terminal.index()] = REFUSED;
        }
    }

    /// Records a step, unless there are too many.
    pub(super) fn learn(&mut self, site: SiteId, terminal: TerminalId, step: SiteStep) {
        if let Ok(number) = u16::try_from(self.steps.len())
            && let Some(cell) = number.checked_add(FIRST)
        {
            self.cells[site.index() * self.width + terminal.index()] = cell;
            self.steps.push(step);
        }
    }
}
