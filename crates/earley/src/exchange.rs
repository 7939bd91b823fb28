//! In-place splices: those that put in no more frames than the range has depths, while no
//! checkpoint shares the stack.
//!
//! The nodes of the frames above stay, with their depths and jumps; unused depths of the range
//! become gaps. The consequences for the frames above are not written into each of them:
//!
//! * Context rows are recomputed up to the first frame above the range whose row does not change.
//!   All frames above that are unaffected.
//! * The skipped kinds are updated for the jumps over the range: one for each power of two.
//! * A cached failure of a search may now be wrong, and the frames below may refer to sets newer
//!   than a frame's `base`. A single record of the edit covers both (`Frames::exchanged`). It
//!   applies to all frames from its depth on that are older than it.
//! * The index of closable frames changes for the depths in the range alone.
//!
//! So the cost is proportional to the range, except where a context line affects frames far above.

use super::closable::CloseKey;
use super::frames::FrameId;
use super::recogniser::Recogniser;
use super::splice::{Attachment, InsertedFrame};
use crate::util::{counted, narrow, wide};
use std::ops::Range;

impl Recogniser {
    /// Replaces the frames in a range by `puts` at its innermost depths, on top of `below`.
    pub(super) fn exchange(
        &mut self,
        range: Range<usize>,
        below: FrameId,
        puts: &[InsertedFrame],
        attachment: Attachment,
    ) {
        let mut removed: Vec<FrameId> =
            self.frames_down_to(self.node_at(range.end - 1), range.start).collect();
        removed.reverse();
        let first = range.end - puts.len();
        let above = if range.end <= self.depth() { Some(self.above(range.end - 1)) } else { None };
        let nodes: Vec<FrameId> = (first..range.end).map(|depth| self.node_at(depth)).collect();
        let mut keys: Vec<CloseKey> =
            removed.iter().filter_map(|&node| self.close_key(node)).collect();
        let (mut innermost, mut attachment) = (below, attachment);
        for (&node, put) in nodes.iter().zip(puts) {
            let opening = self.opening(innermost, put, attachment);
            self.machine.frames.renew(node, innermost, opening);
            (innermost, attachment) = (node, put.next());
        }
        removed.retain(|&node| wide(self.machine.frames.at(node).depth) < first);
        let next = if puts.is_empty() { above } else { Some(first) };
        self.make_gaps(&removed, below, next.unwrap_or(first));
        if let Some(above) = above {
            self.reattach(self.node_at(above), innermost, attachment);
            self.renew_rows(innermost, above);
        }
        self.machine.frames.exchanged(narrow(range.end), self.machine.chart.len());
        for node in removed.iter().chain(&nodes) {
            let depth = self.machine.frames.at(*node).depth;
            self.machine.frames.update_jumps(self.top, depth);
        }
        keys.extend(nodes.iter().filter_map(|&node| self.close_key(node)));
        self.exchange_closable(keys, &range, &nodes);
        self.machine.frames_touched += counted(removed.len() + nodes.len());
    }

    /// Turns the nodes of removed frames into gaps, which store the depth `next` of the frame above
    /// them. The gap begins directly above `below`; its lowest node may have been a gap before.
    fn make_gaps(&mut self, removed: &[FrameId], below: FrameId, next: usize) {
        for &node in removed {
            self.machine.frames.make_gap(node, narrow(next));
        }
        let lowest = wide(self.machine.frames.at(below).depth) + 1;
        if lowest < next {
            self.machine.frames.make_gap(self.node_at(lowest), narrow(next));
        }
    }

    /// Updates the index of closable frames for some keys and the depths in a range.
    fn exchange_closable(
        &mut self,
        mut keys: Vec<CloseKey>,
        range: &Range<usize>,
        nodes: &[FrameId],
    ) {
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let mut depths = Vec::new();
            for &node in nodes {
                if self.close_key(node) == Some(key) {
                    depths.push(self.machine.frames.at(node).depth);
                }
            }
            self.machine.closable.exchange(key, narrow(range.start)..narrow(range.end), depths);
        }
    }

    /// Puts the frame above the range on top of `below`, whose content it may now move differently.
    fn reattach(&mut self, node: FrameId, below: FrameId, attachment: Attachment) {
        let frame = *self.machine.frames.at(node);
        if let (Some(kind), false) = (frame.kind, attachment == Attachment::AsBefore) {
            let opening = self.opening(below, &InsertedFrame::Old(kind, frame), attachment);
            self.machine.frames.renew(node, below, opening);
        }
    }

    /// Recomputes the context rows from a depth on, as far as they change.
    fn renew_rows(&mut self, below: FrameId, from: usize) {
        let mut row = self.machine.frames.at(below).row;
        let mut depth = from;
        loop {
            let node = self.node_at(depth);
            let Some(kind) = self.machine.frames.at(node).kind else { return };
            let entered = self.machine.rows.enter(&self.machine.rules, row, kind);
            self.machine.frames_touched += 1;
            let differs = self.machine.frames.renew_row(node, entered);
            if (!differs && depth > from) || depth == self.depth() {
                return;
            }
            (row, depth) = (entered.0, self.above(depth));
        }
    }

    /// Returns the depth of the frame above the one at `depth`, which must not be the innermost.
    pub(super) fn above(&self, depth: usize) -> usize {
        wide(self.machine.frames.above(self.top, narrow(depth)))
    }
}
