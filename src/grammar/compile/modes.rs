//! Modes: what a grammar is compiled for, and the guards that ask for it.

use super::mistake::nearest;
use crate::grammar::ast::Guard;
use crate::grammar::model::Grammar;
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

    /// Refuses modes that a grammar does not declare. It is the same with them as without, so nobody else says so.
    ///
    /// ```
    /// use wishful::{Grammar, grammar::Modes};
    ///
    /// let modes = Modes::on(["scriptin"]);
    /// let grammar = Grammar::load_with("whatwg", &modes).unwrap();
    /// let error = modes.declared_by(&grammar).unwrap_err();
    /// assert!(error.contains("did you mean `scripting`?"));
    /// ```
    ///
    /// # Errors
    /// A message with the first of them, and with those that it declares.
    pub fn declared_by(&self, grammar: &Grammar) -> Result<(), String> {
        let declared: Vec<&str> = grammar.modes().iter().map(|mode| mode.name.as_str()).collect();
        let Some(unknown) = self.0.iter().find(|name| !declared.contains(&name.as_str())) else {
            return Ok(());
        };
        let near = nearest(unknown, declared.iter().copied());
        let advice = near.map(|near| format!("; did you mean `{near}`?")).unwrap_or_default();
        let declared = if declared.is_empty() { "none".to_owned() } else { declared.join(", ") };
        let grammar = grammar.name();
        Err(format!(
            "the grammar {grammar} has no mode `{unknown}`{advice} (it declares {declared})"
        ))
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
