//! `contradictory` and `useless` in `excluding` and `including` lines.
//!
//! For each line a walk over the contents of the elements that carry it finds what may stand inside
//! while it is in force: the walk does not enter the elements of `until`. To forbid what cannot stand
//! there is `contradictory`; a boundary that cannot stand there is `useless`. Items are judged as they
//! are written: a set is fine if one member of it is.

use super::Subject;
use super::reach::{self, Reach};
use crate::grammar::ast::{At, Exception, Items, Statement};
use crate::grammar::compile::lines::Line;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::PlainSymbol;
use crate::grammar::compile::sets::Member;
use crate::grammar::compile::walk;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    for statement in &subject.stages.merged.statements {
        if let Statement::Rule { content, .. } = &statement.value {
            walk::exceptions(content, &mut |exception| one(subject, exception, mistakes));
        }
    }
}

fn one(subject: &Subject<'_>, exception: &At<Exception>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let Some(number) = plain.lines.iter().position(|line| line.place == exception.place) else {
        return;
    };
    let carriers = plain.elements.iter().enumerate().filter(|(at, _)| subject.reach.elements[*at]);
    let kinds = carriers.filter_map(|(_, element)| element.kind.as_ref());
    let contents: Vec<usize> =
        kinds.filter(|kind| kind.1.contains(&number)).map(|kind| kind.0).collect();
    if contents.is_empty() {
        return;
    }
    let line = &plain.lines[number];
    // What an `including` further out admits may stand in there, too.
    let including = plain
        .lines
        .iter()
        .enumerate()
        .filter(|(at, line)| !line.excludes && subject.reach.lines[*at]);
    let members = including.flat_map(|(_, line)| &line.members);
    let admitted = members.filter_map(|member| reach::admitted(plain, member));
    let roots = contents.into_iter().map(PlainSymbol::Nonterminal).chain(admitted);
    let inside = Reach::inside(plain, &subject.by_left, roots, |element| {
        let element = &plain.elements[element].occurrence.element;
        !line.until.contains(&Member::Start(element.clone()))
    });
    let value = &exception.value;
    if line.excludes {
        report_absent(subject, &value.items, &inside, IMPOSSIBLE, mistakes);
    }
    if let Some(until) = &value.until {
        report_absent(subject, until, &inside, NEVER_MET, mistakes);
    }
    if let Some(within) = &value.within {
        report_within(subject, within, &inside, line, mistakes);
    }
}

fn can_stand(subject: &Subject<'_>, member: &Member, inside: &Reach) -> bool {
    let terminals = subject.stages.plain.terminals_of(member);
    terminals.into_iter().any(|terminal| inside.terminals[terminal])
}

/// What is said of an excluded item that is never possible anyway.
const IMPOSSIBLE: (&str, &str, &str) =
    ("contradictory", "this cannot stand in there in any case", "forbidden, but never possible");

/// What is said of a boundary that is never entered.
const NEVER_MET: (&str, &str, &str) =
    ("useless", "this boundary is never met", "it cannot stand in there");

/// Reports the items of which nothing can stand inside: each with `code`, `message` and `label`.
fn report_absent(
    subject: &Subject<'_>,
    items: &Items,
    inside: &Reach,
    (code, message, label): (&'static str, &str, &str),
    mistakes: &mut Mistakes,
) {
    for (_, item) in items.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        if !members.is_empty() && !members.iter().any(|m| can_stand(subject, m, inside)) {
            mistakes.push(warning(code, item.place, message).label(label));
        }
    }
}

fn report_within(
    subject: &Subject<'_>,
    within: &Items,
    inside: &Reach,
    line: &Line,
    mistakes: &mut Mistakes,
) {
    let plain = &subject.stages.plain;
    for (_, item) in within.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        let carries = |member: &Member| {
            let occurrences = member.start().map_or(&[][..], |element| plain.occurrences(element));
            occurrences.iter().any(|&number| {
                let kind = plain.elements[number].kind.as_ref();
                kind.is_some_and(|kind| kind.1.iter().any(|&l| plain.lines[l].place == line.place))
            })
        };
        let met = |member: &Member| can_stand(subject, member, inside) || carries(member);
        if !members.is_empty() && !members.iter().any(met) {
            mistakes.push(
                warning("useless", item.place, "this element is never met in there")
                    .label("it cannot stand in there"),
            );
        }
    }
}
