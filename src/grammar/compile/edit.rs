//! `replace`, `remove` and `|=`, carried out on a list of statements.
//!
//! Items are compared as they are written, never by place. Where an element is named by way of a
//! set, the set stays and the element is taken away from it in braces: `cell ::= flow*` without
//! `<td>` is `{cell - <td>} ::= flow*`.

use super::edit_facts::{self, same_rejected};
use super::flat::{Flat, same_item, same_items};
use super::merge::Entry;
use super::mistake::{Mistakes, error, nearest};
use crate::grammar::ast::{
    Alternative, At, Atom, Content, Factor, Item, Items, Left, Place, Removal, Repeat, Statement,
};

/// Whether a statement edits a set: those edits come first.
pub(super) fn edits_a_set(entries: &[Entry], statement: &Statement) -> bool {
    match statement {
        Statement::Replace(inner) => matches!(inner.value, Statement::Set { .. }),
        Statement::Remove(removal) => matches!(removal, Removal::Set { .. }),
        Statement::Extend { left, .. } => {
            only_name(left).is_some_and(|name| find_set(entries, usize::MAX, name.value).is_some())
        }
        _ => false,
    }
}

/// Carries out one edit on behalf of file number `unit`.
pub(super) fn apply(
    entries: &mut Vec<Entry>,
    unit: usize,
    statement: &At<Statement>,
    mistakes: &mut Mistakes,
) {
    let done = match &statement.value {
        Statement::Replace(inner) => replace(entries, unit, inner),
        Statement::Remove(removal) => remove(entries, unit, removal, statement.place),
        Statement::Extend { left, content } => extend(entries, unit, left, content, mistakes),
        _ => Ok(()),
    };
    if let Err(missing) = done {
        mistakes.push(missing.mistake(entries));
    }
}

/// What an edit looked for in vain.
pub(super) struct Missing {
    what: String,
    place: Place,
    name: Option<String>,
}

impl Missing {
    pub(super) fn of(what: impl Into<String>, place: Place) -> Self {
        Self { what: what.into(), place, name: None }
    }

    pub(super) fn named(what: &str, name: &At<String>) -> Self {
        let name_text = name.value.clone();
        Self { what: format!("{what} `{name_text}`"), place: name.place, name: Some(name_text) }
    }

    fn mistake(self, entries: &[Entry]) -> crate::base::Diagnostic {
        let message = format!("there is no {} to replace, remove or extend", self.what);
        let mistake = error("undefined", self.place, message)
            .label("nothing that this file or the files it uses say");
        let known: Vec<&str> = entries.iter().filter_map(|entry| defined_name(entry)).collect();
        match self.name.as_deref().and_then(|name| nearest(name, known)) {
            Some(near) => mistake.help(format!("did you mean `{near}`?")),
            None => mistake,
        }
    }
}

fn defined_name(entry: &Entry) -> Option<&str> {
    match &entry.statement.value {
        Statement::Set { name, .. }
        | Statement::Token { name, .. }
        | Statement::Latch { name, .. } => Some(&name.value),
        Statement::Rule { left, .. } => only_name(left).map(|name| name.value.as_str()),
        _ => None,
    }
}

fn only_name(left: &Left) -> Option<At<&String>> {
    match (&left.parent, left.items.as_slice()) {
        (None, [At { value: Item::Name(name), place }]) => Some(At { value: name, place: *place }),
        _ => None,
    }
}

fn find_set(entries: &[Entry], unit: usize, wanted: &str) -> Option<usize> {
    find(
        entries,
        unit,
        |statement| matches!(statement, Statement::Set { name, .. } if name.value == wanted),
    )
}

fn find(entries: &[Entry], unit: usize, is: impl Fn(&Statement) -> bool) -> Option<usize> {
    entries.iter().position(|entry| entry.unit <= unit && is(&entry.statement.value))
}

fn replace(entries: &mut Vec<Entry>, unit: usize, inner: &At<Statement>) -> Result<(), Missing> {
    let same = |entry: &Statement| replaces(&inner.value, entry);
    if let Some(at) = find(entries, unit, same) {
        entries[at].statement = inner.clone();
        return Ok(());
    }
    match &inner.value {
        Statement::Rule { left, .. } => remove_rules(entries, unit, left)?,
        Statement::Void { items, .. } => remove_items(entries, unit, items, List::Void)?,
        Statement::Lexical { items, .. } => remove_items(entries, unit, items, List::Lexical)?,
        Statement::Wish { tags, .. } => remove_items(entries, unit, tags, List::Wish)?,
        Statement::Set { name, .. } => return Err(Missing::named("set", name)),
        Statement::Token { name, .. } => return Err(Missing::named("token", name)),
        _ => return Err(Missing::of("such statement", inner.place)),
    }
    entries.push(Entry { unit, statement: inner.clone() });
    Ok(())
}

/// Whether `new` stands for exactly what `old` says now.
fn replaces(new: &Statement, old: &Statement) -> bool {
    match (new, old) {
        (Statement::Start(_), Statement::Start(_))
        | (Statement::Tokenizer(_), Statement::Tokenizer(_)) => true,
        (Statement::Set { name: a, .. }, Statement::Set { name: b, .. })
        | (Statement::Token { name: a, .. }, Statement::Token { name: b, .. })
        | (Statement::Skip(a), Statement::Skip(b))
        | (Statement::Allow { code: a, .. }, Statement::Allow { code: b, .. }) => {
            a.value == b.value
        }
        (Statement::Rule { left: a, .. }, Statement::Rule { left: b, .. }) => same_left(a, b),
        (Statement::Remedy { rejected: a, .. }, Statement::Remedy { rejected: b, .. }) => {
            same_rejected(a, b)
        }
        _ => edit_facts::replaces(new, old),
    }
}

pub(super) fn same_option(a: Option<&Items>, b: Option<&Items>) -> bool {
    match (a, b) {
        (Some(a), Some(b)) => same_items(a, b),
        (None, None) => true,
        _ => false,
    }
}

fn same_parent(a: &Left, b: &Left) -> bool {
    a.parent.as_ref().map(|parent| &parent.value) == b.parent.as_ref().map(|parent| &parent.value)
}

fn same_left(a: &Left, b: &Left) -> bool {
    same_parent(a, b)
        && a.items.len() == b.items.len()
        && a.items.iter().zip(&b.items).all(|(a, b)| same_item(&a.value, &b.value))
}

fn remove(
    entries: &mut Vec<Entry>,
    unit: usize,
    removal: &Removal,
    place: Place,
) -> Result<(), Missing> {
    match removal {
        Removal::Set { name, items } => {
            let at =
                find_set(entries, unit, &name.value).ok_or_else(|| Missing::named("set", name))?;
            match items {
                None => drop(entries.remove(at)),
                Some(items) => remove_members(entries, at, items)?,
            }
            Ok(())
        }
        Removal::Rule(left) => remove_rules(entries, unit, left),
        Removal::Wish(items) => remove_items(entries, unit, items, List::Wish),
        Removal::Void(items) => remove_items(entries, unit, items, List::Void),
        Removal::Lexical(items) => remove_items(entries, unit, items, List::Lexical),
        Removal::Token(name) => {
            let is = |statement: &Statement| matches!(statement, Statement::Token { name: n, .. } if n.value == name.value);
            let at = find(entries, unit, is).ok_or_else(|| Missing::named("token", name))?;
            entries.remove(at);
            Ok(())
        }
        Removal::Remedy(_)
        | Removal::Latch(_)
        | Removal::Doctype(_)
        | Removal::Mark(_)
        | Removal::Single(_) => edit_facts::remove(entries, unit, removal, place),
    }
}

pub(super) fn found(found: bool, missing: impl FnOnce() -> Missing) -> Result<(), Missing> {
    if found { Ok(()) } else { Err(missing()) }
}

fn remove_members(entries: &mut [Entry], at: usize, items: &Items) -> Result<(), Missing> {
    let flat = Flat::of(entries.iter().map(|entry| &entry.statement.value));
    let Statement::Set { items: members, .. } = &entries[at].statement.value else {
        return Ok(());
    };
    let mut left = Some(members.clone());
    for (_, item) in &items.terms {
        let (rest, taken) = left.map_or((None, false), |list| flat.without(list, item));
        left = rest;
        found(taken, || Missing::of("such member", item.place))?;
    }
    // An emptied set stays, as a set from which everything is taken away: the lint names it.
    let emptied = || Items {
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

/// Which statement a list of elements belongs to.
#[derive(Clone, Copy)]
enum List {
    Void,
    Lexical,
    Wish,
}

impl List {
    fn of(self, statement: &mut Statement) -> Option<&mut Items> {
        match (self, statement) {
            (Self::Void, Statement::Void { items, .. })
            | (Self::Lexical, Statement::Lexical { items, .. })
            | (Self::Wish, Statement::Wish { tags: items, .. }) => Some(items),
            _ => None,
        }
    }

    fn word(self) -> &'static str {
        match self {
            Self::Void => "`void` of this",
            Self::Lexical => "`lexical` of this",
            Self::Wish => "`wish` of this",
        }
    }
}

fn remove_items(
    entries: &mut Vec<Entry>,
    unit: usize,
    items: &Items,
    list: List,
) -> Result<(), Missing> {
    let flat = Flat::of(entries.iter().map(|entry| &entry.statement.value));
    for (_, item) in &items.terms {
        let mut any = false;
        entries.retain_mut(|entry| {
            let Some(members) = list.of(&mut entry.statement.value).filter(|_| entry.unit <= unit)
            else {
                return true;
            };
            let (rest, taken) = flat.without(members.clone(), item);
            any |= taken;
            let keep = rest.is_some();
            if let Some(rest) = rest {
                *members = rest;
            }
            keep
        });
        found(any, || Missing::of(list.word(), item.place))?;
    }
    Ok(())
}

/// Takes the items of a left side out of all rules.
fn remove_rules(entries: &mut Vec<Entry>, unit: usize, left: &Left) -> Result<(), Missing> {
    let flat = Flat::of(entries.iter().map(|entry| &entry.statement.value));
    for item in &left.items {
        let mut any = false;
        entries.retain_mut(|entry| {
            let Statement::Rule { left: other, .. } = &mut entry.statement.value else {
                return true;
            };
            if entry.unit > unit || !same_parent(other, left) {
                return true;
            }
            let (rest, taken) = flat.left_without(&other.items, item);
            any |= taken;
            other.items = rest;
            !other.items.is_empty()
        });
        found(any, || missing_rule(item))?;
    }
    Ok(())
}

fn missing_rule(item: &At<Item>) -> Missing {
    match &item.value {
        Item::Name(name) => Missing::named("rule", &At { value: name.clone(), place: item.place }),
        _ => Missing::of("rule of this element", item.place),
    }
}

fn extend(
    entries: &mut Vec<Entry>,
    unit: usize,
    left: &Left,
    content: &Content,
    mistakes: &mut Mistakes,
) -> Result<(), Missing> {
    if let Some(at) = only_name(left).and_then(|name| find_set(entries, unit, name.value)) {
        match (members(content), &mut entries[at].statement.value) {
            (Some(terms), Statement::Set { items, .. }) => items.terms.extend(terms),
            _ => mistakes.push(
                error("contradictory", content.place, "a set is extended by members only")
                    .label("not a list of tags, terminals and sets"),
            ),
        }
        return Ok(());
    }
    let is = |s: &Statement| matches!(s, Statement::Rule { left: l, .. } if same_left(l, left));
    if let Some(at) = find(entries, unit, is) {
        add_alternatives(&mut entries[at].statement.value, content);
        return Ok(());
    }
    left.items.iter().try_for_each(|item| extend_one(entries, unit, left, item, content))
}

/// Extends the rule of one element out of several: it gets a rule of its own.
fn extend_one(
    entries: &mut Vec<Entry>,
    unit: usize,
    left: &Left,
    item: &At<Item>,
    content: &Content,
) -> Result<(), Missing> {
    let flat = Flat::of(entries.iter().map(|entry| &entry.statement.value));
    let holds = |s: &Statement| matches!(s, Statement::Rule { left: l, .. } if same_parent(l, left) && flat.left_without(&l.items, item).1);
    let at = find(entries, unit, holds).ok_or_else(|| missing_rule(item))?;
    let mut own = entries[at].clone();
    add_alternatives(&mut own.statement.value, content);
    let Statement::Rule { left: own_left, .. } = &mut own.statement.value else { return Ok(()) };
    own_left.items = vec![item.clone()];
    let Statement::Rule { left: shared, .. } = &mut entries[at].statement.value else {
        return Ok(());
    };
    shared.items = flat.left_without(&shared.items, item).0;
    if shared.items.is_empty() {
        entries[at] = own;
    } else {
        entries.insert(at + 1, own);
    }
    Ok(())
}

fn add_alternatives(statement: &mut Statement, more: &Content) {
    if let Statement::Rule { content, .. } = statement {
        content.alternatives.extend(more.alternatives.iter().cloned());
        content.exceptions.extend(more.exceptions.iter().cloned());
    }
}

/// The members that a right side lists, if it is nothing but a list.
fn members(content: &Content) -> Option<Vec<(bool, At<Item>)>> {
    let [Alternative { guard: None, factors }] = content.alternatives.as_slice() else {
        return None;
    };
    if !content.exceptions.is_empty() {
        return None;
    }
    let member = |factor: &At<Factor>| match &factor.value {
        Factor { atom: Atom::Item(item), repeat: Repeat::Once } => {
            Some((true, At { value: item.clone(), place: factor.place }))
        }
        _ => None,
    };
    factors.iter().map(member).collect()
}
