//! What is said of a report of mistakes, of whatever it is.

use super::failure::Failure;
use super::output::{MISTAKES, stderr_colour};
use crate::base::{Report, Severity};

/// The failure that it is.
pub(super) fn refused(report: &Report) -> Failure {
    Failure::refused(report.render_most(stderr_colour(), MISTAKES))
}

/// How many errors and warnings there are.
pub(super) fn counts(report: &Report) -> String {
    let of = |severity| {
        report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    };
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    format!("{}, {}", number(errors, "error"), number(warnings, "warning"))
}

/// A number of things.
pub(super) fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
