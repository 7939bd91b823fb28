//! `unfinished`: an element that may be empty at the end of a document, and that then cannot be
//! closed.
//!
//! `<p> ::= flow+` requires something in every `<p>`. In an empty `<p>`, an end tag is rejected,
//! and nothing helps at the end of the document. Text cannot be inserted, and start tags can only
//! if a wish or a remedy for `EOF` permits them. A content is finished if permitted virtual tags
//! can complete it, including the contents of the inserted elements: a least fixpoint over the
//! rules.
//!
//! The lint checks only grammars in which some start tags may be virtual for `EOF`. Grammars
//! without repairs are not checked, nor are those with their own tokens.
//!
//! The lint also reports a grammar that accepts `EOF` nowhere, since every tokenizer of markup
//! produces it last.

use super::subject::Subject;
use super::unproductive::made_of;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{NumberedGrammar, PlainSymbol};
use crate::grammar::compile::reach::element_of_start;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    if subject.is_of_texts() {
        return;
    }
    let end = subject.terminal("EOF");
    let is_possible = match end {
        Some(end) => subject.reach.terminals[end],
        None => false,
    };
    if !is_possible && let Some(start) = &subject.stages.names.start {
        mistakes.push(without_end(start));
    }
    let Some(end) = end else { return };
    let tags: BTreeSet<usize> = subject.virtual_tags(end).collect();
    if tags.iter().any(|&tag| element_of_start(&subject.stages.plain, tag).is_some()) {
        unfinished(subject, &finished(subject, end, &tags), mistakes);
    }
}

fn without_end(start: &At<String>) -> Diagnostic {
    let message = "no document can end: EOF is not allowed in any";
    warning(Code::Unfinished, start.place, message)
        .label("no rule reachable from it contains EOF")
        .help(format!("end the document with EOF: `{} ::= … EOF ;`", start.value))
}

/// Reports each unfinished content once.
fn unfinished(subject: &Subject<'_>, finished: &[bool], mistakes: &mut Mistakes) {
    let mut seen = BTreeSet::new();
    for (content, what, place) in contents(subject) {
        if !finished[content] && seen.insert(content) {
            let mut mistake = empty(what, place);
            for rule in asking(subject, finished, content) {
                mistake = mistake.also(rule, "requires something");
            }
            mistakes.push(mistake);
        }
    }
}

fn empty(what: String, place: FileSpan) -> Diagnostic {
    warning(Code::Unfinished, place, format!("an empty {what} cannot end"))
        .label("content is required, and none of it can be inserted")
        .help("let it be empty, or permit inserting its content with a `wish` for EOF")
        .about(what)
}

/// Iterates over the contents in documents and that of the document, each with a name and a span.
fn contents<'s>(
    subject: &'s Subject<'_>,
) -> impl Iterator<Item = (usize, String, FileSpan)> + use<'s> {
    let plain = &subject.stages.plain;
    let elements = plain.elements.iter().enumerate();
    let contents = elements.filter_map(|(number, element)| {
        let (content, place) = (element.content()?, element.place?);
        let is_reached = subject.reach.elements[number];
        if is_reached { Some((content, subject.spelling(number), place)) } else { None }
    });
    contents.chain(document(plain))
}

fn document(plain: &NumberedGrammar) -> Option<(usize, String, FileSpan)> {
    let start = plain.start?;
    Some((start, "document".to_owned(), plain.nonterminals[start].1?))
}

/// Returns the spans of the named rules in a content that cannot be completed.
fn asking(subject: &Subject<'_>, finished: &[bool], content: usize) -> Vec<FileSpan> {
    let plain = &subject.stages.plain;
    let mut places = Vec::new();
    let found = plain.reachable(&subject.by_left, content, |inner| !finished[inner]);
    for number in found.into_iter().skip(1) {
        let (name, place) = &plain.nonterminals[number];
        if subject.stages.names.nonterminals.contains_key(name) {
            places.extend(*place);
        }
    }
    places
}

/// Computes the nonterminals that virtual tags can complete before the end of the input.
pub(super) fn finished(subject: &Subject<'_>, end: usize, tags: &BTreeSet<usize>) -> Vec<bool> {
    let plain = &subject.stages.plain;
    made_of(plain, |symbol| match symbol {
        PlainSymbol::Terminal(terminal) => terminal == end || tags.contains(&terminal),
        PlainSymbol::Nonterminal(_) => false,
        PlainSymbol::Element(number) => tags.contains(&plain.elements[number].tags.0),
    })
}
