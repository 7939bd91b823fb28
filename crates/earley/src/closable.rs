//! An index from closing words to open frames, which saves the recogniser a walk down its stack.

use super::intern::QuickMap;
use super::symbols::TerminalId;
use crate::util::{Ascending, AscendingLists};
use std::ops::Range;

/// The key of a frame in the index: its closing terminal, and its label if the frame is labelled.
pub(super) type CloseKey = (TerminalId, Option<u32>);

/// The depths of the open frames by closing word, outermost first. An undo log records the changes
/// since the oldest checkpoint, so that a rewind can revert them.
#[derive(Clone, Default)]
pub(super) struct Closable {
    /// The depths of frames without a label, by closing terminal.
    plain: AscendingLists,
    labelled: QuickMap<(TerminalId, u32), Ascending>,
    undo: Vec<(CloseKey, Option<u32>)>,
    writes: bool,
}

impl Closable {
    /// Empties the index for the next text. Keeps the lists for frames without a label if all are
    /// empty and were never long.
    pub(super) fn reset(&mut self, is_empty: bool) {
        if !is_empty {
            self.plain.clear();
        }
        if !self.labelled.is_empty() {
            self.labelled = QuickMap::default();
        }
        self.forget();
    }

    /// Starts recording changes, and returns the current length of the undo log.
    pub(super) fn checkpoint(&mut self) -> usize {
        self.writes = true;
        self.undo.len()
    }

    /// Reverts the changes from index `to` of the undo log on.
    pub(super) fn rewind(&mut self, to: usize) {
        for (key, popped) in self.undo.split_off(to.min(self.undo.len())).into_iter().rev() {
            let depths = self.depths_mut(key);
            match popped {
                Some(depth) => depths.push(depth),
                None => {
                    depths.pop();
                }
            }
        }
    }

    /// Stops recording and clears the undo log. Callers ensure that no checkpoint is outstanding.
    pub(super) fn forget(&mut self) {
        self.undo.clear();
        self.writes = false;
    }

    /// Records that a frame was opened.
    #[inline(always)]
    pub(super) fn push(&mut self, key: CloseKey, depth: u32) {
        self.depths_mut(key).push(depth);
        if self.writes {
            self.undo.push((key, None));
        }
    }

    /// Records that the innermost frame with a key was closed.
    #[inline(always)]
    pub(super) fn pop(&mut self, key: CloseKey) {
        if let Some(depth) = self.depths_mut(key).pop()
            && self.writes
        {
            self.undo.push((key, Some(depth)));
        }
    }

    #[inline(always)]
    fn depths_mut(&mut self, (terminal, label): CloseKey) -> &mut Ascending {
        if let Some(label) = label {
            return self.labelled.entry((terminal, label)).or_default();
        }
        self.plain.list(terminal.index())
    }

    /// Replaces the depths within a range by other depths.
    pub(super) fn exchange(&mut self, key: CloseKey, range: Range<u32>, depths: Vec<u32>) {
        self.depths_mut(key).replace(range, &depths);
    }

    /// Returns the depth of the innermost frame with a key.
    pub(super) fn innermost(&self, (terminal, label): CloseKey) -> Option<u32> {
        let depths = match label {
            Some(label) => self.labelled.get(&(terminal, label)),
            None => self.plain.get(terminal.index()),
        };
        depths?.last()
    }
}
