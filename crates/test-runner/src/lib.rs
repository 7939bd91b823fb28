//! `wishful test`: cases and snapshots.
//!
//! ```text
//! arguments ──► selection ──► corpus ──► tests ──► list
//!                                          │
//!                                          ├─► debug    the steps of each token
//!                                          ▼
//!                                         runs ──► report, blessing ──► coverage
//!                                          │ ▲     (text, json, junit)
//!                                          ▼ │
//!                                        review, watch
//! ```
//!
//! `corpus` reads the tests, `selection` selects them, `runs` runs them in parallel, and the other
//! modules present the results. `faults` has the mistakes of grammars, and `decided` the changed
//! lines that decide failures. A review and a watch run tests again: the reviewed ones, or those
//! that have changed.

mod arguments;
mod corpus;
mod coverage;
pub mod dat;
mod debug;
mod decided;
mod editor;
mod failures;
mod faults;
mod json;
mod judged;
pub mod junit;
mod list;
mod questions;
pub mod repairs;
mod report;
mod review;
mod revision;
mod runs;
mod selection;
mod watch;

pub use arguments::TestArguments;
use corpus::find::Corpus;
pub use corpus::find::{CaseInput, inputs_of_cases};
use selection::Selection;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::GrammarCache;
use wishful_console::inputs;

/// Runs, lists, reviews or watches the tests that the arguments select.
///
/// # Errors
/// If the arguments contradict one another, a folder cannot be read, or the output cannot be
/// written.
pub fn run(arguments: &TestArguments) -> CommandResult {
    let report = arguments.report().map_err(Failure::usage)?;
    let selection = Selection::of(arguments)?;
    if arguments.watch {
        return watch::run(&selection);
    }
    let mut corpus = Corpus::find(selection.places())?;
    if let Some((grammar, format)) = arguments.snapshots().map_err(Failure::usage)? {
        corpus.add_snapshots(plain_name(grammar)?, format);
    }
    corpus.complain();
    if let (Some(revision), Some(place)) = (&arguments.since, selection.places().first()) {
        let folder = if place.is_dir() { place } else { inputs::folder_of(place) };
        decided::check(revision, folder)?;
    }
    let tests = selection.tests(&corpus)?;
    let shelf = GrammarCache::default();
    if arguments.list {
        return list::run(&tests, report, &corpus);
    }
    if arguments.debug {
        debug::show(&tests, &shelf)?;
    }
    let tried = runs::all(&tests, &shelf)?;
    if arguments.review {
        let since = arguments.since.as_deref();
        return review::run(&selection, &corpus, (&tests, &tried), (&shelf, since));
    }
    let covered = if arguments.coverage { Some(coverage::count(&tests, &shelf)?) } else { None };
    let verdict = report::run(arguments, report, &selection, &corpus, (tests, tried), &shelf)?;
    match covered {
        Some(covered) => Ok(verdict.and(covered.show(arguments, report)?)),
        None => Ok(verdict),
    }
}

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct TestRunnerReadme;

/// Checks the name of a grammar of snapshots: the name alone must find it again.
fn plain_name(grammar: &str) -> Result<&str, Failure> {
    if grammar.contains(['/', '\\']) {
        return Err(Failure::usage(format!(
            "`{grammar}` is a path, but the name of a snapshot contains a grammar name: put the file beside the \
             documents or in a folder above them, and name it without folder and `.grammar`"
        )));
    }
    Ok(grammar)
}
