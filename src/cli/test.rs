//! `wishful test`: the cases and snapshots of a folder.

use super::arguments::TestArguments;
use super::corpus::Expectation;
use super::corpus::bless::{self, Verdict as Blessing};
use super::corpus::find::{Corpus, Test};
use super::corpus::run::{self, Tried};
use super::failure::{Failure, Outcome, Verdict};
use super::grammars::Shelf;
use super::output::{Output, complain};
use super::paint::Paint;
use super::pool::{self, Answer};
use super::progress::Progress;
use crate::tree::LineDiff;

/// How a run went.
#[derive(Default)]
struct Tally {
    passed: usize,
    failed: usize,
    blessed: usize,
    /// Files `*.txt` that are no case files: told, so that nobody thinks that they were run.
    other_texts: usize,
}

pub(super) fn run(arguments: &TestArguments) -> Outcome {
    let mut corpus = Corpus::find(&arguments.folder)?;
    if let (Some(grammar), Some(format)) = (&arguments.grammar, arguments.format) {
        add_snapshots(&mut corpus, grammar, format)?;
    }
    for mistake in &corpus.mistakes {
        complain(mistake);
    }
    let tests = corpus.tests(arguments.only.as_deref());
    if tests.is_empty() && corpus.mistakes.is_empty() {
        return Err(nothing_to_run(arguments, &corpus));
    }
    let mut out = Output::stdout();
    let results = try_all(&tests)?;
    let mut tally = Tally { other_texts: corpus.other_texts, ..Tally::default() };
    let mut blessed = Vec::new();
    for (test, tried) in tests.into_iter().zip(results) {
        let blessing = match arguments.bless {
            true => bless::verdict(&test, &tried, arguments.accept_worse),
            false if tried.passes() => Blessing::Same,
            false => Blessing::Refused(String::new()),
        };
        match blessing {
            Blessing::Same => tally.passed += 1,
            Blessing::Blessed => {
                out.line(&format!("{} {}", out.paint().yellow("blessed"), test.name()))?;
                blessed.push((test, tried));
            }
            Blessing::Refused(why) => {
                tally.failed += 1;
                out.text(&failure(&test, &tried, &why, out.paint()))?;
            }
        }
    }
    tally.blessed = bless::write(&corpus, &blessed)?;
    tally.failed += corpus.mistakes.len();
    out.line(&tally.line(out.paint()))?;
    out.finish()?;
    Ok(if tally.failed > 0 { Verdict::Refused } else { Verdict::Done })
}

/// Why there is nothing to run, and what to do.
fn nothing_to_run(arguments: &TestArguments, corpus: &Corpus) -> Failure {
    let folder = arguments.folder.display();
    if let Some(only) = &arguments.only {
        return Failure::refused(format!(
            "{folder}: no case and no snapshot has `{only}` in its title or path (--only)"
        ));
    }
    let texts = match corpus.other_texts {
        0 => String::new(),
        _ => format!(" ({})", no_cases(corpus.other_texts)),
    };
    Failure::refused(format!(
        "{folder}: there is no case and no snapshot to run{texts}; `wishful test --help` shows how to make some"
    ))
}

/// How many texts are no case files.
fn no_cases(count: usize) -> String {
    match count {
        1 => "1 file *.txt has no cases".to_owned(),
        count => format!("{count} files *.txt have no cases"),
    }
}

/// Adds snapshots to be made; the grammar must be one that the snapshots find again.
fn add_snapshots(corpus: &mut Corpus, grammar: &str, format: Expectation) -> Result<(), Failure> {
    if grammar.contains(['/', '\\']) || grammar.ends_with(".grammar") {
        return Err(Failure::usage(format!(
            "`{grammar}` is a path, and a snapshot has its grammar's name in its own: put the file beside the \
             documents and name it without folder and `.grammar`"
        )));
    }
    corpus.add_snapshots(grammar, format);
    Ok(())
}

/// Runs all tests, several at once; the results in their order.
fn try_all(tests: &[Test<'_>]) -> Result<Vec<Tried>, Failure> {
    let shelf = Shelf::default();
    let mut progress = Progress::new(Some(tests.len()));
    let mut results = Vec::with_capacity(tests.len());
    pool::in_order(
        pool::processors(),
        tests.iter(),
        |test| run::run(test, &shelf),
        |answer| {
            if let Answer::Next(tried) = answer {
                progress.step();
                results.push(tried.unwrap_or_else(Tried::panicked));
            }
            Ok::<_, Failure>(())
        },
    )?;
    Ok(results)
}

/// A failure with its difference.
fn failure(test: &Test<'_>, tried: &Tried, why: &str, paint: Paint) -> String {
    let mut out = format!("{} {}\n", paint.red("failed"), paint.bold(test.name()));
    if !why.is_empty() {
        out.push_str(&format!("  {why}\n"));
    }
    let actual = match &tried.actual {
        Ok(actual) => actual,
        Err(message) if message == why => return out,
        Err(message) => return format!("{out}  {}\n", message.trim_end().replace('\n', "\n  ")),
    };
    match &tried.expected {
        Some(expected) => {
            let (old, new) = (format!("{expected}\n"), format!("{actual}\n"));
            let lines = LineDiff { names: ["expected", "actual"], left: &old, right: &new };
            let patch = lines.patch(&|piece, text| paint.piece(piece, text));
            patch.lines().for_each(|line| out.push_str(&format!("  {line}\n")));
        }
        None => out.push_str("  there is no such snapshot yet: --bless makes it\n"),
    }
    if let Some(expected) = tried.expected_count.filter(|expected| *expected != tried.count) {
        out.push_str(&format!("  repairs should be {expected}, and are {}\n", tried.count));
    }
    out
}

impl Tally {
    fn line(&self, paint: Paint) -> String {
        let passed = format!("{} passed", self.passed);
        let failed = format!("{} failed", self.failed);
        let failed = if self.failed > 0 { paint.red(failed) } else { failed };
        let blessed = match self.blessed {
            0 => String::new(),
            blessed => format!(", {blessed} blessed"),
        };
        let others = match self.other_texts {
            0 => String::new(),
            count => format!(" ({})", no_cases(count)),
        };
        format!("{passed}, {failed}{blessed}{others}")
    }
}
