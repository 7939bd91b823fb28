//! Running tests in parallel.

use crate::corpus::run::{self, TestResult};
use crate::corpus::test::Test;
use wishful::pool;
use wishful_console::driver;
use wishful_console::failure::Failure;
use wishful_console::grammars::GrammarCache;
use wishful_console::output::Output;

/// Runs all tests, and returns the results in their order.
pub(super) fn all(tests: &[Test<'_>], shelf: &GrammarCache) -> Result<Vec<TestResult>, Failure> {
    let mut results = Vec::with_capacity(tests.len());
    driver::in_order(
        tests,
        pool::processors(),
        &mut Output::stdout(),
        |test| run::run(test, shelf),
        |_, tried, _| {
            results.push(tried.unwrap_or_else(TestResult::panicked));
            Ok(())
        },
    )?;
    Ok(results)
}
