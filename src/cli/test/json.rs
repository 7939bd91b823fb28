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

use super::judged::{Judged, Tally};
use crate::cli::corpus::bless::Verdict as Blessing;
use crate::cli::corpus::find::Corpus;
use crate::cli::corpus::run::Tried;
use crate::cli::corpus::test::Test;

/// The version of the output format. It changes if and only if a script for the old format could
/// fail.
const SCHEMA: &str = "wishful-test/1";

#[derive(Serialize)]
struct Report<'c> {
    schema: &'static str,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    counts: Option<Counts>,
    /// Messages about files that cannot be read as tests.
    mistakes: &'c [String],
    tests: Vec<View<'c>>,
}

#[derive(Serialize)]
struct Counts {
    passed: usize,
    /// The number of failures, including the mistakes.
    failed: usize,
    blessed: usize,
}

#[derive(Serialize)]
struct View<'c> {
    name: String,
    path: String,
    line: Option<usize>,
    title: Option<&'c str>,
    /// The name of the grammar; `None` if the case contains its grammar.
    grammar: Option<&'c str>,
    format: String,
    #[serde(skip_serializing_if = "Option::is_none", flatten)]
    outcome: Option<Outcome<'c>>,
}

#[derive(Serialize)]
struct Outcome<'c> {
    outcome: &'static str,
    /// The reason why there is no result, or why it is not blessed.
    message: Option<&'c str>,
    expected: Option<&'c str>,
    actual: Option<&'c str>,
    repairs: Repairs,
    seconds: f64,
}

#[derive(Serialize)]
struct Repairs {
    repairs: usize,
    cruft: usize,
}

/// Formats the report of a run on one line.
pub(super) fn report(judged: &[Judged<'_>], tally: Tally, corpus: &Corpus) -> String {
    let Tally { passed, failed, blessed, .. } = tally;
    let tests = judged.iter().map(|judged| {
        let outcome = outcome(&judged.tried, &judged.blessing);
        View { outcome: Some(outcome), ..view(&judged.test) }
    });
    let counts = Some(Counts { passed, failed, blessed });
    written(&Report { schema: SCHEMA, counts, mistakes: &corpus.mistakes, tests: tests.collect() })
}

/// Formats the list of tests on one line.
pub(super) fn list(tests: &[Test<'_>], corpus: &Corpus) -> String {
    let tests = tests.iter().map(view).collect();
    written(&Report { schema: SCHEMA, counts: None, mistakes: &corpus.mistakes, tests })
}

fn written(report: &Report<'_>) -> String {
    // OK because all keys are strings and no number is infinite.
    serde_json::to_string(report).unwrap_or_default()
}

fn view<'c>(test: &Test<'c>) -> View<'c> {
    View {
        name: test.name(),
        path: test.path().display().to_string(),
        line: test.line(),
        title: test.title(),
        grammar: test.grammar(),
        format: test.format().name(),
        outcome: None,
    }
}

fn outcome<'c>(tried: &'c Tried, blessing: &'c Blessing) -> Outcome<'c> {
    let (outcome, why) = match blessing {
        Blessing::Same => ("passed", None),
        Blessing::Blessed => ("blessed", None),
        Blessing::Refused(why) => ("failed", Some(why.as_str()).filter(|why| !why.is_empty())),
    };
    Outcome {
        outcome,
        message: tried.actual.as_ref().err().map(String::as_str).or(why),
        expected: tried.expected.as_deref(),
        actual: tried.actual.as_deref().ok(),
        repairs: Repairs { repairs: tried.count.repairs, cruft: tried.count.cruft },
        seconds: tried.time.as_secs_f64(),
    }
}
