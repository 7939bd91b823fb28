//! `contradictory` and `useless` in `excluding` and `including` lines.
//!
//! For each line a walk over the contents of the elements that carry it finds what may stand inside
//! while it is in force: the walk does not enter the elements of `until`. (Most of what is asked about stands directly in one of
//! the contents; then there is no walk.) To forbid what cannot stand
//! there is `contradictory`; a boundary that cannot stand there is `useless`. Items are judged as they
//! are written: a set is fine if one member of it is.

use super::subject::Subject;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, Exception, Items, Place, Statement};
use crate::grammar::compile::lines::Line;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::PlainSymbol;
use crate::grammar::compile::reach::{self, Reach};
use crate::grammar::compile::sets::Member;
use crate::grammar::compile::walk;
use std::cell::OnceCell;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let lines = Lines::of(subject);
    for statement in &subject.stages.merged.statements {
        if let Statement::Rule { content, .. } = &statement.value {
            walk::exceptions(content, &mut |exception| one(subject, &lines, exception, mistakes));
        }
    }
}

/// The lines and who carries them.
struct Lines {
    numbers: HashMap<Place, usize>,
    /// By line: the contents of the elements that carry it, each once.
    contents: Vec<BTreeSet<usize>>,
    /// What the `including` lines that are ever in force admit.
    admitted: Vec<PlainSymbol>,
}

impl Lines {
    fn of(subject: &Subject<'_>) -> Self {
        let plain = &subject.stages.plain;
        let mut contents = vec![BTreeSet::new(); plain.lines.len()];
        for (element, _) in
            plain.elements.iter().zip(&subject.reach.elements).filter(|(_, is)| **is)
        {
            if let Some((content, lines)) = &element.kind {
                lines.iter().for_each(|&line| contents[line].extend([*content]));
            }
        }
        let including = plain.lines.iter().zip(&subject.reach.lines);
        let including = including.filter(|(line, is_reached)| !line.excludes && **is_reached);
        let members = including.flat_map(|(line, _)| &line.members);
        Self {
            numbers: plain
                .lines
                .iter()
                .zip(0..)
                .map(|(line, number)| (line.place, number))
                .collect(),
            contents,
            admitted: members.filter_map(|member| reach::admitted(plain, member)).collect(),
        }
    }
}

fn one(subject: &Subject<'_>, lines: &Lines, exception: &At<Exception>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let Some(&number) = lines.numbers.get(&exception.place) else { return };
    if lines.contents[number].is_empty() {
        return;
    }
    let line = &plain.lines[number];
    let inside = Inside { subject, lines, number, reach: OnceCell::new() };
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

/// What may stand inside while a line is in force.
struct Inside<'s> {
    subject: &'s Subject<'s>,
    lines: &'s Lines,
    number: usize,
    /// All of it; walked when something is asked for that does not stand directly in the contents. None if that takes too long.
    reach: OnceCell<Option<Reach>>,
}

impl Inside<'_> {
    fn can_stand(&self, member: &Member) -> bool {
        let terminals = self.subject.stages.plain.terminals_of(member);
        let contents = &self.lines.contents[self.number];
        terminals.iter().any(|&terminal| {
            self.subject.containment.is_named(contents.iter().copied(), terminal)
                || self.reach().is_none_or(|reach| reach.terminals[terminal])
        })
    }

    fn reach(&self) -> Option<&Reach> {
        self.reach.get_or_init(|| self.walk()).as_ref()
    }

    fn walk(&self) -> Option<Reach> {
        let plain = &self.subject.stages.plain;
        if !self.subject.work.allows(Code::Contradictory, plain.rules.len()) {
            return None;
        }
        let contents = self.lines.contents[self.number].iter().copied();
        // What an `including` further out admits may stand in there, too.
        let admitted = self.lines.admitted.iter().copied();
        let roots = contents.map(PlainSymbol::Nonterminal).chain(admitted);
        let until = &plain.lines[self.number].until;
        Some(Reach::inside(plain, &self.subject.by_left, roots, |element| {
            let element = &plain.elements[element].occurrence.element;
            !until.contains(&Member::Start(element.clone()))
        }))
    }
}

/// What is said of an excluded item that is never possible anyway.
const IMPOSSIBLE: (Code, &str, &str) = (
    Code::Contradictory,
    "this cannot stand in there in any case",
    "forbidden, but never possible",
);

/// What is said of a boundary that is never entered.
const NEVER_MET: (Code, &str, &str) =
    (Code::Useless, "this boundary is never met", "it cannot stand in there");

/// Reports the items of which nothing can stand inside: each with `code`, `message` and `label`.
fn report_absent(
    subject: &Subject<'_>,
    items: &Items,
    inside: &Inside<'_>,
    (code, message, label): (Code, &str, &str),
    mistakes: &mut Mistakes,
) {
    for (_, item) in items.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        if !members.is_empty() && !members.iter().any(|member| inside.can_stand(member)) {
            mistakes.push(warning(code, item.place, message).label(label));
        }
    }
}

fn report_within(
    subject: &Subject<'_>,
    within: &Items,
    inside: &Inside<'_>,
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
        let met = |member: &Member| inside.can_stand(member) || carries(member);
        if !members.is_empty() && !members.iter().any(met) {
            mistakes.push(
                warning(Code::Useless, item.place, "this element is never met in there")
                    .label("it cannot stand in there"),
            );
        }
    }
}
