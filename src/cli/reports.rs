//! Messages about reports of mistakes.

use super::failure::Failure;
use super::output::{MISTAKES, stderr_colour};
use crate::base::{Report, Severity};

/// Converts a report to a failure.
pub(super) fn refused(report: &Report) -> Failure {
    Failure::refused(report.render_most(stderr_colour(), MISTAKES))
}

/// Formats the numbers of errors and warnings.
pub(super) fn counts(report: &Report) -> String {
    let of = |severity| {
        report.diagnostics.iter().filter(|diagnostic| diagnostic.severity == severity).count()
    };
    let (errors, warnings) = (of(Severity::Error), of(Severity::Warning));
    format!("{}, {}", number(errors, "error"), number(warnings, "warning"))
}

/// Formats a count with a noun.
pub(super) fn number(count: usize, what: &str) -> String {
    if count == 1 { format!("1 {what}") } else { format!("{count} {what}s") }
}
