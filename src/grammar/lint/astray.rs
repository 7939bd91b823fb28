//! `useless`: a virtual start tag that does not lead to any of the tokens for whose sake it is.
//!
//! A start tag helps a token if the token has a place in its element, or in an element that can be virtual in there for the
//! same token, and so on; or if the element must be there before the token (a `<head>` before the `<body>`): without it
//! some content could not be filled with what may be virtual. A tag that does neither is opened in vain. Most often another
//! tag was left out, that which stands between.
//!
//! A line is judged as a whole: its tag is fine if it helps one of the tokens. Void elements lead nowhere and stand for
//! themselves; of a grammar with `including` lines, which admit what no rule names, nothing is said, nor of the lines of a
//! grammar that is used, from which a variant may have taken something.

use super::endless::virtual_starts;
use super::subject::Subject;
use super::unfinished::finished;
use crate::base::Code;
use crate::grammar::ast::Place;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::compile::tables::{Deed, Line};
use std::collections::BTreeSet;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    if subject.stages.plain.lines.iter().any(|line| !line.excludes) {
        return;
    }
    for line in &subject.stages.tables.remedies {
        for deed in &line.deeds {
            if let (Deed::Insert(tags), true) = (&deed.value, Some(deed.place.file) == subject.own)
            {
                inserted(subject, line, tags, deed.place, mistakes);
            }
        }
    }
}

fn inserted(
    subject: &Subject<'_>,
    line: &Line,
    tags: &[usize],
    place: Place,
    mistakes: &mut Mistakes,
) {
    let plain = &subject.stages.plain;
    let elements: Option<Vec<usize>> =
        tags.iter().map(|&tag| element_of_start(plain, tag)).collect();
    let opened = |&element: &usize| {
        subject.reach.elements[element] && plain.elements[element].kind.is_some()
    };
    let Some(elements) = elements.filter(|all| !all.is_empty() && all.iter().all(opened)) else {
        return;
    };
    // What no rule has a place for is reported by itself, or becomes another token first.
    let goals: Vec<usize> =
        line.left.iter().copied().filter(|&goal| subject.reach.terminals[goal]).collect();
    let helps = |goal: usize| elements.iter().any(|&element| helps(subject, element, goal));
    let some = goals.iter().copied().find(|&goal| subject.reach.terminals[goal]);
    if let Some(goal) = some.filter(|_| !goals.iter().copied().any(helps)) {
        let (tag, goal) = (plain.terminal_spelling(tags[0]), plain.terminal_spelling(goal));
        mistakes.push(
            warning(Code::Useless, place, format!("a virtual {tag} does not lead to {goal}"))
                .label("nothing that may be virtual in it has a place for any token of this line")
                .help("insert what stands between them, too"),
        );
    }
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
    let virtuals = virtual_starts(subject, goal);
    let virtuals: Vec<usize> = virtuals.into_iter().map(|(inner, _)| inner).collect();
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

/// Whether the document or some element can be filled with what may be virtual for a token, but not without this element in it.
fn is_due(subject: &Subject<'_>, element: usize, goal: usize) -> bool {
    let plain = &subject.stages.plain;
    let mut tags: BTreeSet<usize> =
        subject.virtual_tags(goal).into_iter().map(|(tag, _)| tag).collect();
    tags.insert(goal);
    let with = finished(subject, goal, &tags);
    tags.remove(&plain.elements[element].tags.0);
    let without = finished(subject, goal, &tags);
    let contents = plain.elements.iter().filter_map(|element| element.kind.as_ref());
    let mut all = contents.map(|(content, _)| *content).chain(plain.start);
    all.any(|content| with[content] && !without[content])
}
