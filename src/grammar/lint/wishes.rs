//! Wishes that cannot help: for tags that are acceptable nowhere, or for the sake of such.
//!
//! An item that is written is judged as a whole: a set is fine if one of its tags can help.

use super::subject::Subject;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, Item, Items, facts};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Member, Members, plain};
use crate::grammar::compile::tables::{not_permitted, virtual_tags};
use crate::grammar::compile::walk::spell;
use crate::grammar::schema::Head;
use std::collections::hash_map::Entry;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut seen: HashMap<_, &At<Item>> = HashMap::default();
    for At { value: fact, .. } in facts(&subject.stages.merged.statements, Head::Wish) {
        let Some(tags) = fact.items("tags") else { continue };
        let (purpose, unless) = (fact.items("for"), fact.items("unless"));
        for (_, item) in tags.terms.iter().filter(|(adds, _)| *adds) {
            tag(subject, item, mistakes);
            let terms = (fact.number("cost").unwrap_or(1), purpose, unless);
            match seen.entry((&item.value, terms)) {
                Entry::Vacant(vacant) => drop(vacant.insert(item)),
                Entry::Occupied(first) => mistakes.push(
                    warning(Code::Duplicate, item.place, "this is wished for already")
                        .label("the second wish")
                        .also(first.get().place.file, first.get().place.span, "the first"),
                ),
            }
        }
        if let Some(items) = purpose {
            goals(subject, items, mistakes);
        }
        if let Some(items) = unless {
            taken_away(subject, tags, items, mistakes);
        }
    }
}

fn tag(subject: &Subject<'_>, item: &At<Item>, mistakes: &mut Mistakes) {
    let members = subject.stages.sets.members_of(&item.value);
    let tags = virtual_tags(&members, &subject.stages.sets);
    if tags.is_empty() || tags.iter().any(|member| subject.is_possible(member)) {
        return;
    }
    let void = tags.iter().find_map(|member| match member {
        Member::End(element) if subject.stages.symbols.void.contains_key(&plain(element)) => {
            Some(element)
        }
        _ => None,
    });
    mistakes.push(match void {
        Some(element) => {
            let message = format!("{} can never be granted", spell(element, true));
            warning(Code::Useless, item.place, message).label("void elements have no end tag")
        }
        None => warning(Code::Useless, item.place, "this tag is acceptable nowhere")
            .label(never(&tags))
            .help("put its element into a rule, or take the wish away"),
    });
}

fn never(members: &Members) -> String {
    let first = members.first().map(Member::spelling).unwrap_or_default();
    format!("no rule has a place for {first}")
}

fn goals(subject: &Subject<'_>, items: &Items, mistakes: &mut Mistakes) {
    impossible(subject, items, "nothing can be granted for the sake of this", mistakes);
}

/// The items that no rule has a place for, and what that means of them.
pub(super) fn impossible(
    subject: &Subject<'_>,
    items: &Items,
    message: &str,
    mistakes: &mut Mistakes,
) {
    for (item, members) in subject.idle(items, |member| subject.is_possible(member)) {
        mistakes.push(warning(Code::Useless, item.place, message).label(never(&members)));
    }
}

fn taken_away(subject: &Subject<'_>, tags: &Items, unless: &Items, mistakes: &mut Mistakes) {
    let wished = subject.stages.sets.members(tags);
    for (_, item) in unless.terms.iter().filter(|(adds, _)| *adds) {
        let members = not_permitted(&subject.stages.sets.members_of(&item.value));
        if !members.is_empty() && !members.iter().any(|member| wished.contains(member)) {
            mistakes.push(
                warning(
                    Code::Useless,
                    item.place,
                    "this is not among the tags that are wished for",
                )
                .label("not permitted in any case"),
            );
        }
    }
}
