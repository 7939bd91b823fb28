//! Edits of the stack of frames.
//!
//! A splice takes the frames in a range of depths out of the stack and opens others in their place. It is
//! what unlinking, inserting, replacing and "close one that is not the innermost" come to. The
//! frames above keep their place in their content models; their context rows are computed anew.
//!
//! If as many frames are put in as are taken out and no mark is out, the edit costs what it edits (`exchange.rs`). Else every
//! frame above is opened anew, whatever is below.
//!
//! Where the contents stand afterwards:
//!
//! * The frame below the range, if nothing is put in: after the whole outermost frame that was taken
//!   out. The frame above the range hangs there without moving it: when that one is closed, the
//!   content stands where it stood.
//! * If something is put in: before the outermost frame that was taken out (or, if none was,
//!   before the frame above), and from there it reads the first new word.
//! * A new frame: at its start, and it reads the next new word from there; the innermost new one reads
//!   the frame above, if its content has a place for that, and else is not moved by it.
//!
//! New words need a place; whether a context line forbids them is not asked, since an edit is no reading:
//! who edits decides.

use super::chart::SetId;
use super::frames::{Frame, NodeId, Opening};
use super::recogniser::Recogniser;
use super::rows::{MaskId, RowId};
use super::rules::{FrameKindId, Word};
use crate::base::{counted, narrow, wide};
use std::fmt;
use std::ops::Range;

/// A frame that an edit puts on the stack.
#[derive(Clone, Copy)]
pub(super) enum Put {
    /// A new one, opened by a word.
    New(FrameKindId, Word),
    /// One that was there, as it was; it is of this kind.
    Old(FrameKindId, Frame),
}

/// How a frame that is put, and is not new, changes the content of the one below it. A new one is read there.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hangs {
    /// As it did before.
    AsBefore,
    /// It does not move it.
    Unmoving,
    /// It is read there, if it has a place.
    Read,
}

impl Put {
    /// How the next one hangs on it.
    pub(super) const fn next(&self) -> Hangs {
        match self {
            Self::New(..) => Hangs::Read,
            Self::Old(..) => Hangs::AsBefore,
        }
    }
}

/// What is asked of a frame when one is opened in it: where its content stands, and what is in force.
type Looks = (SetId, RowId, MaskId);

/// Why a splice was not made. Nothing has changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpliceRefused {
    /// The range begins at the root, ends before it begins, or ends above the innermost frame.
    Range,
    /// The new word with this index opens no frame.
    OpensNothing(usize),
    /// There is no place for the new word with this index.
    NoPlace(usize),
}

impl fmt::Display for SpliceRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range => f.write_str("no such frames"),
            Self::OpensNothing(index) => write!(f, "new word {index} opens no frame"),
            Self::NoPlace(index) => write!(f, "new word {index} has no place"),
        }
    }
}

impl std::error::Error for SpliceRefused {}

impl Recogniser {
    /// Takes the frames at the depths in `range` out of the stack and opens `replacement` there; the
    /// frames above stay. `depth..depth + 1` is one frame; an empty range inserts below the frame
    /// that is at `range.start` (or on top). The module's essay says where the contents then stand.
    ///
    /// # Errors
    /// If there is no such range, or a new word opens no frame or has no place; nothing has changed then.
    pub fn splice(
        &mut self,
        range: Range<usize>,
        replacement: &[Word],
    ) -> Result<(), SpliceRefused> {
        self.check_range(&range, 0)?;
        let (puts, _) = self.replacement(self.looks(range.start - 1), replacement)?;
        if !range.is_empty() || !puts.is_empty() {
            self.edit(range, &puts);
        }
        Ok(())
    }

    /// Two splices at once: the frames in `range` are taken out and `outer` opened there, and above the frame that is at
    /// `range.end`, which stays, `inner` is opened.
    ///
    /// # Errors
    /// If one of the two cannot be made; nothing has changed then.
    pub fn splice_around(
        &mut self,
        range: Range<usize>,
        outer: &[Word],
        inner: &[Word],
    ) -> Result<(), SpliceRefused> {
        self.check_range(&range, 1)?;
        let stays = *self.machine.frames.at(self.node_at(range.end));
        let Some(kind) = stays.kind else { return Err(SpliceRefused::Range) };
        let (mut puts, (_, around, _)) = self.replacement(self.looks(range.start - 1), outer)?;
        let (row, mask) = self.machine.rows.enter(&self.machine.rules, around, kind);
        let (inner, _) = self.replacement((stays.set, row, mask), inner)?;
        puts.push(Put::Old(kind, stays));
        puts.extend(inner);
        self.edit(range.start..range.end + 1, &puts);
        Ok(())
    }

    /// Whether there is such a range with so many frames more above it.
    fn check_range(&self, range: &Range<usize>, more: usize) -> Result<(), SpliceRefused> {
        let is =
            range.start > 0 && range.start <= range.end && range.end + more <= self.depth() + 1;
        is.then_some(()).ok_or(SpliceRefused::Range)
    }

    /// Puts frames in the place of others.
    fn edit(&mut self, range: Range<usize>, puts: &[Put]) {
        let is_new = |put: &&Put| matches!(put, Put::New(..));
        self.machine.frames_opened += counted(puts.iter().filter(is_new).count());
        self.only_root &= puts.is_empty();
        let parent = self.node_at(range.start - 1);
        let (set, hangs) = self.hangs(&range, puts.first());
        if puts.len() == range.len() && !self.is_marked() {
            self.machine.frames.set(parent, set);
            return self.exchange(range, puts, hangs);
        }
        let above = self.take_frames(range.end, self.depth());
        self.forget_closable(range.start);
        self.top = self.machine.frames.moved(parent, set, self.floor().nodes);
        let mut hangs = hangs;
        for put in puts.iter().chain(&above) {
            let opening = self.opening(self.top, put, hangs);
            self.top = self.machine.frames.open(self.top, opening);
            self.enter_closable(self.top);
            hangs = put.next();
        }
        self.machine.frames_touched += counted(above.len());
    }

    /// Where the frame below a range that is taken out stands when `first` is put there, and how that hangs on it.
    fn hangs(&self, range: &Range<usize>, first: Option<&Put>) -> (SetId, Hangs) {
        let frames = &self.machine.frames;
        let set = frames.at(self.node_at(range.start - 1)).set;
        match first {
            Some(Put::New(..)) => (set, Hangs::Read),
            Some(Put::Old(_, frame)) if wide(frame.depth) == range.start => (set, Hangs::AsBefore),
            _ => (frames.at(self.node_at(range.start)).after, Hangs::Unmoving),
        }
    }

    /// What a frame is that is put on another one.
    pub(super) fn opening(&mut self, below: NodeId, put: &Put, hangs: Hangs) -> Opening {
        let machine = &mut self.machine;
        let around = *machine.frames.at(below);
        let (kind, label, set) = match *put {
            Put::New(kind, word) => {
                let is_labelled = machine.rules.frame_kind(kind).labelled;
                (kind, if is_labelled { word.label } else { 0 }, machine.start(kind))
            }
            Put::Old(kind, frame) => (kind, frame.label, frame.set),
        };
        let after = match (hangs, put) {
            (Hangs::AsBefore, Put::Old(_, frame)) => frame.after,
            (Hangs::Unmoving, Put::Old(..)) => around.set,
            (Hangs::Read, _) | (_, Put::New(..)) => {
                let open = machine.rules.frame_kind(kind).open;
                machine.after(below, open, true, machine.chart.len())
            }
        };
        let (row, mask) = machine.rows.enter(&machine.rules, around.row, kind);
        let base = narrow(machine.chart.len());
        Opening { kind, label, row, mask, set, after, base }
    }

    /// Takes the frames from `depth` on out of the stack as if they had never been opened: the content of the frame
    /// below stands where it stood before.
    ///
    /// # Errors
    /// If `depth` is that of the root or deeper than the innermost frame; nothing has changed then.
    pub fn retract(&mut self, depth: usize) -> Result<(), SpliceRefused> {
        if depth == 0 || depth > self.depth() {
            return Err(SpliceRefused::Range);
        }
        self.forget_closable(depth);
        let parent = self.node_at(depth - 1);
        let (set, floor) = (self.machine.frames.at(parent).set, self.floor());
        self.top = self.machine.frames.moved(parent, set, floor.nodes);
        Ok(())
    }

    fn looks(&self, depth: usize) -> Looks {
        let frame = self.machine.frames.at(self.node_at(depth));
        (frame.set, frame.row, frame.mask)
    }

    /// The frames that new words open, each having a place: the first in a frame that looks so, the others
    /// at the start of the one before; and how the last one looks.
    fn replacement(
        &mut self,
        around: Looks,
        words: &[Word],
    ) -> Result<(Vec<Put>, Looks), SpliceRefused> {
        let machine = &mut self.machine;
        let (mut set, mut row, mut mask) = around;
        let mut puts = Vec::new();
        for (index, &word) in words.iter().enumerate() {
            let kind =
                machine.rules.opens(word.terminal).ok_or(SpliceRefused::OpensNothing(index))?;
            if !machine.takes(set, mask, word.terminal) {
                return Err(SpliceRefused::NoPlace(index));
            }
            (row, mask) = machine.rows.enter(&machine.rules, row, kind);
            set = machine.start(kind);
            puts.push(Put::New(kind, word));
        }
        Ok((puts, (set, row, mask)))
    }

    /// The frames at the depths from `from` to `to`, outermost first, to be put again.
    fn take_frames(&self, from: usize, to: usize) -> Vec<Put> {
        let mut frames = Vec::new();
        if from <= to && from > 0 {
            let mut frame = *self.machine.frames.at(self.node_at(to));
            while let (Some(kind), true) = (frame.kind, wide(frame.depth) >= from) {
                frames.push(Put::Old(kind, frame));
                frame = *self.machine.frames.at(frame.below);
            }
        }
        frames.reverse();
        frames
    }

    /// Strikes the frames from depth `from` on off the table of what can be closed.
    fn forget_closable(&mut self, from: usize) {
        let mut node = self.top;
        while wide(self.machine.frames.at(node).depth) >= from {
            if let Some(key) = self.close_key(node) {
                self.closable.pop(key);
            }
            node = self.machine.frames.at(node).below;
        }
    }

    fn enter_closable(&mut self, node: NodeId) {
        if let Some(key) = self.close_key(node) {
            self.closable.push(key, self.machine.frames.at(node).depth);
        }
    }
}
