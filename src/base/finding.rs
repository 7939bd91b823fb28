//! What was found wrong, as data that stand by themselves: for scripts, code hosts and editors.
//!
//! A [`Diagnostic`] speaks of places in a table of [`Files`]; a [`Finding`] has names, lines and columns in it, whether
//! it came of a grammar, a document or anything else with a text. It serializes as what `--format json` prints:
//!
//! ```text
//! {"severity":"error","code":"undefined","message":"nothing is called `blok`",
//!  "place":{"file":"mine.grammar","start":{"offset":20,"line":3,"column":9,"utf8":9,"utf16":9},
//!           "end":{"offset":24,"line":3,"column":13,"utf8":13,"utf16":13}},
//!  "label":"not defined in this grammar","related":[],"notes":[],"help":["did you mean `block`?"]}
//! ```
//!
//! The formats of others are in [`sarif`](super::sarif) and [`github`](super::github).

use super::diagnostic::{Diagnostic, Label, Report, Severity};
use super::source_file::{Files, Point, SourceFile};
use super::span::Span;
use serde::Serialize;

/// Where a finding is.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
pub struct Location {
    /// The file, as messages cite it.
    pub file: String,
    /// Where it begins.
    pub start: Point,
    /// Where it ends: the place behind its last character.
    pub end: Point,
}

impl Location {
    /// A span of a file; none in a file without a name.
    #[must_use]
    pub fn of(file: &SourceFile, span: Span) -> Option<Self> {
        let (start, end) = (file.point(span.start), file.point(span.end));
        (!file.name().is_empty()).then(|| Self { file: file.name().to_owned(), start, end })
    }
}

/// Another place that matters, and why.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
pub struct Related {
    /// The place.
    pub place: Location,
    /// A few words about it.
    pub label: String,
}

/// One thing that was found.
#[derive(Clone, PartialEq, Eq, Debug, Hash, Serialize)]
pub struct Finding {
    /// How bad it is.
    pub severity: Severity,
    /// What sort of thing it is, in one word.
    pub code: String,
    /// What is wrong, in one sentence without a full stop.
    pub message: String,
    /// Where; nothing if it is about no place.
    pub place: Option<Location>,
    /// A few words about the place; may be empty.
    pub label: String,
    /// Other places that matter.
    pub related: Vec<Related>,
    /// Longer explanations.
    pub notes: Vec<String>,
    /// What to do.
    pub help: Vec<String>,
}

impl Report {
    /// All that is said of the mistakes, without the lines of the source.
    #[must_use]
    pub(crate) fn text(&self) -> String {
        self.findings().iter().map(Finding::text).collect::<Vec<_>>().join("\n")
    }

    /// The mistakes as data that stand by themselves.
    #[must_use]
    pub fn findings(&self) -> Vec<Finding> {
        self.diagnostics.iter().map(|one| Finding::of(&self.files, one)).collect()
    }
}

/// Findings as `--format json` prints them, `wishful-findings/1`: an object on a line.
#[must_use]
pub fn findings_json(findings: &[Finding]) -> String {
    let json = serde_json::json!({ "schema": "wishful-findings/1", "findings": findings });
    format!("{json}\n")
}

impl Finding {
    /// One about a place, of which there is no more to say.
    #[must_use]
    pub(crate) fn new(
        severity: Severity,
        code: &str,
        message: String,
        place: Option<Location>,
    ) -> Self {
        let (label, related) = (String::new(), Vec::new());
        let (notes, help) = (Vec::new(), Vec::new());
        Self { severity, code: code.to_owned(), message, place, label, related, notes, help }
    }

    /// A diagnostic about some files.
    #[must_use]
    pub(crate) fn of(files: &Files, diagnostic: &Diagnostic) -> Self {
        let place = |label: &Label| Location::of(files.get(label.place.file), label.place.span);
        let related = diagnostic
            .secondary
            .iter()
            .filter_map(|label| Some(Related { place: place(label)?, label: label.text.clone() }));
        Self {
            severity: diagnostic.severity,
            code: diagnostic.code.word().to_owned(),
            message: diagnostic.message.clone(),
            place: place(&diagnostic.primary),
            label: diagnostic.primary.text.clone(),
            related: related.collect(),
            notes: diagnostic.notes.clone(),
            help: diagnostic.help.clone(),
        }
    }

    /// All that is said of it: the message, the words under the caret, notes and help, a line each.
    #[must_use]
    pub fn text(&self) -> String {
        let label = (!self.label.is_empty()).then(|| format!(": {}", self.label));
        let mut text = format!("{}{}", self.message, label.unwrap_or_default());
        let notes = self.notes.iter().map(|note| ("note", note));
        for (kind, said) in notes.chain(self.help.iter().map(|help| ("help", help))) {
            text.push_str(&format!("\n{kind}: {said}"));
        }
        text
    }
}
