//! The lint: statements of a grammar that cannot be meant.
//!
//! Each lint is one file, one function from a `Subject` to diagnostics, one row in the table
//! `OF_NAMES` or `OF_RULES` below, and cases in `corpus/lint`. All lints run, so one report has
//! every mistake. No lint may raise a false alarm. A lint judges an item as written, and a set as
//! a whole: a single member of a set may well be useless somewhere. The `subjects` of a diagnostic
//! are the tags and names that it is about, which `allow` may name.
//!
//! | code | module: meaning |
//! | --- | --- |
//! | `undefined` `contradictory` | found by the passes of [`compile`](super::compile) |
//! | `duplicate` `cyclic` | found by these passes as well |
//! | `unused` `unreachable` | `unused`: defined, but never used |
//! | `unproductive` | `unproductive`: derives no finite text |
//! | `cyclic` | `cyclic`: `A -> A` |
//! | `empty` `useless` `duplicate` | `sets`: lists without members, items without effect |
//! | `useless` | `useless`: items of wishes and remedies without effect |
//! | `useless` | `remedies`: remedies that never apply or do not help |
//! | `ambiguous` | `ambiguous`: two derivations of one form |
//! | `once` | `ambiguous`: a token that may be repeated is accepted once |
//! | `misspelt` | `misspelt`: an element that is probably another one |
//! | `fallback` | `fallback`: an element whose rule was probably lost |
//! | `unanswered` | `unanswered`: no wish and no remedy for a token |
//! | `unreadable` | `text`: the lexical state and the content do not fit |
//! | `unfinished` | `unfinished`: a required child that cannot be inserted at the end |
//! | `unlike` `duplicate` | `exclusions`: ends unlike similar ones, or occurs twice |
//! | `unlike` | `omitted`: lacks a remedy that all similar lines have |
//! | `useless` | `unchanged`: a variant with nothing but `use` |
//! | `useless` | `covered`: an earlier exclusion, wish or `doctype` line subsumes it, or `foster` |
//! | `useless` | `admitted`: an exclusion or a wish for a token that is read all the same |
//! | `unlike` | `edits`: an edit that drops a clause, or reaches only one of two sets |
//! | `allow` | `allow`: suppresses nothing |
//! | `stopped` | `work`, `modes`: a note that the search was incomplete |

mod admitted;
mod allow;
mod ambiguous;
mod covered;
mod cyclic;
mod edits;
mod exclusions;
mod fallback;
mod misspelt;
mod modes;
mod omitted;
mod remedies;
mod sets;
mod subject;
mod text;
mod unanswered;
mod unchanged;
mod unfinished;
mod unproductive;
mod unused;
mod useless;
mod work;

use super::ast::File;
use super::compile::mistake::Mistakes;
use super::compile::{Modes, Stages, stages};
use super::model::Grammar;
use crate::base::{Code, Diagnostic, Files, Severity};
use subject::Subject;

/// A function that appends what it finds to the mistakes so far.
type Lint = fn(&Subject<'_>, &mut Mistakes);

/// The lints of names and lists, which do not need the rules.
const OF_NAMES: &[Lint] = &[sets::lint, unused::names, misspelt::lint];

/// The lints that need complete rules.
const OF_RULES: &[Lint] = &[
    unused::rules,
    unproductive::lint,
    cyclic::lint,
    useless::lint,
    admitted::lint,
    remedies::lint,
    omitted::lint,
    fallback::lint,
    text::lint,
    unfinished::lint,
    exclusions::lint,
    covered::lint,
    edits::lint,
    unanswered::lint,
    ambiguous::lint,
];

/// Compiles a grammar under each of its modes and lints it. Returns all mistakes that are not
/// allowed, in the order of their spans. Returns the grammar compiled without a mode as well, if it
/// has no error.
pub(crate) fn check(files: &Files, units: &[File]) -> (Option<Grammar>, Vec<Diagnostic>) {
    let (first, mut mistakes) = modes::in_all(files, units, |modes| linted(files, units, modes));
    unchanged::lint(files, units, &mut mistakes);
    allow::apply(&first.merged, units, &mut mistakes);
    mistakes.sort_by_key(|mistake| (mistake.primary.place, mistake.code));
    mistakes.dedup();
    (first.grammar, mistakes)
}

fn linted(files: &Files, units: &[File], modes: &Modes) -> (Stages, Mistakes) {
    let (stages, mut mistakes) = stages(files, units, modes);
    if mistakes.iter().any(|mistake| mistake.code == Code::Limit) {
        // OK because a grammar that is too large is known in part only.
        return (stages, mistakes);
    }
    let first = units.last().and_then(|unit| unit.statements.first());
    let subject = Subject::new(&stages, units);
    for lint in OF_NAMES {
        lint(&subject, &mut mistakes);
    }
    if rules_are_whole(&stages, &mistakes) {
        for lint in OF_RULES {
            lint(&subject, &mut mistakes);
        }
    }
    subject.work.report(first.map(|statement| statement.place), &mut mistakes);
    (stages, mistakes)
}

/// Reports whether the rules are complete. Without a start symbol, with an undefined name or with a
/// second rule in the place of another, much would be reported as unreachable, mostly in error.
fn rules_are_whole(stages: &Stages, mistakes: &[Diagnostic]) -> bool {
    stages.plain.start.is_some()
        && !mistakes.iter().any(|mistake| {
            mistake.severity == Severity::Error
                && matches!(mistake.code, Code::Undefined | Code::Cyclic | Code::Duplicate)
        })
}
