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
use crate::grammar::ast::{At, FileSpan, facts};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::PlainElement;
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::compile::tables::{ResolvedLine, ResolvedRemedy, Rewritten};
use crate::grammar::schema::Head;
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let formatting = formatting(subject);
    let admits_more = subject.stages.plain.lines.iter().any(|line| !line.excludes);
    for (at, line) in subject.stages.tables.remedies.iter().enumerate() {
        for (rank, remedy) in line.remedies.iter().enumerate() {
            match never_done(subject, &formatting, line, remedy) {
                Some(mistake) => mistakes.push(mistake),
                None => mistakes.extend(never_tried(subject, at, rank)),
            }
            if !admits_more {
                mistakes.extend(unhelpful(subject, line, remedy));
            }
        }
    }
}

/// Returns the diagnostic for a remedy.
fn useless(place: FileSpan, message: &str, label: &str) -> Diagnostic {
    warning(Code::Useless, place, message).label(label)
}

/// Returns the start and end tags of the formatting elements.
fn formatting(subject: &Subject<'_>) -> HashSet<usize> {
    let stages = subject.stages;
    let mut tags = HashSet::default();
    for At { value: fact, .. } in facts(&stages.merged.statements, Head::Formatting) {
        let Some(items) = fact.items("elements") else { continue };
        for &member in stages.sets.members(items).iter() {
            tags.extend(stages.plain.terminals_of(member));
            if let Some(end) = stages.sets.end(member) {
                tags.extend(stages.plain.terminals_of(end));
            }
        }
    }
    tags
}

/// Returns a warning if a remedy never applies.
fn never_done(
    subject: &Subject<'_>,
    formatting: &HashSet<usize>,
    line: &ResolvedLine,
    At { value: remedy, place }: &At<ResolvedRemedy>,
) -> Option<Diagnostic> {
    let tables = &subject.stages.tables;
    let tokens = &line.left;
    let (message, label) = match remedy {
        ResolvedRemedy::Insert(tags) => {
            return no_place(
                subject,
                *place,
                "the inserted tags are not acceptable anywhere",
                tags,
            );
        }
        ResolvedRemedy::Close(tags, _) | ResolvedRemedy::Rewrite(Rewritten::Ends(tags)) => {
            let message = "this element is never open, so it cannot be closed";
            return no_place(subject, *place, message, tags);
        }
        ResolvedRemedy::Grant if !tokens.iter().any(|&token| tables.is_permitting(token)) => {
            ("no `wish` names these tokens", "nothing to grant")
        }
        ResolvedRemedy::Adopt(_) if !tokens.iter().any(|token| formatting.contains(token)) => {
            let message = "none of these tokens is a tag of a formatting element";
            let mistake = useless(*place, message, "nothing to adopt");
            return Some(mistake.help("`formatting` lists the elements that can be adopted"));
        }
        ResolvedRemedy::Rewrite(Rewritten::Start(tags))
            if tokens.iter().any(|token| tags.contains(token)) =>
        {
            ("this rewrites the token to itself", "the same tag")
        }
        _ => return None,
    };
    Some(useless(*place, message, label))
}

/// Returns a warning if none of some tags is acceptable anywhere.
fn no_place(
    subject: &Subject<'_>,
    place: FileSpan,
    message: &str,
    tags: &[usize],
) -> Option<Diagnostic> {
    let first = subject.stages.plain.terminal_spelling(*tags.first()?);
    if tags.iter().any(|&tag| subject.reach.terminals[tag]) {
        return None;
    }
    let label = format!("no rule allows {first}");
    Some(useless(place, message, &label).about(first))
}

/// Returns a warning if a remedy is never tried, because another one blocks it for each token of
/// its line.
fn never_tried(subject: &Subject<'_>, at: usize, rank: usize) -> Option<Diagnostic> {
    let line = &subject.stages.tables.remedies[at];
    let place = line.remedies[rank].place;
    let mut first = None;
    for &token in &line.left {
        let blocker = blocker(subject, at, rank, token)?;
        first.get_or_insert(blocker);
    }
    let (before, is_same) = first?;
    // A line of a variant is there to come before one of its base.
    if Some(place.file) != subject.own && Some(before.file) == subject.own {
        return None;
    }
    let (message, label, cause) = if is_same {
        (
            "unreachable: the same remedy is tried earlier for these tokens",
            "an equal remedy has already failed",
            "tried first here",
        )
    } else {
        ("unreachable: an earlier remedy always applies", "never tried", "this always applies")
    };
    Some(useless(place, message, label).also(before, cause))
}

/// Returns the span of the remedy that blocks this one for a token, and whether both are the same
/// remedy.
fn blocker(
    subject: &Subject<'_>,
    at: usize,
    rank: usize,
    token: usize,
) -> Option<(FileSpan, bool)> {
    let tables = &subject.stages.tables;
    let line = &tables.remedies[at];
    let lines = tables.lines_of(token);
    let earlier = &lines[..lines.partition_point(|&other| other < at)];
    if !subject.work.allows(Code::Useless, earlier.len()) {
        return None;
    }
    let own = &line.remedies[rank].value;
    for &number in earlier {
        let other = &tables.remedies[number];
        if covers(other, line)
            && let Some(blocked) = other.remedies.iter().find_map(|remedy| blocks(remedy, own))
        {
            return Some(blocked);
        }
    }
    line.remedies[..rank].iter().find_map(|remedy| blocks(remedy, own))
}

/// Returns the span of an earlier remedy and whether it is the same, if it blocks a later one.
fn blocks(
    At { value: earlier, place }: &At<ResolvedRemedy>,
    later: &ResolvedRemedy,
) -> Option<(FileSpan, bool)> {
    if applies_always(earlier) {
        Some((*place, false))
    } else if is_same(earlier, later) {
        Some((*place, true))
    } else {
        None
    }
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
fn covers(other: &ResolvedLine, line: &ResolvedLine) -> bool {
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
fn unhelpful(
    subject: &Subject<'_>,
    line: &ResolvedLine,
    remedy: &At<ResolvedRemedy>,
) -> Option<Diagnostic> {
    let plain = &subject.stages.plain;
    let tags = remedy.value.inserted();
    let mut elements = Vec::with_capacity(tags.len());
    for &tag in tags {
        elements.push(opened(subject, tag)?);
    }
    // A token that no rule accepts is reported by itself, or is rewritten to another token first.
    let goals = line.left.iter().copied().filter(|&goal| subject.reach.terminals[goal]);
    let (tag, first_goal) = (*tags.first()?, goals.clone().next()?);
    if Some(remedy.place.file) != subject.own {
        return None;
    }
    for goal in goals {
        if elements.iter().any(|&element| helps(subject, element, goal)) {
            return None;
        }
    }
    let (tag, goal) = (plain.terminal_spelling(tag), plain.terminal_spelling(first_goal));
    Some(leads_nowhere(remedy.place, tag, goal))
}

fn leads_nowhere(place: FileSpan, tag: String, goal: String) -> Diagnostic {
    let label =
        "with the tags that may be inserted in it, no token of this line becomes acceptable";
    useless(place, &format!("a virtual {tag} does not lead to {goal}"), label)
        .help("also permit the tags between them")
        .about(tag)
        .about(goal)
}

/// Reports whether a virtual element helps a token; true if the answer would take too many steps.
pub(super) fn helps(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
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
        for inner in containment.direct_children(outer, &virtuals) {
            if seen.insert(inner) {
                open.push(inner);
            }
        }
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
    let contents = plain.elements.iter().filter_map(PlainElement::content);
    contents.chain(plain.start).any(|content| with[content] && !without[content])
}

/// Returns the elements whose start tags may be virtual for a token, ascending.
fn virtual_elements(subject: &Subject<'_>, goal: usize) -> Vec<usize> {
    let mut elements = BTreeSet::new();
    for tag in subject.virtual_tags(goal) {
        elements.extend(opened(subject, tag));
    }
    elements.into_iter().collect()
}

/// Returns the element that a start tag opens, if it occurs and is not void.
pub(super) fn opened(subject: &Subject<'_>, tag: usize) -> Option<usize> {
    let element = element_of_start(&subject.stages.plain, tag)?;
    if subject.is_open(element) { Some(element) } else { None }
}
