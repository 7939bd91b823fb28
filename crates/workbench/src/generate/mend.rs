//! Documents without findings, for a grammar that checks trees.
//!
//! Such a grammar has conditions besides its rules: `forbid` statements, required attributes,
//! references. A derivation that breaks some of them is not thrown away. What a finding is about,
//! an attribute or an element with its content, is deleted, until there is no finding.

use super::chance::Rng;
use super::tokens::sample;
use std::collections::BTreeMap;
use std::sync::Arc;

use wishful::base::{Span, wide};
use wishful::grammar::Grammar;
use wishful::tree::{Document, NodeKind, NodeRef, TagOrigin};
use wishful::{ParseOptions, Parser};
use wishful_check::{Checker, ConformanceError};

/// The largest number of times that a text is parsed and changed.
const ROUNDS: usize = 64;

/// A grammar that checks trees, and the parser that makes the trees.
pub(super) struct Mender {
    parser: Parser,
    checker: Checker,
    options: ParseOptions,
}

impl Mender {
    /// Returns a mender for a grammar that checks trees; `None` for another grammar.
    ///
    /// # Errors
    /// If a selector of the grammar cannot be compiled.
    pub(super) fn of(
        grammar: &Arc<Grammar>,
        fragment: Option<&str>,
    ) -> Result<Option<Self>, String> {
        if grammar.tree_facts().forbidden.is_empty() {
            return Ok(None);
        }
        let checker = Checker::new(Arc::clone(grammar));
        let checker = checker.map_err(|report| report.render(false))?;
        let options = ParseOptions::default().fragment(fragment);
        Ok(Some(Self { parser: Parser::default(), checker, options }))
    }

    /// Deletes what the findings of a check are about. Returns the text and its document, or `None`
    /// if nothing that can be deleted is the cause of a finding.
    pub(super) fn mended(&self, text: &str) -> Option<(String, Document)> {
        let mut text = text.to_owned();
        for _ in 0..ROUNDS {
            let document = self.parser.parse(text.as_str(), &self.options).ok()?;
            if document.mistakes().next().is_some() || !document.errors().is_empty() {
                return None;
            }
            let found = self.checker.check(&document);
            if found.is_empty() {
                return Some((text, document));
            }
            text = without(&document, &found)?;
        }
        None
    }
}

/// Returns a value of a `datatype` statement, by its number.
pub(super) fn value_of(random: &mut Rng, grammar: &Grammar, datatype: usize) -> Option<String> {
    let pattern = &grammar.tree_facts().datatypes[datatype].pattern;
    let sampled = sample(random, &regex_syntax::parse(pattern).ok()?)?;
    let is_plain = !sampled.contains(['"', '&', '<']) && !sampled.contains(char::is_control);
    if is_plain { Some(sampled) } else { None }
}

/// Returns the text of a document without the attributes and elements that findings are about.
fn without(document: &Document, found: &[ConformanceError]) -> Option<String> {
    let deletable = deletable(document);
    let mut spans = Vec::new();
    for mistake in found {
        // A finding at a value is about the attribute, whose name is before it.
        let (_, &span) = deletable.range(..=mistake.span.start).next_back()?;
        spans.push(span);
    }
    spans.sort_by_key(|span| (span.start, std::cmp::Reverse(span.end)));
    let (text, mut kept, mut at) = (document.text(), String::new(), 0);
    for span in spans {
        if span.start >= at {
            kept.push_str(Span { start: at, end: span.start }.of(text));
            at = span.end;
        }
    }
    kept.push_str(text.get(wide(at)..)?);
    Some(kept)
}

/// Returns the spans that can be deleted, by their starts: attributes, elements with their content,
/// texts and comments.
fn deletable(document: &Document) -> BTreeMap<u32, Span> {
    let mut deletable = BTreeMap::new();
    for node in document.nodes() {
        for attribute in node.attributes() {
            let name = attribute.name_span();
            // One more character: the closing quote.
            let end = attribute.value_span().map_or(name.end, |value| value.end + 1);
            deletable.insert(name.start, Span { start: name.start, end });
        }
        if let Some(span) = whole(node) {
            deletable.insert(span.start, span);
        }
    }
    deletable
}

/// Returns the span of a node with its content; `None` if it has no tags of its own.
fn whole(node: NodeRef<'_>) -> Option<Span> {
    if node.kind() != NodeKind::Element {
        return node.spans().first().copied();
    }
    match (node.start_tag()?, node.end_tag()) {
        (TagOrigin::Written(start), Some(TagOrigin::Written(end))) => {
            Some(Span { start: start.start, end: end.end })
        }
        (TagOrigin::Written(start), None) => Some(start),
        _ => None,
    }
}
