//! Edits of the stack of frames.
//!
//! A splice removes the frames in a range of depths from the stack and opens others there.
//! Unlinking, inserting, replacing and closing a frame that is not the innermost are all splices.
//! The contents of the frames above keep their states; their context rows are recomputed.
//!
//! If there are fewer new frames than the range has depths, they take its innermost depths. The
//! others become gaps, so that the frames above keep their depths. If there are more, the frames
//! above move up by the difference.
//!
//! If the range has enough depths and no checkpoint is outstanding, the edit is made in place
//! (`exchange.rs`), unless the range is a few innermost frames. Otherwise every frame above is
//! opened again.
//!
//! The states of the contents afterwards:
//!
//! * The frame below the range, if there are no new frames: the state after the whole outermost
//!   removed frame. The frame above the range no longer moves it: when that frame is closed, the
//!   content remains in this state.
//! * The frame below the range, if there are new frames: the state before the outermost removed
//!   frame, or before the frame above if none was removed. From there it reads the first new word.
//! * A new frame: its start, from which it reads the next new word. The innermost new frame reads
//!   the frame above if its content expects that, and is otherwise not moved by it.
//!
//! The contents must expect the new words, but context lines cannot forbid them: an edit is not
//! reading, and its caller is responsible.

use super::frames::{Frame, FrameId, Opening};
use super::items::SetId;
use super::recogniser::Recogniser;
use super::rows::{MaskId, RowId};
use super::symbols::{FrameKindId, Word};
use crate::util::{counted, narrow, wide};
use std::fmt;
use std::ops::Range;

/// The number of innermost depths up to which their frames are opened again.
const FEW: usize = 8;

/// A frame that an edit puts on the stack.
#[derive(Clone, Copy)]
pub(super) enum InsertedFrame {
    /// A new frame, opened by a word.
    New(FrameKindId, Word),
    /// An existing frame of this kind, unchanged.
    Old(FrameKindId, Frame),
}

/// The way in which an existing frame moves the content of the frame below it. That content always
/// reads a new frame.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Attachment {
    /// The frame moves the content as it did before the edit.
    AsBefore,
    /// The frame does not move the content.
    Unmoving,
    /// The content reads the frame, if it expects it.
    Read,
}

impl InsertedFrame {
    /// Returns the depth of an existing frame before the edit.
    const fn depth(&self) -> usize {
        match self {
            Self::New(..) => 0,
            Self::Old(_, frame) => wide(frame.depth),
        }
    }

    /// Returns the way in which the next frame moves the content of this one.
    pub(super) const fn next(&self) -> Attachment {
        match self {
            Self::New(..) => Attachment::Read,
            Self::Old(..) => Attachment::AsBefore,
        }
    }
}

/// The part of a frame's state that opening a frame in it depends on: the state of its content, and
/// the context lines in force.
#[derive(Clone, Copy)]
struct ContentState {
    set: SetId,
    row: RowId,
    mask: MaskId,
}

/// The reason why a splice was not made. Nothing has changed then.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SpliceRefused {
    /// The range begins at the root, ends before it begins, ends above the innermost frame, or one
    /// of its ends is a gap.
    Range,
    /// The new word with this index opens no frame.
    OpensNothing(usize),
    /// The content around the new word with this index does not expect it.
    Unexpected(usize),
}

impl fmt::Display for SpliceRefused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Range => f.write_str("no such frames"),
            Self::OpensNothing(index) => write!(f, "new word {index} opens no frame"),
            Self::Unexpected(index) => write!(f, "new word {index} is not expected"),
        }
    }
}

impl std::error::Error for SpliceRefused {}

impl Recogniser {
    /// Removes the frames at the depths in `range` and opens `replacement` there; the frames above
    /// stay. `depth..depth + 1` is one frame. An empty range inserts below the frame at
    /// `range.start`, or on top of the stack. Both ends of the range must be frames, not gaps. The
    /// module's essay defines the resulting states and gaps.
    ///
    /// # Errors
    /// If the range is invalid, or a new word opens no frame or is not expected; nothing has
    /// changed then.
    pub fn splice(
        &mut self,
        range: Range<usize>,
        replacement: &[Word],
    ) -> Result<(), SpliceRefused> {
        let below = self.below(&range)?;
        let (puts, _) = self.replacement(self.content_state(below), replacement)?;
        if !range.is_empty() || !puts.is_empty() {
            self.edit(range, below, &puts);
        }
        Ok(())
    }

    /// Makes two splices at once. Replaces the frames in `range` by `outer`, and opens `inner`
    /// above the frame at `range.end`, which stays.
    ///
    /// # Errors
    /// If one of the two is refused; nothing has changed then.
    pub fn splice_around(
        &mut self,
        range: Range<usize>,
        outer: &[Word],
        inner: &[Word],
    ) -> Result<(), SpliceRefused> {
        let whole = range.start..range.end + 1;
        let below = self.below(&whole)?;
        let stays = *self.machine.frames.at(self.node_at(range.end));
        let Some(kind) = stays.kind else { return Err(SpliceRefused::Range) };
        let (mut puts, around) = self.replacement(self.content_state(below), outer)?;
        let (row, mask) = self.machine.rows.enter(&self.machine.rules, around.row, kind);
        let (inner, _) = self.replacement(ContentState { set: stays.set, row, mask }, inner)?;
        puts.reserve_exact(1 + inner.len());
        puts.push(InsertedFrame::Old(kind, stays));
        puts.extend(inner);
        self.edit(whole, below, &puts);
        Ok(())
    }

    /// Returns the frame below a range, if the range is valid.
    fn below(&self, range: &Range<usize>) -> Result<FrameId, SpliceRefused> {
        if range.is_empty() && range.start == range.end && range.start == self.depth() + 1 {
            return Ok(self.top);
        }
        let last = range.start.max(range.end.saturating_sub(1));
        if range.start > range.end || self.frame_at(last).is_none() {
            return Err(SpliceRefused::Range);
        }
        let first = self.frame_at(range.start).ok_or(SpliceRefused::Range)?;
        Ok(self.machine.frames.at(first).below)
    }

    /// Returns the frame at a depth, unless that is the root, a gap, or too deep.
    fn frame_at(&self, depth: usize) -> Option<FrameId> {
        if depth == 0 || depth > self.depth() {
            return None;
        }
        let node = self.node_at(depth);
        if self.machine.frames.is_gap(node) { None } else { Some(node) }
    }

    /// Replaces the frames in a range by others.
    fn edit(&mut self, range: Range<usize>, below: FrameId, puts: &[InsertedFrame]) {
        for put in puts {
            self.machine.frames_opened += u64::from(matches!(put, InsertedFrame::New(..)));
        }
        self.only_root &= puts.is_empty();
        self.site = None;
        let (set, mut attachment) = self.attachment(&range, below, puts.first());
        let (fits, is_inside) = (puts.len() <= range.len(), range.end <= self.depth());
        // A few innermost frames are opened again, which costs less than an edit in place.
        let in_place = is_inside || (range.len() > FEW && !puts.is_empty());
        if fits && in_place && !self.is_marked() {
            self.machine.frames.set(below, set);
            return self.exchange(range, below, puts, attachment);
        }
        let above = self.take_frames(range.end);
        self.forget_closable(range.start);
        self.top = self.machine.frames.moved(below, set, self.floor().nodes);
        let first = range.start.max(range.end.saturating_sub(puts.len()));
        let moves = first + puts.len() - range.end;
        let above = above.iter().map(|put| (put.depth() + moves, put));
        self.machine.frames_touched += counted(above.len());
        for (depth, put) in (first..).zip(puts).chain(above) {
            let opening = self.opening(self.top, put, attachment);
            let beneath = self.leave_gaps(depth);
            self.top = self.machine.frames.open_above(beneath, self.top, opening);
            self.enter_closable(self.top);
            attachment = put.next();
        }
    }

    /// Adds gaps between the innermost frame and `depth`, and returns the last of them.
    fn leave_gaps(&mut self, depth: usize) -> FrameId {
        let mut beneath = self.top;
        for _ in self.depth() + 1..depth {
            beneath = self.machine.frames.leave_gap(beneath, narrow(depth));
        }
        beneath
    }

    /// Returns the state of the frame below a range when `first` is put there, and the way in which
    /// `first` moves its content.
    fn attachment(
        &self,
        range: &Range<usize>,
        below: FrameId,
        first: Option<&InsertedFrame>,
    ) -> (SetId, Attachment) {
        let frames = &self.machine.frames;
        let set = frames.at(below).set;
        match first {
            Some(InsertedFrame::New(..)) => (set, Attachment::Read),
            Some(InsertedFrame::Old(_, frame)) if frame.below == below => {
                (set, Attachment::AsBefore)
            }
            _ => (frames.at(self.node_at(range.start)).after, Attachment::Unmoving),
        }
    }

    /// Returns the state of a frame that is put on top of `below`.
    pub(super) fn opening(
        &mut self,
        below: FrameId,
        put: &InsertedFrame,
        attachment: Attachment,
    ) -> Opening {
        let machine = &mut self.machine;
        let around = *machine.frames.at(below);
        let (kind, label, set) = match *put {
            InsertedFrame::New(kind, word) => {
                let is_labelled = machine.rules.frame_kind(kind).labelled;
                (kind, if is_labelled { word.label } else { 0 }, machine.start(kind))
            }
            InsertedFrame::Old(kind, frame) => (kind, frame.label, frame.set),
        };
        let after = match (attachment, put) {
            (Attachment::AsBefore, InsertedFrame::Old(_, frame)) => frame.after,
            (Attachment::Unmoving, InsertedFrame::Old(..)) => around.set,
            (Attachment::Read, _) | (_, InsertedFrame::New(..)) => {
                let open = machine.rules.frame_kind(kind).open;
                machine.after(below, open, true, machine.chart.len())
            }
        };
        let (row, mask) = machine.rows.enter(&machine.rules, around.row, kind);
        let base = narrow(machine.chart.len());
        Opening { kind, label, row, mask, set, after, base, site_after: None }
    }

    /// Removes the frames from `depth` on as if they had never been opened: the content of the
    /// frame below returns to its state before them.
    ///
    /// # Errors
    /// If `depth` is that of the root or of a gap, or deeper than the innermost frame; nothing has
    /// changed then.
    pub fn retract(&mut self, depth: usize) -> Result<(), SpliceRefused> {
        let node = self.frame_at(depth).ok_or(SpliceRefused::Range)?;
        self.forget_closable(depth);
        let parent = self.machine.frames.at(node).below;
        let (set, floor) = (self.machine.frames.at(parent).set, self.floor());
        (self.top, self.site) = (self.machine.frames.moved(parent, set, floor.nodes), None);
        Ok(())
    }

    fn content_state(&self, node: FrameId) -> ContentState {
        let &Frame { set, row, mask, .. } = self.machine.frames.at(node);
        ContentState { set, row, mask }
    }

    /// Returns the frames that new words open, and the state of the last one. `around` is the state
    /// in which the first is opened; each of the others is opened at the start of the one before
    /// it.
    fn replacement(
        &mut self,
        around: ContentState,
        words: &[Word],
    ) -> Result<(Vec<InsertedFrame>, ContentState), SpliceRefused> {
        let machine = &mut self.machine;
        let ContentState { mut set, mut row, mut mask } = around;
        let mut puts = Vec::with_capacity(words.len());
        for (index, &word) in words.iter().enumerate() {
            let kind =
                machine.rules.opens(word.terminal).ok_or(SpliceRefused::OpensNothing(index))?;
            let (expected, mask_around) = (machine.chart.expected(set), machine.rows.mask(mask));
            let terminal = word.terminal.index();
            if !expected.contains(terminal) && !mask_around.admitted.contains(terminal) {
                return Err(SpliceRefused::Unexpected(index));
            }
            (row, mask) = machine.rows.enter(&machine.rules, row, kind);
            set = machine.start(kind);
            puts.push(InsertedFrame::New(kind, word));
        }
        Ok((puts, ContentState { set, row, mask }))
    }

    /// Returns the frames from a depth on, outermost first, to be reopened.
    fn take_frames(&self, from: usize) -> Vec<InsertedFrame> {
        let mut frames = Vec::new();
        for node in self.frames_down_to(self.top, from) {
            let frame = *self.machine.frames.at(node);
            if let Some(kind) = frame.kind {
                frames.push(InsertedFrame::Old(kind, frame));
            }
        }
        frames.reverse();
        frames
    }

    /// Returns the frames from `node` down to a depth, which must not be that of the root.
    pub(super) fn frames_down_to(
        &self,
        node: FrameId,
        depth: usize,
    ) -> impl Iterator<Item = FrameId> {
        let frames = &self.machine.frames;
        std::iter::successors(Some(node), |&node| Some(frames.at(node).below))
            .take_while(move |&node| wide(frames.at(node).depth) >= depth)
    }

    /// Removes the frames from depth `from` on from the index of closable frames.
    fn forget_closable(&mut self, from: usize) {
        let mut node = self.top;
        while wide(self.machine.frames.at(node).depth) >= from {
            if let Some(key) = self.close_key(node) {
                self.machine.closable.pop(key);
            }
            node = self.machine.frames.at(node).below;
        }
    }

    /// Adds a frame to the index of closable frames.
    #[inline]
    pub(super) fn enter_closable(&mut self, node: FrameId) {
        if let Some(key) = self.close_key(node) {
            self.machine.closable.push(key, self.machine.frames.at(node).depth);
        }
    }
}
