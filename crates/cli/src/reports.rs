//! Messages about reports of mistakes.

use super::failure::Failure;
use super::output::{MISTAKES, stderr_colour};
use wishful::base::{Report, Severity};

/// Converts a report to a failure.
pub(super) fn refused(report: &Report) -> Failure {
    Failure::refused(report.render_most(stderr_colour(), MISTAKES))
}

/// Formats the numbers of errors and warnings.
pub(super) fn counts(report: &Report) -> String {
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

/// Formats a count with a noun: `1 file`, `1,854 mistakes`.
pub(super) fn number(count: usize, what: &str) -> String {
    let digits = count.to_string();
    let mut grouped = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    if count == 1 { format!("1 {what}") } else { format!("{grouped} {what}s") }
}
