//! Blessing: replacing expected results by actual ones.

use std::collections::BTreeMap;
use std::path::Path;

use super::Expectation;
use super::case::Case;
use super::case_file::Blessed;
use super::find::Corpus;
use super::run::TestResult;
use super::test::Test;
use wishful_console::failure::Failure;
use wishful_console::replacing;

/// The advice about a result that is refused because it is worse.
pub(crate) const ADVICE: &str = "; bless it anyway with --accept-worse";

/// The result of an attempt to bless.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Verdict {
    /// The result passes already.
    Same,
    /// The result may be written.
    Blessed,
    /// The result is refused, with the reason.
    Refused(String),
}

/// Decides whether an actual result may become the expected one.
pub(crate) fn verdict(test: &Test<'_>, tried: &TestResult, accept_worse: bool) -> Verdict {
    let unrecorded = tried.expected_count.is_none() && test.case().is_none_or(has_count);
    if tried.passes() && !unrecorded {
        return Verdict::Same;
    }
    let new = tried.expected.as_deref().is_none_or(str::is_empty);
    match (&tried.actual, tried.expected_count) {
        (Err(message), _) => Verdict::Refused(message.clone()),
        (Ok(_), _) if accept_worse || new || tried.passes() => Verdict::Blessed,
        (Ok(_), Some(before)) if tried.count.worse_than(before) => Verdict::Refused(format!(
            "worse than before: expected repairs {before}, got {}{ADVICE}",
            tried.count
        )),
        (Ok(_), None) if unrecorded => Verdict::Refused(format!(
            "possibly worse than before: no `repairs:` line records the old count{ADVICE}"
        )),
        (Ok(_), _) => Verdict::Blessed,
    }
}

/// Reports whether a case's result has a count of repairs.
fn has_count(case: &Case) -> bool {
    !matches!(case.format, Some(Expectation::Check | Expectation::Parselet))
}

/// Writes the blessed results, and returns their number.
///
/// # Errors
/// If a file cannot be written.
pub(crate) fn write(corpus: &Corpus, blessed: &[(Test<'_>, TestResult)]) -> Result<usize, Failure> {
    let mut cases: BTreeMap<usize, Vec<Blessed>> = BTreeMap::new();
    for (test, tried) in blessed {
        let Ok(text) = &tried.actual else { continue };
        match test {
            Test::Case { at: (file, case), .. } => {
                let count = match test.case() {
                    Some(case) if has_count(case) => Some(tried.count),
                    _ => None,
                };
                cases.entry(*file).or_default().push((*case, text.clone(), count));
            }
            Test::Snapshot(snapshot) => write_file(&snapshot.path(), &ended(text))?,
        }
    }
    for (file, blessed) in &cases {
        let file = &corpus.files[*file];
        write_file(&file.path, &file.rewrite(blessed))?;
    }
    Ok(blessed.len())
}

/// Adds a final line break, unless the text is empty.
fn ended(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Replaces a file atomically.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    replacing::replace(path, text.as_bytes()).map_err(|error| Failure::unwritten(path, &error))
}
