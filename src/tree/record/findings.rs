//! The problems of a document as [`Finding`]s: repairs, breaches of attribute declarations, parse
//! errors.

use super::breaches::AttributeError;
use super::repair_groups::{AuthorSentence, RepairGroup};
use super::sentences::{sentence, standard_link};
use crate::base::{Allowance, Finding, HashSet, Location, Related, Severity, Span};
use crate::token::{self, KindRef, TokenError};
use crate::tree::document::Document;

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
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let wanted = FindingKinds::default().repairs(true).errors(true);
    /// let found = document.findings(wanted, Severity::Error);
    /// let codes: Vec<&str> = found.iter().map(|one| one.code.as_str()).collect();
    /// assert_eq!(codes, ["virtual-end", "missing-semicolon-after-character-reference"]);
    /// ```
    #[must_use]
    pub fn findings(&self, wanted: FindingKinds, severity: Severity) -> Vec<Finding> {
        self.findings_within(wanted, severity, Allowance::OUTPUT)
    }

    /// Returns the problems of the document as [`Document::findings`] does, of which all texts
    /// together have about so many bytes at most. If there are more, the last finding is a warning
    /// `truncated` at the place of the first that was left out.
    #[must_use]
    pub fn findings_within(
        &self,
        wanted: FindingKinds,
        severity: Severity,
        bytes: Allowance,
    ) -> Vec<Finding> {
        let mut found = self.problems(wanted);
        // (A stable sort: problems at one position stay in the order of their kinds.)
        found.sort_by_key(|problem| problem.span(self).start);
        let findings = found.into_iter().map(|problem| self.problem_finding(problem, severity));
        Finding::within(bytes.of(self.text().len()), findings)
    }

    /// Returns the wanted problems: the repairs, the breaches, the errors. Of several repairs of
    /// one kind at one span, such as the copies of several elements that are opened again before
    /// one tag, the first counts; one that the grammar does not allow goes before one that it
    /// allows.
    #[doc(hidden)]
    pub fn problems(&self, wanted: FindingKinds) -> Vec<DocumentProblem> {
        let (mut repairs, mut seen) = (Vec::new(), HashSet::default());
        for allowed in [false, true] {
            let is_wanted = if allowed { wanted.allowed } else { wanted.repairs };
            for repair in self.repair_ids().filter(|_| is_wanted) {
                if self.is_allowed(repair) == allowed
                    && let Some(record) = self.repair(repair)
                    && seen.insert((record.span, record.kind))
                {
                    repairs.push(repair);
                }
            }
        }
        repairs.sort_unstable();
        let mut problems: Vec<DocumentProblem> =
            self.grouped(repairs).into_iter().map(DocumentProblem::Repair).collect();
        if wanted.repairs {
            let mut seen = HashSet::default();
            let breaches = self.attribute_errors().into_iter();
            problems.extend(
                breaches.filter(|breach| seen.insert(breach.span)).map(DocumentProblem::Breach),
            );
        }
        if wanted.errors {
            problems.extend(self.errors().iter().copied().map(DocumentProblem::Error));
        }
        problems
    }

    /// Returns a problem as a finding of the given severity, except that an allowed repair is a
    /// note.
    #[doc(hidden)]
    pub fn problem_finding(&self, problem: DocumentProblem, severity: Severity) -> Finding {
        let span = problem.span(self);
        match problem {
            DocumentProblem::Repair(group) => self.repair_finding(&group, severity),
            DocumentProblem::Breach(breach) => {
                let note = self.declared_at(&breach).map(by_the_line);
                let mut finding = self.finding(severity, "attribute", breach.what, span);
                finding.notes.extend(note);
                finding
            }
            DocumentProblem::Error(error) => self.error_finding(error, severity),
        }
    }

    /// Returns the mistakes of the document in words, sorted by position, each with an advice. What
    /// follows from an earlier mistake says so.
    pub(crate) fn mistake_sentences(&self) -> Vec<(Span, String, String)> {
        let mut sentences = Vec::new();
        for problem in self.problems(FindingKinds { repairs: true, errors: true, allowed: false }) {
            let span = problem.span(self);
            match problem {
                DocumentProblem::Repair(group) => {
                    let AuthorSentence { message, advice, .. } = self.author_sentence(&group);
                    sentences.push((span, message, advice));
                    let from =
                        format!("it follows from the mistake at {}", self.position(span.start));
                    for follow in group.follows.iter().filter_map(|&follow| self.repair(follow)) {
                        sentences.push((follow.span, from.clone(), String::new()));
                    }
                }
                DocumentProblem::Breach(breach) => {
                    sentences.push((span, breach.what, String::new()));
                }
                DocumentProblem::Error(error) => {
                    let (span, message, advice) = self.error_sentence(error);
                    sentences.push((span, message, advice.to_owned()));
                }
            }
        }
        sentences.sort_by_key(|(span, ..)| span.start);
        sentences
    }

    fn repair_finding(&self, group: &RepairGroup, severity: Severity) -> Finding {
        let is_allowed = group.follows.is_empty() && self.is_allowed(group.repair);
        let severity = if is_allowed { Severity::Note } else { severity };
        let (mut code, mut note) = ("", None);
        if let Some(record) = self.repair(group.repair) {
            code = record.kind.name();
            note = self.citation(record);
        }
        let AuthorSentence { message, advice, place, related } = self.author_sentence(group);
        let mut finding = self.finding(severity, code, message, place);
        let file = &self.source().file;
        for (span, label) in related {
            finding.related.extend(Location::of(file, span).map(|at| Related::new(at, label)));
        }
        let more = group.count - group.follows.len();
        if more > 0 {
            finding.notes.push(format!("{more} more repairs follow from it"));
        }
        finding.notes.extend(note.map(by_the_line));
        finding.help.push(advice);
        finding
    }

    /// Returns a parse error as a finding, which speaks of the page.
    fn error_finding(&self, error: TokenError, severity: Severity) -> Finding {
        let (span, message, advice) = self.error_sentence(error);
        let mut finding = self.finding(severity, error.code, message, span);
        if !advice.is_empty() {
            finding.help.push(advice.to_owned());
            finding.link = Some(standard_link(error.code));
        }
        finding
    }

    /// Returns the place of a parse error, a sentence about it and an advice. An error without a
    /// sentence has its name, and no advice.
    fn error_sentence(&self, error: TokenError) -> (Span, String, &'static str) {
        let span = Span { start: error.at, end: error.at };
        let Some((message, advice)) = sentence(error.code) else {
            return (span, error.code.replace('-', " "), "");
        };
        if !message.contains("{}") {
            return (span, message.to_owned(), advice);
        }
        let attribute = self.attribute_before(error.at);
        let name = attribute.map_or("the attribute", |one| one.name.get(self.text()));
        let span = attribute.map_or(span, |attribute| attribute.span);
        (span, message.replace("{}", name), advice)
    }

    /// Returns the attribute of a start tag that ends at an offset at the latest.
    fn attribute_before(&self, offset: u32) -> Option<token::AttributeRef<'_>> {
        let tokens = self.tokens();
        let tag = match tokens.get(tokens.at(offset.saturating_sub(1)))?.kind {
            KindRef::StartTag(tag) | KindRef::EndTag(tag) => tag,
            _ => return None,
        };
        tag.attributes().take_while(|attribute| attribute.span.start < offset).last()
    }

    fn finding(&self, severity: Severity, code: &str, message: String, span: Span) -> Finding {
        Finding::new(severity, code, message, Location::of(&self.source().file, span))
    }
}

/// A problem of a document.
#[derive(Debug)]
pub enum DocumentProblem {
    /// A repair, with those that follow from it.
    Repair(RepairGroup),
    /// A breach of the rules of attributes.
    Breach(AttributeError),
    /// A parse error of the tokenizer.
    Error(TokenError),
}

impl DocumentProblem {
    /// Returns the span of the problem in the source.
    pub fn span(&self, document: &Document) -> Span {
        match self {
            Self::Repair(group) => {
                document.repair(group.repair).map_or(Span::at(0), |repair| repair.span)
            }
            Self::Breach(breach) => breach.span,
            Self::Error(error) => Span { start: error.at, end: error.at },
        }
    }
}

fn by_the_line((at, line): (String, String)) -> String {
    format!("by {at}: {line}")
}
