//! `unlike`: edits of a variant that leave something behind.
//!
//! * A `replace` with another cost that lacks the `unless` of the statement it replaces: only the
//!   cost was meant to change. (`replace` takes the whole statement. One that only leaves out the
//!   clause means that, and is not reported.)
//! * A `replace` of a rule by another content that lacks the exclusions.
//! * A `replace` of a wish that only changes a cost which is compared with no other one.
//! * A `replace` of a set by one that has none of its members: `|=` was probably meant.
//! * An element that joins a set by `|=`, while a wish names the end tags of nearly all other
//!   members by another set. So `block |= <card>` over `whatwg` leaves `</card>` to the wish for
//!   all other end tags, which no block is.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, IndexMap};
use crate::grammar::ast::{At, Content, Edit, Fact, FileSpan, Item, LeftSide, Statement, facts};
use crate::grammar::compile::edit;
use crate::grammar::compile::flat::only_name;
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{MemberId, Members};
use crate::grammar::compile::tables::not_permitted;
use crate::grammar::compile::walk;
use crate::grammar::print;
use crate::grammar::schema::Head;

/// The clause of a wish that a replacement may lack.
const UNLESS: &str = "unless";
/// The least number of other end tags that can be compared.
const LEAST: usize = 10;
/// The ratio: of this many end tags, at most one has the wish of the new one.
const ONE_OF: usize = 10;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let Some((own, used)) = subject.units.split_last() else { return };
    for At { value, .. } in &own.statements {
        let Statement::Edit(edit, inner) = value else { continue };
        match (edit, &inner.value) {
            (Edit::Replace, Statement::Set { name, items }) => {
                let new = subject.stages.sets.members(items);
                for old in used.iter().flat_map(|unit| &unit.statements) {
                    mistakes.extend(other_set(subject, (name, &new), old));
                }
            }
            (Edit::Replace, Statement::Rule { left, content }) => {
                for old in used.iter().flat_map(|unit| &unit.statements) {
                    if let Some(exclusion) = forgotten_exclusion((left, content), &old.value) {
                        mistakes.push(lost(inner.place, exclusion, "excluding …"));
                    }
                }
            }
            (Edit::Replace, new) => {
                let Some(new) = new.fact(Head::Wish) else { continue };
                let wishes = used.iter().flat_map(|unit| facts(&unit.statements, Head::Wish));
                // A wish with the same cost was replaced for the sake of something else.
                let replaced: Vec<At<&Fact>> = wishes
                    .filter(|old| !new.agrees(old.value, &["cost"]))
                    .filter(|old| is_edited(subject, new, old.value) == Some(true))
                    .collect();
                if !replaced.is_empty() {
                    mistakes.extend(needless_cost(subject, new, inner.place));
                }
                for old in replaced {
                    if let Some(clause) = forgotten(subject, new, old.value) {
                        mistakes.push(lost(inner.place, old.place, &clause));
                    }
                }
            }
            (Edit::Extend, Statement::Rule { left, content }) => {
                let (Some(set), Some((_, terms))) = (only_name(left), edit::members(content))
                else {
                    continue;
                };
                for (_, item) in &terms {
                    mistakes.extend(left_out(subject, set.value, item));
                }
            }
            _ => {}
        }
    }
}

/// Returns the span of the first exclusion of a rule that another content replaces without any.
fn forgotten_exclusion(
    (left, content): (&LeftSide, &Content),
    old: &Statement,
) -> Option<FileSpan> {
    let Statement::Rule { left: replaced, content: old } = old else { return None };
    let is_other = left.parent != replaced.parent
        || !left.items.iter().any(|item| replaced.items.contains(item));
    if is_other || !content.exceptions.is_empty() || content.alternatives == old.alternatives {
        return None;
    }
    Some(old.exceptions.first()?.place)
}

/// Returns a warning if a wish states a cost, but all tags for its tokens cost the same.
fn needless_cost(subject: &Subject<'_>, new: &Fact, place: FileSpan) -> Option<Diagnostic> {
    let stages = subject.stages;
    let goals = stages.sets.members(new.items("for")?);
    if !new.says("cost") {
        return None;
    }
    for &token in goals.iter().flat_map(|&goal| stages.plain.terminals_of(goal)) {
        let mut costs = stages.tables.permitted(token).into_values().map(|(cost, _)| cost);
        let first = costs.next();
        if costs.any(|cost| Some(cost) != first) {
            return None;
        }
    }
    let message = "this cost has no effect: all tags that may be inserted for it cost the same";
    Some(
        warning(Code::Useless, place, message)
            .label("compared with nothing")
            .help("a cost decides between wishes for the same token; remedies come in their order"),
    )
}

/// Returns a warning if a set replaces one of several members without having any of them.
fn other_set(
    subject: &Subject<'_>,
    (name, new): (&At<String>, &Members),
    At { value: old, place }: &At<Statement>,
) -> Option<Diagnostic> {
    let Statement::Set { name: replaced, items } = old else { return None };
    if replaced.value != name.value {
        return None;
    }
    let old = subject.stages.sets.members(items);
    if old.len() < 2 || !old.is_disjoint(new) {
        return None;
    }
    let message = format!("this edit drops all {} members of `{}`", old.len(), name.value);
    Some(
        warning(Code::Unlike, name.place, message)
            .label("replaces the whole set")
            .also(*place, "none of these is in the new set")
            .help(format!("to add members, write `{} |= …`", name.value))
            .about(&*name.value),
    )
}

/// Reports whether two wishes have a tag and a token in common.
fn is_edited(subject: &Subject<'_>, new: &Fact, old: &Fact) -> Option<bool> {
    let shared = |slot| {
        let [new, old] = [new.items(slot)?, old.items(slot)?];
        let sets = &subject.stages.sets;
        Some(!sets.members(new).is_disjoint(&sets.members(old)))
    };
    Some(shared("tags")? && shared("for")?)
}

/// Returns the `unless` clause that a replacement lacks, as written, if its tags need it.
fn forgotten(subject: &Subject<'_>, new: &Fact, old: &Fact) -> Option<String> {
    let sets = &subject.stages.sets;
    let tags = sets.members(new.items("tags")?);
    let lost = not_permitted(&sets.members(old.items(UNLESS)?), sets);
    let is_forgotten = !new.says(UNLESS) && !tags.is_disjoint(&lost);
    is_forgotten.then(|| print::operands(old, &[UNLESS]))
}

fn lost(new: FileSpan, old: FileSpan, clause: &str) -> Diagnostic {
    warning(Code::Unlike, new, format!("this edit drops `{clause}`"))
        .label("replaces the whole statement")
        .also(old, format!("this has `{clause}`"))
        .help(format!("repeat `{clause}`, or add `allow unlike` if this is intended"))
}

/// Returns a warning if an element joins a set, but its end tag does not have the wish of nearly
/// all others.
fn left_out(subject: &Subject<'_>, set: &str, item: &At<Item>) -> Option<Diagnostic> {
    let sets = &subject.stages.sets;
    let Item::Start(element) = &item.value else { return None };
    let own = wishes(subject, sets.start_of(element))?;
    let mut others: IndexMap<&[usize], usize> = IndexMap::default();
    let members = sets.members_of(&Item::Name(set.to_owned()));
    for &member in members.iter() {
        let Some(other) = sets.member(member).start() else { continue };
        if member != sets.start_of(element)
            && other.namespace == element.namespace
            && let Some(wishes) = wishes(subject, member)
        {
            *others.entry(wishes).or_default() += 1;
        }
    }
    let count: usize = others.values().sum();
    let like = others.get(own).copied().unwrap_or_default();
    if count < LEAST || like * ONE_OF > count {
        return None;
    }
    let (usual, _) = others.iter().find(|(_, many)| **many * 2 > count)?;
    let statement = subject.stages.tables.wishes[*usual.first()?].statement;
    let At { value, place } = &subject.stages.merged.statements[statement];
    let end = walk::spell(element, true);
    let mut help = format!("name {end} in this wish");
    if let Some(better) = narrower(subject, value, &members) {
        help = format!("extend `{better}`, which `{set}` contains, or {help}");
    }
    Some(
        warning(
            Code::Unlike,
            item.place,
            format!("{end} is not closed like the other end tags of `{set}`"),
        )
        .label(format!("joins `{set}` by itself"))
        .also(*place, "most of the others have this wish")
        .help(help)
        .about(walk::spell(element, false)),
    )
}

/// Returns the wishes for the end tag of an element; `None` if it has no end tag.
fn wishes<'s>(subject: &Subject<'s>, start: MemberId) -> Option<&'s [usize]> {
    let stages = subject.stages;
    let end = stages.sets.end(start)?;
    let mut numbers = stages.plain.occurrences_of(start).iter();
    numbers.find(|&&number| stages.plain.elements[number].kind.is_some())?;
    let &terminal = stages.plain.terminals_of(end).first()?;
    Some(stages.tables.wishes_of(terminal))
}

/// Returns the first set that a wish names and that contains only members of another set.
fn narrower(subject: &Subject<'_>, wish: &Statement, members: &Members) -> Option<String> {
    let mut found = None;
    walk::items(wish, &mut |item, _, _| {
        if let Item::Name(name) = item
            && found.is_none()
            && subject.stages.sets.members_of(item).is_subset(members)
        {
            found = Some(name.clone());
        }
    });
    found
}
