//! Splices in place: as many frames put in as taken out, while nobody else holds the stack.
//!
//! The nodes of the frames above stay, and so do their depths and jumps. What an edit below means for them is not written
//! into each of them:
//!
//! * Their context rows are computed anew up to the first that comes out as it was: what is above it sees no difference.
//! * The sets of kinds that jumps leap over are mended for the jumps over the range: one for each power of two.
//! * What searches have found in vain may be possible now, and the frames below may refer to newer sets than a frame
//!   above has noted as its `base`. Both follow from one note of the edit (`Frames::exchanged`): it holds for all
//!   frames from its depth on that are older than it.
//! * The table of what can be closed changes for the depths in the range alone.
//!
//! So it costs the range, but where a context line reaches far up.

use super::frames::NodeId;
use super::recogniser::{CloseKey, Recogniser};
use super::splice::{Hangs, Put};
use crate::base::{counted, narrow};
use std::ops::Range;

impl Recogniser {
    /// Puts as many frames in the place of others.
    pub(super) fn exchange(&mut self, range: Range<usize>, puts: &[Put], hangs: Hangs) {
        let mut keys = self.close_keys(&range);
        let (mut below, mut hangs) = (self.node_at(range.start - 1), hangs);
        for (depth, put) in range.clone().zip(puts) {
            let node = self.node_at(depth);
            let opening = self.opening(below, put, hangs);
            self.machine.frames.renew(node, opening);
            (below, hangs) = (node, put.next());
        }
        if range.end <= self.depth() {
            self.rehang(self.node_at(range.end), hangs);
            self.renew_rows(below, range.end);
        }
        self.machine.frames.exchanged(narrow(range.end), self.machine.chart.len());
        for depth in range.clone() {
            self.machine.frames.mend_jumps(self.top, narrow(depth));
        }
        keys.extend(self.close_keys(&range));
        keys.sort_unstable();
        keys.dedup();
        for key in keys {
            let is = |depth: &usize| self.close_key(self.node_at(*depth)) == Some(key);
            let depths: Vec<u32> = range.clone().filter(is).map(narrow).collect();
            self.closable.exchange(key, narrow(range.start)..narrow(range.end), depths);
        }
        self.machine.frames_touched += counted(range.len());
    }

    /// The frame above the range may change the content below it otherwise.
    fn rehang(&mut self, node: NodeId, hangs: Hangs) {
        let frame = *self.machine.frames.at(node);
        if let (Some(kind), false) = (frame.kind, hangs == Hangs::AsBefore) {
            let opening = self.opening(frame.below, &Put::Old(kind, frame), hangs);
            self.machine.frames.renew(node, opening);
        }
    }

    /// Computes the context rows from a depth on anew, as far as they change.
    fn renew_rows(&mut self, below: NodeId, from: usize) {
        let mut row = self.machine.frames.at(below).row;
        for depth in from..=self.depth() {
            let node = self.node_at(depth);
            let Some(kind) = self.machine.frames.at(node).kind else { return };
            let entered = self.machine.rows.enter(&self.machine.rules, row, kind);
            self.machine.frames_touched += 1;
            if !self.machine.frames.renew_row(node, entered) && depth > from {
                return;
            }
            row = entered.0;
        }
    }

    /// What closes the frames at the depths in a range.
    fn close_keys(&self, range: &Range<usize>) -> Vec<CloseKey> {
        range.clone().filter_map(|depth| self.close_key(self.node_at(depth))).collect()
    }
}
