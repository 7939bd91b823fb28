//! The lint: what a grammar says that cannot be meant.
//!
//! Each lint is one file, one function from a `Subject` to diagnostics, and one line in a table
//! below; all run, so that every mistake is found in one go. The rule for all of them: no false
//! alarms. A lint judges an item as it is written, a set as a whole: that one member of a set is
//! useless somewhere is the nature of sets. What it says is about the tags and names that
//! `subjects` has: by those it is allowed.
//!
//! | code | says |
//! | --- | --- |
//! | `undefined` `duplicate` `contradictory` `cyclic` | found by the passes of [`compile`](super::compile) |
//! | `unused` `unreachable` | `unused`: defined, and nothing can ask for it |
//! | `unproductive` | `unproductive`: can never be finished |
//! | `cyclic` | `cyclic`: `A -> A` |
//! | `empty` `useless` `duplicate` | `sets`: comes to nothing, changes nothing |
//! | `useless` | `useless`: items of wishes and remedies that can do nothing; `remedies`: remedies that are never done, or in vain |
//! | `ambiguous` | `ambiguous`: two trees of one short text |
//! | `once` | `ambiguous`: a token that comes in any number has room for one |
//! | `misspelt` | `misspelt`: an element that is probably another one |
//! | `fallback` | `fallback`: its rule was probably lost |
//! | `unanswered` | `unanswered`: no wish, no remedy, where the others have one |
//! | `unreadable` | `text`: how text is read and what has room for it do not fit |
//! | `unfinished` | `unfinished`: what must be in it cannot be virtual where a document ends |
//! | `unlike` `duplicate` | `exclusions`: one that ends elsewhere than all its like, or is there twice |
//! | `useless` | `unchanged`: a variant that says nothing but `use` |
//! | `useless` | `covered`: an exclusion, a wish or a `doctype` line that an earlier one covers |
//! | `allow` | `allow`: allows what is not reported |
//! | `stopped` | `work`, `modes`: a note: not all was searched, because the grammar is too large for that |

mod allow;
mod ambiguous;
mod covered;
mod cyclic;
mod exclusions;
mod fallback;
mod misspelt;
mod modes;
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

/// Adds what is wrong to the mistakes so far.
type Lint = fn(&Subject<'_>, &mut Mistakes);

/// What can be said of names and lists, whatever the rules hold.
const OF_NAMES: &[Lint] = &[sets::lint, unused::names, misspelt::lint];

/// What can be said when it is known what the rules hold.
const OF_RULES: &[Lint] = &[
    unused::rules,
    unproductive::lint,
    cyclic::lint,
    useless::lint,
    remedies::lint,
    fallback::lint,
    text::lint,
    unfinished::lint,
    exclusions::lint,
    covered::lint,
    unanswered::lint,
    ambiguous::lint,
];

/// Compiles a grammar under each of its modes and lints it: all mistakes, less what is allowed, in
/// the order of their places; and what was compiled without a mode, if it is no error.
pub(crate) fn check(files: &Files, units: &[File]) -> (Option<Grammar>, Vec<Diagnostic>) {
    let linted = |modes: &Modes| linted(files, units, modes);
    let (first, mut mistakes) = modes::in_all(files, units, linted);
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
    let own = units.last();
    let subject = Subject::new(&stages, own.map(|own| own.id));
    OF_NAMES.iter().for_each(|lint| lint(&subject, &mut mistakes));
    if rules_are_whole(&stages, &mistakes) {
        OF_RULES.iter().for_each(|lint| lint(&subject, &mut mistakes));
    }
    let first = own.and_then(|own| own.statements.first());
    subject.work.report(first.map(|statement| statement.place), &mut mistakes);
    (stages, mistakes)
}

/// Whether it is known what the rules hold. Without a start symbol, or where a name is not defined,
/// nearly everything would be reported as unreachable, and most of that would be wrong.
fn rules_are_whole(stages: &Stages, mistakes: &[Diagnostic]) -> bool {
    let spoils = |mistake: &Diagnostic| {
        mistake.severity == Severity::Error
            && matches!(mistake.code, Code::Undefined | Code::Cyclic)
    };
    stages.plain.start.is_some() && !mistakes.iter().any(spoils)
}
