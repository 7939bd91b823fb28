//! `remove`, carried out on a list of statements: of every kind of statement, or of a part of it.
//!
//! A `remove` looks like the statement that it takes away, and may leave out what need not be said.
//! What it names is compared by what it says, never by place.
//!
//! | written after `remove` | takes away |
//! | --- | --- |
//! | a list: a set's members, `void`, `lexical`, `wish`, `formatting`, `omissible`, `mode`, `namespace`, `mark` | what is listed; the statement, if nothing is left |
//! | `LEFT ::=`, `REJECTED ->` or `NAME =` with nothing after it | all of it |
//! | `LEFT ::=` or `REJECTED ->` and a part of what follows in the statement | that part |
//! | anything else | the statement |
//!
//! What is not there to be taken away is a mistake.

use super::edit::{Missing, edit_rules, find_set, missing_rule};
use super::flat::Flat;
use super::merge::Entry;
use crate::grammar::ast::{
    Alternative, At, Content, Exception, Fact, Item, Items, Left, Operand, Place, Remedy, Removal,
    Statement,
};
use crate::grammar::print;
use crate::grammar::schema::{Key, Row, Sort};

/// Carries out one removal on behalf of file number `unit`.
pub(super) fn remove(
    entries: &mut Vec<Entry>,
    unit: usize,
    removal: &Removal,
    place: Place,
) -> Result<(), Missing> {
    match removal {
        Removal::Set { name, items } => {
            let set = find_set(entries, unit, &name.value);
            let at = set.ok_or_else(|| Missing::named("set", name))?;
            match items {
                None => drop(entries.remove(at)),
                Some(items) => remove_members(entries, at, items)?,
            }
            Ok(())
        }
        Removal::Rule { left, content } => match content.written().next() {
            None if content.exceptions.is_empty() => remove_rules(entries, unit, left),
            _ => edit_rules(entries, unit, left, |own| remove_parts(own, content)),
        },
        Removal::Remedy { remedies, .. } => {
            remove_remedy_lines(entries, unit, removal, remedies, place)
        }
        Removal::Fact(fact) => remove_fact(entries, unit, fact, place),
    }
}

/// Takes away what a fact stands for, of which only that may be said.
fn remove_fact(
    entries: &mut Vec<Entry>,
    unit: usize,
    wanted: &Fact,
    place: Place,
) -> Result<(), Missing> {
    let row = wanted.row();
    if let Some(Key::Members(slot)) = row.removed
        && wanted.says(slot)
    {
        return remove_listed(entries, unit, wanted, slot);
    }
    let mut remove = |is: &dyn Fn(&Fact) -> bool| {
        remove_if(entries, unit, |other| other.fact(row.head).is_some_and(is))
    };
    match row.removed {
        Some(Key::Same(slots)) => {
            let any = remove(&|other| other.agrees(wanted, slots));
            let name = slots.iter().find_map(|slot| wanted.text(slot));
            found(any, || {
                name.map_or(Missing::of(row.noun, place), |name| Missing::named(row.noun, name))
            })
        }
        Some(Key::Whole) => {
            let text = || print::statement(&Statement::Fact(wanted.clone()));
            found(remove(&|other| other == wanted), || {
                Missing::cited(["", ""], text().trim_end_matches([' ', ';']), place)
            })
        }
        _ => found(remove(&|_| true), || Missing::of(row.noun, place).about(row.words)),
    }
}

/// Takes what a fact lists in a slot out of all facts of its row.
pub(super) fn remove_listed(
    entries: &mut Vec<Entry>,
    unit: usize,
    wanted: &Fact,
    slot: &'static str,
) -> Result<(), Missing> {
    match wanted.operand(slot) {
        Some(Operand::Items(items)) => remove_items(entries, unit, items, (wanted.row(), slot)),
        Some(Operand::Texts(names)) => remove_names(entries, unit, names, (wanted.row(), slot)),
        Some(Operand::Entities(entities)) => {
            let names = entities.iter().map(|entity| &entity.name);
            remove_names(entries, unit, names, (wanted.row(), slot))
        }
        _ => Ok(()),
    }
}

fn found(found: bool, missing: impl FnOnce() -> Missing) -> Result<(), Missing> {
    if found { Ok(()) } else { Err(missing()) }
}

/// Goes through the statements up to file number `unit`, and keeps those that are to be kept.
fn keep_if(entries: &mut Vec<Entry>, unit: usize, mut keep: impl FnMut(&mut Statement) -> bool) {
    entries.retain_mut(|entry| entry.unit > unit || keep(&mut entry.statement.value));
}

/// Takes statements away; tells whether there were any.
fn remove_if(entries: &mut Vec<Entry>, unit: usize, is: impl Fn(&Statement) -> bool) -> bool {
    let before = entries.len();
    keep_if(entries, unit, |statement| !is(statement));
    entries.len() < before
}

fn remove_members(entries: &mut [Entry], at: usize, items: &Items) -> Result<(), Missing> {
    let flat = Flat::of(entries);
    let Statement::Set { name, items: members } = &entries[at].statement.value else {
        return Ok(());
    };
    let mut left = Some(members.clone());
    for (_, item) in &items.terms {
        let (rest, taken) = left.map_or((None, false), |list| flat.without(list, item));
        left = rest;
        found(taken, || {
            let of = format!(" of `{}`", name.value);
            Missing::cited(["member ", &of], &print::item(&item.value), item.place)
                .about(&name.value)
        })?;
    }
    // An emptied set stays, as a set from which everything is taken away: the lint names it.
    let emptied = || Items {
        count: None,
        terms: members
            .terms
            .iter()
            .take(1)
            .flat_map(|(_, m)| [(true, m.clone()), (false, m.clone())])
            .collect(),
        place: members.place,
    };
    let rest = left.unwrap_or_else(emptied);
    if let Statement::Set { items, .. } = &mut entries[at].statement.value {
        *items = rest;
    }
    Ok(())
}

/// The slot of a row in which something is listed.
type List = (&'static Row, &'static str);

/// Puts what is left of their lists into some statements, ascending, and takes those away of which nothing is left.
fn edit_lists<L>(
    entries: &mut Vec<Entry>,
    rests: Vec<(usize, Option<L>)>,
    edit: impl Fn(&mut Statement, &L),
) {
    for (at, rest) in rests.into_iter().rev() {
        match rest {
            Some(rest) => edit(&mut entries[at].statement.value, &rest),
            None => drop(entries.remove(at)),
        }
    }
}

/// Takes items out of all lists of a kind.
fn remove_items(
    entries: &mut Vec<Entry>,
    unit: usize,
    items: &Items,
    (row, slot): List,
) -> Result<(), Missing> {
    for (_, item) in &items.terms {
        let flat = Flat::of(entries);
        let rests = entries.iter().enumerate().filter(|(_, entry)| entry.unit <= unit);
        let rests = rests.filter_map(|(at, entry)| {
            let members = entry.statement.value.fact(row.head)?.items(slot)?;
            let added = members.terms.iter().filter(|(adds, _)| *adds).map(|(_, term)| term);
            if !flat.some_holds(added, &item.value) {
                return None;
            }
            let (rest, taken) = flat.without(members.clone(), item);
            taken.then_some((at, rest))
        });
        let rests: Vec<(usize, Option<Items>)> = rests.collect();
        let any = !rests.is_empty();
        edit_lists(entries, rests, |statement, rest| {
            if let Statement::Fact(fact) = statement
                && let Some(Operand::Items(members)) = fact.operand_mut(slot)
            {
                members.clone_from(rest);
            }
        });
        found(any, || unlisted(row, slot, item))?;
    }
    Ok(())
}

/// An item that is not in any list of a kind. A `remove` does not name what stands before the list.
fn unlisted(row: &Row, slot: &str, item: &At<Item>) -> Missing {
    let text = print::item(&item.value);
    let missing = Missing::of(format!("`{} {text}`", row.words), item.place).about(&text);
    let before = row.slots.iter().find(|other| other.name != slot && other.sort == Sort::Name);
    match before {
        Some(other) => {
            missing.help(format!("a `remove {}` names {slot}, and no {}", row.words, other.name))
        }
        None => missing,
    }
}

/// Takes names, or what has them, out of all lists of a kind.
fn remove_names<'n>(
    entries: &mut Vec<Entry>,
    unit: usize,
    names: impl IntoIterator<Item = &'n At<String>>,
    (row, slot): List,
) -> Result<(), Missing> {
    names.into_iter().try_for_each(|name| {
        let mut any = false;
        keep_if(entries, unit, |statement| {
            let Statement::Fact(fact) = statement else { return true };
            let of_row = (fact.row() == row).then(|| fact.operand_mut(slot)).flatten();
            let (before, after) = match of_row {
                Some(Operand::Texts(own)) => without(own, |other| other == name),
                Some(Operand::Entities(own)) => without(own, |other| other.name == *name),
                _ => return true,
            };
            any |= after < before;
            after > 0
        });
        found(any, || Missing::named(row.noun, name))
    })
}

/// Takes out of a list what `is` says; how long it was and is.
fn without<T>(own: &mut Vec<T>, is: impl Fn(&T) -> bool) -> (usize, usize) {
    let before = own.len();
    own.retain(|one| !is(one));
    (before, own.len())
}

/// Takes the items of a left side out of all rules.
pub(super) fn remove_rules(
    entries: &mut Vec<Entry>,
    unit: usize,
    left: &Left,
) -> Result<(), Missing> {
    for item in &left.items {
        let flat = Flat::of(entries);
        let rests = entries.iter().enumerate().filter(|(_, entry)| entry.unit <= unit);
        let rests = rests.filter_map(|(at, entry)| {
            let Statement::Rule { left: other, .. } = &entry.statement.value else { return None };
            if other.parent != left.parent || !flat.some_holds(other.items.iter(), &item.value) {
                return None;
            }
            let (rest, _) = flat.left_without(&other.items, item);
            Some((at, Some(rest).filter(|rest| !rest.is_empty())))
        });
        let rests: Vec<(usize, Option<Vec<At<Item>>>)> = rests.collect();
        let any = !rests.is_empty();
        edit_lists(entries, rests, |statement, rest| {
            if let Statement::Rule { left, .. } = statement {
                left.items.clone_from(rest);
            }
        });
        found(any, || missing_rule(item))?;
    }
    Ok(())
}

/// Takes alternatives and exceptions out of a right side; what has no alternative left is empty content.
fn remove_parts(own: &mut Content, parts: &Content) -> Result<(), Missing> {
    for part in parts.written() {
        let before = own.alternatives.len();
        own.alternatives.retain(|other| other != part);
        found(own.alternatives.len() < before, || {
            Missing::cited(["alternative ", ""], &print::alternative(part), parts.place)
        })?;
    }
    if own.alternatives.is_empty() {
        own.alternatives.push(Alternative { guard: None, factors: Vec::new() });
    }
    for part in &parts.exceptions {
        let before = own.exceptions.len();
        own.exceptions.retain(|other| !says(&other.value, &part.value));
        found(own.exceptions.len() < before, || {
            Missing::cited(["", ""], &print::exception(&part.value), part.place)
                .help("one in a group goes with a `replace` of the rule only")
        })?;
    }
    Ok(())
}

/// Whether an exception is the one that is asked for: it is for the same items, and what the other
/// one says besides is said in it too.
fn says(own: &Exception, asked: &Exception) -> bool {
    fn part<T: PartialEq>(own: &Option<T>, asked: &Option<T>) -> bool {
        asked.is_none() || own == asked
    }
    (own.excludes, &own.items) == (asked.excludes, &asked.items)
        && part(&own.within, &asked.within)
        && part(&own.until, &asked.until)
        && part(&own.guard, &asked.guard)
        && part(&own.label, &asked.label)
}

/// Takes remedies out of all lines with one left side, or the lines.
fn remove_remedy_lines(
    entries: &mut Vec<Entry>,
    unit: usize,
    removal: &Removal,
    remedies: &[At<Remedy>],
    place: Place,
) -> Result<(), Missing> {
    let (mut found_line, mut taken) = (false, vec![false; remedies.len()]);
    keep_if(entries, unit, |statement| {
        let Some(own) = remedies_of(statement, removal) else { return true };
        found_line = true;
        remove_remedies(own, remedies, &mut taken)
    });
    found(found_line, || Missing::of("remedy line with this left side", place))?;
    remedies.iter().zip(taken).try_for_each(|(remedy, taken)| {
        let text = || print::remedy(&remedy.value);
        found(taken, || Missing::cited(["", " in such a remedy line"], &text(), remedy.place))
    })
}

/// The remedies of a statement, if it is a line with the left side of `removal`.
fn remedies_of<'s>(
    statement: &'s mut Statement,
    removal: &Removal,
) -> Option<&'s mut Vec<At<Remedy>>> {
    match (statement, removal) {
        (Statement::Remedy { rejected, remedies }, Removal::Remedy { rejected: wanted, .. }) => {
            (rejected == wanted).then_some(remedies)
        }
        _ => None,
    }
}

/// Takes some remedies out of a line, or all if none is named; tells whether the line stays.
fn remove_remedies(own: &mut Vec<At<Remedy>>, remedies: &[At<Remedy>], taken: &mut [bool]) -> bool {
    for (remedy, taken) in remedies.iter().zip(taken) {
        let before = own.len();
        own.retain(|other| other != remedy);
        *taken |= own.len() < before;
    }
    !remedies.is_empty() && !own.is_empty()
}
