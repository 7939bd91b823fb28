//! Making results what is expected.

use std::collections::BTreeMap;
use std::path::Path;

use super::Expectation;
use super::case::Case;
use super::case_file::Blessed;
use super::find::Corpus;
use super::run::Tried;
use super::test::Test;
use crate::cli::failure::Failure;
use crate::cli::replacing;

/// What can be done about a result that is refused for being worse.
pub(in crate::cli) const ADVICE: &str = "; --accept-worse blesses it all the same";

/// What blessing a result leads to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::cli) enum Verdict {
    /// It is as before.
    Same,
    /// It may be written.
    Blessed,
    /// It may not.
    Refused(String),
}

/// Whether a result may become what is expected.
pub(in crate::cli) fn verdict(test: &Test<'_>, tried: &Tried, accept_worse: bool) -> Verdict {
    let unrecorded = tried.expected_count.is_none() && test.case().is_none_or(counts);
    if tried.passes() && !unrecorded {
        return Verdict::Same;
    }
    let new = tried.expected.as_deref().is_none_or(str::is_empty);
    match (&tried.actual, tried.expected_count) {
        (Err(message), _) => Verdict::Refused(message.clone()),
        (Ok(_), _) if accept_worse || new || tried.passes() => Verdict::Blessed,
        (Ok(_), Some(before)) if tried.count.worse_than(before) => Verdict::Refused(format!(
            "it is worse than before: repairs were {before}, and are {}{ADVICE}",
            tried.count
        )),
        (Ok(_), None) if unrecorded => Verdict::Refused(format!(
            "it may be worse than before: no `repairs:` says how many there were{ADVICE}"
        )),
        (Ok(_), _) => Verdict::Blessed,
    }
}

/// Whether a case's result has repairs to count.
fn counts(case: &Case) -> bool {
    !matches!(case.format, Some(Expectation::Check | Expectation::Parselet))
}

/// Writes what was blessed: how many results.
///
/// # Errors
/// If a file cannot be written.
pub(in crate::cli) fn write(
    corpus: &Corpus,
    blessed: &[(Test<'_>, Tried)],
) -> Result<usize, Failure> {
    let mut cases: BTreeMap<usize, Vec<Blessed>> = BTreeMap::new();
    for (test, tried) in blessed {
        let Ok(text) = &tried.actual else { continue };
        match test {
            Test::Case { at: (file, case), .. } => {
                let count = test.case().is_some_and(counts).then_some(tried.count);
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

/// A text with a line break at its end, unless it is empty.
fn ended(text: &str) -> String {
    if text.is_empty() { String::new() } else { format!("{text}\n") }
}

/// Replaces a file: all of it or nothing.
fn write_file(path: &Path, text: &str) -> Result<(), Failure> {
    replacing::replace(path, text.as_bytes()).map_err(|error| Failure::unwritten(path, &error))
}
