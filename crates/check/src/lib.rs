//! Conformance checking: the tree of a document against a grammar of documents as authors should
//! write them.
//!
//! ```text
//! bytes ──► Parser (whatwg) ──► Document ──► Checker (conforming) ──► findings
//!                               every tag         content    words of the tree, node by node
//!                               present           attributes `attributes`, `datatype`
//!                                                 forbidden  `forbid`, `warn`
//! ```
//!
//! The document is parsed with one grammar, which repairs it, and checked with another, which
//! permits no repair. In the tree every element has both of its tags, so the recogniser of the
//! second grammar reads it as virtual HTML in one pass. A node that is not acceptable is one
//! finding; its content is then read by its own rule, and the content around it goes on as if the
//! node were not there.
//!
//! Repairs, parse errors and the like are findings of the document itself:
//! [`Document::findings`](wishful::tree::Document::findings).
//!
//! | feature | purpose |
//! | --- | --- |
//! | `conforming` (default) | the grammar of conforming documents |
//! | `large` (default) | `large` of `wishful`, and full Unicode in regular expressions |

mod advice;
mod attributes;
mod content;
mod declarations;
mod error;
mod forbidden;
mod missing;
mod prefix;
mod prepared;
#[cfg(test)]
mod tests;
mod values;

use content::TreeReading;
pub use error::ConformanceError;
use error::span_of_node;
use forbidden::ForbiddenNodes;
pub use prefix::{AllowedAttribute, ReadPrefix};
use prepared::Prepared;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;
use wishful::base::{
    Allowance, FileSpan, Finding, HashMap, Location, Related, Severity, Span, wide,
};
use wishful::diagnostics::Report;
use wishful::grammar::Grammar;
use wishful::slippers::event::RepairKind;
use wishful::token::KindRef;
use wishful::tree::{Document, DocumentProblem, FindingKinds};
use wishful_earley::Options;
use wishful_query::{Node, Value};

/// The greatest number of stacks that a search for missing content visits. What is missing is near;
/// longer searches found only that an element that may contain anything may contain the node.
const SEARCHED: u64 = 24;

/// The codes of mistakes in content and attributes.
const CODES: [&str; 10] = [
    "attribute-value",
    "duplicate-id",
    "misplaced-element",
    "misplaced-text",
    "missing-attribute",
    "missing-element",
    "obsolete-attribute",
    "unknown-attribute",
    "unknown-element",
    "unknown-id",
];

/// A grammar prepared for checking documents, which threads can share.
///
/// ```
/// use wishful_check::Checker;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let rules = r#"start document ; tokenizer html5 ;
///     document ::= <html> EOF ;  <html> ::= <head> <body> ;
///     <head> ::= <title> ;  <title> <p> ::= TEXT* ;
///     <body> ::= <p>+ ;
///     attributes <p> = align (left right) obsolete "use CSS" ;
///     forbid empty-paragraph "p:empty" "remove the empty paragraph" ;"#;
/// let checker = Checker::new(Grammar::source("house", rules).compile()?)?;
/// let parser = Parser::new(Grammar::load("whatwg")?).unwrap();
/// let html = "<title>x</title><div></div><p align=left>y<p></p>";
/// let document = parser.parse(html, &ParseOptions::default()).unwrap();
/// let codes: Vec<_> = checker.check(&document).iter().map(|found| found.code.clone()).collect();
/// assert_eq!(codes, ["unknown-element", "obsolete-attribute", "empty-paragraph"]);
/// # Ok::<(), wishful::diagnostics::Report>(())
/// ```
pub struct Checker {
    rules: Prepared,
    forbidden: ForbiddenNodes,
}

impl Checker {
    /// Prepares a grammar.
    ///
    /// # Errors
    /// A report of the selectors of `forbid` statements that cannot be compiled.
    pub fn new(grammar: impl Into<Arc<Grammar>>) -> Result<Self, Report> {
        let grammar = grammar.into();
        let forbidden = ForbiddenNodes::of(&grammar)?;
        Ok(Self { rules: Prepared::new(grammar), forbidden })
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &Arc<Grammar> {
        &self.rules.grammar
    }

    /// Returns the codes that mistakes may have: those of `forbid` and `warn` statements, and those
    /// of content and attributes.
    pub fn codes(&self) -> impl Iterator<Item = &str> {
        let statements = &self.rules.grammar.tree_facts().forbidden;
        statements.iter().map(|statement| statement.name.as_str()).chain(CODES)
    }

    /// Checks a document, which may have been parsed with any grammar. The mistakes are sorted by
    /// position.
    #[must_use]
    pub fn check(&self, document: &Document) -> Vec<ConformanceError> {
        let options =
            Options { search_nodes: SEARCHED, search_nodes_per_frame: 0, ..Options::default() };
        let grammar = &self.rules.grammar;
        let mut found = match document.fragment().map(|name| grammar.context(name)) {
            // Nothing is known of the content of an element that the grammar does not have.
            Some(None) => Vec::new(),
            context => {
                let recogniser = grammar.recogniser(context.flatten(), options);
                TreeReading::new(&self.rules, document, recogniser).read()
            }
        };
        self.forbidden(document, &mut found);
        // (A stable sort: errors at one position stay in the order of their kinds.)
        found.sort_by_key(|mistake| (mistake.span.start, Reverse(mistake.severity)));
        // What is wrong needs no warning.
        found.dedup_by(|later, first| later.severity < first.severity && later.span == first.span);
        merged(found)
    }

    /// Returns all findings in a document, sorted by position: the mistakes, the parse errors, and
    /// the repairs that its own grammar does not allow. Of the repairs at one position, the first
    /// counts, because the others follow from it.
    #[must_use]
    pub fn findings(&self, document: &Document) -> Vec<Finding> {
        self.findings_within(document, Allowance::OUTPUT)
    }

    /// Returns all findings in a document as [`Checker::findings`] does, of which all texts
    /// together have about so many bytes at most. If there are more, the last finding is a warning
    /// `truncated` at the place of the first that was left out.
    #[must_use]
    pub fn findings_within(&self, document: &Document, bytes: Allowance) -> Vec<Finding> {
        let findings = self.findings_with_spans(document).map(|(_, finding)| finding);
        Finding::within(bytes.of(document.text().len()), findings)
    }

    /// Returns all findings in a document, sorted by position, with their spans.
    #[doc(hidden)]
    pub fn findings_with_spans<'a>(
        &'a self,
        document: &'a Document,
    ) -> impl Iterator<Item = (Span, Finding)> + 'a {
        let mut problems = document.problems(FindingKinds::default().repairs(true));
        problems.retain(|problem| match problem {
            DocumentProblem::Repair(group) => {
                document.repair(group.repair).is_none_or(|one| one.kind != RepairKind::Reopened)
            }
            _ => true,
        });
        problems.sort_by_key(|problem| problem.span(document).start);
        problems.dedup_by_key(|problem| problem.span(document).start);
        problems.extend(document.problems(FindingKinds::default().errors(true)));
        let mut found: Vec<FoundProblem> =
            problems.into_iter().map(FoundProblem::OfDocument).collect();
        found.extend(self.check(document).into_iter().map(FoundProblem::Mistake));
        found.sort_by_key(|problem| match problem {
            FoundProblem::OfDocument(problem) => problem.span(document).start,
            FoundProblem::Mistake(mistake) => mistake.span.start,
        });
        found.into_iter().map(|problem| match problem {
            FoundProblem::OfDocument(problem) => {
                let (span, homes) = (problem.span(document), self.homes(document, &problem));
                let mut finding = document.problem_finding(problem, Severity::Error);
                if let Some(homes) = homes {
                    finding.help = vec![format!("it belongs into {homes}")];
                }
                (span, finding)
            }
            FoundProblem::Mistake(mistake) => (mistake.span, self.finding(document, &mistake)),
        })
    }

    /// Lists the elements that may contain the element of a start tag which is ignored, if they are
    /// few.
    fn homes(&self, document: &Document, problem: &DocumentProblem) -> Option<Arc<str>> {
        let DocumentProblem::Repair(group) = problem else { return None };
        let record = document.repair(group.repair)?;
        if record.kind != RepairKind::Cruft {
            return None;
        }
        let grammar = &self.rules.grammar;
        let KindRef::StartTag(tag) = document.token(record.token)?.kind else { return None };
        let readings = grammar.readings().of_name(tag.name.get(document.text()))?;
        let word = readings.start_if(|_| false, Vec::new).first().copied()?;
        self.rules.homes(word.terminal)
    }

    /// Adds the nodes that `forbid` and `warn` statements select. A search that reaches a limit
    /// adds those that it found.
    fn forbidden(&self, document: &Document, found: &mut Vec<ConformanceError>) {
        let statements = &self.rules.grammar.tree_facts().forbidden;
        for (number, statement) in statements.iter().enumerate() {
            let severity = if statement.is_warning { Severity::Warning } else { Severity::Error };
            let Some(query) = self.forbidden.query(number, statement, document) else {
                continue;
            };
            let Ok(answer) = query.run(document) else { continue };
            let Value::Nodes(nodes) = answer.value() else { continue };
            for &node in nodes {
                found.push(ConformanceError {
                    code: statement.name.clone().into(),
                    span: span_of(node),
                    message: forbidden::message(&statement.message, node),
                    severity,
                    help: Vec::new(),
                    related: Vec::new(),
                    place: Some(statement.place),
                });
            }
        }
    }

    /// Cites the line of a rule, and the section of the standard that the rule is from. That is in
    /// the next comment that consists of a section, as grammars have it after each statement.
    fn citation(&self, place: FileSpan) -> String {
        let file = self.rules.grammar.files().get(place.file);
        let (at, line) = self.rules.grammar.cites(place);
        let line = line.split("  #").next().unwrap_or_default().trim_end();
        let rest = file.text().get(wide(place.span.start)..).unwrap_or_default();
        match rest.lines().find_map(section) {
            Some(section) => format!("by {at}: {line} (section {section})"),
            None => format!("by {at}: {line}"),
        }
    }

    /// Returns a mistake as a finding, which cites the rule.
    #[must_use]
    pub fn finding(&self, document: &Document, mistake: &ConformanceError) -> Finding {
        let place = Location::of(&document.source().file, mistake.span);
        let mut finding =
            Finding::new(mistake.severity, &mistake.code, mistake.message.clone(), place);
        if let Some(place) = mistake.place {
            finding.notes.push(self.citation(place));
        }
        for (span, label) in &mistake.related {
            let place = Location::of(&document.source().file, *span);
            finding.related.extend(place.map(|place| Related::new(place, label.clone())));
        }
        finding.help.extend(mistake.help.iter().cloned());
        finding
    }
}

/// A problem of the document itself, or a mistake by the grammar.
enum FoundProblem {
    OfDocument(DocumentProblem),
    Mistake(ConformanceError),
}

/// Returns the section in the comment at the end of a line: `4.4.5` of `<p> ::= flow* ;  # 4.4.5`.
fn section(line: &str) -> Option<&str> {
    let (_, section) = line.rsplit_once("# ")?;
    let is_section = section.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.');
    if is_section { Some(section) } else { None }
}

/// Returns the span of an attribute, a start tag or another node.
fn span_of(node: Node<'_>) -> Span {
    match node.attribute() {
        Some(attribute) => attribute.name_span(),
        None => span_of_node(node.node_ref()),
    }
}

/// Merges mistakes of one kind at one place. A copy of an element, opened again, is no second one.
fn merged(found: Vec<ConformanceError>) -> Vec<ConformanceError> {
    let mut places: HashMap<(Span, Cow<'static, str>), usize> = HashMap::default();
    let mut merged: Vec<ConformanceError> = Vec::with_capacity(found.len());
    for mistake in found {
        let number = *places.entry((mistake.span, mistake.code.clone())).or_insert(merged.len());
        match merged.get_mut(number) {
            None => merged.push(mistake),
            Some(first) if first.message.contains(&mistake.message) => {}
            Some(first) => {
                first.message.push_str("; ");
                first.message.push_str(&mistake.message);
                first.help.extend(mistake.help);
            }
        }
    }
    merged
}

/// Runs the example of the README as a doctest.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct CheckReadme;
