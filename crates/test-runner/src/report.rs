//! The report of a run, and the blessing of its results.

use super::judged::{JudgedTest, TestTally, judge};
use super::{failures, json, junit};
use crate::arguments::{TestArguments, TestReport};
use crate::corpus::bless::{self, Verdict as Blessing};
use crate::corpus::find::Corpus;
use crate::corpus::run::TestResult;
use crate::corpus::test::Test;
use wishful_console::failure::{CommandResult, Failure};
use wishful_console::output::Output;

/// Judges the results, blesses them if requested, and prints the report.
pub(super) fn run(
    arguments: &TestArguments,
    report: TestReport,
    corpus: &Corpus,
    tests: Vec<Test<'_>>,
    tried: Vec<TestResult>,
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
    let tally = TestTally::of(&judged, corpus);
    let mut out = Output::stdout();
    match report {
        TestReport::Text => text(&judged, tally, &mut out)?,
        TestReport::Json => out.line(&json::report(&judged, tally, corpus))?,
        TestReport::Junit => out.text(&junit::report(&judged, corpus))?,
    }
    out.finish()?;
    Ok(tally.verdict())
}

/// Prints the failed and the blessed tests, and the totals.
fn text(judged: &[JudgedTest<'_>], tally: TestTally, out: &mut Output) -> Result<(), Failure> {
    let paint = out.paint();
    for JudgedTest { test, tried, blessing } in judged {
        match blessing {
            Blessing::Same => {}
            Blessing::Blessed => {
                out.line(&format!("{} {}", paint.yellow("blessed"), test.name()))?;
            }
            Blessing::Refused(why) => {
                let lines = failures::lines(tried, why, paint);
                let verb = paint.red("failed");
                out.text(&failures::formatted(&verb, &test.name(), &lines, paint))?;
            }
        }
    }
    out.line(&tally.line(paint))
}
