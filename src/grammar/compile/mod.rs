//! From statements to a compiled [`Grammar`](super::Grammar), in named passes.
//!
//! | pass | takes | gives |
//! | --- | --- | --- |
//! | [`merge`] | the files | one list of statements |
//! | [`names`] | statements | the names there are |
//! | [`sets`] | names | every set as a list of tags and terminals |
//! | [`symbols`] | sets | what each element is: its rule, its facts |
//! | [`expand`] | rules with groups and repetition | plain rules, terminals, frame kinds |
//! | [`tables`] | wishes and remedies | one row, one list a terminal |
//! | [`freeze`] | all of it | the immutable [`Grammar`](super::Grammar) |
//!
//! A grammar is compiled for a set of modes that are on: guards by mode are decided here, and a
//! compiled grammar knows nothing of the alternatives that were not taken.
//!
//! No pass stops at a mistake: what is undefined counts as empty, so that one run finds all that is
//! wrong. The grammar is given out only if no mistake is an error. The representations in between
//! are kept in [`Stages`], which is what the lint reads.

pub(crate) mod expand;
pub(crate) mod lines;
pub(crate) mod merge;
pub(crate) mod mistake;
pub(crate) mod names;
pub(crate) mod plain;
pub(crate) mod sets;
pub(crate) mod symbols;
pub(crate) mod tables;
pub(crate) mod walk;

mod edit;
mod flat;

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
    pub fn is_on(&self, name: &str) -> bool {
        self.0.contains(name)
    }

    /// The names of the modes that are on, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = &str> {
        self.0.iter().map(String::as_str)
    }
}
