//! What a caller may know of an open frame.

use super::frames::Frame;
use super::machine::Machine;
use super::symbols::{ContextId, FrameKindId, LabelId};
use crate::base::{BitRow, wide};

/// One open frame, seen from outside.
#[derive(Clone, Copy)]
pub struct FrameView<'r> {
    pub(super) machine: &'r Machine,
    pub(super) frame: &'r Frame,
}

impl<'r> FrameView<'r> {
    /// Its kind; none if and only if it is the root.
    #[must_use]
    pub fn kind(&self) -> Option<FrameKindId> {
        self.frame.kind
    }

    /// The label of the word that opened it, if the kind is labelled.
    #[must_use]
    pub fn label(&self) -> u32 {
        self.frame.label
    }

    /// Where it is in the stack: how many frames are around it, and gaps.
    #[must_use]
    pub fn depth(&self) -> usize {
        wide(self.frame.depth)
    }

    /// The context lines in force in it.
    #[must_use]
    pub fn context(&self) -> &'r BitRow {
        self.machine.rows.row(self.frame.row)
    }

    /// Whether a context line is in force in it.
    #[must_use]
    pub fn is_in_force(&self, line: ContextId) -> bool {
        self.context().contains(line.index())
    }

    /// Whether a context line of a label is in force in it.
    #[must_use]
    pub fn has_label(&self, label: LabelId) -> bool {
        self.machine.rules.is_in_force(label, self.context())
    }

    /// Whether nothing has moved its content yet.
    #[must_use]
    pub fn is_at_start(&self) -> bool {
        self.machine.chart.is_start(self.frame.set)
    }
}
