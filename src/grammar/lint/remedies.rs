//! `useless` remedies: those that can never be done, and virtual start tags that lead nowhere.
//!
//! * A remedy cannot be done if what it inserts is acceptable nowhere, if it grants where no wish
//!   is made, adopts where no token is of a formatting element, closes what is never open, or makes
//!   a token what it is.
//! * It is never tried if, for every token of its line, something that always applies, or the same
//!   remedy, is ranked before it.
//! * A virtual start tag helps a token if the token has a place in its element, or in an element
//!   that can be virtual in there for the same token, and so on; or if the element must be there
//!   before the token (a `<head>` before the `<body>`): without it some content could not be filled
//!   with what may be virtual. A tag that does neither is opened in vain. Most often another tag
//!   was left out, that which stands between.
//!
//! A line adds to others: something is useless only if it is so for each of its tokens. Nothing is
//! said of where tags lead to if `including` lines admit what no rule names, nor of the lines of a
//! grammar that is used, from which a variant may have taken something.

use super::subject::Subject;
use super::unfinished::finished;
use crate::base::{Code, Diagnostic, HashSet};
use crate::grammar::ast::{At, Place, facts};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::compile::tables::{Line, ResolvedRemedy, Rewritten};
use crate::grammar::schema::Head;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let formatting = formatting(subject);
    let admits_more = subject.stages.plain.lines.iter().any(|line| !line.excludes);
    for (at, line) in subject.stages.tables.remedies.iter().enumerate() {
        for (rank, remedy) in line.remedies.iter().enumerate() {
            let undone = never_done(subject, &formatting, line, remedy);
            mistakes.extend(undone.or_else(|| never_tried(subject, at, rank)));
            if !admits_more {
                mistakes.extend(in_vain(subject, line, remedy));
            }
        }
    }
}

/// What is said of a remedy.
fn useless(place: Place, message: &str, label: &str) -> Diagnostic {
    warning(Code::Useless, place, message).label(label)
}

/// Start and end tags of the formatting elements.
fn formatting(subject: &Subject<'_>) -> HashSet<usize> {
    let stages = subject.stages;
    let lists = facts(&stages.merged.statements, Head::Formatting)
        .filter_map(|fact| fact.value.items("elements"));
    let members = lists.flat_map(|items| stages.sets.members(items).into_owned());
    let both = members.flat_map(|member| [member.end(), Some(member)].into_iter().flatten());
    both.flat_map(|member| stages.plain.terminals_of(&member)).collect()
}

/// A remedy that can never be done.
fn never_done(
    subject: &Subject<'_>,
    formatting: &HashSet<usize>,
    line: &Line,
    At { value: remedy, place }: &At<ResolvedRemedy>,
) -> Option<Diagnostic> {
    let tables = &subject.stages.tables;
    let token = |is: &dyn Fn(usize) -> bool| line.left.iter().any(|&token| is(token));
    let (message, label) = match remedy {
        ResolvedRemedy::Insert(tags) => {
            return no_place(subject, *place, "what this inserts is acceptable nowhere", tags);
        }
        ResolvedRemedy::Close(tags, _) | ResolvedRemedy::Rewrite(Rewritten::Ends(tags)) => {
            let message = "this is never open, so it cannot be closed";
            return no_place(subject, *place, message, tags);
        }
        ResolvedRemedy::Grant if !token(&|token| tables.is_permitting(token)) => {
            ("no wish is made for these tokens", "nothing to grant")
        }
        ResolvedRemedy::Adopt(_) if !token(&|token| formatting.contains(&token)) => {
            let message = "none of these tokens is a tag of a formatting element";
            let mistake = useless(*place, message, "nothing to adopt");
            return Some(mistake.help("`formatting` lists the elements that can be adopted"));
        }
        ResolvedRemedy::Rewrite(Rewritten::Start(tags))
            if token(&|token| tags.contains(&token)) =>
        {
            ("this makes the token what it is", "the same tag")
        }
        _ => return None,
    };
    Some(useless(*place, message, label))
}

/// What is said of tags that are acceptable nowhere.
fn no_place(
    subject: &Subject<'_>,
    place: Place,
    message: &str,
    tags: &[usize],
) -> Option<Diagnostic> {
    let first = subject.stages.plain.terminal_spelling(*tags.first()?);
    let is_lost = !tags.iter().any(|&tag| subject.reach.terminals[tag]);
    let label = format!("no rule has a place for {first}");
    is_lost.then(|| useless(place, message, &label).about(first))
}

/// A remedy of a line that something stands before, for each token.
fn never_tried(subject: &Subject<'_>, at: usize, rank: usize) -> Option<Diagnostic> {
    let line = &subject.stages.tables.remedies[at];
    let place = line.remedies[rank].place;
    let blockers = line.left.iter().map(|&token| blocker(subject, at, rank, token));
    let blockers: Vec<(Place, bool)> = blockers.collect::<Option<_>>()?;
    let &(before, is_same) = blockers.first()?;
    let (message, label, cause) = match is_same {
        true => {
            ("this is tried before, for the same tokens", "it did not apply then", "tried here")
        }
        false => ("nothing comes this far", "never tried", "this applies always"),
    };
    Some(useless(place, message, label).also(before, cause))
}

/// What keeps the slippers from a remedy for a token: its place, and whether it is the same one.
fn blocker(subject: &Subject<'_>, at: usize, rank: usize, token: usize) -> Option<(Place, bool)> {
    let tables = &subject.stages.tables;
    let line = &tables.remedies[at];
    let lines = tables.lines_of(token);
    let earlier = &lines[..lines.partition_point(|&other| other < at)];
    if !subject.work.allows(Code::Useless, earlier.len()) {
        return None;
    }
    let before =
        earlier.iter().map(|&other| &tables.remedies[other]).filter(|other| covers(other, line));
    let mut others = before.flat_map(|other| &other.remedies).chain(&line.remedies[..rank]);
    others.find_map(|At { value: other, place }| {
        let is_last = applies_always(other);
        let blocks = is_last || is_same(other, &line.remedies[rank].value);
        blocks.then_some((*place, !is_last))
    })
}

/// (Text stands only where text is acceptable.)
fn applies_always(remedy: &ResolvedRemedy) -> bool {
    matches!(
        remedy,
        ResolvedRemedy::Cruft
            | ResolvedRemedy::Discard
            | ResolvedRemedy::Admit
            | ResolvedRemedy::Rewrite(Rewritten::Start(_))
    )
}

/// Whether a remedy does nothing that one before it could not do.
fn is_same(before: &ResolvedRemedy, now: &ResolvedRemedy) -> bool {
    match (before, now) {
        // An end tag that comes as another one is acceptable if one that is virtual is.
        (
            ResolvedRemedy::Insert(before) | ResolvedRemedy::Rewrite(Rewritten::Ends(before)),
            ResolvedRemedy::Insert(now),
        ) => !now.is_empty() && are_among(now, before),
        // The elements after `unless` keep a remedy from being done.
        (ResolvedRemedy::Close(before, unless), ResolvedRemedy::Close(now, unless_now)) => {
            are_among(now, before)
                && are_among(
                    unless.as_deref().unwrap_or_default(),
                    unless_now.as_deref().unwrap_or_default(),
                )
        }
        (before, now) => before == now,
    }
}

/// Reports whether a list has all of these numbers.
fn are_among(numbers: &[usize], list: &[usize]) -> bool {
    numbers.iter().all(|number| list.contains(number))
}

/// Whether `other` applies wherever `line` does, as far as their conditions go.
fn covers(other: &Line, line: &Line) -> bool {
    let within = match (&other.within, &line.within) {
        (None, _) => true,
        (Some(wide), Some(narrow)) => narrow.iter().all(|kind| wide.contains(kind)),
        (Some(_), None) => false,
    };
    within
        && (!other.excluded || line.excluded)
        && (other.wherever.is_none() || other.wherever == line.wherever)
        && other.guards.iter().all(|guard| line.guards.contains(guard))
}

/// A virtual start tag that helps none of the tokens of a line. Void elements lead nowhere and
/// stand for themselves.
fn in_vain(subject: &Subject<'_>, line: &Line, remedy: &At<ResolvedRemedy>) -> Option<Diagnostic> {
    let plain = &subject.stages.plain;
    let tags = remedy.value.inserted();
    let elements: Vec<usize> =
        tags.iter().map(|&tag| opened(subject, tag)).collect::<Option<_>>()?;
    // What no rule has a place for is reported by itself, or becomes another token first.
    let mut goals = line.left.iter().copied().filter(|&goal| subject.reach.terminals[goal]);
    let helps = |goal: usize| elements.iter().any(|&element| helps(subject, element, goal));
    let (tag, goal) = (*tags.first()?, goals.clone().next()?);
    if Some(remedy.place.file) != subject.own || goals.any(helps) {
        return None;
    }
    let [tag, goal] = [tag, goal].map(|terminal| plain.terminal_spelling(terminal));
    Some(leads_nowhere(remedy.place, tag, goal))
}

fn leads_nowhere(place: Place, tag: String, goal: String) -> Diagnostic {
    let label = "nothing that may be virtual in it has a place for any token of this line";
    useless(place, &format!("a virtual {tag} does not lead to {goal}"), label)
        .help("insert what stands between them, too")
        .about(tag)
        .about(goal)
}

/// Where it would take too long to say, it does.
fn helps(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    leads(subject, element, goal)
        || !subject.work.allows(Code::Useless, subject.stages.plain.rules.len())
        || is_due(subject, element, goal)
}

/// Whether a token has a place in an element, or in what may be virtual in there for its sake.
fn leads(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    let containment = &subject.containment;
    // (Mostly it has one in the element itself, and then it need not be known what may be virtual.)
    if containment.has_place(element, goal) {
        return true;
    }
    let virtuals = virtual_elements(subject, goal);
    let mut open = vec![element];
    let mut seen = BTreeSet::from([element]);
    while let Some(outer) = open.pop() {
        if containment.has_place(outer, goal) {
            return true;
        }
        let inner = containment.standing(outer, &virtuals).into_iter();
        open.extend(inner.filter(|&inner| seen.insert(inner)));
    }
    false
}

/// Whether the document or some element can be filled with what may be virtual for a token, but not
/// without this element in it.
fn is_due(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    let plain = &subject.stages.plain;
    let mut tags: BTreeSet<usize> = subject.virtual_tags(goal).collect();
    tags.insert(goal);
    let with = finished(subject, goal, &tags);
    tags.remove(&plain.elements[element].tags.0);
    let without = finished(subject, goal, &tags);
    let contents = plain.elements.iter().filter_map(|element| element.kind.as_ref());
    let mut all = contents.map(|(content, _)| *content).chain(plain.start);
    all.any(|content| with[content] && !without[content])
}

/// The elements whose start tags may be virtual for the sake of a token, ascending.
fn virtual_elements(subject: &Subject<'_>, goal: usize) -> Vec<usize> {
    let elements = subject.virtual_tags(goal).filter_map(|tag| opened(subject, tag));
    elements.collect::<BTreeSet<_>>().into_iter().collect()
}

/// The element that a start tag opens, if it can be open.
fn opened(subject: &Subject<'_>, tag: usize) -> Option<usize> {
    element_of_start(&subject.stages.plain, tag).filter(|&element| subject.is_open(element))
}
