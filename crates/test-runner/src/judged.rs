//! Judged results, and their totals.

use super::selection::Selection;
use crate::arguments::TestArguments;
use crate::corpus::bless::{self, Verdict as Blessing};
use crate::corpus::find::Corpus;
use crate::corpus::run::TestResult;
use crate::corpus::test::Test;
use wishful_console::failure::Verdict;
use wishful_console::paint::Paint;

/// A test, its result, and the verdict on it.
pub(super) struct JudgedTest<'c> {
    pub(super) test: Test<'c>,
    pub(super) tried: TestResult,
    pub(super) blessing: Blessing,
}

/// The totals of a run.
pub(super) struct TestTally {
    pub(super) passed: usize,
    pub(super) failed: usize,
    pub(super) blessed: usize,
    /// The numbers of files and documents without a test. They are printed to show that they were
    /// not run.
    left_out: String,
}

/// Judges the result of a test.
pub(super) fn judge<'c>(
    arguments: &TestArguments,
    test: Test<'c>,
    tried: TestResult,
) -> JudgedTest<'c> {
    let blessing = if arguments.bless {
        bless::verdict(&test, &tried, arguments.accept_worse)
    } else if tried.passes() {
        Blessing::Same
    } else {
        Blessing::Refused(String::new())
    };
    JudgedTest { test, tried, blessing }
}

impl TestTally {
    pub(super) fn of(judged: &[JudgedTest<'_>], corpus: &Corpus, selection: &Selection) -> Self {
        let left_out = selection.left_out(corpus);
        let mut tally = Self { passed: 0, failed: corpus.mistakes.len(), blessed: 0, left_out };
        for judged in judged {
            match judged.blessing {
                Blessing::Same => tally.passed += 1,
                Blessing::Blessed => tally.blessed += 1,
                Blessing::Refused(_) => tally.failed += 1,
            }
        }
        tally
    }

    /// Returns the verdict on the whole run.
    pub(super) fn verdict(&self) -> Verdict {
        if self.failed > 0 { Verdict::Refused } else { Verdict::Done }
    }

    pub(super) fn line(&self, paint: Paint) -> String {
        let passed = format!("{} passed", self.passed);
        let failed = format!("{} failed", self.failed);
        let failed = if self.failed > 0 { paint.red(failed) } else { failed };
        let blessed = match self.blessed {
            0 => String::new(),
            blessed => format!(", {blessed} blessed"),
        };
        format!("{passed}, {failed}{blessed}{}", self.left_out)
    }
}
