//! The results of the first passes, which later passes look up.

use super::modes::Modes;
use super::names::DefinedNames;
use super::sets::Sets;
use super::size::Size;
use crate::grammar::ast::{At, Guard, Statement};

/// The statements, their names and their sets, and the modes that are on.
#[derive(Clone, Copy)]
pub(crate) struct PassResults<'a> {
    pub(crate) statements: &'a [At<Statement>],
    pub(crate) names: &'a DefinedNames,
    pub(crate) sets: &'a Sets,
    pub(crate) modes: &'a Modes,
    pub(crate) size: &'a Size,
}

impl PassResults<'_> {
    /// Evaluates a guard by a mode; `None` for a guard that is evaluated while a text is read.
    pub(crate) fn decided(&self, guard: &Guard) -> Option<bool> {
        let by_mode = self.names.modes.contains_key(&guard.name.value);
        if by_mode { Some(self.modes.hold(Some(guard))) } else { None }
    }
}
