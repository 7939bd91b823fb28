//! The problems of a document as [`Finding`]s: repairs, breaches of attribute declarations, parse
//! errors.

use super::breaches::AttributeError;
use super::document::Document;
use crate::base::{Finding, Location, Severity, Span};
use crate::slippers::event::RepairId;

/// The kinds of findings to report.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct FindingKinds {
    /// Repairs that are mistakes of the author, and breaches of attribute declarations.
    pub repairs: bool,
    /// Repairs that the grammar allows.
    pub allowed: bool,
    /// Parse errors that have a code in the standard.
    pub errors: bool,
}

crate::base::setters! { FindingKinds { repairs: bool, allowed: bool, errors: bool } }

impl Document {
    /// Returns the problems of the document, sorted by position. They have the given severity,
    /// except for allowed repairs, which are notes.
    ///
    /// ```
    /// use wishful::diagnostics::Severity;
    /// use wishful::tree::FindingKinds;
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<!doctype html><div>&amp";
    /// let document = parser.parse_str(html, &ParseOptions::default()).unwrap();
    /// let wanted = FindingKinds::default().repairs(true).errors(true);
    /// let found = document.findings(wanted, Severity::Error);
    /// let codes: Vec<&str> = found.iter().map(|one| one.code.as_str()).collect();
    /// assert_eq!(codes, ["virtual-end", "missing-semicolon-after-character-reference"]);
    /// ```
    #[must_use]
    pub fn findings(&self, wanted: FindingKinds, severity: Severity) -> Vec<Finding> {
        let mut found = Vec::new();
        for repair in self.repair_ids() {
            let allowed = self.is_allowed(repair);
            let is_wanted = if allowed { wanted.allowed } else { wanted.repairs };
            if is_wanted {
                let severity = if allowed { Severity::Note } else { severity };
                found.extend(self.repair_finding(repair, severity));
            }
        }
        if wanted.repairs {
            for breach in self.attribute_errors() {
                found.push(self.breach_finding(breach, severity));
            }
        }
        if wanted.errors {
            for error in self.errors() {
                let message = error.code.replace('-', " ");
                let span = Span { start: error.at, end: error.at };
                found.push(self.finding(severity, error.code, message, span));
            }
        }
        // (A stable sort: findings at one position stay in the order of their kinds.)
        found.sort_by_key(|one| one.place.as_ref().map(|place| place.start));
        found
    }

    fn finding(&self, severity: Severity, code: &str, message: String, span: Span) -> Finding {
        Finding::new(severity, code, message, Location::of(&self.source().file, span))
    }

    fn repair_finding(&self, repair: RepairId, severity: Severity) -> Option<Finding> {
        let record = self.repair(repair)?;
        let mut finding =
            self.finding(severity, record.kind.name(), self.describe_action(repair), record.span);
        finding.notes.extend(self.citation(record).map(by_the_line));
        Some(finding)
    }

    fn breach_finding(&self, breach: AttributeError, severity: Severity) -> Finding {
        let note = self.declared_at(&breach).map(by_the_line);
        let mut finding = self.finding(severity, "attribute", breach.what, breach.span);
        finding.notes.extend(note);
        finding
    }
}

fn by_the_line((at, line): (String, String)) -> String {
    format!("by {at}: {line}")
}
