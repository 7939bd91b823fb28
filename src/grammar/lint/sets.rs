//! `empty` and `useless` in sets: lists that come to nothing, and items that change nothing, or of
//! which at most one tag in five is new.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap};
use crate::grammar::ast::{At, Item, Items, Operand, Place, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Members, subtract};
use crate::grammar::compile::walk;
use crate::grammar::print;
use crate::grammar::schema::Head;
use std::collections::hash_map::Entry;

/// What it takes to look at one member.
const STEPS: usize = 4;
/// If only one in so many is new, an item was hardly meant to be added.
const NEW_OF: usize = 5;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let sets = &subject.stages.sets;
    // What is in a set that is defined through itself is not known.
    let is_known = !mistakes.iter().any(|mistake| mistake.code == Code::Cyclic);
    for statement in &subject.stages.merged.statements {
        if let Statement::Set { name, items } = &statement.value {
            let is_empty = || sets.members_of(&Item::Name(name.value.clone())).is_empty();
            if list(subject, items, is_known, mistakes) && is_empty() {
                let message = format!("the set `{}` has no members", name.value);
                let mistake = warning(Code::Empty, name.place, message).label("empty");
                mistakes.push(mistake.about(&name.value));
            }
        }
        let mut braces: Vec<Items> = Vec::new();
        walk::items(&statement.value, &mut |item, _, _| {
            if let Item::Braces { items, .. } = item {
                braces.push(items.clone());
            }
        });
        for items in braces {
            list(subject, &items, is_known, mistakes);
            if sets.members(&items).is_empty() && items.terms.iter().any(|(adds, _)| !adds) {
                let message = "nothing is left in these braces";
                mistakes.push(warning(Code::Empty, items.place, message).label("empty"));
            }
        }
        for items in in_place(&statement.value) {
            list(subject, items, is_known, mistakes);
        }
    }
}

/// The lists that a statement writes in place, without braces.
fn in_place(statement: &Statement) -> Vec<&Items> {
    let mut lists = Vec::new();
    match statement {
        Statement::Remedy { rejected, .. } => lists.push(&rejected.left),
        Statement::Fact(fact) => lists.extend(fact.said().filter_map(|(slot, operand)| {
            // What is wished for is looked at tag by tag.
            let is_wished = fact.row().head == Head::Wish && slot.name == "tags";
            match operand {
                Operand::Items(items) if !is_wished => Some(items),
                _ => None,
            }
        })),
        Statement::Rule { content, .. } => walk::exceptions(content, &mut |exception| {
            lists.push(&exception.value.items);
            lists.extend(exception.value.within.iter().chain(&exception.value.until));
        }),
        _ => {}
    }
    lists
}

/// Looks at the items of a list one by one. Tells whether it comes to nothing.
fn list(subject: &Subject<'_>, items: &Items, is_known: bool, mistakes: &mut Mistakes) -> bool {
    let mut members = Members::default();
    let mut written: HashMap<&Item, Place> = HashMap::default();
    for (adds, item) in &items.terms {
        // (Once that is all, no more lists are made to be looked at.)
        if !subject.work.allows(Code::Useless, 0) {
            return false;
        }
        let named = subject.stages.sets.members_of(&item.value);
        if !subject.work.allows(Code::Useless, STEPS * named.len()) {
            return false;
        }
        let new = named.iter().filter(|member| !members.contains(*member)).count();
        let mistake = match (adds, written.entry(&item.value)) {
            (true, Entry::Occupied(first)) => (new == 0).then(|| {
                warning(Code::Duplicate, item.place, "this is in the list already")
                    .label("the second")
                    .also(*first.get(), "the first")
            }),
            (true, Entry::Vacant(first)) => {
                first.insert(item.place);
                little_new(item, new, named.len()).filter(|_| is_known)
            }
            (false, _) => (!named.is_empty() && new == named.len()).then(|| {
                warning(Code::Useless, item.place, "this takes away what is not in the list")
                    .label("not in there")
            }),
        };
        mistakes.extend(mistake.map(|mistake| mistake.about(print::item(&item.value))));
        match adds {
            true => members.extend(named.iter().cloned()),
            false => subtract(&mut members, &named),
        }
    }
    members.is_empty()
}

/// An item of which nothing, or hardly anything, is new.
fn little_new(item: &At<Item>, new: usize, all: usize) -> Option<Diagnostic> {
    let (message, label, more) = match new {
        0 if all > 0 => ("this adds nothing to the list", "all of it is in there".to_owned(), ""),
        1.. if new * NEW_OF <= all => (
            "nearly all of this is in the list already",
            format!("{new} of {all} are new"),
            ", or name what is new",
        ),
        _ => return None,
    };
    let help = format!("write `-` before it if it is to be taken away{more}");
    Some(warning(Code::Useless, item.place, message).label(label).help(help))
}
