//! Running tests in parallel.

use crate::corpus::run::{self, TestResult};
use crate::corpus::test::Test;
use crate::failure::Failure;
use crate::grammars::GrammarCache;
use crate::progress::Progress;
use wishful::pool::{self, Answer};

/// Runs all tests, and returns the results in their order.
pub(super) fn all(tests: &[Test<'_>], shelf: &GrammarCache) -> Result<Vec<TestResult>, Failure> {
    let mut progress = Progress::new(Some(tests.len()));
    let mut results = Vec::with_capacity(tests.len());
    pool::in_order(
        pool::processors(),
        tests.iter(),
        |test| run::run(test, shelf),
        |answer| {
            if let Answer::Next(tried) = answer {
                progress.step();
                results.push(tried.unwrap_or_else(TestResult::panicked));
            }
            Ok::<_, Failure>(())
        },
    )?;
    Ok(results)
}
