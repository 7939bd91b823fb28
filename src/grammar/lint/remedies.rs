//! `useless` remedies: those that never apply, and virtual start tags that do not help.
//!
//! * A remedy never applies if it inserts a tag that is acceptable nowhere, grants without a wish,
//!   or closes an element that is never open. Nor does one that adopts without a formatting element
//!   among its tokens, or one that rewrites a token to itself.
//! * A remedy is never tried if, for every token of its line, a remedy that always applies, or the
//!   same remedy, is ranked before it.
//! * A virtual start tag helps a token if its element accepts the token. It also does if its
//!   element accepts an element that may be virtual for the token, and that one helps. Finally, it
//!   does if the element is required before the token, as a `<head>` is before the `<body>`:
//!   without it, virtual tags could not complete some content. Otherwise the tag is inserted in
//!   vain. Usually another tag, which belongs between the two, was left out.
//!
//! A line covers several tokens; a remedy is useless only if it is so for each of them. Tags that
//! do not help are not reported in grammars with `including` lines, which admit elements that no
//! rule names. Nor are they in lines of a used grammar, from which a variant may have removed
//! something.

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

/// Returns the diagnostic for a remedy.
fn useless(place: Place, message: &str, label: &str) -> Diagnostic {
    warning(Code::Useless, place, message).label(label)
}

/// Returns the start and end tags of the formatting elements.
fn formatting(subject: &Subject<'_>) -> HashSet<usize> {
    let stages = subject.stages;
    let lists = facts(&stages.merged.statements, Head::Formatting)
        .filter_map(|fact| fact.value.items("elements"));
    let members = lists.flat_map(|items| stages.sets.members(items).into_owned());
    let both = members.flat_map(|member| [member.end(), Some(member)].into_iter().flatten());
    both.flat_map(|member| stages.plain.terminals_of(&member)).collect()
}

/// Returns a warning if a remedy never applies.
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

/// Returns a warning if none of some tags is acceptable anywhere.
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

/// Returns a warning if a remedy is never tried, because another one blocks it for each token of
/// its line.
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

/// Returns the span of the remedy that blocks this one for a token, and whether both are the same
/// remedy.
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

/// Reports whether a remedy applies to every token. (`rewrite "text"` does so only where text is
/// acceptable.)
fn applies_always(remedy: &ResolvedRemedy) -> bool {
    matches!(
        remedy,
        ResolvedRemedy::Cruft
            | ResolvedRemedy::Discard
            | ResolvedRemedy::Admit
            | ResolvedRemedy::Rewrite(Rewritten::Start(_))
    )
}

/// Reports whether a remedy does nothing that an earlier one could not do.
fn is_same(before: &ResolvedRemedy, now: &ResolvedRemedy) -> bool {
    match (before, now) {
        // If the end tag is acceptable as a virtual tag, the token rewritten to it is acceptable as
        // well.
        (
            ResolvedRemedy::Insert(before) | ResolvedRemedy::Rewrite(Rewritten::Ends(before)),
            ResolvedRemedy::Insert(now),
        ) => !now.is_empty() && are_among(now, before),
        // The elements after `unless` prevent a remedy.
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

/// Reports whether a list contains all of these numbers.
fn are_among(numbers: &[usize], list: &[usize]) -> bool {
    numbers.iter().all(|number| list.contains(number))
}

/// Reports whether the conditions of `line` imply those of `other`.
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

/// Returns a warning if a virtual start tag helps none of the tokens of a line. Void elements are
/// exempt: nothing can be read in them.
fn in_vain(subject: &Subject<'_>, line: &Line, remedy: &At<ResolvedRemedy>) -> Option<Diagnostic> {
    let plain = &subject.stages.plain;
    let tags = remedy.value.inserted();
    let elements: Vec<usize> =
        tags.iter().map(|&tag| opened(subject, tag)).collect::<Option<_>>()?;
    // A token that no rule accepts is reported by itself, or is rewritten to another token first.
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

/// Reports whether a virtual element helps a token; true if the answer would take too many steps.
fn helps(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    leads(subject, element, goal)
        || !subject.work.allows(Code::Useless, subject.stages.plain.rules.len())
        || is_due(subject, element, goal)
}

/// Reports whether an element accepts a token, directly or in elements that may be virtual for it.
fn leads(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    let containment = &subject.containment;
    // Usually the element itself accepts the token; then the virtual elements need not be computed.
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

/// Reports whether the element is required before a token: virtual tags for the token can complete
/// some content with this element, but not without it.
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

/// Returns the elements whose start tags may be virtual for a token, ascending.
fn virtual_elements(subject: &Subject<'_>, goal: usize) -> Vec<usize> {
    let elements = subject.virtual_tags(goal).filter_map(|tag| opened(subject, tag));
    elements.collect::<BTreeSet<_>>().into_iter().collect()
}

/// Returns the element that a start tag opens, if it occurs and is not void.
fn opened(subject: &Subject<'_>, tag: usize) -> Option<usize> {
    element_of_start(&subject.stages.plain, tag).filter(|&element| subject.is_open(element))
}
