//! Edits of the stack of frames.
//!
//! A splice takes the frames in a range of depths out of the stack and opens others in their place. It is
//! what unlinking, inserting, replacing and "close one that is not the innermost" come to. The
//! frames above keep their place in their content models; their context rows are computed anew. It costs
//! as much as there are frames above, whatever is below.
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
use super::rules::{FrameKindId, Word};
use crate::base::{counted, narrow, wide};
use std::fmt;
use std::ops::Range;

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
        let depth = self.depth();
        if range.start == 0 || range.start > range.end || range.end > depth + 1 {
            return Err(SpliceRefused::Range);
        }
        if range.is_empty() && replacement.is_empty() {
            return Ok(());
        }
        let kinds = self.replacement_kinds(range.start - 1, replacement)?;
        let above = self.take_frames(range.end, depth);
        let taken = self.take_frames(range.start, range.end - 1);
        self.forget_closable(range.start);
        let parent = self.node_at(range.start - 1);
        let floor = self.floor();
        self.top = match (taken.first(), kinds.is_empty()) {
            (Some(outermost), true) => {
                self.machine.frames.moved(parent, outermost.after, floor.nodes)
            }
            _ => {
                let set = self.machine.frames.at(parent).set;
                self.machine.frames.moved(parent, set, floor.nodes)
            }
        };
        for (&kind, &word) in kinds.iter().zip(replacement) {
            self.put_new(kind, word);
        }
        self.put_back(&above, !kinds.is_empty());
        Ok(())
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

    /// The kinds that the new words open, each having a place: the first in the frame at `parent`, the
    /// others at the start of the one before.
    fn replacement_kinds(
        &mut self,
        parent: usize,
        replacement: &[Word],
    ) -> Result<Vec<FrameKindId>, SpliceRefused> {
        let parent = self.node_at(parent);
        let machine = &mut self.machine;
        let below = machine.frames.at(parent);
        let (mut set, mut row, mut mask) = (below.set, below.row, below.mask);
        let mut kinds = Vec::new();
        for (index, word) in replacement.iter().enumerate() {
            let kind =
                machine.rules.opens(word.terminal).ok_or(SpliceRefused::OpensNothing(index))?;
            let terminal = word.terminal.index();
            let expected = machine.chart.expected(set).contains(terminal);
            if !expected && !machine.rows.mask(mask).admitted.contains(terminal) {
                return Err(SpliceRefused::NoPlace(index));
            }
            (row, mask) = machine.rows.enter(&machine.rules, row, kind);
            set = machine.start(kind);
            kinds.push(kind);
        }
        Ok(kinds)
    }

    /// The frames at the depths from `from` to `to`, outermost first.
    fn take_frames(&self, from: usize, to: usize) -> Vec<Frame> {
        let mut frames = Vec::new();
        if from <= to && from > 0 {
            let mut node = self.node_at(to);
            while wide(self.machine.frames.at(node).depth) >= from {
                frames.push(*self.machine.frames.at(node));
                node = self.machine.frames.at(node).below;
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

    fn put_new(&mut self, kind: FrameKindId, word: Word) {
        let after = self.machine.after(self.top, word.terminal, true, self.machine.chart.len());
        self.top = self.machine.open(self.top, kind, word.label, after);
        self.enter_closable(self.top);
        self.only_root = false;
    }

    /// Puts frames back on top; if something new is below them, it reads the first of them.
    fn put_back(&mut self, above: &[Frame], reads_first: bool) {
        for (index, frame) in above.iter().enumerate() {
            let Some(kind) = frame.kind else { continue };
            let after = match (index, reads_first) {
                (0, false) => self.machine.frames.at(self.top).set,
                (0, true) => {
                    let open = self.machine.rules.frame_kind(kind).open;
                    self.machine.after(self.top, open, true, self.machine.chart.len())
                }
                _ => frame.after,
            };
            self.put(frame, kind, after);
        }
        self.machine.frames_touched += counted(above.len());
    }

    fn put(&mut self, frame: &Frame, kind: FrameKindId, after: SetId) {
        let machine = &mut self.machine;
        let parent = machine.frames.at(self.top).row;
        let (row, mask) = machine.rows.enter(&machine.rules, parent, kind);
        let base = narrow(machine.chart.len());
        let opening = Opening { kind, label: frame.label, row, mask, set: frame.set, after, base };
        self.top = machine.frames.open(self.top, opening);
        self.enter_closable(self.top);
    }

    fn enter_closable(&mut self, node: NodeId) {
        if let Some(key) = self.close_key(node) {
            self.closable.push(key, self.machine.frames.at(node).depth);
        }
    }
}
