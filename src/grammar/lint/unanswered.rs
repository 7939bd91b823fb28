//! `unanswered`: a token without a wish or a remedy, among tokens that have one.
//!
//! By default, a rejected token is dropped. That may be intended; then many tokens have no answer.
//! But if nine in ten of the possible start tags (or end tags) have one, those without were
//! forgotten, or their line was lost. Text and the end of the file are checked if ten tags have an
//! answer: they occur in every document, and not always where they are expected.

use super::subject::Subject;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, MemberId};

/// The least number of answered tags for the check.
const ANSWERED: usize = 10;
/// The ratio: of this many tags, at most one may have no answer.
const ONE_OF: usize = 10;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let [start_tags, end_tags] = tags(subject);
    let (few_starts, starts) = forgotten(subject, &start_tags, mistakes);
    let (_, ends) = forgotten(subject, &end_tags, mistakes);
    if !few_starts && starts + ends < ANSWERED {
        return;
    }
    let Some(start) = &subject.stages.names.start else { return };
    for name in ["TEXT", "EOF"] {
        let text = subject.stages.sets.number(&Member::Terminal(name.to_owned()));
        if subject.is_possible(text) && !is_answered(subject, text) {
            mistakes.push(unanswered(subject, text, start.place));
        }
    }
}

/// Returns the start tags and the end tags of the HTML elements that can occur in a document.
fn tags(subject: &Subject<'_>) -> [Vec<(MemberId, FileSpan)>; 2] {
    let (plain, sets) = (&subject.stages.plain, &subject.stages.sets);
    let mut tags = [Vec::new(), Vec::new()];
    for (element, &place) in sets.universe() {
        let is_html =
            element.namespace.is_none() && element.attribute.is_none() && element.name.is_some();
        if !is_html || !subject.is_reached(element) {
            continue;
        }
        tags[0].push((sets.start_of(element), place));
        if plain.occurrences(element).iter().any(|&number| !plain.elements[number].void) {
            tags[1].push((sets.end_of(element), place));
        }
    }
    tags
}

/// Reports the tags without an answer, if they are few. Returns whether they are, and the number of
/// tags with an answer.
fn forgotten(
    subject: &Subject<'_>,
    tags: &[(MemberId, FileSpan)],
    mistakes: &mut Mistakes,
) -> (bool, usize) {
    let without: Vec<_> = tags.iter().filter(|&&(tag, _)| !is_answered(subject, tag)).collect();
    let few = without.len() * ONE_OF <= tags.len() && tags.len() >= ANSWERED;
    if few {
        for &&(tag, place) in &without {
            mistakes.push(unanswered(subject, tag, place));
        }
    }
    (few, tags.len() - without.len())
}

fn is_answered(subject: &Subject<'_>, member: MemberId) -> bool {
    let tables = &subject.stages.tables;
    let mut terminals = subject.stages.plain.terminals_of(member).iter();
    terminals.any(|&token| !tables.lines_of(token).is_empty() || tables.is_permitting(token))
}

fn unanswered(subject: &Subject<'_>, token: MemberId, place: FileSpan) -> Diagnostic {
    let token = subject.stages.sets.member(token);
    let spelling = token.spelling();
    let help = match token {
        Member::Terminal(_) => "add a `wish` that permits tags to be inserted for it".to_owned(),
        _ => format!("write `{spelling} -> cruft ;` to drop it"),
    };
    warning(Code::Unanswered, place, format!("no wish or remedy for a rejected {spelling}"))
        .label("neither a wish nor a remedy names it")
        .help(help)
        .about(spelling)
}
