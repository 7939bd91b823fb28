//! `allow CODE "reason"`: silences the warnings of a code, and is a mistake if there are none.
//!
//! Errors cannot be allowed: the grammar is refused. An `allow` of a used grammar holds for its
//! variants, but is not held against them if a variant has nothing of the kind.

use crate::base::{Diagnostic, Severity};
use crate::grammar::ast::{File, Statement};
use crate::grammar::compile::merge::Merged;
use crate::grammar::compile::mistake::{undefined, warning};

/// The codes that a warning can have.
const CODES: [&str; 16] = [
    "ambiguous",
    "contradictory",
    "cyclic",
    "duplicate",
    "empty",
    "endless",
    "fallback",
    "misspelt",
    "once",
    "unanswered",
    "unfinished",
    "unlike",
    "unreachable",
    "unreadable",
    "unused",
    "useless",
];

pub(super) fn apply(merged: &Merged, units: &[File], mistakes: &mut Vec<Diagnostic>) {
    let own = units.last().map(|unit| unit.id);
    for statement in &merged.statements {
        let Statement::Allow { code, reason } = &statement.value else { continue };
        if !CODES.contains(&code.value.as_str()) {
            mistakes.push(undefined(code.place, "warning with the code", &code.value, CODES));
            continue;
        }
        let before = mistakes.len();
        let silenced = |mistake: &Diagnostic| {
            mistake.severity == Severity::Warning && mistake.code == code.value
        };
        mistakes.retain(|mistake| !silenced(mistake));
        if mistakes.len() == before && own == Some(statement.place.file) {
            let message = format!("nothing here is reported as `{}`", code.value);
            mistakes.push(
                warning("allow", code.place, message)
                    .label("allows nothing")
                    .help("take this statement away"),
            );
        }
        if reason.value.trim().is_empty() {
            mistakes.push(
                warning("allow", reason.place, "an `allow` says why").label("no reason given"),
            );
        }
    }
}
