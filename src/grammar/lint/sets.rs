//! `empty` and `useless` in sets: lists that come to nothing, and items that change nothing, or of which
//! at most one tag in five is new.

use super::subject::Subject;
use super::work::Work;
use crate::base::{Code, HashMap};
use crate::grammar::ast::{At, Item, Items, Operand, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::sets::{Members, Sets, subtract};
use crate::grammar::compile::walk;
use crate::grammar::schema::{Head, Slot};

/// What it takes to look at one member.
const STEPS: usize = 4;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let sets = &subject.stages.sets;
    let of = (sets, &subject.work);
    let is_cyclic = mistakes.iter().any(|mistake| mistake.code == Code::Cyclic);
    for statement in &subject.stages.merged.statements {
        if let Statement::Set { name, items } = &statement.value {
            let is_empty = || sets.members_of(&Item::Name(name.value.clone())).is_empty();
            if list(items, of, is_cyclic, mistakes) && is_empty() {
                let message = format!("the set `{}` has no members", name.value);
                mistakes.push(warning(Code::Empty, name.place, message).label("empty"));
            }
        }
        let mut lists: Vec<Items> = Vec::new();
        walk::items(&statement.value, &mut |item, _, _| {
            if let Item::Braces { items, .. } = item {
                lists.push(items.clone());
            }
        });
        for items in lists {
            list(&items, of, is_cyclic, mistakes);
            braces(&items, sets, mistakes);
        }
        for items in in_place(&statement.value) {
            list(items, of, is_cyclic, mistakes);
        }
    }
}

/// The lists that a statement writes in place, without braces.
fn in_place(statement: &Statement) -> Vec<&Items> {
    match statement {
        Statement::Remedy { rejected, .. } => vec![&rejected.left],
        Statement::Fact(fact) => {
            // What is wished for is looked at tag by tag.
            let is_wished = |slot: &Slot| fact.row().head == Head::Wish && slot.name == "tags";
            let lists = fact.said().filter_map(|(slot, operand)| match operand {
                _ if is_wished(slot) => None,
                Operand::Items(items) => Some(items),
                _ => None,
            });
            lists.collect()
        }
        Statement::Rule { content, .. } => {
            let mut lists = Vec::new();
            walk::exceptions(content, &mut |exception| {
                lists.push(&exception.value.items);
                lists.extend(exception.value.within.iter().chain(&exception.value.until));
            });
            lists
        }
        _ => Vec::new(),
    }
}

fn braces(items: &Items, sets: &Sets, mistakes: &mut Mistakes) {
    if sets.members(items).is_empty() && items.terms.iter().any(|(adds, _)| !adds) {
        mistakes.push(
            warning(Code::Empty, items.place, "nothing is left in these braces").label("empty"),
        );
    }
}

/// Items that take away what is not there, and items that are written twice. Tells whether the list comes to nothing.
fn list(
    items: &Items,
    (sets, work): (&Sets, &Work),
    is_cyclic: bool,
    mistakes: &mut Mistakes,
) -> bool {
    let mut members = Members::default();
    let mut written: HashMap<&Item, &At<Item>> = HashMap::default();
    for (adds, item) in &items.terms {
        // (Once that is all, no more lists are made to be looked at.)
        if !work.allows(Code::Useless, 0) {
            return false;
        }
        let named = sets.members_of(&item.value);
        if !work.allows(Code::Useless, STEPS * named.len()) {
            return false;
        }
        if *adds {
            let again = written.get(&item.value);
            if let Some(first) = again
                && named.iter().all(|member| members.contains(member))
            {
                mistakes.push(
                    warning(Code::Duplicate, item.place, "this is in the list already")
                        .label("the second")
                        .also(first.place.file, first.place.span, "the first"),
                );
            }
            if again.is_none()
                && !is_cyclic
                && !named.is_empty()
                && named.iter().all(|m| members.contains(m))
            {
                mistakes.push(
                    warning(Code::Useless, item.place, "this adds nothing to the list")
                        .label("all of it is in there")
                        .help("write `-` before it if it is to be taken away"),
                );
            }
            let new = named.iter().filter(|member| !members.contains(*member)).count();
            if again.is_none() && new < named.len() && (1..=named.len() / 5).contains(&new) {
                mistakes.push(
                    warning(Code::Useless, item.place, "nearly all of this is in the list already")
                        .label(format!("{new} of {} are new", named.len()))
                        .help("write `-` before it if it is to be taken away, or name what is new"),
                );
            }
            written.entry(&item.value).or_insert(item);
            members.extend(named.iter().cloned());
        } else {
            if !named.is_empty() && !named.iter().any(|member| members.contains(member)) {
                mistakes.push(
                    warning(Code::Useless, item.place, "this takes away what is not in the list")
                        .label("not in there"),
                );
            }
            subtract(&mut members, &named);
        }
    }
    members.is_empty()
}
