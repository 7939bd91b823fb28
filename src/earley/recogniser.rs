//! The contract of the engine: a recogniser that can be asked before it is told.
//!
//! One [`Recogniser`] reads one text. It shares its rules as an [`Automaton`], so it can live
//! beside the grammar in any struct. Everything that another engine would have to offer is a method
//! here; nothing that it returns shows sets, items or nodes.
//!
//! Marks nest like brackets: [`Recogniser::rewind`] and [`Recogniser::keep`] take one back together
//! with all marks made after it. While a mark is out, what was there when it was made is kept;
//! everything newer is reclaimed as usual, so marks are cheap and rewinding is truncation.

use super::automaton::Automaton;
use super::closable::{Closable, CloseKey};
use super::failure_cache::FailureCache;
use super::frame_view::FrameView;
use super::frames::{FrameId, Frames};
use super::items::SetId;
use super::machine::{Effect, Floor, Machine, Refusal};
use super::options::Options;
use super::rules::Rules;
use super::symbols::{Duty, FlagId, TerminalSet, Word};
use crate::base::{BitRow, narrow, wide};
use std::fmt;

/// What has been done so far: for tests of linear time, and for reports.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Work {
    /// Earley items made.
    pub items: u64,
    /// Earley sets made.
    pub sets: u64,
    /// Frames opened, those of searches and splices included.
    pub frames_opened: u64,
    /// Frames that splices put back or changed.
    pub frames_touched: u64,
    /// Nodes that searches looked at.
    pub search_nodes: u64,
    /// Searches that were given up at their limit.
    pub search_limits: u64,
}

/// A word that was not read.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Refused {
    /// The word.
    pub word: Word,
    /// Why.
    pub refusal: Refusal,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let why = match self.refusal {
            Refusal::NoPlace => "has no place here",
            Refusal::Excluded(_) => "is excluded here",
            Refusal::Incomplete => "closes an element that is not complete",
        };
        write!(f, "terminal {} {why}", self.word.terminal.index())
    }
}

impl std::error::Error for Refused {}

/// A moment to return to. Marks nest.
#[derive(PartialEq, Eq, Debug)]
#[must_use = "a mark keeps memory until it is rewound to or kept"]
pub struct Mark {
    index: usize,
    serial: u64,
}

#[derive(Clone, Copy)]
struct Marked {
    serial: u64,
    top: FrameId,
    floor: Floor,
    undo: usize,
}

/// A predictive recogniser with frames.
#[derive(Clone)]
pub struct Recogniser {
    pub(super) machine: Machine,
    pub(super) top: FrameId,
    pub(super) options: Options,
    marks: Vec<Marked>,
    marks_made: u64,
    pub(super) closable: Closable,
    /// Whether the chart is that of the root alone.
    pub(super) only_root: bool,
    /// What searches have found to be in vain.
    pub(super) failures: FailureCache,
    pub(super) search_nodes: u64,
    pub(super) search_limits: u64,
}

impl Recogniser {
    /// At the start of a text.
    #[must_use]
    pub fn new(automaton: Automaton, options: Options) -> Self {
        Self {
            machine: Machine::new(automaton, options),
            top: Frames::ROOT,
            options,
            marks: Vec::new(),
            marks_made: 0,
            closable: Closable::default(),
            only_root: true,
            failures: FailureCache::default(),
            search_nodes: 0,
            search_limits: 0,
        }
    }

    /// The rules.
    #[must_use]
    pub fn rules(&self) -> &Rules {
        &self.machine.rules
    }

    /// Whether `word` can be read now.
    #[must_use]
    #[inline(always)]
    pub fn accepts(&self, word: Word) -> bool {
        self.machine.site(self.top).accepts(word)
    }

    /// Those of some words that can be read now.
    pub fn accepted(&self, words: impl IntoIterator<Item = Word>) -> impl Iterator<Item = Word> {
        let site = self.machine.site(self.top);
        words.into_iter().filter(move |&word| site.accepts(word))
    }

    /// Whether `word` could be read now if no context line forbade it.
    #[must_use]
    #[inline(always)]
    pub fn has_place(&self, word: Word) -> bool {
        self.machine.site(self.top).has_place(word)
    }

    /// Why `word` cannot be read now; `None` if it can.
    #[must_use]
    pub fn refusal(&self, word: Word) -> Option<Refusal> {
        self.machine.site(self.top).refusal(word)
    }

    /// Why `word` could not be read if all frames deeper than `depth` were closed first. Whether
    /// they can be closed is not asked.
    #[must_use]
    pub fn refusal_at(&self, depth: usize, word: Word) -> Option<Refusal> {
        if depth >= self.depth() {
            return self.refusal(word);
        }
        let frames = &self.machine.frames;
        let frame = frames.frame_from(self.node_at(depth));
        let child = self.node_at(self.above(wide(node_depth(frames, frame))));
        self.machine.site_at(frames.at(frame), frames.at(child).after).refusal(word)
    }

    /// The terminals that can be read now; of the closing ones, that of the innermost frame if its
    /// content is complete (with that frame's label, if it has one).
    #[must_use]
    pub fn expected(&self) -> TerminalSet {
        let frame = self.machine.frames.at(self.top);
        let mask = self.machine.rows.mask(frame.mask);
        let mut row = self.machine.chart.expected(frame.set).clone();
        mask.admit(&mut row);
        mask.strike(&mut row, &self.machine.flags);
        if let Some(kind) = frame.kind
            && self.complete()
        {
            row.insert(self.machine.rules.frame_kind(kind).close.index());
        }
        row
    }

    /// Whether one of these terminals may have a place here: no other is acceptable.
    #[must_use]
    pub fn has_place_among(&self, terminals: &TerminalSet) -> bool {
        self.machine.site(self.top).has_place_among(terminals)
    }

    /// Whether the content of the innermost frame may end here; in the root, the whole text.
    #[must_use]
    pub fn complete(&self) -> bool {
        self.machine.chart.is_complete(self.machine.frames.at(self.top).set)
    }

    /// Where the content of the innermost frame stands, if that is a place which all
    /// texts of the fast engine share: the same words may follow wherever a text stands there.
    #[must_use]
    pub(crate) fn place(&self) -> Option<usize> {
        let set = self.machine.frames.at(self.top).set;
        self.machine.chart.is_shared(set).then(|| set.index())
    }

    /// The depth of the innermost frame; that of the root is 0. It is the number of open frames,
    /// unless a splice has left gaps between them.
    #[must_use]
    pub fn depth(&self) -> usize {
        wide(self.machine.frames.at(self.top).depth)
    }

    /// The innermost frame.
    #[must_use]
    pub fn innermost(&self) -> FrameView<'_> {
        self.view(self.top)
    }

    /// The frame at `depth`, if one is there: 0 is the root, [`Recogniser::depth`] the innermost
    /// one.
    #[must_use]
    pub fn frame(&self, depth: usize) -> Option<FrameView<'_>> {
        let node = (depth <= self.depth()).then(|| self.node_at(depth))?;
        (!self.machine.frames.is_gap(node)).then(|| self.view(node))
    }

    /// The open frames from the innermost one out to the root.
    pub fn frames(&self) -> impl Iterator<Item = FrameView<'_>> {
        let frames = &self.machine.frames;
        let outer =
            move |&node: &FrameId| (node_depth(frames, node) > 0).then(|| frames.at(node).below);
        std::iter::successors(Some(self.top), outer).map(|node| self.view(node))
    }

    /// The depth of the innermost frame of one of these kinds, at most `depth`.
    #[must_use]
    pub fn innermost_of(&self, kinds: &BitRow, depth: usize) -> Option<usize> {
        let from = self.machine.frames.at_depth(self.top, narrow(depth));
        let nearest = self.machine.frames.nearest(from, kinds)?;
        Some(wide(node_depth(&self.machine.frames, nearest)))
    }

    /// The depth of the innermost frame that `close` would close, could it be reached.
    #[must_use]
    pub fn innermost_closed_by(&self, close: Word) -> Option<usize> {
        let depth = |label| self.closable.innermost((close.terminal, label));
        depth(None).max(depth(Some(close.label))).map(wide)
    }

    /// Reads a word.
    ///
    /// # Errors
    /// If the word is not acceptable; nothing has changed then.
    pub fn read(&mut self, word: Word) -> Result<Effect, Refused> {
        let read = match self.machine.rules.duty(word.terminal) {
            Duty::Closes => self.accepts(word).then(|| self.step(word)),
            duty => {
                let read = self.machine.read(self.top, (word, duty), self.floor());
                read.map(|(top, step)| self.moved(top, step))
            }
        };
        read.ok_or_else(|| self.refused(word))
    }

    #[cold]
    fn refused(&self, word: Word) -> Refused {
        Refused { word, refusal: self.refusal(word).unwrap_or(Refusal::NoPlace) }
    }

    /// Reads a word that [`Recogniser::accepts`] was asked about, or [`Recogniser::has_place`] if
    /// context lines do not matter; for any other word the answers that follow mean nothing.
    pub fn read_accepted(&mut self, word: Word) -> Effect {
        debug_assert!(self.has_place(word), "only words that have a place are read: {word:?}");
        self.step(word)
    }

    /// Reads a word although context lines may forbid it.
    ///
    /// # Errors
    /// If the content has no place for the word; nothing has changed then.
    pub fn read_waiving(&mut self, word: Word) -> Result<Effect, Refused> {
        if self.has_place(word) {
            return Ok(self.step(word));
        }
        Err(self.refused(word))
    }

    /// Opens a frame by a word that has a place here, although context lines may forbid it, and
    /// leaves the content around it where it stands: what that makes of the word is open until a
    /// splice puts the word where it belongs.
    ///
    /// # Errors
    /// If the content has no place for the word, or it opens no frame; nothing has changed then.
    pub fn read_apart(&mut self, word: Word) -> Result<Effect, Refused> {
        let opened = match self.has_place(word) {
            true => self.machine.open_apart(self.top, word),
            false => None,
        };
        opened.map(|top| self.moved(top, Effect::Opened)).ok_or_else(|| self.refused(word))
    }

    /// Whether the content of the frame at `depth`, as it stands without what is open in it, would
    /// have a place for `other` after `word`. At a gap that is the next frame down.
    #[must_use]
    pub fn has_place_after(&mut self, depth: usize, word: Word, other: Word) -> bool {
        let node = self.machine.frames.frame_from(self.node_at(depth));
        self.machine.has_place_after(node, word, other)
    }

    /// Turns a flag on or off, for all frames. A rewind does not turn it back.
    pub fn set_flag(&mut self, flag: FlagId, on: bool) {
        if self.is_on(flag) == on {
            return;
        }
        if on {
            self.machine.flags.insert(flag.index());
        } else {
            self.machine.flags.remove(flag.index());
        }
        self.failures.forget();
    }

    /// Whether a flag is on.
    #[must_use]
    pub fn is_on(&self, flag: FlagId) -> bool {
        self.machine.flags.contains(flag.index())
    }

    fn step(&mut self, word: Word) -> Effect {
        let (before, duty) = (self.top, self.machine.rules.duty(word.terminal));
        if duty == Duty::Closes
            && let Some(key) = self.close_key(before)
        {
            self.closable.pop(key);
        }
        let (top, step) = self.machine.step(before, (word, duty), self.floor());
        self.moved(top, step)
    }

    /// A step has led to `top`.
    #[inline(always)]
    fn moved(&mut self, top: FrameId, step: Effect) -> Effect {
        self.top = top;
        if step == Effect::Opened {
            self.only_root = false;
            if let Some(key) = self.close_key(top) {
                self.closable.push(key, node_depth(&self.machine.frames, top));
            }
        }
        step
    }

    /// Remembers this moment.
    pub fn mark(&mut self) -> Mark {
        self.marks_made += 1;
        let serial = self.marks_made;
        let (top, floor) = (self.top, self.machine.all());
        self.marks.push(Marked { serial, top, floor, undo: self.closable.mark() });
        Mark { index: self.marks.len() - 1, serial }
    }

    /// Returns to a mark, and takes it back with all marks made after it. A mark that was taken
    /// back already changes nothing.
    pub fn rewind(&mut self, mark: Mark) {
        if let Some(marked) = self.take_back(&mark) {
            self.top = marked.top;
            self.machine.truncate(marked.floor);
            self.closable.rewind(marked.undo);
            self.forget_undo();
        }
    }

    /// Takes a mark back, with all marks made after it, and stays where it is.
    pub fn keep(&mut self, mark: Mark) {
        if self.take_back(&mark).is_some() {
            self.forget_undo();
        }
    }

    fn take_back(&mut self, mark: &Mark) -> Option<Marked> {
        let marked = self.marks.get(mark.index).copied()?;
        (marked.serial == mark.serial).then(|| {
            self.marks.truncate(mark.index);
            marked
        })
    }

    fn forget_undo(&mut self) {
        if self.marks.is_empty() {
            self.closable.forget();
        }
    }

    /// Whether a mark is out.
    pub(super) fn is_marked(&self) -> bool {
        !self.marks.is_empty()
    }

    /// What has been done so far.
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

    /// How many Earley sets of this text and frame nodes are in memory now.
    #[must_use]
    pub fn in_memory(&self) -> (usize, usize) {
        (self.machine.chart.in_memory(), self.machine.frames.len())
    }

    /// What may be overwritten now.
    pub(super) fn floor(&self) -> Floor {
        let marked = self.marks.last().map(|mark| mark.floor).unwrap_or_default();
        if self.options.keeps_chart {
            return Floor { sets: self.machine.chart.len(), ..marked };
        }
        marked
    }

    /// The words that close a frame, as a key of [`Closable`].
    pub(super) fn close_key(&self, node: FrameId) -> Option<CloseKey> {
        let frame = self.machine.frames.at(node);
        let kind = self.machine.rules.frame_kind(frame.kind?);
        Some((kind.close, kind.labelled.then_some(frame.label)))
    }

    pub(super) fn node_at(&self, depth: usize) -> FrameId {
        self.machine.frames.at_depth(self.top, narrow(depth))
    }

    /// The first and the last set of the root, which is the innermost frame.
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
