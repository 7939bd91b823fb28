//! `omissible` statements that allow nothing: for tags that are never virtual, before what is never read, or what another
//! one allows already.
//!
//! An item that is written is judged as a whole: a set is fine if one of its tags is.

use super::subject::Subject;
use super::wishes::impossible;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{Items, Place};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::Member;
use crate::grammar::compile::tables::Deed;
use crate::grammar::schema::Head;
use std::collections::BTreeSet;

/// Terminals, by number.
type Terminals = BTreeSet<usize>;

/// One statement, resolved.
struct Omission {
    tags: Terminals,
    /// What must come next, if it says.
    before: Option<Terminals>,
    place: Place,
}

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let inserted = inserted(subject);
    let mut seen: Vec<Omission> = Vec::new();
    // By tag: what allows it to be left out. One that allows all that another does has a tag in common with it.
    let mut of_tag: HashMap<usize, Vec<usize>> = HashMap::default();
    for statement in &subject.stages.merged.statements {
        let Some(fact) = statement.value.fact(Head::Omissible) else { continue };
        let (Some(tags), before) = (fact.items("tags"), fact.items("before")) else { continue };
        never_virtual(subject, tags, &inserted, mistakes);
        if let Some(items) = before {
            impossible(subject, items, "no virtual tag stands before this", mistakes);
        }
        let omission = Omission {
            tags: terminals(subject, tags),
            before: before.map(|items| terminals(subject, items)),
            place: statement.place,
        };
        let candidates = omission.tags.iter().filter_map(|tag| of_tag.get(tag)).flatten();
        let candidates: BTreeSet<usize> = candidates.copied().collect();
        if !subject.work.allows(Code::Duplicate, candidates.len()) {
            return;
        }
        let others = candidates.into_iter().map(|other| &seen[other]);
        let pairs = others.flat_map(|other| [(other, &omission), (&omission, other)]);
        if let Some((other, idle)) = pairs.into_iter().find(|(one, other)| one.covers(other)) {
            mistakes.push(
                warning(Code::Duplicate, idle.place, "another line allows all of this")
                    .label("allows nothing more")
                    .also(other.place.file, other.place.span, "allows it"),
            );
        }
        for &tag in &omission.tags {
            of_tag.entry(tag).or_default().push(seen.len());
        }
        seen.push(omission);
    }
}

impl Omission {
    /// Whether it allows all that another one does.
    fn covers(&self, other: &Self) -> bool {
        let before = match (&self.before, &other.before) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(mine), Some(others)) => mine.is_superset(others),
        };
        before && !other.tags.is_empty() && self.tags.is_superset(&other.tags)
    }
}

fn terminals(subject: &Subject<'_>, items: &Items) -> Terminals {
    let members = subject.stages.sets.members(items);
    members.iter().flat_map(|member| subject.stages.plain.terminals_of(member)).collect()
}

/// What some wish or remedy inserts.
fn inserted(subject: &Subject<'_>) -> Terminals {
    let tables = &subject.stages.tables;
    let wished = tables.wishes.iter().flat_map(|wish| wish.tags.keys().copied());
    let deeds = tables.remedies.iter().flat_map(|line| &line.deeds);
    let inserted = deeds.filter_map(|deed| match &deed.value {
        Deed::Insert(tags) => Some(tags),
        _ => None,
    });
    wished.chain(inserted.flatten().copied()).collect()
}

fn never_virtual(
    subject: &Subject<'_>,
    tags: &Items,
    inserted: &Terminals,
    mistakes: &mut Mistakes,
) {
    for (_, item) in tags.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        let possible = |member: &Member| {
            let terminals = subject.stages.plain.terminals_of(member);
            terminals.iter().any(|terminal| inserted.contains(terminal))
        };
        let is_tag = |member: &Member| matches!(member, Member::Start(_) | Member::End(_));
        let idle = members.iter().all(is_tag) && !members.iter().any(possible);
        if let Some(first) = members.first().filter(|_| idle) {
            mistakes.push(
                warning(Code::Useless, item.place, "this tag is never virtual")
                    .label(format!("no wish and no remedy inserts {}", first.spelling()))
                    .help("permit it with a `wish`, or take it out of this list"),
            );
        }
    }
}
