//! From statements to a compiled [`Grammar`], in named passes.
//!
//! | pass | input | output |
//! | --- | --- | --- |
//! | `merge` | the files | one list of statements |
//! | `names` | statements | the symbol tables of all names |
//! | `fits` | statements and names | errors for terminals that the tokenizer never produces |
//! | `sets` | names | every set as a list of tags and terminals |
//! | `symbols` | sets | the rule and the facts of each element |
//! | `expand` | rules with groups and repetition | plain rules, terminals, frame kinds |
//! | `tables` | wishes and remedies | the wishes and the remedies of each terminal |
//! | `facts` | the other statements | errors in them |
//! | `freeze` | all of it | the immutable [`Grammar`] |
//!
//! A grammar is compiled for a set of modes that are on. Guards by mode are decided here, so a
//! compiled grammar has no trace of alternatives that were not taken.
//!
//! No pass stops at a mistake: an undefined name counts as empty, so that one run finds all
//! mistakes. The last pass returns a grammar or the error for which it is refused. So there is a
//! grammar if and only if no mistake is an error. The lint reads the intermediate representations,
//! which are in `Stages`.

pub(crate) mod components;
pub(crate) mod containment;
pub(crate) mod expand;
pub(crate) mod finite;
pub(crate) mod fits;
pub(crate) mod freeze;
pub(crate) mod known;
pub(crate) mod lines;
mod member_lookup;
pub(crate) mod members;
pub(crate) mod merge;
pub mod mistake;
pub mod names;
pub(crate) mod plain;
pub(crate) mod reach;
pub mod sets;
pub(crate) mod size;
pub(crate) mod symbols;
pub(crate) mod tables;
pub(crate) mod walk;
pub mod words;

mod attributes;
mod by_name;
mod choices;
pub(crate) mod edit;
mod edit_error;
mod entities;
mod facts;
pub(crate) mod flat;
mod fosters;
mod freeze_facts;
mod freeze_tables;
mod intern;
mod modes;
mod remove;
mod roles;
mod scope;

pub use modes::Modes;

use super::ast;
use super::model::Grammar;
use crate::base::{Diagnostic, Files, Severity};
use std::collections::BTreeMap;

/// The results of the passes, in their order.
pub struct Stages {
    pub merged: merge::MergedStatements,
    pub names: names::DefinedNames,
    pub sets: sets::Sets,
    pub(crate) symbols: symbols::Symbols,
    pub plain: plain::NumberedGrammar,
    pub(crate) tables: tables::ResolvedTables,
    /// By nonterminal of a content: what it fosters.
    pub(crate) fosters: BTreeMap<usize, fosters::Fosters>,
    /// The grammar; `None` if there is an error.
    pub grammar: Option<Grammar>,
}

/// Runs all passes over the files of a grammar, used ones before those that use them.
pub fn stages(files: &Files, units: &[ast::File], modes: &Modes) -> (Stages, Vec<Diagnostic>) {
    let mut mistakes = Vec::new();
    let merged = merge::merge(units, &mut mistakes);
    let names = names::names(&merged, &mut mistakes);
    fits::fits(&merged, &names, &mut mistakes);
    let sets = sets::sets(&merged, &names, modes, &mut mistakes);
    let size = size::Size::default();
    let statements = merged.statements.as_slice();
    let known = known::PassResults { statements, names: &names, sets: &sets, modes, size: &size };
    let before = mistakes.len();
    let symbols = symbols::symbols(known, &mut mistakes);
    let plain = expand::expand(known, &symbols, &mut mistakes);
    let tables = tables::tables(known, &plain, &mut mistakes);
    let fosters = fosters::of_contents(&plain);
    match size.error() {
        None => facts::check(known, &plain, &fosters, &mut mistakes),
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
        fosters: &fosters,
        kinds,
    };
    // A file with only unreadable statements is not an empty grammar.
    let is_unread = merged.statements.is_empty() && units.iter().any(|unit| !unit.lost.is_empty());
    let refused = is_unread || mistakes.iter().any(|mistake| mistake.severity == Severity::Error);
    let mut grammar = None;
    if !refused {
        match freezer.freeze() {
            Ok(frozen) => grammar = Some(frozen),
            Err(why) => mistakes.push(*why),
        }
    }
    (Stages { merged, names, sets, symbols, plain, tables, fosters, grammar }, mistakes)
}
