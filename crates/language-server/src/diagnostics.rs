//! Conversion of findings to the protocol's diagnostics.

use lsp_types::{
    CodeDescription, Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location,
    NumberOrString, Range,
};

use super::files::EditorFiles;
use super::places::position;
use wishful::base::{self, Finding, Severity};

/// Converts the findings in an open text. Errors in files that it uses appear at its start.
pub(super) fn diagnostics(
    name: &str,
    findings: &[Finding],
    files: &EditorFiles,
) -> Vec<Diagnostic> {
    findings.iter().filter_map(|finding| diagnostic(name, finding, files)).collect()
}

fn diagnostic(name: &str, finding: &Finding, files: &EditorFiles) -> Option<Diagnostic> {
    // The location in the text, or in a file that it uses.
    let (own, elsewhere) = match &finding.place {
        Some(place) if place.file == name => (Some(place), None),
        place => (None, place.as_ref()),
    };
    if elsewhere.is_some() && finding.severity != Severity::Error {
        return None;
    }
    let severity = match finding.severity {
        Severity::Note => DiagnosticSeverity::INFORMATION,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Error => DiagnosticSeverity::ERROR,
    };
    let mut message = finding.text();
    let mut related = Vec::new();
    for base::Related { place, label, .. } in &finding.related {
        related.extend(related_information(place, label, files));
    }
    if let Some(place) = elsewhere {
        message.insert_str(0, &format!("in {}:{}: ", place.file, place.start.line));
        related.extend(related_information(place, "here", files));
    }
    Some(Diagnostic {
        range: own.map(range_of).unwrap_or_default(),
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.clone())),
        code_description: finding.link.as_ref().and_then(|link| {
            let href = link.parse().ok()?;
            Some(CodeDescription { href })
        }),
        source: Some("wishful".to_owned()),
        message,
        related_information: Some(related),
        ..Diagnostic::default()
    })
}

fn related_information(
    place: &base::Location,
    label: &str,
    files: &EditorFiles,
) -> Option<DiagnosticRelatedInformation> {
    let location = Location { uri: files.uri(&place.file)?, range: range_of(place) };
    Some(DiagnosticRelatedInformation { location, message: label.to_owned() })
}

fn range_of(place: &base::Location) -> Range {
    Range { start: position(place.start), end: position(place.end) }
}
