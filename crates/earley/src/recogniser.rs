//! The contract of the engine: a recogniser that predicts before it reads.
//!
//! A [`Recogniser`] reads one text. It shares its rules as an [`Automaton`], so it borrows nothing
//! and can be stored beside the grammar in any struct. Every operation that another engine would
//! have to offer is a method here. No result exposes sets, items or nodes.
//!
//! Checkpoints nest like brackets: [`Recogniser::rewind`] and [`Recogniser::keep`] consume a
//! checkpoint together with all checkpoints made after it. While a checkpoint is outstanding, the
//! sets and frames that existed when it was made are preserved. Everything newer is reclaimed as
//! usual, so checkpoints are cheap and rewinding is truncation.

use super::automaton::Automaton;
use super::closable::CloseKey;
use super::failure_cache::FailureCache;
use super::frame_view::FrameView;
use super::frames::{FrameId, Frames};
use super::items::{SetId, SiteId};
use super::known_paths::SearchExtent;
use super::machine::{ArenaFloor, Effect, Machine, ReadMode, Refusal};
use super::options::Options;
use super::rules::Rules;
use super::symbols::{FlagId, TerminalId, TerminalRole, TerminalSet, Word};
use crate::util::{BitRow, narrow, wide};
use std::cmp::Ordering;
use std::fmt;

/// Counters of the work done so far, for tests of linear time and for reports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
#[non_exhaustive]
pub struct Work {
    /// The number of Earley items made.
    pub items: u64,
    /// The number of Earley sets made.
    pub sets: u64,
    /// The number of frames opened, including those of searches and splices.
    pub frames_opened: u64,
    /// The number of frames that splices reopened or changed.
    pub frames_touched: u64,
    /// The number of nodes that searches expanded.
    pub search_nodes: u64,
    /// The number of searches that were given up at their limit.
    pub search_limits: u64,
}

/// A word that was not read, with the reason.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Refused {
    /// The word.
    pub word: Word,
    /// The reason.
    pub refusal: Refusal,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.refusal {
            Refusal::Unexpected => "is not expected here",
            Refusal::Excluded(_) => "is excluded here",
            Refusal::Incomplete => "closes an element that is not complete",
        };
        write!(f, "terminal {} {why}", self.word.terminal.index())
    }
}

impl std::error::Error for Refused {}

/// A checkpoint to return to. Checkpoints nest.
#[derive(PartialEq, Eq, Debug)]
#[must_use = "a checkpoint keeps memory until it is rewound to or kept"]
pub struct Checkpoint {
    index: usize,
    serial: u64,
}

#[derive(Clone)]
struct SavedState {
    serial: u64,
    top: FrameId,
    floor: ArenaFloor,
    undo: usize,
    flags: BitRow,
}

/// A predictive recogniser with frames.
#[derive(Clone)]
pub struct Recogniser {
    pub(super) machine: Machine,
    pub(super) top: FrameId,
    pub(super) options: Options,
    checkpoints: Vec<SavedState>,
    checkpoints_made: u64,
    /// The site of the innermost frame, if it is known.
    pub(super) site: Option<SiteId>,
    /// True if no frame was ever opened, so that the chart is that of the root alone.
    pub(super) only_root: bool,
    /// The cached failures of searches.
    pub(super) failures: FailureCache,
    pub(super) search_nodes: u64,
    pub(super) search_limits: u64,
    /// The extent of the last search for a path, if its result depends on no more.
    pub(super) last_extent: Option<SearchExtent>,
}

impl Recogniser {
    /// Creates a recogniser at the start of a text.
    #[must_use]
    pub fn new(automaton: Automaton, options: Options) -> Self {
        Self {
            machine: Machine::new(automaton, options),
            top: Frames::ROOT,
            options,
            checkpoints: Vec::new(),
            checkpoints_made: 0,
            site: None,
            only_root: true,
            failures: FailureCache::default(),
            search_nodes: 0,
            search_limits: 0,
            last_extent: None,
        }
    }

    /// Returns the rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.machine.rules
    }

    /// Reports whether `word` is acceptable: whether [`Recogniser::read`] would read it.
    #[must_use]
    #[inline]
    pub fn accepts(&self, word: Word) -> bool {
        let known = self.site_here().map(|site| self.machine.sites.accepts(site, word.terminal));
        let Some(Some(accepts)) = known else { return self.accepts_as(word, ReadMode::Strict) };
        debug_assert_eq!(
            accepts,
            self.accepts_as(word, ReadMode::Strict),
            "a site knows what its frame accepts"
        );
        accepts
    }

    /// Reports whether [`Recogniser::read_as`] would read `word` in this mode.
    #[must_use]
    pub fn accepts_as(&self, word: Word, mode: ReadMode) -> bool {
        self.machine.queries(self.top).accepts(word, mode)
    }

    /// Returns the reason why `word` is not acceptable in the frame at `depth`, or `None` if it is.
    /// The frames inside that one count as closed, whether or not they can be closed.
    #[must_use]
    pub fn refusal(&self, word: Word, depth: usize) -> Option<Refusal> {
        if depth >= self.depth() {
            return self.machine.queries(self.top).refusal(word);
        }
        let frames = &self.machine.frames;
        let frame = frames.frame_from(self.node_at(depth));
        let child = self.node_at(self.above(wide(node_depth(frames, frame))));
        self.machine.queries_at(frames.at(frame), frames.at(child).after).refusal(word)
    }

    /// Returns the terminals that are acceptable now. The closing terminal of the innermost frame
    /// is included if its content is complete; its word must have the frame's label, if any.
    #[must_use]
    pub fn expected(&self) -> TerminalSet {
        let frame = self.machine.frames.at(self.top);
        self.machine.acceptable(frame.set, frame.mask, frame.kind)
    }

    /// Reports whether one of these terminals may be acceptable: a quick test that ignores context
    /// lines that forbid a terminal, labels, and whether the content is complete.
    #[must_use]
    pub fn may_accept_any(&self, terminals: &TerminalSet) -> bool {
        self.machine.queries(self.top).may_accept_any(terminals)
    }

    /// Reports whether the content of the innermost frame may end here; in the root, whether the
    /// text may.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.machine.chart.is_complete(self.machine.frames.at(self.top).set)
    }

    /// Returns the state of the content of the innermost frame, if the fast engine shares that
    /// state between all texts. The same words may follow in all texts with an equal state.
    #[must_use]
    pub fn shared_set(&self) -> Option<usize> {
        let set = self.machine.frames.at(self.top).set;
        self.machine.chart.is_shared(set).then(|| set.index())
    }

    /// Returns the depth of the innermost frame; that of the root is 0. It is the number of open
    /// frames, unless a splice has left gaps between them.
    #[must_use]
    pub fn depth(&self) -> usize {
        wide(self.machine.frames.at(self.top).depth)
    }

    /// Returns the innermost frame.
    #[must_use]
    pub fn innermost(&self) -> FrameView<'_> {
        self.view(self.top)
    }

    /// Returns the frame at `depth`, if one is there: 0 is the root, [`Recogniser::depth`] the
    /// innermost one.
    #[must_use]
    pub fn frame(&self, depth: usize) -> Option<FrameView<'_>> {
        if depth > self.depth() {
            return None;
        }
        let node = self.node_at(depth);
        if self.machine.frames.is_gap(node) { None } else { Some(self.view(node)) }
    }

    /// Iterates over the open frames from the innermost one out to the root.
    pub fn frames(&self) -> impl Iterator<Item = FrameView<'_>> {
        let frames = &self.machine.frames;
        let nodes = std::iter::successors(Some(self.top), move |&node| {
            let frame = frames.at(node);
            if frame.depth > 0 { Some(frame.below) } else { None }
        });
        nodes.map(|node| self.view(node))
    }

    /// Returns the depth of the innermost frame of one of these kinds, at most `depth`.
    #[must_use]
    pub fn innermost_of(&self, kinds: &BitRow, depth: usize) -> Option<usize> {
        let from = self.machine.frames.at_depth(self.top, narrow(depth));
        let nearest = self.machine.frames.nearest(from, kinds, 0)?;
        Some(wide(node_depth(&self.machine.frames, nearest)))
    }

    /// Reports whether a frame of one of these kinds is deeper than `depth`.
    #[must_use]
    pub fn has_inside(&self, kinds: &BitRow, depth: usize) -> bool {
        self.machine.frames.nearest(self.top, kinds, narrow(depth)).is_some()
    }

    /// Returns the depth of the innermost frame that `close` matches, whether or not the frames
    /// inside it can be closed.
    #[must_use]
    pub fn innermost_closed_by(&self, close: Word) -> Option<usize> {
        let unlabelled = self.machine.closable.innermost((close.terminal, None));
        let labelled = self.machine.closable.innermost((close.terminal, Some(close.label)));
        unlabelled.max(labelled).map(wide)
    }

    /// Reads an acceptable word.
    ///
    /// # Errors
    /// If the word is not acceptable; nothing has changed then.
    pub fn read(&mut self, word: Word) -> Result<Effect, Refused> {
        if self.options.keeps_chart {
            // No set of a kept chart is shared, so no step is known.
            return self.read_as(word, ReadMode::Strict);
        }
        let depth = self.depth();
        if self.read_first(&[word]).is_none() {
            return Err(self.refused(word));
        }
        Ok(match self.depth().cmp(&depth) {
            Ordering::Less => Effect::Closed,
            Ordering::Equal => Effect::Advanced,
            Ordering::Greater => Effect::Opened,
        })
    }

    /// Moves the root over words that begin at several sets, and returns the set where all of them
    /// end. Every word is acceptable where it begins.
    pub(super) fn join(&mut self, words: &[(SetId, TerminalId)]) -> SetId {
        let Machine { rules, chart, root, .. } = &mut self.machine;
        let set = chart.join(rules, words, root.0);
        (self.top, self.site) =
            (self.machine.frames.moved(self.top, set, self.floor().nodes), None);
        set
    }

    /// Reads a word in a mode.
    ///
    /// # Errors
    /// If the word is not acceptable in that mode; nothing has changed then.
    pub fn read_as(&mut self, word: Word, mode: ReadMode) -> Result<Effect, Refused> {
        let role = self.machine.rules.role(word.terminal);
        let closed = if role == TerminalRole::Closes { self.close_key(self.top) } else { None };
        let read = self.machine.read(self.top, (word, role), mode, self.floor());
        let Some((top, effect)) = read else { return Err(self.refused(word)) };
        (self.top, self.site) = (top, None);
        if effect == Effect::Opened {
            self.only_root = false;
            self.enter_closable(top);
        } else if let Some(key) = closed {
            self.machine.closable.pop(key);
        }
        Ok(effect)
    }

    /// Opens a frame, whether or not the content around it expects the word. That content does not
    /// advance. Returns false if the word opens no frame.
    pub fn open_misplaced(&mut self, word: Word) -> bool {
        let Some(kind) = self.machine.rules.opens(word.terminal) else { return false };
        let set = self.machine.frames.at(self.top).set;
        (self.top, self.site) = (self.machine.open(self.top, kind, word.label, set), None);
        self.only_root = false;
        self.enter_closable(self.top);
        true
    }

    #[cold]
    fn refused(&self, word: Word) -> Refused {
        let refusal = self.refusal(word, self.depth()).unwrap_or(Refusal::Unexpected);
        Refused { word, refusal }
    }

    /// Reports whether `next` may follow `word` in the content of the frame at `depth`, apart from
    /// context lines that forbid it. Frames inside that one count as not opened. At a gap, the next
    /// frame further down is used.
    #[must_use]
    pub fn may_follow(&mut self, word: Word, next: Word, depth: usize) -> bool {
        let node = self.machine.frames.frame_from(self.node_at(depth));
        self.machine.may_follow(node, word, next)
    }

    /// Turns a flag on or off, for all frames.
    pub fn set_flag(&mut self, flag: FlagId, on: bool) {
        if self.is_on(flag) == on {
            return;
        }
        self.machine.set_flag(flag, on);
        self.site = None;
        self.failures.forget();
    }

    /// Reports whether a flag is set at the current position.
    #[must_use]
    pub fn is_on(&self, flag: FlagId) -> bool {
        self.machine.flags().contains(flag.index())
    }

    /// Makes a checkpoint of the current state.
    pub fn checkpoint(&mut self) -> Checkpoint {
        self.checkpoints_made += 1;
        let serial = self.checkpoints_made;
        let (top, floor, undo) =
            (self.top, self.machine.full_floor(), self.machine.closable.checkpoint());
        self.checkpoints.push(SavedState {
            serial,
            top,
            floor,
            undo,
            flags: self.machine.flags().clone(),
        });
        Checkpoint { index: self.checkpoints.len() - 1, serial }
    }

    /// Returns to a checkpoint, and consumes it with all checkpoints made after it. A checkpoint
    /// that was already consumed has no effect.
    pub fn rewind(&mut self, checkpoint: Checkpoint) {
        let Some(saved) = self.take_back(&checkpoint) else { return };
        (self.top, self.site) = (saved.top, None);
        self.machine.truncate(saved.floor);
        self.machine.closable.rewind(saved.undo);
        self.forget_undo();
        if *self.machine.flags() != saved.flags {
            self.machine.set_flags(saved.flags);
            self.failures.forget();
        }
    }

    /// Consumes a checkpoint with all checkpoints made after it, without rewinding.
    pub fn keep(&mut self, checkpoint: Checkpoint) {
        if self.take_back(&checkpoint).is_some() {
            self.forget_undo();
        }
    }

    fn take_back(&mut self, checkpoint: &Checkpoint) -> Option<SavedState> {
        self.checkpoints.get(checkpoint.index).filter(|saved| saved.serial == checkpoint.serial)?;
        self.checkpoints.drain(checkpoint.index..).next()
    }

    fn forget_undo(&mut self) {
        if self.checkpoints.is_empty() {
            self.machine.closable.forget();
        }
    }

    /// Reports whether a checkpoint is outstanding.
    pub(super) fn is_marked(&self) -> bool {
        !self.checkpoints.is_empty()
    }

    /// Returns the counters of the work done so far.
    #[must_use]
    pub fn work(&self) -> Work {
        let (items, sets) = self.machine.chart.made();
        Work {
            items,
            sets,
            frames_opened: self.machine.frames_opened,
            frames_touched: self.machine.frames_touched,
            search_nodes: self.search_nodes,
            search_limits: self.search_limits,
        }
    }

    /// Returns the numbers of Earley sets of this text and of frame nodes in memory.
    #[must_use]
    pub fn in_memory(&self) -> (usize, usize) {
        (self.machine.chart.in_memory(), self.machine.frames.len())
    }

    /// Returns the floor below which nothing may be overwritten now.
    pub(super) fn floor(&self) -> ArenaFloor {
        let mut floor = match self.checkpoints.last() {
            Some(checkpoint) => checkpoint.floor,
            None => ArenaFloor::default(),
        };
        if self.options.keeps_chart {
            floor.sets = self.machine.chart.len();
        }
        floor
    }

    /// Returns the key under which [`Closable`] lists a frame.
    pub(super) fn close_key(&self, node: FrameId) -> Option<CloseKey> {
        let frame = self.machine.frames.at(node);
        let kind = self.machine.rules.frame_kind(frame.kind?);
        Some((kind.close, kind.labelled.then_some(frame.label)))
    }

    pub(super) fn node_at(&self, depth: usize) -> FrameId {
        self.machine.frames.at_depth(self.top, narrow(depth))
    }

    /// Returns the first and the current set of the root, which must be the innermost frame.
    pub(super) fn root_sets(&self) -> (SetId, SetId) {
        (self.machine.root.1, self.machine.frames.at(self.top).set)
    }

    fn view(&self, node: FrameId) -> FrameView<'_> {
        FrameView { machine: &self.machine, frame: self.machine.frames.at(node) }
    }
}

fn node_depth(frames: &Frames, node: FrameId) -> u32 {
    frames.at(node).depth
}
