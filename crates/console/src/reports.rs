//! Messages about reports of mistakes.

use super::failure::Failure;
use super::output::{MISTAKES, number, stderr_colour};
use wishful::base::{Report, Severity};

/// Converts a report to a failure.
pub fn refused(report: &Report) -> Failure {
    Failure::refused(report.render_most(stderr_colour(), MISTAKES))
}

/// Formats the numbers of errors and warnings.
pub fn counts(report: &Report) -> String {
    let (mut errors, mut warnings) = (0, 0);
    for diagnostic in &report.diagnostics {
        match diagnostic.severity {
            Severity::Error => errors += 1,
            Severity::Warning => warnings += 1,
            Severity::Note => {}
        }
    }
    format!("{}, {}", number(errors, "error"), number(warnings, "warning"))
}
