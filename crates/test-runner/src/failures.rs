//! The description of a failed test, in lines.

use crate::corpus::run::TestResult;
use wishful::tree::LineDiff;
use wishful_console::paint::Paint;

/// Returns the lines of the description; a non-empty `why` comes first.
pub(super) fn lines(tried: &TestResult, why: &str, paint: Paint) -> Vec<String> {
    let mut lines: Vec<String> = why.lines().map(str::to_owned).collect();
    let actual = match &tried.actual {
        Ok(actual) => actual,
        Err(message) if message == why => return lines,
        Err(message) => {
            lines.extend(message.trim_end().lines().map(str::to_owned));
            return lines;
        }
    };
    match &tried.expected {
        Some(expected) => lines.extend(difference(["expected", "actual"], expected, actual, paint)),
        None => lines.push("the snapshot does not exist yet; create it with --bless".to_owned()),
    }
    if let Some(expected) = tried.expected_count
        && expected != tried.count
    {
        lines.push(format!("repairs: expected {expected}, got {}", tried.count));
    }
    lines
}

/// Returns the difference between two results.
pub(super) fn difference(names: [&str; 2], old: &str, new: &str, paint: Paint) -> Vec<String> {
    let (old, new) = (format!("{old}\n"), format!("{new}\n"));
    let patch =
        LineDiff { names, left: &old, right: &new }.patch(&|piece, text| paint.piece(piece, text));
    patch.lines().map(str::to_owned).collect()
}

/// Formats a failure: its name, and the lines indented.
pub(super) fn formatted(verb: &str, name: &str, lines: &[String], paint: Paint) -> String {
    let mut out = format!("{verb} {}\n", paint.bold(name));
    for line in lines {
        out.push_str(&format!("  {line}\n"));
    }
    out
}
