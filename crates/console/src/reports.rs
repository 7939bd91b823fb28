//! Messages about reports of mistakes.

use super::failure::Failure;
use super::output::{MISTAKES, number, stderr_colour};
use wishful::base::{Report, Severity};

/// Converts a report to a failure.
pub fn refused(report: &Report) -> Failure {
    Failure::refused(report.render_most(stderr_colour(), MISTAKES))
}

/// Returns the warnings of a report, a line each: the position, the message and the advice. At most
/// `most` are returned, and then the number of the others.
pub fn warnings(report: &Report, most: usize) -> Vec<String> {
    let mut lines = Vec::new();
    for finding in report.findings() {
        let (Severity::Warning, Some(place)) = (finding.severity, &finding.place) else { continue };
        let position = format!("{}:{}:{}", place.file, place.start.line, place.start.column);
        let advice = match finding.help.first() {
            Some(help) => format!("; {help}"),
            None => String::new(),
        };
        lines.push(format!("{position}: warning: {}{advice}", finding.message));
    }
    if lines.len() > most {
        let left = lines.len() - most;
        lines.truncate(most);
        lines.push(format!(
            "and {}; `wishful grammar check` lists all",
            number(left, "more warning")
        ));
    }
    lines
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
