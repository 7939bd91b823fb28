//! Modes: what a grammar is compiled for, and the guards that ask for it.

use crate::grammar::ast::Guard;
use std::collections::BTreeSet;

/// The modes that are on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modes(BTreeSet<String>);

impl Modes {
    /// Turns these modes on, and no other.
    #[must_use]
    pub fn on<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(str::to_owned).collect())
    }

    /// Whether a mode is on.
    #[must_use]
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Whether a guard by a mode holds.
    pub(crate) fn hold(&self, guard: Option<&Guard>) -> bool {
        guard.is_none_or(|guard| self.is_on(&guard.name.value) != guard.negated)
    }
}
