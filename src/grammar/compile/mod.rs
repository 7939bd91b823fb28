//! From statements to a compiled [`Grammar`], in named passes.
//!
//! | pass | takes | gives |
//! | --- | --- | --- |
//! | `merge` | the files | one list of statements |
//! | `names` | statements | the names there are |
//! | `fits` | statements and names | nothing: what the tokenizer never gives is refused |
//! | `sets` | names | every set as a list of tags and terminals |
//! | `symbols` | sets | what each element is: its rule, its facts |
//! | `expand` | rules with groups and repetition | plain rules, terminals, frame kinds |
//! | `tables` | wishes and remedies | one row, one list a terminal |
//! | `facts` | the other statements | nothing but what is wrong with them |
//! | `freeze` | all of it | the immutable [`Grammar`] |
//!
//! A grammar is compiled for a set of modes that are on: guards by mode are decided here, and a
//! compiled grammar knows nothing of the alternatives that were not taken.
//!
//! No pass stops at a mistake: what is undefined counts as empty, so that one run finds all that is
//! wrong. The grammar is given out if and only if no mistake is an error: the last pass gives
//! either it or the error for which it is refused. The representations in between are kept in
//! `Stages`, which is what the lint reads.

pub(crate) mod components;
pub(crate) mod containment;
pub(crate) mod expand;
pub(crate) mod finite;
pub(crate) mod fits;
pub(crate) mod freeze;
pub(crate) mod known;
pub(crate) mod lines;
pub(crate) mod merge;
pub(crate) mod mistake;
pub(crate) mod names;
pub(crate) mod plain;
pub(crate) mod reach;
pub(crate) mod sets;
pub(crate) mod size;
pub(crate) mod symbols;
pub(crate) mod tables;
pub(crate) mod walk;
pub(crate) mod words;

mod attributes;
mod by_name;
mod choices;
mod edit;
mod entities;
mod facts;
mod flat;
mod fosters;
mod freeze_facts;
mod freeze_tables;
mod missing;
mod modes;
mod remove;
mod roles;
mod scope;

pub use modes::Modes;

use super::ast;
use super::model::Grammar;
use crate::base::{Diagnostic, Files, Severity};

/// What the passes gave, each on top of those before it.
pub(crate) struct Stages {
    pub(crate) merged: merge::Merged,
    pub(crate) names: names::Names,
    pub(crate) sets: sets::Sets,
    pub(crate) symbols: symbols::Symbols,
    pub(crate) plain: plain::Plain,
    pub(crate) tables: tables::Tables,
    /// None if there is an error.
    pub(crate) grammar: Option<Grammar>,
}

/// Runs all passes over the files of a grammar, used ones before those that use them.
pub(crate) fn stages(
    files: &Files,
    units: &[ast::File],
    modes: &Modes,
) -> (Stages, Vec<Diagnostic>) {
    let mut mistakes = Vec::new();
    let merged = merge::merge(units, &mut mistakes);
    let names = names::names(&merged, &mut mistakes);
    fits::fits(&merged, &names, &mut mistakes);
    let sets = sets::sets(&merged, &names, modes, &mut mistakes);
    let size = size::Size::default();
    let statements = merged.statements.as_slice();
    let known = known::Known { statements, names: &names, sets: &sets, modes, size: &size };
    let before = mistakes.len();
    let symbols = symbols::symbols(known, &mut mistakes);
    let plain = expand::expand(known, &symbols, &mut mistakes);
    let tables = tables::tables(known, &plain, &mut mistakes);
    match size.error() {
        None => facts::check(known, &plain, &mut mistakes),
        Some(error) => {
            // OK because later mistakes may follow from lists that were left out.
            mistakes.truncate(before);
            mistakes.push(error);
        }
    }
    let (unit, kinds) = (units.last(), plain.kinds());
    let freezer = freeze::Freezer {
        unit,
        files,
        known,
        symbols: &symbols,
        plain: &plain,
        tables: &tables,
        kinds,
    };
    // (What could not be read said something, though nobody knows what: such a file is not empty.)
    let is_unread = merged.statements.is_empty() && units.iter().any(|unit| !unit.lost.is_empty());
    let refused = is_unread || mistakes.iter().any(|mistake| mistake.severity == Severity::Error);
    let frozen = (!refused).then(|| freezer.freeze());
    let grammar = frozen.and_then(|frozen| frozen.map_err(|why| mistakes.push(*why)).ok());
    (Stages { merged, names, sets, symbols, plain, tables, grammar }, mistakes)
}

/// The files as one list of statements.
pub(crate) fn merged(units: &[ast::File]) -> merge::Merged {
    merge::merge(units, &mut Vec::new())
}
