//! The report of a run, and the blessing of its results.

use super::decided::{DecidingLines, Past};
use super::failures::{self, ReportEntry, TestLabel};
use super::faults::GrammarFaults;
use super::judged::{JudgedTest, TestTally, judge};
use super::selection::Selection;
use super::{json, junit};
use crate::arguments::{TestArguments, TestReport};
use crate::corpus::bless::{self, Verdict as Blessing};
use crate::corpus::find::Corpus;
use crate::corpus::run::TestResult;
use crate::corpus::test::Test;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::grammars::GrammarCache;
use wishful_console::output::Output;

/// Judges the results, blesses them if requested, and prints the report.
pub(super) fn run(
    arguments: &TestArguments,
    report: TestReport,
    selection: &Selection,
    corpus: &Corpus,
    (tests, tried): (Vec<Test<'_>>, Vec<TestResult>),
    shelf: &GrammarCache,
) -> CommandResult {
    let judged: Vec<JudgedTest<'_>> =
        tests.into_iter().zip(tried).map(|(test, tried)| judge(arguments, test, tried)).collect();
    let mut blessed = Vec::new();
    for judged in &judged {
        if judged.blessing == Blessing::Blessed {
            blessed.push((judged.test.clone(), judged.tried.clone()));
        }
    }
    bless::write(corpus, &blessed)?;
    let tally = TestTally::of(&judged, corpus, selection);
    let mut out = Output::stdout();
    match report {
        TestReport::Text => text(arguments, &judged, &tally, shelf, &mut out)?,
        TestReport::Json => out.line(&json::report(&judged, &tally, corpus))?,
        TestReport::Junit => out.text(&junit::report(&judged, corpus))?,
    }
    out.finish()?;
    Ok(tally.verdict())
}

/// Prints the mistakes of grammars, the failed and the blessed tests, and the totals.
fn text(
    arguments: &TestArguments,
    judged: &[JudgedTest<'_>],
    tally: &TestTally,
    shelf: &GrammarCache,
    out: &mut Output,
) -> Result<(), Failure> {
    let paint = out.paint();
    let faults = GrammarFaults::of(judged.iter().map(|judged| (&judged.test, &judged.tried)));
    let since = arguments.since.as_deref();
    let mut deciding = since.map(|revision| DecidingLines::new(Past::Commit(revision), shelf));
    let mut entries = Vec::new();
    for JudgedTest { test, tried, blessing } in judged {
        let label = TestLabel::of(test);
        match blessing {
            Blessing::Same => {}
            Blessing::Blessed => {
                entries.push(ReportEntry::new(paint.yellow("blessed"), label, Vec::new()));
            }
            Blessing::Refused(_) if faults.refuse(test) => {}
            Blessing::Refused(why) => {
                let mut lines = match &mut deciding {
                    Some(deciding) => deciding.of(test, paint),
                    None => Vec::new(),
                };
                lines.extend(failures::lines(tried, why, paint));
                entries.push(ReportEntry::new(paint.red("failed"), label, lines));
            }
        }
    }
    let summary = deciding.map(|deciding| deciding.summary()).unwrap_or_default();
    let head = format!("{}{summary}", faults.text(paint));
    out.text(&if arguments.full {
        format!("{head}{}", failures::in_full(&entries, paint))
    } else {
        failures::on_screen(&head, entries, paint)
    })?;
    out.line(&tally.line(paint))
}
