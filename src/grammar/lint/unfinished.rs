//! `unfinished`: an element that the end of a document can find empty, and that can then not be
//! ended.
//!
//! `<p> ::= flow+` asks for something in every `<p>`. If nothing comes, an end tag is refused, and
//! where the document ends nothing helps: text cannot be virtual, and start tags only as far as a
//! wish or a remedy for `EOF` says so. A content is all right if what it asks for can be had in
//! this way, and what that asks for in turn: the least fixpoint over the rules.
//!
//! It is asked only of grammars that say which start tags are to be virtual for the sake of `EOF`
//! (those without repairs are not told about them), and not of those with tokens of their own.
//!
//! And a document in which `EOF` has no place at all: tokenizers of markup give it last, always.

use super::subject::Subject;
use super::unproductive::made_of;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, Place};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::PlainSymbol;
use crate::grammar::compile::reach::element_of_start;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    if subject.is_of_texts() {
        return;
    }
    let end = subject.terminal("EOF");
    if end.is_none_or(|end| !subject.reach.terminals[end]) {
        mistakes.extend(subject.stages.names.start.as_ref().map(without_end));
    }
    let Some(end) = end else { return };
    let tags: BTreeSet<usize> = subject.virtual_tags(end).collect();
    if tags.iter().any(|&tag| element_of_start(&subject.stages.plain, tag).is_some()) {
        unfinished(subject, &finished(subject, end, &tags), mistakes);
    }
}

fn without_end(start: &At<String>) -> Diagnostic {
    let message = "no document can be ended: EOF has no place in it";
    warning(Code::Unfinished, start.place, message)
        .label("no rule that it reaches has room for EOF")
        .help(format!("let it end so: `{} ::= … EOF ;`", start.value))
}

/// Reports each content once that is not finished.
fn unfinished(subject: &Subject<'_>, finished: &[bool], mistakes: &mut Mistakes) {
    let mut seen = BTreeSet::new();
    for (content, what, place) in contents(subject) {
        if !finished[content] && seen.insert(content) {
            let rules = asking(subject, finished, content).into_iter();
            let mistake = empty(what, place);
            mistakes.push(rules.fold(mistake, |it, rule| it.also(rule, "asks for something")));
        }
    }
}

fn empty(what: String, place: Place) -> Diagnostic {
    warning(Code::Unfinished, place, format!("an empty {what} cannot be ended"))
        .label("something must be in it, and nothing of that can be virtual")
        .help("let it be empty, or wish for what may be virtual in it for the sake of EOF")
        .about(what)
}

/// The contents that documents have, and that of the document: what each is of, and where.
fn contents<'s>(
    subject: &'s Subject<'_>,
) -> impl Iterator<Item = (usize, String, Place)> + use<'s> {
    let plain = &subject.stages.plain;
    let reached = (0..plain.elements.len()).filter(|&number| subject.reach.elements[number]);
    let contents = reached.filter_map(|number| {
        let place = plain.elements[number].place?;
        Some((subject.containment.content(number)?, subject.spelling(number), place))
    });
    let document = plain
        .start
        .and_then(|start| Some((start, "document".to_owned(), plain.nonterminals[start].1?)));
    contents.chain(document)
}

/// The rules with a name in a content that ask for something.
fn asking(subject: &Subject<'_>, finished: &[bool], content: usize) -> Vec<Place> {
    let plain = &subject.stages.plain;
    let found = plain.made_of(&subject.by_left, content, |inner| !finished[inner]);
    let rules = found.into_iter().skip(1).map(|number| &plain.nonterminals[number]);
    let named = rules.filter(|rule| subject.stages.names.nonterminals.contains_key(&rule.0));
    named.filter_map(|rule| rule.1).collect()
}

/// The nonterminals that virtual tags alone can fill; the end itself is there.
pub(super) fn finished(subject: &Subject<'_>, end: usize, tags: &BTreeSet<usize>) -> Vec<bool> {
    let plain = &subject.stages.plain;
    made_of(plain, |symbol| match symbol {
        PlainSymbol::Terminal(terminal) => terminal == end || tags.contains(&terminal),
        PlainSymbol::Nonterminal(_) => false,
        PlainSymbol::Element(number) => tags.contains(&plain.elements[number].tags.0),
    })
}
