//! `allow CODE "reason"`: silences the warnings of a code, and is a mistake if there are none.
//!
//! `allow CODE ABOUT "reason"` silences only those that name a tag, a terminal or a name: one latch that is meant to be
//! unused shall not hide the set that a slip has made so.
//!
//! Errors cannot be allowed: the grammar is refused. An `allow` of a used grammar holds for its
//! variants, but is not held against them if a variant has nothing of the kind.

use crate::base::{Diagnostic, Severity};
use crate::grammar::ast::{File, Statement};
use crate::grammar::compile::merge::Merged;
use crate::grammar::compile::mistake::{undefined, warning};
use crate::grammar::print;

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
        let Statement::Allow { code, about, reason } = &statement.value else { continue };
        if !CODES.contains(&code.value.as_str()) {
            mistakes.push(undefined(code.place, "warning with the code", &code.value, CODES));
            continue;
        }
        let before = mistakes.len();
        let about = about.as_ref().map(|about| print::item(&about.value));
        let silenced = |mistake: &Diagnostic| {
            mistake.severity == Severity::Warning
                && mistake.code == code.value
                && about.as_ref().is_none_or(|about| names(mistake, about))
        };
        mistakes.retain(|mistake| !silenced(mistake));
        if mistakes.len() == before && own == Some(statement.place.file) {
            let of = about.map(|about| format!(" of {about}")).unwrap_or_default();
            let message = format!("nothing{of} here is reported as `{}`", code.value);
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

/// Whether the message or a label of a mistake has this tag or name as a whole word.
fn names(mistake: &Diagnostic, about: &str) -> bool {
    let inner = |c: char| c.is_alphanumeric() || c == '-' || c == '_';
    let has = |text: &str| {
        text.match_indices(about).any(|(at, _)| {
            !text[..at].ends_with(inner) && !text[at + about.len()..].starts_with(inner)
        })
    };
    let labels = mistake.secondary.iter().chain([&mistake.primary]).map(|(_, _, label)| label);
    labels.chain([&mistake.message]).any(|text| has(text))
}
