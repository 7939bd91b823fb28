//! The report and the list as JSON, `wishful-test/1`.
//!
//! ```text
//! {"schema":"wishful-test/1","passed":1,"failed":1,"blessed":0,"mistakes":[],"tests":[
//!  {"name":"cases.txt:1: a lone cell","path":"cases.txt","line":1,"title":"a lone cell",
//!   "grammar":"marpa","format":"structure","outcome":"failed","message":"",
//!   "expected":"(html)","actual":"(html (head) (body))",
//!   "repairs":{"repairs":4,"cruft":0},"seconds":0.002}]}
//! ```

use serde::Serialize;

use super::judged::{JudgedTest, TestTally};
use crate::corpus::bless::Verdict as Blessing;
use crate::corpus::find::Corpus;
use crate::corpus::run::TestResult;
use crate::corpus::test::Test;

/// The version of the output format. It changes if and only if a script for the old format could
/// fail.
const SCHEMA: &str = "wishful-test/1";

#[derive(Serialize)]
struct JsonReport<'c> {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    counts: Option<TestCounts>,
    /// Messages about files that cannot be read as tests.
    mistakes: &'c [String],
    tests: Vec<TestView<'c>>,
}

#[derive(Serialize)]
struct TestCounts {
    passed: usize,
    /// The number of failures, including the mistakes.
    failed: usize,
    blessed: usize,
}

#[derive(Serialize)]
struct TestView<'c> {
    name: String,
    path: String,
    line: Option<usize>,
    title: Option<&'c str>,
    /// The name of the grammar; `None` if the case contains its grammar.
    grammar: Option<&'c str>,
    format: String,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    outcome: Option<TestOutcome<'c>>,
}

#[derive(Serialize)]
struct TestOutcome<'c> {
    outcome: &'static str,
    /// The reason why there is no result, or why it is not blessed.
    message: Option<&'c str>,
    expected: Option<&'c str>,
    actual: Option<&'c str>,
    repairs: RepairCounts,
    seconds: f64,
}

#[derive(Serialize)]
struct RepairCounts {
    repairs: usize,
    cruft: usize,
}

/// Formats the report of a run on one line.
pub(super) fn report(judged: &[JudgedTest<'_>], tally: &TestTally, corpus: &Corpus) -> String {
    let TestTally { passed, failed, blessed, .. } = *tally;
    let mut tests = Vec::with_capacity(judged.len());
    for JudgedTest { test, tried, blessing } in judged {
        tests.push(TestView { outcome: Some(outcome(tried, blessing)), ..view(test) });
    }
    let counts = Some(TestCounts { passed, failed, blessed });
    to_json(&JsonReport { schema: SCHEMA, counts, mistakes: &corpus.mistakes, tests })
}

/// Formats the list of tests on one line.
pub(super) fn list(tests: &[Test<'_>], corpus: &Corpus) -> String {
    let tests = tests.iter().map(view).collect();
    to_json(&JsonReport { schema: SCHEMA, counts: None, mistakes: &corpus.mistakes, tests })
}

fn to_json(report: &JsonReport<'_>) -> String {
    // OK because all keys are strings and no number is infinite.
    serde_json::to_string(report).unwrap_or_default()
}

fn view<'c>(test: &Test<'c>) -> TestView<'c> {
    TestView {
        name: test.name(),
        path: test.path().display().to_string(),
        line: test.line(),
        title: test.title(),
        grammar: test.grammar(),
        format: test.format().name(),
        outcome: None,
    }
}

fn outcome<'c>(tried: &'c TestResult, blessing: &'c Blessing) -> TestOutcome<'c> {
    let (outcome, why) = match blessing {
        Blessing::Same => ("passed", None),
        Blessing::Blessed => ("blessed", None),
        Blessing::Refused(why) if why.is_empty() => ("failed", None),
        Blessing::Refused(why) => ("failed", Some(why.as_str())),
    };
    TestOutcome {
        outcome,
        message: tried.actual.as_ref().err().map(String::as_str).or(why),
        expected: tried.expected.as_deref(),
        actual: tried.actual.as_deref().ok(),
        repairs: RepairCounts { repairs: tried.count.repairs, cruft: tried.count.cruft },
        seconds: tried.time.as_secs_f64(),
    }
}
