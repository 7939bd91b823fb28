//! Splices in place: no more frames put in than the range has places, while nobody else holds the stack.
//!
//! The nodes of the frames above stay, and so do their depths and jumps; places that are not needed become vacant. What an
//! edit below means for the frames above is not written into each of them:
//!
//! * Their context rows are computed anew up to the first that comes out as it was: what is above it sees no difference.
//! * The sets of kinds that jumps leap over are mended for the jumps over the range: one for each power of two.
//! * What searches have found in vain may be possible now, and the frames below may refer to newer sets than a frame
//!   above has noted as its `base`. Both follow from one note of the edit (`Frames::exchanged`): it holds for all
//!   frames from its depth on that are older than it.
//! * The table of what can be closed changes for the depths in the range alone.
//!
//! So it costs the frames of the range, but where a context line reaches far up.

use super::closable::CloseKey;
use super::frames::NodeId;
use super::recogniser::Recogniser;
use super::splice::{Hangs, Put};
use crate::base::{counted, narrow, wide};
use std::ops::Range;

impl Recogniser {
    /// Puts frames in the innermost places of others, on `below`.
    pub(super) fn exchange(
        &mut self,
        range: Range<usize>,
        below: NodeId,
        puts: &[Put],
        hangs: Hangs,
    ) {
        let mut gone: Vec<NodeId> =
            self.frames_down_to(self.node_at(range.end - 1), range.start).collect();
        gone.reverse();
        let first = range.end - puts.len();
        let above = (range.end <= self.depth()).then(|| self.above(range.end - 1));
        let places: Vec<NodeId> = (first..range.end).map(|depth| self.node_at(depth)).collect();
        let mut keys: Vec<CloseKey> =
            gone.iter().filter_map(|&node| self.close_key(node)).collect();
        let (mut innermost, mut hangs) = (below, hangs);
        for (&place, put) in places.iter().zip(puts) {
            let opening = self.opening(innermost, put, hangs);
            self.machine.frames.renew(place, innermost, opening);
            (innermost, hangs) = (place, put.next());
        }
        gone.retain(|&node| wide(self.machine.frames.at(node).depth) < first);
        let next = if puts.is_empty() { above } else { Some(first) };
        self.vacate(&gone, below, next.unwrap_or(first));
        if let Some(above) = above {
            self.rehang(self.node_at(above), innermost, hangs);
            self.renew_rows(innermost, above);
        }
        self.machine.frames.exchanged(narrow(range.end), self.machine.chart.len());
        for node in gone.iter().chain(&places) {
            let depth = self.machine.frames.at(*node).depth;
            self.machine.frames.mend_jumps(self.top, depth);
        }
        keys.extend(places.iter().filter_map(|&place| self.close_key(place)));
        self.exchange_closable(keys, &range, &places);
        self.machine.frames_touched += counted(gone.len() + places.len());
    }

    /// Makes the places of frames on `below` vacant; the next frame is at the depth `above`.
    fn vacate(&mut self, gone: &[NodeId], below: NodeId, above: usize) {
        for &node in gone {
            self.machine.frames.vacate(node, narrow(above));
        }
        let lowest = wide(self.machine.frames.at(below).depth) + 1;
        if lowest < above {
            self.machine.frames.vacate(self.node_at(lowest), narrow(above));
        }
    }

    /// Says anew where in a range the frames are that certain words close.
    fn exchange_closable(
        &mut self,
        mut keys: Vec<CloseKey>,
        range: &Range<usize>,
        places: &[NodeId],
    ) {
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let is = |place: &&NodeId| self.close_key(**place) == Some(key);
            let depth = |place: &NodeId| self.machine.frames.at(*place).depth;
            let depths: Vec<u32> = places.iter().filter(is).map(depth).collect();
            self.closable.exchange(key, narrow(range.start)..narrow(range.end), depths);
        }
    }

    /// The frame above the range hangs on `below` now, and may change its content otherwise.
    fn rehang(&mut self, node: NodeId, below: NodeId, hangs: Hangs) {
        let frame = *self.machine.frames.at(node);
        if let (Some(kind), false) = (frame.kind, hangs == Hangs::AsBefore) {
            let opening = self.opening(below, &Put::Old(kind, frame), hangs);
            self.machine.frames.renew(node, below, opening);
        }
    }

    /// Computes the context rows from a depth on anew, as far as they change.
    fn renew_rows(&mut self, below: NodeId, from: usize) {
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

    /// The depth of the frame above the one at `depth`, which is not the innermost.
    pub(super) fn above(&self, depth: usize) -> usize {
        wide(self.machine.frames.above(self.top, narrow(depth)))
    }
}
