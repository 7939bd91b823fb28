//! The list of the selected tests; each line is an argument that selects that test.

use super::json;
use crate::arguments::TestReport;
use crate::corpus::find::Corpus;
use crate::corpus::test::Test;
use wishful_console::failure::{CommandResult, Failure, Verdict};
use wishful_console::output::Output;

pub(super) fn run(tests: &[Test<'_>], report: TestReport, corpus: &Corpus) -> CommandResult {
    let mut out = Output::stdout();
    match report {
        TestReport::Text => {
            for test in tests {
                out.line(&test.name())?;
            }
        }
        TestReport::Json => out.line(&json::list(tests, corpus))?,
        TestReport::Junit => {
            return Err(Failure::usage(
                "--list has no results to report as JUnit: use -f text or -f json",
            ));
        }
    }
    out.finish()?;
    Ok(if corpus.mistakes.is_empty() { Verdict::Done } else { Verdict::Refused })
}
