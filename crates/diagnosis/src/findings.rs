//! Findings: the mistakes of a page, and what the checker finds in the page without them.

use crate::diagnoser::{Diagnoser, Diagnosis};
use crate::mistake::{Mistake, MistakeKind};
use wishful::base::{Allowance, Finding, Location, Related, Severity, Span, narrow};
use wishful::slippers::event::RepairKind;
use wishful::tree::{EncodingReason, error_codes};
use wishful::{Document, ParseOptions};

/// The page of the standard about the syntax of HTML.
const STANDARD: &str = "https://html.spec.whatwg.org/multipage/syntax.html";

/// The greatest number of repairs that a mistake lists as its consequences.
const CONSEQUENCES: usize = 3;

impl Diagnoser {
    /// Returns the codes that findings may have.
    #[must_use]
    pub fn codes(&self) -> Vec<&str> {
        let mut codes: Vec<&str> = self.checker().codes().collect();
        let mistakes = MistakeKind::ALL.iter().map(|kind| kind.code());
        let repairs = RepairKind::ALL.iter().map(|kind| kind.name());
        let others = mistakes.chain(repairs).chain(error_codes());
        for code in others.chain(["attribute", MALFORMED, "truncated"]).chain(ENCODING) {
            codes.push(code);
        }
        codes
    }

    /// Returns the findings of a document that the parser read with these options: the mistakes of
    /// the author, and what the checker finds besides. They are sorted by position.
    #[must_use]
    pub fn findings(&self, document: &Document, options: &ParseOptions) -> Vec<Finding> {
        self.findings_within(document, options, Allowance::OUTPUT)
    }

    /// Returns the findings as [`Diagnoser::findings`] does, of which all texts together have about
    /// so many bytes at most. If there are more, the last one is a warning `truncated`.
    #[must_use]
    pub fn findings_within(
        &self,
        document: &Document,
        options: &ParseOptions,
        bytes: Allowance,
    ) -> Vec<Finding> {
        self.findings_of(&self.diagnose(document, options), document, bytes)
    }

    /// Returns the findings of a document with this diagnosis, as
    /// [`Diagnoser::findings_within`] does.
    #[must_use]
    pub fn findings_of(
        &self,
        diagnosis: &Diagnosis,
        document: &Document,
        bytes: Allowance,
    ) -> Vec<Finding> {
        let mut found: Vec<(u32, Finding)> =
            diagnosis.mistakes.iter().map(|one| (one.place.start, one.finding(document))).collect();
        found.extend(malformed(document));
        if document.fragment().is_none() {
            found.extend(encoding(document));
        }
        match &diagnosis.document {
            None => {
                let others = self.checker().findings_with_spans(document);
                found.extend(others.map(|(span, finding)| (span.start, finding)));
            }
            Some(repaired) => {
                let origins = diagnosis.pieces.origins();
                for (span, mut finding) in self.checker().findings_with_spans(repaired) {
                    let span = origins.span(span);
                    finding.place = Location::of(&document.source().file, span);
                    found.push((span.start, finding));
                }
            }
        }
        found.sort_by_key(|(start, _)| *start);
        let findings = found.into_iter().map(|(_, finding)| finding);
        Finding::within(bytes.of(document.text().len()), findings)
    }
}

impl Diagnosis {
    /// Returns the mistakes as findings.
    #[must_use]
    pub fn findings(&self, document: &Document) -> Vec<Finding> {
        self.mistakes.iter().map(|mistake| mistake.finding(document)).collect()
    }
}

impl Mistake {
    /// Returns the mistake as a finding about a document.
    #[must_use]
    pub fn finding(&self, document: &Document) -> Finding {
        let file = &document.source().file;
        let severity = if self.is_warning { Severity::Warning } else { Severity::Error };
        let place = Location::of(file, self.place);
        let mut finding = Finding::new(severity, self.kind.code(), self.message.clone(), place);
        for (span, label) in &self.related {
            if let Some(place) = Location::of(file, *span) {
                finding.related.push(Related::new(place, label.clone()));
            }
        }
        let more = self.consequences.len().saturating_sub(CONSEQUENCES);
        let listed = self.consequences.iter().take(CONSEQUENCES).map(|(span, repair)| {
            let position = document.position(span.start);
            format!("{} at {}:{}", as_habit(repair), position.line, position.column)
        });
        let mut listed = listed.collect::<Vec<_>>().join(", ");
        if more > 0 {
            listed.push_str(&format!(", and {more} more"));
        }
        if !listed.is_empty() {
            finding.notes.push(format!("because of it, a browser {listed}"));
        }
        let (section, anchor) = self.kind.section();
        let link = format!("{STANDARD}#{anchor}");
        finding.notes.push(format!("HTML standard {section}: {link}"));
        finding.link = Some(link);
        finding.help.push(self.advice.clone());
        finding
    }
}

/// The verbs of repairs, of one parse and of each parse.
const VERBS: [(&str, &str); 10] = [
    ("set aside", "ignores"),
    ("inserted", "adds"),
    ("reopened", "opens again"),
    ("moved", "moves"),
    ("read", "reads"),
    ("untangled", "untangles"),
    ("closed", "closes"),
    ("removed", "removes"),
    ("added", "adds"),
    ("reached", "reaches"),
];

/// Returns what a repair does, as something that a parser always does: `adds </b> before <p>`.
fn as_habit(repair: &str) -> String {
    for (once, always) in VERBS {
        if let Some(rest) = repair.strip_prefix(once) {
            return format!("{always}{rest}");
        }
    }
    repair.to_owned()
}

/// The code of the finding about bytes that are no text.
const MALFORMED: &str = "malformed-bytes";

/// Returns the finding about bytes that are no text in the encoding of the document (13.2.3.5), at
/// the first of them.
fn malformed(document: &Document) -> Option<(u32, Finding)> {
    let source = document.source();
    if !source.had_errors {
        return None;
    }
    let start = narrow(document.text().find(char::REPLACEMENT_CHARACTER)?);
    let span = Span { start, end: start + narrow(char::REPLACEMENT_CHARACTER.len_utf8()) };
    let name = source.encoding.name();
    let message = format!("some bytes of the page are no text in {name}, the first of them here");
    let place = Location::of(&source.file, span);
    let mut finding = Finding::new(Severity::Error, MALFORMED, message, place);
    finding.help.push("save the page as UTF-8, and declare `<meta charset=utf-8>`".to_owned());
    Some((start, finding))
}

/// The codes of the findings about where a page declares its encoding.
const ENCODING: [&str; 2] = ["late-encoding", "undeclared-encoding"];

/// Returns the finding about a page that declares its encoding too late or not at all (4.2.5.4). A
/// page of ASCII alone needs no declaration to be read.
fn encoding(document: &Document) -> Option<(u32, Finding)> {
    let source = document.source();
    if !matches!(source.reason, EncodingReason::LateMeta | EncodingReason::Guess) {
        return None;
    }
    let [late, undeclared] = ENCODING;
    let (severity, code, span, message, help) = match document.encoding_declaration() {
        Some(span) => (
            Severity::Error,
            late,
            span,
            "the encoding is declared after the first 1,024 bytes of the page".to_owned(),
            "move this tag to the start of the page",
        ),
        None => {
            let text = document.text();
            let start = text.find(|letter: char| !letter.is_ascii())?;
            let end = start + text[start..].chars().next().map_or(0, char::len_utf8);
            let name = source.encoding.name();
            (
                Severity::Warning,
                undeclared,
                Span { start: narrow(start), end: narrow(end) },
                format!("the page does not declare its encoding, which is probably {name}"),
                "save the page as UTF-8, and declare `<meta charset=utf-8>`",
            )
        }
    };
    let place = Location::of(&source.file, span);
    let mut finding = Finding::new(severity, code, message, place);
    finding.help.push(help.to_owned());
    Some((span.start, finding))
}

impl MistakeKind {
    /// Returns the section of the HTML standard that says what is right, and its anchor there.
    #[must_use]
    pub const fn section(self) -> (&'static str, &'static str) {
        match self {
            Self::UnclosedElement | Self::StartForEnd | Self::OverlappingElements => {
                ("13.1.2", "elements-2")
            }
            Self::UnclosedTag | Self::MisspeltTag => ("13.1.2.1", "start-tags"),
            Self::StrayEndTag => ("13.1.2.2", "end-tags"),
            Self::UnclosedQuote | Self::UnopenedQuote => ("13.1.2.3", "attributes-2"),
            Self::UnclosedComment => ("13.1.6", "comments"),
            Self::UnclosedRawText => ("13.1.2.6", "cdata-rcdata-restrictions"),
            Self::ContentAfterEnd => ("13.1", "writing"),
        }
    }
}
