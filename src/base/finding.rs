//! Diagnostics as self-contained data, for scripts, code hosts and editors.
//!
//! A [`Diagnostic`] refers to spans of a table of [`Files`]. A [`Finding`] holds names, lines and
//! columns instead, whether it is about a grammar, a document or any other text. It serializes as
//! `--format json` prints it:
//!
//! ```text
//! {"severity":"error","code":"undefined","message":"nothing is called `blok`",
//!  "place":{"file":"mine.grammar","start":{"offset":20,"line":3,"column":9,"utf8":9,"utf16":9},
//!           "end":{"offset":24,"line":3,"column":13,"utf8":13,"utf16":13}},
//!  "label":"not defined in this grammar","related":[],"notes":[],"help":["did you mean `block`?"]}
//! ```
//!
//! A [`FindingReport`](super::FindingReport) writes findings in this and other formats.

use super::counted;
use super::diagnostic::{Diagnostic, Label, Report, Severity};
use super::source_file::{Files, Point, SourceFile};
use super::span::Span;
use serde::Serialize;

/// The code of the finding that ends a truncated list.
const TRUNCATED: &str = "truncated";

/// The file and the span of a finding.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
pub struct Location {
    /// The file, as messages cite it.
    pub file: String,
    /// The start.
    pub start: Point,
    /// The end: the position after the last character.
    pub end: Point,
}

impl Location {
    /// Returns the location of a span of a file, or `None` if the file has no name.
    #[must_use]
    pub fn of(file: &SourceFile, span: Span) -> Option<Self> {
        if file.name().is_empty() {
            return None;
        }
        let (start, end) = (file.point(span.start), file.point(span.end));
        Some(Self { file: file.name().to_owned(), start, end })
    }

    /// Returns the location of a label, or `None` if its file has no name.
    fn of_label(files: &Files, label: &Label) -> Option<Self> {
        Self::of(files.get(label.place.file), label.place.span)
    }
}

/// Another relevant location, and why it is relevant.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
#[non_exhaustive]
pub struct Related {
    /// The location.
    pub place: Location,
    /// A few words about it.
    pub label: String,
}

impl Related {
    /// Returns another relevant location.
    #[must_use]
    #[doc(hidden)]
    pub fn new(place: Location, label: String) -> Self {
        Self { place, label }
    }
}

/// One diagnostic as self-contained data.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The severity.
    pub severity: Severity,
    /// The kind of finding, in one word.
    pub code: String,
    /// The mistake in one sentence without a full stop.
    pub message: String,
    /// The location; none if the finding is about no location.
    pub place: Option<Location>,
    /// A few words about the location; may be empty.
    pub label: String,
    /// Other relevant locations.
    pub related: Vec<Related>,
    /// Longer explanations.
    pub notes: Vec<String>,
    /// Advice.
    pub help: Vec<String>,
    /// The address of a page about findings with this code.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub link: Option<String>,
}

impl Report {
    /// Returns the text of all diagnostics, without the lines of the source.
    #[must_use]
    #[doc(hidden)]
    pub fn text(&self) -> String {
        self.findings().iter().map(Finding::text).collect::<Vec<_>>().join("\n")
    }

    /// Returns the diagnostics as self-contained data.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        self.diagnostics.iter().map(|one| Finding::of(&self.files, one)).collect()
    }
}

impl Finding {
    /// Returns a finding without a label, related locations, notes or help.
    #[must_use]
    #[doc(hidden)]
    pub fn new(severity: Severity, code: &str, message: String, place: Option<Location>) -> Self {
        let (label, related) = (String::new(), Vec::new());
        let (notes, help) = (Vec::new(), Vec::new());
        let code = code.to_owned();
        Self { severity, code, message, place, label, related, notes, help, link: None }
    }

    /// Returns the last finding of a list that was cut at a limit of bytes, at the place of the
    /// first finding that was left out.
    #[must_use]
    #[doc(hidden)]
    pub fn truncated(bytes: u64, place: Option<Location>) -> Self {
        let message =
            format!("the list of findings ends here: limit of {bytes} bytes of output reached");
        Self::new(Severity::Warning, TRUNCATED, message, place)
    }

    /// Reports whether this finding says that others were left out.
    #[must_use]
    pub fn is_truncation(&self) -> bool {
        self.code == TRUNCATED
    }

    /// Collects findings whose texts have about `bytes` bytes at most. If there are more, the last
    /// one is a warning `truncated`.
    #[must_use]
    #[doc(hidden)]
    pub fn within(bytes: u64, findings: impl Iterator<Item = Self>) -> Vec<Self> {
        let (mut within, mut used) = (Vec::new(), 0);
        for finding in findings {
            used += finding.weight();
            if used > bytes {
                within.push(Self::truncated(bytes, finding.place));
                break;
            }
            within.push(finding);
        }
        within
    }

    /// Returns the number of bytes that the finding takes, about as many as in a report.
    fn weight(&self) -> u64 {
        let Self { code, message, place, label, related, notes, help, .. } = self;
        let mut bytes = std::mem::size_of::<Self>() + code.len() + message.len() + label.len();
        for text in notes.iter().chain(help) {
            bytes += text.len() + std::mem::size_of::<String>();
        }
        let related = related.iter().map(|related| (&related.place, related.label.len()));
        for (place, label) in place.iter().map(|place| (place, 0)).chain(related) {
            bytes += std::mem::size_of::<Related>() + place.file.len() + label;
        }
        counted(bytes)
    }

    /// Converts a diagnostic about some files.
    #[must_use]
    #[doc(hidden)]
    pub fn of(files: &Files, diagnostic: &Diagnostic) -> Self {
        let mut related = Vec::new();
        for label in &diagnostic.secondary {
            if let Some(place) = Location::of_label(files, label) {
                related.push(Related { place, label: label.text.clone() });
            }
        }
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.word().to_owned(),
            message: diagnostic.message.clone(),
            place: Location::of_label(files, &diagnostic.primary),
            label: diagnostic.primary.text.clone(),
            related,
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
            link: None,
        }
    }

    /// Returns the message, the words under the caret, the notes and the help, one line each.
    #[must_use]
    pub fn text(&self) -> String {
        let mut text = self.message.clone();
        if !self.label.is_empty() {
            text.push_str(&format!(": {}", self.label));
        }
        for note in &self.notes {
            text.push_str(&format!("\nnote: {note}"));
        }
        for help in &self.help {
            text.push_str(&format!("\nhelp: {help}"));
        }
        text
    }
}
