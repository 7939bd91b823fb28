//! Findings in the format of the page, whose offsets count UTF-16 code units.

use serde::Serialize;
#[cfg(feature = "check")]
use wishful::base::Location;
use wishful::diagnostics::{Finding, Label, Report, Severity, Span, Utf16};

#[derive(Debug, Serialize)]
pub(crate) struct FindingRow {
    severity: Severity,
    code: String,
    message: String,
    label: String,
    #[serde(flatten)]
    where_: FindingLocation,
    related: Vec<RelatedRow>,
    notes: Vec<String>,
    help: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    link: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    meant: Option<String>,
}

/// A related location.
#[derive(Debug, Serialize)]
pub(crate) struct RelatedRow {
    #[serde(flatten)]
    where_: FindingLocation,
    label: String,
}

/// A location in a file; empty if the finding has none.
#[derive(Debug, Default, Serialize)]
pub(crate) struct FindingLocation {
    file: Option<String>,
    at: Option<[u32; 2]>,
    place: Option<String>,
}

impl FindingRow {
    /// Converts all findings of a report.
    pub(crate) fn all(report: &Report) -> Vec<Self> {
        let diagnostics = report.diagnostics.iter();
        diagnostics
            .zip(report.findings())
            .map(|(diagnostic, finding)| {
                let related = diagnostic.secondary.iter();
                let related = related.map(|label| RelatedRow {
                    where_: FindingLocation::of(report, label),
                    label: label.text.clone(),
                });
                let Finding { severity, code, message, label, notes, help, link, .. } = finding;
                Self {
                    severity,
                    code,
                    message,
                    label,
                    where_: FindingLocation::of(report, &diagnostic.primary),
                    related: related.collect(),
                    notes,
                    help,
                    link,
                    meant: diagnostic.meant.clone(),
                }
            })
            .collect()
    }

    /// Converts a finding in a document, with an index of the document's text.
    #[cfg(feature = "check")]
    pub(crate) fn of_document(finding: Finding, units: &Utf16<'_>) -> Self {
        let Finding { severity, code, message, place, label, related, notes, help, link, .. } =
            finding;
        let where_ = FindingLocation::of_document(place, units);
        let related = related.into_iter();
        let related =
            related.map(|one| RelatedRow::of_document(Some(one.place), one.label, units)).collect();
        Self { severity, code, message, label, where_, related, notes, help, link, meant: None }
    }

    pub(crate) fn is_error(&self) -> bool {
        self.severity == Severity::Error
    }

    pub(crate) fn is_warning(&self) -> bool {
        self.severity == Severity::Warning
    }

    pub(crate) fn message(&self) -> &str {
        &self.message
    }
}

#[cfg(feature = "check")]
impl RelatedRow {
    /// Converts a location in a document, with an index of the document's text.
    pub(crate) fn of_document(place: Option<Location>, label: String, units: &Utf16<'_>) -> Self {
        Self { where_: FindingLocation::of_document(place, units), label }
    }
}

impl FindingLocation {
    /// Converts a location in a document, with an index of the document's text.
    #[cfg(feature = "check")]
    pub(crate) fn of_document(place: Option<Location>, units: &Utf16<'_>) -> Self {
        let Some(place) = place else { return Self::default() };
        Self {
            at: Some(units.span(Span { start: place.start.offset, end: place.end.offset })),
            place: Some(format!("{}:{}", place.start.line, place.start.column)),
            file: Some(place.file),
        }
    }

    fn of(report: &Report, label: &Label) -> Self {
        let file = report.files.get(label.place.file);
        if file.name().is_empty() {
            return Self::default();
        }
        let Span { start, .. } = label.place.span;
        Self {
            file: Some(file.name().to_owned()),
            at: Some(Utf16::of(file.text()).span(label.place.span)),
            place: Some(file.position(start).to_string()),
        }
    }
}
