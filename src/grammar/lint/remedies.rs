//! `useless` remedies: those that can never be done.
//!
//! * It inserts what is acceptable nowhere.
//! * For every token of its line something that always applies, or the same remedy, is ranked before it.
//! * It inserts a tag for the sake of a token that is acceptable nowhere, and that no line rewrites.
//! * Its line speaks of `excluded` tokens, and no exclusion forbids one of them; or of tokens that never
//!   come; or of elements that cannot be open.
//! * It says `grant`, and no wish is made for any token of the line; or `adopt`, and no token is a tag of a
//!   formatting element.
//!
//! A line adds to others: something is useless only if it is so for each of its tokens.

use super::subject::Subject;
use crate::base::{Code, HashSet};
use crate::grammar::ast::{Items, Place, Rejected, Statement, facts};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, Members, plain};
use crate::grammar::compile::tables::{Deed, Line, Rewritten};
use crate::grammar::print;
use crate::grammar::schema::Head;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let tables = &subject.stages.tables;
    let habits = Habits::of(subject);
    for (at, line) in tables.remedies.iter().enumerate() {
        for rank in 0..line.deeds.len() {
            deed(subject, &habits, at, rank, mistakes);
        }
        if let Statement::Remedy { rejected: Rejected { left, excluded, within, .. }, .. } =
            &subject.stages.merged.statements[line.statement].value
        {
            left_side(subject, &habits, line, left, *excluded, mistakes);
            if let Some(within) = within {
                places(subject, within, mistakes);
            }
        }
    }
}

/// What is asked of many lines.
struct Habits<'a> {
    /// What some exclusion forbids.
    forbidden: HashSet<&'a Member>,
    /// Tokens that some line makes others.
    rewritten: HashSet<usize>,
    /// The tags of the formatting elements.
    formatting: HashSet<usize>,
}

impl<'a> Habits<'a> {
    fn of(subject: &Subject<'a>) -> Self {
        let stages = subject.stages;
        let exclusions = stages.plain.lines.iter().filter(|line| line.excludes);
        let rewrites =
            |line: &&Line| line.deeds.iter().any(|deed| matches!(deed.value, Deed::Rewrite(_)));
        let rewriting = stages.tables.remedies.iter().filter(rewrites);
        let formatting = formatting(subject);
        Self {
            forbidden: exclusions.flat_map(|line| &line.members).collect(),
            rewritten: rewriting.flat_map(|line| &line.left).copied().collect(),
            formatting: formatting.iter().flat_map(|m| stages.plain.terminals_of(m)).collect(),
        }
    }
}

fn useless(place: Place, message: &str, label: &str) -> crate::base::Diagnostic {
    warning(Code::Useless, place, message).label(label)
}

/// A remedy of a line, by their numbers.
fn deed(
    subject: &Subject<'_>,
    habits: &Habits<'_>,
    at: usize,
    rank: usize,
    mistakes: &mut Mistakes,
) {
    let line = &subject.stages.tables.remedies[at];
    let deed = &line.deeds[rank];
    if let Some(mistake) = never_applies(subject, habits, line, &deed.value, deed.place) {
        mistakes.push(mistake);
        return;
    }
    let mut reason = None;
    let hopeless = !line.left.is_empty()
        && line.left.iter().all(|&token| {
            let found = blocker(subject, at, rank, token);
            reason = reason.or(found);
            found.is_some()
        });
    if let (true, Some((place, same))) = (hopeless, reason) {
        let (message, label) = if same {
            ("this is tried before, for the same tokens", "it did not apply then")
        } else {
            ("nothing comes this far", "never tried")
        };
        let cause = if same { "tried here" } else { "this applies always" };
        mistakes.push(useless(deed.place, message, label).also(place.file, place.span, cause));
    }
}

/// What keeps the slippers from this remedy for a token: its place, and whether it is the same one.
fn blocker(subject: &Subject<'_>, at: usize, rank: usize, token: usize) -> Option<(Place, bool)> {
    let tables = &subject.stages.tables;
    let line = &tables.remedies[at];
    let ours = &line.deeds[rank].value;
    let lines = tables.lines_of(token);
    let earlier = &lines[..lines.partition_point(|&other| other < at)];
    if !subject.work.allows(Code::Useless, earlier.len()) {
        return None;
    }
    let before =
        earlier.iter().map(|&other| &tables.remedies[other]).filter(|other| covers(other, line));
    let others = before.flat_map(|other| &other.deeds).chain(&line.deeds[..rank]);
    others
        .filter_map(|other| {
            let always = applies_always(&other.value);
            let same = match (&other.value, ours) {
                (Deed::Insert(before), Deed::Insert(now)) => is_part(now, before),
                // An end tag that comes as another one is acceptable if one that is virtual is.
                (Deed::Rewrite(Rewritten::Ends(before)), Deed::Insert(now)) => is_part(now, before),
                (before, now) => before == now,
            };
            (always || same).then_some((other.place, same && !always))
        })
        .next()
}

fn is_part(now: &[usize], before: &[usize]) -> bool {
    !now.is_empty() && now.iter().all(|tag| before.contains(tag))
}

fn applies_always(deed: &Deed) -> bool {
    match deed {
        Deed::Drop | Deed::Ignore | Deed::Admit => true,
        // (Text stands only where text is acceptable.)
        Deed::Rewrite(rewritten) => matches!(rewritten, Rewritten::Start(_)),
        _ => false,
    }
}

/// Whether `other` applies wherever `line` does, as far as their conditions go.
fn covers(other: &Line, line: &Line) -> bool {
    let within = match (&other.within, &line.within) {
        (None, _) => true,
        (Some(wide), Some(narrow)) => narrow.iter().all(|kind| wide.contains(kind)),
        (Some(_), None) => false,
    };
    let asks = |of: &Line| -> Vec<(bool, String)> {
        of.guards.iter().map(|guard| (guard.negated, guard.name.value.clone())).collect()
    };
    let asked = asks(line);
    within
        && (!other.excluded || line.excluded)
        && (other.wherever.is_none() || other.wherever == line.wherever)
        && asks(other).iter().all(|guard| asked.contains(guard))
}

fn never_applies(
    subject: &Subject<'_>,
    habits: &Habits<'_>,
    line: &Line,
    deed: &Deed,
    place: Place,
) -> Option<crate::base::Diagnostic> {
    match deed {
        Deed::Insert(tags) => {
            let written = tags.first().map(|&tag| subject.stages.plain.terminal_spelling(tag))?;
            if tags.iter().any(|&tag| subject.reach.terminals[tag]) {
                return None;
            }
            let label = format!("no rule has a place for {written}");
            Some(useless(place, "what this inserts is acceptable nowhere", &label))
        }
        Deed::Grant => {
            let none = !line.left.iter().any(|&t| subject.stages.tables.is_permitting(t));
            none.then(|| useless(place, "no wish is made for these tokens", "nothing to grant"))
        }
        Deed::Adopt(_) => {
            let none = !line.left.iter().any(|token| habits.formatting.contains(token));
            none.then(|| {
                useless(
                    place,
                    "none of these tokens is a tag of a formatting element",
                    "nothing to adopt",
                )
                .help("`formatting` lists the elements that can be adopted")
            })
        }
        Deed::Rewrite(Rewritten::Start(tags)) => {
            let same = tags.iter().any(|tag| line.left.contains(tag));
            same.then(|| useless(place, "this makes the token what it is", "the same tag"))
        }
        Deed::Close(tags, _) | Deed::Rewrite(Rewritten::Ends(tags)) => {
            let written = tags.first().map(|&tag| subject.stages.plain.terminal_spelling(tag))?;
            let none = !tags.iter().any(|&tag| subject.reach.terminals[tag]);
            let label = format!("no rule has a place for {written}");
            none.then(|| useless(place, "this is never open, so it cannot be closed", &label))
        }
        Deed::Drop
        | Deed::Ignore
        | Deed::Admit
        | Deed::Reopen
        | Deed::Unlink(_)
        | Deed::Retract(_)
        | Deed::Merge
        | Deed::Rewrite(Rewritten::Text(_)) => None,
    }
}

/// Start and end tags of the formatting elements.
fn formatting(subject: &Subject<'_>) -> Members {
    let mut members = Members::default();
    let facts = facts(&subject.stages.merged.statements, Head::Formatting);
    for elements in facts.filter_map(|fact| fact.value.items("elements")) {
        for member in subject.stages.sets.members(elements).iter() {
            if let Member::Start(element) = member {
                members.insert(Member::End(plain(element)));
            }
            members.insert(member.clone());
        }
    }
    members
}

fn left_side(
    subject: &Subject<'_>,
    habits: &Habits<'_>,
    line: &Line,
    left: &Items,
    excluded: bool,
    mistakes: &mut Mistakes,
) {
    let inserts = line.deeds.iter().any(|deed| matches!(deed.value, Deed::Insert(_)));
    let is_rewritten = |member: &Member| {
        let tokens = subject.stages.plain.terminals_of(member);
        tokens.iter().any(|token| habits.rewritten.contains(token))
    };
    for (_, item) in left.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        if members.is_empty() {
            continue;
        }
        if excluded && !members.iter().any(|member| habits.forbidden.contains(member)) {
            let what = print::item(&item.value);
            let message = format!("no exclusion forbids {what}, so it is never refused by one");
            mistakes.push(useless(item.place, &message, "not excluded anywhere"));
        }
        if inserts
            && !members.iter().any(is_rewritten)
            && !members.iter().any(|m| subject.is_possible(m))
        {
            let message = "this is acceptable nowhere, so nothing that is inserted can help";
            mistakes.push(useless(item.place, message, "no rule has a place for it"));
        } else if !members.iter().any(|member| comes(subject, member)) {
            let message = "such a token never comes, so it is never rejected";
            mistakes.push(useless(item.place, message, "no token of the input"));
        }
    }
}

/// Whether the tokenizer can give such a token at all.
fn comes(subject: &Subject<'_>, member: &Member) -> bool {
    let text = subject.stages.names.tokenizer.as_ref().is_some_and(|name| name.value == "text");
    match member {
        Member::Start(_) | Member::End(_) => !text,
        Member::Literal(_) => text,
        Member::Terminal(name) if subject.stages.sets.is_mark(name) => false,
        Member::Terminal(name) => match name.as_str() {
            "CRUFT" => false,
            "RAW" => !subject.stages.symbols.lexical.is_empty(),
            "EOF" => true,
            "TEXT" | "SPACE" | "NUL" | "COMMENT" | "DOCTYPE" => !text,
            _ => text,
        },
    }
}

/// `in` elements that are never open.
fn places(subject: &Subject<'_>, within: &Items, mistakes: &mut Mistakes) {
    for (_, item) in within.terms.iter().filter(|(adds, _)| *adds) {
        let members = subject.stages.sets.members_of(&item.value);
        let open = |member: &Member| {
            let occurrences =
                member.start().map_or(&[][..], |e| subject.stages.plain.occurrences(e));
            occurrences.iter().any(|&number| {
                subject.reach.elements[number]
                    && subject.stages.plain.elements[number].kind.is_some()
            })
        };
        if !members.is_empty() && !members.iter().any(open) {
            let message = "this is never the current element";
            mistakes.push(useless(item.place, message, "void, or in no rule"));
        }
    }
}
