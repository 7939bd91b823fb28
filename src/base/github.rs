//! Findings as workflow commands of GitHub's runners, which show them beside the lines of a change.
//!
//! ```text
//! ::error file=a.grammar,line=3,col=9,endLine=3,endColumn=13,title=undefined::nothing is …
//! ```
//!
//! `%`, carriage returns and line feeds are escaped everywhere; `:` and `,` are escaped before the
//! second `::`.

use super::diagnostic::Severity;
use super::finding::{Finding, Location};

/// Returns the line of a finding.
pub(super) fn command(finding: &Finding) -> String {
    let kind = match finding.severity {
        Severity::Note => "notice",
        Severity::Warning => "warning",
        Severity::Error => "error",
    };
    let place = finding.place.as_ref().map(properties).unwrap_or_default();
    let (code, text) = (property(&finding.code), escaped(&finding.text()));
    format!("::{kind} {place}title={code}::{text}\n")
}

fn properties(Location { file, start, end }: &Location) -> String {
    let columns = if start.line == end.line {
        format!("col={},endLine={},endColumn={},", start.column, end.line, end.column)
    } else {
        // Columns are allowed only for spans within one line.
        format!("endLine={},", end.line)
    };
    format!("file={},line={},{columns}", property(file), start.line)
}

fn escaped(text: &str) -> String {
    text.replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    escaped(text).replace(':', "%3A").replace(',', "%2C")
}
