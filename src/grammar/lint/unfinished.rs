//! `unfinished`: an element that the end of a document can find empty, and that can then not be ended.
//!
//! `<p> ::= flow+` asks for something in every `<p>`. If nothing comes, an end tag is refused, and where
//! the document ends nothing helps: text cannot be virtual, and start tags only as far as a wish or a remedy
//! for `EOF` says so. A content is all right if what it asks for can be had in this way, and what that
//! asks for in turn: the least fixpoint over the rules.
//!
//! It is asked only of grammars that say which start tags are to be virtual for the sake of `EOF` (those without repairs
//! are not told about them), and not of those with tokens of their own.
//!
//! And a document in which `EOF` has no place at all: tokenizers of markup give it last, always.

use super::subject::Subject;
use super::unproductive::made_of;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{PlainSymbol, TerminalKey};
use crate::grammar::compile::reach::element_of_start;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let is_text = subject.stages.names.tokenizer.as_ref().is_none_or(|name| name.value == "text");
    let end = plain.terminals.get_index_of(&TerminalKey::Named("EOF".to_owned()));
    if !is_text && end.is_none_or(|end| !subject.reach.terminals[end]) {
        mistakes.extend(subject.stages.names.start.as_ref().map(|start| {
            warning(
                Code::Unfinished,
                start.place,
                "no document can be ended: EOF has no place in it",
            )
            .label("no rule that it reaches has room for EOF")
            .help(format!("let it end so: `{} ::= … EOF ;`", start.value))
        }));
    }
    let Some(end) = end else { return };
    let tags: BTreeSet<usize> = subject.virtual_tags(end).into_iter().map(|(tag, _)| tag).collect();
    let start_tags = tags.iter().filter_map(|&tag| element_of_start(plain, tag));
    if is_text || start_tags.count() == 0 {
        return;
    }
    let finished = finished(subject, end, &tags);
    let mut seen = BTreeSet::new();
    for (number, element) in plain.elements.iter().enumerate() {
        if let (true, Some((content, _)), Some(place)) =
            (subject.reach.elements[number], &element.kind, element.place)
            && !finished[*content]
            && seen.insert(*content)
        {
            let what = format!("an empty {}", subject.spelling(number));
            mistakes.push(mistake(subject, &finished, *content, &what, place));
        }
    }
    if let Some(start) = plain.start.filter(|&start| !finished[start])
        && let Some(place) = plain.nonterminals[start].1
    {
        mistakes.push(mistake(subject, &finished, start, "an empty document", place));
    }
}

/// Points at the content, and at the rules in it that ask for something.
fn mistake(
    subject: &Subject<'_>,
    finished: &[bool],
    content: usize,
    what: &str,
    place: Place,
) -> Diagnostic {
    let plain = &subject.stages.plain;
    let mut mistake = warning(Code::Unfinished, place, format!("{what} cannot be ended"))
        .label("something must be in it, and nothing of that can be virtual")
        .help("let it be empty, or wish for what may be virtual in it for the sake of EOF");
    let mut seen = BTreeSet::from([content]);
    let mut open = vec![content];
    while let Some(number) = open.pop() {
        let name = &plain.nonterminals[number];
        if let (true, Some(rule)) =
            (subject.stages.names.nonterminals.contains_key(&name.0), name.1)
            && number != content
        {
            mistake = mistake.also(rule.file, rule.span, "asks for something");
        }
        for symbol in subject.by_left[number].iter().flat_map(|&rule| &plain.rules[rule].right) {
            match *symbol {
                PlainSymbol::Nonterminal(inner) if !finished[inner] && seen.insert(inner) => {
                    open.push(inner);
                }
                _ => {}
            }
        }
    }
    mistake
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
