//! Which frames a word would close: what the recogniser asks instead of walking down its stack.

use super::intern::QuickMap;
use super::symbols::TerminalId;
use crate::base::{Ascending, AscendingLists};
use std::ops::Range;

/// What closes a frame: the terminal, and the label if the frame is labelled.
pub(super) type CloseKey = (TerminalId, Option<u32>);

/// Where the frames are that a word would close: their depths, outermost first. Changes since the
/// oldest mark are written down, so that a rewind can undo them.
#[derive(Clone, Default)]
pub(super) struct Closable {
    /// By terminal, of frames without a label.
    plain: AscendingLists,
    labelled: QuickMap<(TerminalId, u32), Ascending>,
    undo: Vec<(CloseKey, Option<u32>)>,
    writes: bool,
}

impl Closable {
    /// Writes changes down from now on; how many there are so far.
    pub(super) fn mark(&mut self) -> usize {
        self.writes = true;
        self.undo.len()
    }

    /// Undoes the changes from a number on.
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

    /// No mark is out: nothing will be undone.
    pub(super) fn forget(&mut self) {
        self.undo.clear();
        self.writes = false;
    }

    /// A frame was opened.
    #[inline(always)]
    pub(super) fn push(&mut self, key: CloseKey, depth: u32) {
        self.depths_mut(key).push(depth);
        if self.writes {
            self.undo.push((key, None));
        }
    }

    /// The innermost one of a key was closed.
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

    /// Puts other depths where those in a range were.
    pub(super) fn exchange(&mut self, key: CloseKey, range: Range<u32>, depths: Vec<u32>) {
        self.depths_mut(key).replace(range, &depths);
    }

    /// The depth of the innermost one.
    pub(super) fn innermost(&self, (terminal, label): CloseKey) -> Option<u32> {
        let depths = match label {
            Some(label) => self.labelled.get(&(terminal, label)),
            None => self.plain.get(terminal.index()),
        };
        depths?.last()
    }
}
