//! The modes that a grammar is compiled for, and the guards that test them.

use super::mistake::nearest;
use crate::grammar::ast::Guard;
use crate::grammar::model::Grammar;
use std::collections::BTreeSet;

/// The modes that are on.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Modes(BTreeSet<String>);

impl Modes {
    /// Returns a set with exactly these modes on.
    #[must_use]
    pub fn on<'a>(names: impl IntoIterator<Item = &'a str>) -> Self {
        Self(names.into_iter().map(str::to_owned).collect())
    }

    /// Refuses modes that a grammar does not declare. An undeclared mode has no effect, so nothing
    /// else reports it.
    ///
    /// ```
    /// use wishful::{Grammar, grammar::Modes};
    ///
    /// let modes = Modes::on(["scriptin"]);
    /// let grammar = Grammar::named("whatwg").modes(&modes).compile().unwrap();
    /// let error = modes.declared_by(&grammar).unwrap_err();
    /// assert!(error.contains("did you mean `scripting`?"));
    /// ```
    ///
    /// # Errors
    /// A message with the first undeclared mode and with the declared ones.
    pub fn declared_by(&self, grammar: &Grammar) -> Result<(), String> {
        let declared: Vec<&str> = grammar.modes().iter().map(|mode| mode.name.as_str()).collect();
        let Some(unknown) = self.0.iter().find(|name| !declared.contains(&name.as_str())) else {
            return Ok(());
        };
        let near = nearest(unknown, declared.iter().copied());
        let advice = match near {
            Some(near) => format!("; did you mean `{near}`?"),
            None => String::new(),
        };
        let declared = if declared.is_empty() { "none".to_owned() } else { declared.join(", ") };
        let grammar = grammar.name();
        Err(format!(
            "unknown mode `{unknown}` in the grammar {grammar}{advice} (declared: {declared})"
        ))
    }

    /// Reports whether a mode is on.
    #[must_use]
    pub(crate) fn is_on(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// Reports whether a guard by a mode holds.
    #[doc(hidden)]
    pub fn hold(&self, guard: Option<&Guard>) -> bool {
        match guard {
            Some(guard) => self.is_on(&guard.name.value) != guard.negated,
            None => true,
        }
    }
}
