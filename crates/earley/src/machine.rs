//! One step: whether a word is acceptable on a stack of frames, and its effect.
//!
//! `FrameQueries::accepts` is the one rule of acceptability: the content expects the word or a
//! context line admits it, and no context line forbids it.
//!
//! The [`Machine`] owns the arenas (Earley sets, frame nodes, context rows) and maps a stack and a
//! word to the next stack. It stores no current stack. The recogniser moves one stack through it,
//! the search for the cheapest path moves thousands. An [`ArenaFloor`] bounds what a step may
//! overwrite: everything from it on belongs to the caller exclusively, everything below may be
//! shared.

use super::automaton::Automaton;
use super::caches::Caches;
use super::closable::Closable;
use super::decisions::Decisions;
use super::frames::{Frame, FrameId, Frames, Opening};
use super::items::{SetId, SiteId};
use super::options::Options;
use super::path_cache::PathCache;
use super::rows::{Mask, MaskId, Rows};
use super::sets::Sets;
use super::sites::{FlagsId, SiteKey, Sites};
use super::symbols::{
    ContextId, FlagId, FrameKind, FrameKindId, NonterminalId, TerminalId, TerminalRole, Word,
};
use crate::util::{BitRow, narrow};

/// The reason why a word is not acceptable.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Refusal {
    /// The content does not expect the word here, or the word closes a frame that is not the
    /// innermost one.
    Unexpected,
    /// The content expects the word, but this context line forbids it.
    Excluded(ContextId),
    /// The word closes the innermost frame, whose content is not complete.
    Incomplete,
}

/// The mode in which a word is read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ReadMode {
    /// Reads an acceptable word.
    Strict,
    /// Reads a word even if a context line forbids it.
    Waiving,
    /// Opens a frame, even if a context line forbids it. The content around the frame does not
    /// advance: a later splice decides the position of the word in that content.
    Apart,
}

/// The effect of reading a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Effect {
    /// The content of the innermost frame advanced.
    Advanced,
    /// A frame was opened.
    Opened,
    /// The innermost frame was closed.
    Closed,
}

/// The lengths of the arenas below which nothing may be changed or dropped.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct ArenaFloor {
    pub(super) sets: usize,
    pub(super) nodes: usize,
}

/// The arenas, and the steps in them.
#[derive(Clone)]
pub(super) struct Machine {
    pub(super) rules: Automaton,
    pub(super) chart: Sets,
    pub(super) frames: Frames,
    /// The index from closing words to the frames of the innermost stack.
    pub(super) closable: Closable,
    pub(super) rows: Rows,
    /// The kind whose content the root reads, if it does not read the start symbol.
    within: Option<FrameKindId>,
    /// The content of the root, and its start set.
    pub(super) root: (NonterminalId, SetId),
    flags: BitRow,
    pub(super) flags_id: FlagsId,
    pub(super) sites: Sites,
    pub(super) frames_opened: u64,
    pub(super) frames_touched: u64,
    /// The paths that searches have found.
    pub(super) paths: PathCache,
    /// The decisions of the caller.
    pub(super) decisions: Decisions,
}

impl Machine {
    pub(super) fn new(rules: Automaton, options: Options) -> Self {
        let caches = rules.take_caches();
        let Caches { chart, mut rows, mut frames, closable, paths, sites, decisions, flags } =
            caches;
        let mut chart = Sets::new(&rules, options, chart);
        let within = options.within;
        let content = match within {
            Some(kind) => rules.frame_kind(kind).content,
            None => rules.start(),
        };
        let root = (content, chart.root(&rules, content));
        let mut row = Rows::ROOT;
        for kind in [options.around, within].into_iter().flatten() {
            row = rows.enter(&rules, row.0, kind);
        }
        frames.start(root.1, row, chart.len());
        Self {
            rules,
            chart,
            frames,
            closable,
            rows,
            within,
            root,
            flags,
            flags_id: FlagsId::NONE,
            sites,
            frames_opened: 0,
            frames_touched: 0,
            paths,
            decisions,
        }
    }

    /// Returns the flags.
    pub(super) const fn flags(&self) -> &BitRow {
        &self.flags
    }

    /// Replaces the flags.
    pub(super) fn set_flags(&mut self, flags: BitRow) {
        self.flags_id = self.sites.flags(&flags);
        self.flags = flags;
    }

    /// Turns a flag on that is off, or off that is on.
    pub(super) fn set_flag(&mut self, flag: FlagId, on: bool) {
        if on {
            self.flags.insert(flag.index());
        } else {
            self.flags.remove(flag.index());
        }
        self.flags_id = self.sites.toggled(self.flags_id, flag, &self.flags);
    }

    /// Returns the terminals that a frame in this state accepts, including the one that closes it,
    /// whatever its label.
    pub(super) fn acceptable(&self, set: SetId, mask: MaskId, kind: Option<FrameKindId>) -> BitRow {
        let mut row = self.chart.expected(set).clone();
        let mask = self.rows.mask(mask);
        mask.admit(&mut row);
        mask.strike(&mut row, &self.flags);
        if let Some(kind) = kind
            && self.chart.is_complete(set)
        {
            row.insert(self.rules.frame_kind(kind).close.index());
        }
        row
    }

    /// Returns the site of a key, if all texts share its set.
    pub(super) fn find_site(&mut self, key: SiteKey) -> Option<SiteId> {
        if !self.chart.is_shared(key.set) {
            return None;
        }
        if let Some(known) = self.sites.known(&key) {
            return Some(known);
        }
        let SiteKey { set, mask, kind, .. } = key;
        let accepts = self.acceptable(set, mask, kind);
        let labelled = kind.map(|kind| self.rules.frame_kind(kind)).filter(|kind| kind.labelled);
        self.sites.add(key, accepts, labelled.map(|kind| kind.close))
    }

    /// Returns the floor at which everything is shared.
    pub(super) fn full_floor(&self) -> ArenaFloor {
        ArenaFloor { sets: self.chart.len(), nodes: self.frames.len() }
    }

    /// Drops everything from `floor` on.
    pub(super) fn truncate(&mut self, floor: ArenaFloor) {
        self.chart.truncate(floor.sets);
        self.frames.truncate(floor.nodes);
    }

    /// Returns the content of a frame kind, or of the root for `None`.
    pub(super) fn content(&self, kind: Option<FrameKindId>) -> NonterminalId {
        match kind {
            Some(kind) => self.rules.frame_kind(kind).content,
            None => self.root.0,
        }
    }

    /// Returns the kind whose content the root reads, if it does not read the start symbol.
    pub(super) const fn within(&self) -> Option<FrameKindId> {
        self.within
    }

    /// Returns the start set of a frame kind.
    pub(super) fn start(&mut self, kind: FrameKindId) -> SetId {
        self.chart.start(&self.rules, self.rules.frame_kind(kind).content)
    }

    /// Returns the queries about the next word on top of `top`.
    #[inline(always)]
    pub(super) fn queries(&self, top: FrameId) -> FrameQueries<'_> {
        let frame = self.frames.at(top);
        self.queries_at(frame, frame.set)
    }

    /// Returns the queries about a frame, under the assumption that its content is at `set`.
    #[inline(always)]
    pub(super) fn queries_at<'m>(&'m self, frame: &'m Frame, set: SetId) -> FrameQueries<'m> {
        let (expected, mask) = (self.chart.expected(set), self.rows.mask(frame.mask));
        FrameQueries { machine: self, frame, set, expected, mask }
    }

    /// Reads a word, if it is acceptable on top of `top` in this mode. It checks the expected
    /// terminals only if the step is not cached.
    #[inline(always)]
    pub(super) fn read(
        &mut self,
        top: FrameId,
        (word, role): (Word, TerminalRole),
        mode: ReadMode,
        floor: ArenaFloor,
    ) -> Option<(FrameId, Effect)> {
        if mode == ReadMode::Apart && !self.queries(top).accepts(word, mode) {
            return None;
        }
        if role == TerminalRole::Closes {
            let is_closed = self.queries(top).close_refusal(word).is_none();
            return if is_closed { Some((self.close(top, floor), Effect::Closed)) } else { None };
        }
        let (frame, terminal) = (self.frames.at(top), word.terminal);
        let (set, kind, mask) = (frame.set, frame.kind, frame.mask);
        let keep = self.frames.first_droppable(frame, role != TerminalRole::Plain, floor.sets);
        // Without lines in force, as in all of a grammar without frames, there is nothing to check.
        let is_checked = mode == ReadMode::Strict && mask != Rows::ROOT.1;
        if is_checked && self.rows.mask(mask).forbids(terminal.index(), &self.flags) {
            return None;
        }
        let after = if mode == ReadMode::Apart {
            set
        } else if let Some(after) = self.after_expected((set, kind), terminal, keep) {
            after
        } else if self.rows.mask(mask).admitted.contains(terminal.index()) {
            set
        } else {
            return None;
        };
        Some(match role {
            TerminalRole::Opens(kind) => (self.open(top, kind, word.label, after), Effect::Opened),
            _ => (self.frames.moved(top, after, floor.nodes), Effect::Advanced),
        })
    }

    /// Returns the state of the content of `top` after `terminal`. The state is unchanged if the
    /// terminal is admitted but not expected. Keeps every set below `floor`, and the set before the
    /// step if `keeps_before` is set.
    #[inline(always)]
    pub(super) fn after(
        &mut self,
        top: FrameId,
        terminal: TerminalId,
        keeps_before: bool,
        floor: usize,
    ) -> SetId {
        let frame = self.frames.at(top);
        let (from, kind) = (frame.set, frame.kind);
        let keep = self.frames.first_droppable(frame, keeps_before, floor);
        self.after_expected((from, kind), terminal, keep).unwrap_or(from)
    }

    /// Returns the state after `terminal` in a frame of `kind` at `from`, if the content expects
    /// the terminal there.
    #[inline(always)]
    fn after_expected(
        &mut self,
        (from, kind): (SetId, Option<FrameKindId>),
        terminal: TerminalId,
        keep: usize,
    ) -> Option<SetId> {
        let known = self.chart.advance_as_before(&self.rules, from, terminal, keep);
        if known.is_some() || !self.chart.expected(from).contains(terminal.index()) {
            return known;
        }
        Some(self.chart.advance(&self.rules, from, terminal, self.content(kind), keep))
    }

    /// Opens a frame of `kind` on top of `below`, which moves to `after` when the frame is closed.
    #[inline(always)]
    pub(super) fn open(
        &mut self,
        below: FrameId,
        kind: FrameKindId,
        label: u32,
        after: SetId,
    ) -> FrameId {
        let (row, mask) = self.rows.enter(&self.rules, self.frames.at(below).row, kind);
        let label = if self.rules.frame_kind(kind).labelled { label } else { 0 };
        let (set, base) = (self.start(kind), narrow(self.chart.len()));
        self.frames_opened += 1;
        let opening = Opening { kind, label, row, mask, set, after, base, site_after: None };
        self.frames.open(below, opening)
    }

    /// Reports whether `next` may follow `word` in the content of a frame, apart from context lines
    /// that forbid it. Changes nothing.
    pub(super) fn may_follow(&mut self, node: FrameId, word: Word, next: Word) -> bool {
        let floor = self.full_floor();
        let after = self.after(node, word.terminal, true, floor.sets);
        let queries = self.queries_at(self.frames.at(node), after);
        let is_accepted = queries.accepts(next, ReadMode::Waiving);
        self.truncate(floor);
        is_accepted
    }

    /// Closes the innermost frame, and drops its sets.
    #[inline(always)]
    fn close(&mut self, top: FrameId, floor: ArenaFloor) -> FrameId {
        let &Frame { below, after, .. } = self.frames.at(top);
        let parent_base = self.frames.base(self.frames.at(below));
        if self.chart.is_shared(after) {
            self.chart.truncate(floor.sets.max(parent_base));
            return self.frames.moved(below, after, floor.nodes);
        }
        // OK because all sets from `parent_base` on belong to the parent, which needs none after
        // this one.
        self.chart.truncate(floor.sets.max(parent_base).max(after.index() + 1));
        let lowest = floor.sets.max(parent_base).max(self.chart.newest_origin(after).index() + 1);
        let mut after = after;
        if lowest < after.index() && after.index() + 1 == self.chart.len() {
            self.chart.sink(lowest);
            after = SetId::new(lowest);
        }
        self.frames.moved(below, after, floor.nodes)
    }
}

/// A frame in a given state, with the queries about the next word there.
pub(super) struct FrameQueries<'m> {
    machine: &'m Machine,
    frame: &'m Frame,
    set: SetId,
    expected: &'m BitRow,
    mask: &'m Mask,
}

impl<'m> FrameQueries<'m> {
    /// Returns the kind of the frame, if it is not the root.
    #[inline(always)]
    fn close(&self) -> Option<&'m FrameKind> {
        self.frame.kind.map(|kind| self.machine.rules.frame_kind(kind))
    }

    /// Reports whether one of these terminals may be acceptable.
    pub(super) fn may_accept_any(&self, terminals: &BitRow) -> bool {
        self.expected.intersects(terminals)
            || self.mask.admitted.intersects(terminals)
            || self.close().is_some_and(|kind| terminals.contains(kind.close.index()))
    }

    /// Reports whether `word` is acceptable in a mode. Only the strict mode obeys context lines,
    /// and only [`ReadMode::Apart`] requires that the word opens a frame.
    #[inline(always)]
    pub(super) fn accepts(&self, word: Word, mode: ReadMode) -> bool {
        if mode == ReadMode::Apart && self.machine.rules.opens(word.terminal).is_none() {
            false
        } else if self.takes(word.terminal) {
            mode != ReadMode::Strict || !self.forbids(word.terminal)
        } else {
            self.close_refusal(word).is_none()
        }
    }

    /// Reports whether the content expects a terminal, or a context line admits it. Neither is ever
    /// true of a closing terminal.
    #[inline(always)]
    fn takes(&self, terminal: TerminalId) -> bool {
        let terminal = terminal.index();
        self.expected.contains(terminal) || self.mask.admitted.contains(terminal)
    }

    /// Reports whether a context line forbids a terminal that closes nothing.
    #[inline(always)]
    fn forbids(&self, terminal: TerminalId) -> bool {
        self.mask.forbids(terminal.index(), &self.machine.flags)
    }

    /// Returns the reason why `word` is not acceptable, or `None` if it is acceptable.
    pub(super) fn refusal(&self, word: Word) -> Option<Refusal> {
        let Machine { rules, rows, flags, within, .. } = self.machine;
        if rules.closes(word.terminal) {
            return self.close_refusal(word);
        }
        if !self.takes(word.terminal) {
            return Some(Refusal::Unexpected);
        }
        if !self.forbids(word.terminal) {
            return None;
        }
        if let Some(kind) = self.frame.kind.or(*within)
            && let Some(line) = rows.culprit(rules, self.frame.row, kind, word.terminal, flags)
        {
            return Some(Refusal::Excluded(line));
        }
        Some(Refusal::Unexpected)
    }

    /// Returns the reason why `word` cannot close the current frame; `None` if it can.
    #[inline(always)]
    fn close_refusal(&self, word: Word) -> Option<Refusal> {
        let Some(kind) = self.close() else { return Some(Refusal::Unexpected) };
        if kind.close != word.terminal || (kind.labelled && self.frame.label != word.label) {
            return Some(Refusal::Unexpected);
        }
        if self.machine.chart.is_complete(self.set) { None } else { Some(Refusal::Incomplete) }
    }
}

/// Returns the caches to the pool for the next recogniser.
impl Drop for Machine {
    fn drop(&mut self) {
        if let Some(chart) = self.chart.take_chart() {
            // An index of few frames without an open one has lists, but all of them are empty.
            self.closable.reset(self.frames.len() == 1 && self.frames.is_small());
            self.frames.reset();
            let (rows, frames) = (std::mem::take(&mut self.rows), std::mem::take(&mut self.frames));
            let closable = std::mem::take(&mut self.closable);
            let (paths, sites) = (std::mem::take(&mut self.paths), std::mem::take(&mut self.sites));
            let decisions = std::mem::take(&mut self.decisions);
            self.flags.clear();
            let flags = std::mem::take(&mut self.flags);
            let caches = Caches { chart, rows, frames, closable, paths, sites, decisions, flags };
            self.rules.put_caches(caches);
        }
    }
}
