//! Conversion of findings to the protocol's diagnostics.

use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Range,
};

use super::files::Files;
use super::places::position;
use crate::base::{self, Finding, Severity};

/// Converts the findings in an open text. Errors in files that it uses appear at its start.
pub(super) fn diagnostics(name: &str, findings: &[Finding], files: &Files) -> Vec<Diagnostic> {
    findings.iter().filter_map(|finding| diagnostic(name, finding, files)).collect()
}

fn diagnostic(name: &str, finding: &Finding, files: &Files) -> Option<Diagnostic> {
    let place = finding.place.as_ref();
    let is_own = place.is_none_or(|place| place.file == name);
    if !is_own && finding.severity != Severity::Error {
        return None;
    }
    let severity = match finding.severity {
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    };
    let elsewhere = place.filter(|_| !is_own);
    let within = elsewhere.map(|place| format!("in {}:{}: ", place.file, place.start.line));
    let related = finding.related.iter().map(|one| (&one.place, one.label.as_str()));
    let related = related.chain(elsewhere.map(|place| (place, "here")));
    let related = related.filter_map(|(place, label)| {
        let location = Location { uri: files.uri(&place.file)?, range: range_of(place) };
        Some(DiagnosticRelatedInformation { location, message: label.to_owned() })
    });
    Some(Diagnostic {
        range: place.filter(|_| is_own).map(range_of).unwrap_or_default(),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.clone())),
        source: Some("wishful".to_owned()),
        message: within.unwrap_or_default() + &finding.text(),
        related_information: Some(related.collect()),
        ..Diagnostic::default()
    })
}

fn range_of(place: &base::Location) -> Range {
    Range { start: position(place.start), end: position(place.end) }
}
