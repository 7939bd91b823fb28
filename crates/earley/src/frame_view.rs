//! A read-only view of an open frame.

use super::frames::Frame;
use super::machine::Machine;
use super::symbols::{Condition, FrameKindId, Guard};
use crate::util::{BitRow, wide};

/// A view of one open frame.
#[derive(Clone, Copy)]
pub struct FrameView<'r> {
    pub(super) machine: &'r Machine,
    pub(super) frame: &'r Frame,
}

impl<'r> FrameView<'r> {
    /// Returns the kind of the frame; `None` if and only if it is the root.
    #[must_use]
    pub fn kind(&self) -> Option<FrameKindId> {
        self.frame.kind
    }

    /// Returns the label of the word that opened the frame, if the kind is labelled.
    #[must_use]
    pub fn label(&self) -> u32 {
        self.frame.label
    }

    /// Returns the depth of the frame in the stack: the number of frames and gaps around it.
    #[must_use]
    pub fn depth(&self) -> usize {
        wide(self.frame.depth)
    }

    /// Returns the context lines in force in the frame.
    #[must_use]
    pub fn context(&self) -> &'r BitRow {
        self.machine.rows.row(self.frame.row)
    }

    /// Reports whether all of some guards hold in the frame.
    #[must_use]
    pub fn all_hold(&self, guards: &[Guard]) -> bool {
        guards.iter().all(|&guard| self.holds(guard))
    }

    /// Reports whether a guard holds in the frame.
    #[must_use]
    pub fn holds(&self, guard: Guard) -> bool {
        let is_true = match guard.condition {
            Condition::Label(label) => self.machine.rules.is_in_force(label, self.context()),
            Condition::Flag(flag) => self.machine.flags().contains(flag.index()),
        };
        is_true != guard.negated
    }
}
