//! `unanswered`: a token for which neither a wish nor a remedy is there, among tokens that have one.
//!
//! Where nothing is said, a rejected token is dropped. That may be meant, and then a grammar says it of
//! many tokens alike. But where nine in ten of the start tags (or end tags) that can come have an answer,
//! those without have been forgotten, or their line was lost. Text and the end of the file are
//! asked about if ten tags have an answer: they come in every document, and not always where they
//! are due.

use super::subject::Subject;
use crate::base::Code;
use crate::grammar::ast::{Element, Place};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::TerminalKey;
use crate::grammar::compile::sets::Member;

/// So many of ten must have an answer before those without are reported.
const OF_TEN: usize = 9;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let html = subject.stages.sets.universe().keys().filter(|element| {
        element.namespace.is_none() && element.attribute.is_none() && element.name.is_some()
    });
    let elements: Vec<&Element> = html.filter(|element| subject.is_reached(element)).collect();
    let starts: Vec<Member> = elements.iter().map(|&e| Member::Start(e.clone())).collect();
    let contents = elements.iter().filter(|element| {
        let numbers = subject.stages.plain.occurrences(element).iter();
        numbers.copied().any(|number| !subject.stages.plain.elements[number].void)
    });
    let ends: Vec<Member> = contents.map(|&e| Member::End(e.clone())).collect();
    let answered_starts = report(subject, &starts, mistakes);
    report(subject, &ends, mistakes);
    let cared_for = starts.iter().chain(&ends).filter(|member| is_answered(subject, member));
    let is_policy = answered_starts || cared_for.count() >= 10;
    for name in ["TEXT", "EOF"] {
        let token = Member::Terminal(name.to_owned());
        if is_policy && subject.is_possible(&token) && !is_answered(subject, &token) {
            mistakes.extend(mistake(subject, &token));
        }
    }
}

/// Reports those without an answer if they are few; tells whether they are.
fn report(subject: &Subject<'_>, members: &[Member], mistakes: &mut Mistakes) -> bool {
    let without: Vec<&Member> =
        members.iter().filter(|member| !is_answered(subject, member)).collect();
    let few = without.len() * 10 <= members.len() * (10 - OF_TEN) && members.len() >= 10;
    if few {
        mistakes.extend(without.into_iter().filter_map(|member| mistake(subject, member)));
    }
    few
}

fn is_answered(subject: &Subject<'_>, member: &Member) -> bool {
    let tables = &subject.stages.tables;
    subject
        .stages
        .plain
        .terminals_of(member)
        .into_iter()
        .any(|terminal| !tables.lines_of(terminal).is_empty() || tables.is_permitting(terminal))
}

fn mistake(subject: &Subject<'_>, member: &Member) -> Option<crate::base::Diagnostic> {
    let spelling = member.spelling();
    let place = place_of(subject, member)?;
    let help = match member {
        Member::Terminal(_) => "say what may be virtual for its sake".to_owned(),
        _ => format!("say `{spelling} -> drop ;` if it is to be dropped"),
    };
    Some(
        warning(Code::Unanswered, place, format!("nothing is said of a rejected {spelling}"))
            .label("neither a wish nor a remedy is there for it")
            .help(help),
    )
}

/// Where the grammar first names it.
fn place_of(subject: &Subject<'_>, member: &Member) -> Option<Place> {
    match member {
        Member::Start(element) | Member::End(element) => {
            subject.stages.sets.universe().get(element).copied()
        }
        Member::Terminal(name) => {
            let key = TerminalKey::Named(name.clone());
            subject.stages.plain.terminals.get_index_of(&key)?;
            subject.stages.names.start.as_ref().map(|start| start.place)
        }
        Member::Literal(_) => None,
    }
}
