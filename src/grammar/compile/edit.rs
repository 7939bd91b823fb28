//! `replace`, `remove` and `|=`, carried out on a list of statements; what `remove` does is in
//! [`remove`](super::remove).
//!
//! Items are compared as they are written, never by place. Where an element is named by way of a
//! set, the set stays and the element is taken away from it in braces: `cell ::= flow*` without
//! `<td>` is `{cell - <td>} ::= flow*`. What is edited for one of the elements of a rule only gives
//! that element a rule of its own.

use super::flat::Flat;
use super::merge::Entry;
use super::mistake::{Mistakes, error, is_advised, nearest};
use super::remove::{remove, remove_listed, remove_rules};
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{
    Alternative, At, Atom, Content, Element, Factor, Guard, Item, Items, Left, Operand, Place,
    Removal, Repeat, Statement,
};
use crate::grammar::print;
use crate::grammar::schema::{Head, Key};

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
    let (verb, done) = match &statement.value {
        Statement::Replace(inner) => ("replace", replace(entries, unit, inner)),
        Statement::Remove(removal) => ("remove", remove(entries, unit, removal, statement.place)),
        Statement::Extend { left, content } => {
            let is_set =
                only_name(left).is_some_and(|n| find_set(entries, unit, n.value).is_some());
            if is_set && guarded_members(content).is_some() {
                // Whether it holds is known when the sets are resolved.
                entries.push(Entry { unit, statement: statement.clone() });
                return;
            }
            ("extend", extend(entries, unit, left, content, mistakes))
        }
        _ => return,
    };
    if let Err(missing) = done {
        let is_advised = is_advised(mistakes);
        mistakes.push(missing.mistake(verb, entries, is_advised));
    }
}

/// What an edit looked for in vain.
pub(super) struct Missing {
    what: String,
    place: Place,
    /// What it is about, as it is written.
    subjects: Vec<String>,
    name: Option<String>,
    help: Option<String>,
}

impl Missing {
    pub(super) fn of(what: impl Into<String>, place: Place) -> Self {
        Self { what: what.into(), place, subjects: Vec::new(), name: None, help: None }
    }

    /// `cited` is what it is about, between `before` and `after`.
    pub(super) fn cited([before, after]: [&str; 2], cited: &str, place: Place) -> Self {
        let what = format!("{before}`{cited}`{after}");
        Self { subjects: vec![cited.to_owned()], ..Self::of(what, place) }
    }

    pub(super) fn named(what: &str, name: &At<String>) -> Self {
        let before = format!("{what} ");
        let missing = Self::cited([&before, ""], &name.value, name.place);
        Self { name: Some(name.value.clone()), ..missing }
    }

    /// A statement that would stand for none.
    fn replaced(statement: &At<Statement>) -> Self {
        if let Statement::Fact(fact) = &statement.value
            && let Some(&[slot]) = fact.row().unique
            && let Some(Operand::Text(name)) = fact.operand(slot)
            && fact.row().slots.len() > 1
        {
            return Self::named(fact.row().noun, name);
        }
        Self::of("such statement", statement.place)
            .help("`remove` takes one away, and another one is just added")
    }

    pub(super) fn about(mut self, subject: &str) -> Self {
        self.subjects.push(subject.to_owned());
        self
    }

    pub(super) fn help(self, help: impl Into<String>) -> Self {
        Self { help: Some(help.into()), ..self }
    }

    fn mistake(self, verb: &str, entries: &[Entry], is_advised: bool) -> Diagnostic {
        let message = format!("there is no {} to {verb}", self.what);
        let mistake = error(Code::Undefined, self.place, message)
            .label("nothing that this file or the files it uses say");
        let mistake = self.subjects.into_iter().fold(mistake, Diagnostic::about);
        let known = entries.iter().filter(|_| is_advised).filter_map(defined_name);
        match self.name.as_deref().and_then(|name| nearest(name, known)) {
            Some(near) => mistake.did_you_mean(near),
            None if !has_start(entries) => {
                mistake.help("say what is there to edit first: `use` the grammar that has it")
            }
            None => self.help.into_iter().fold(mistake, Diagnostic::help),
        }
    }
}

fn defined_name(entry: &Entry) -> Option<&str> {
    match &entry.statement.value {
        Statement::Set { name, .. } => Some(&name.value),
        Statement::Fact(fact) => {
            let [slot] = fact.row().unique? else { return None };
            Some(&fact.texts(slot).first()?.value)
        }
        Statement::Rule { left, .. } => only_name(left).map(|name| name.value.as_str()),
        _ => None,
    }
}

pub(super) fn only_name(left: &Left) -> Option<At<&String>> {
    match (&left.parent, left.items.as_slice()) {
        (None, [At { value: Item::Name(name), place }]) => Some(At { value: name, place: *place }),
        _ => None,
    }
}

pub(super) fn find_set(entries: &[Entry], unit: usize, wanted: &str) -> Option<usize> {
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
        Statement::Fact(fact) => match fact.row().replaced {
            Some(Key::Members(slot)) => remove_listed(entries, unit, fact, slot)?,
            _ => return Err(Missing::replaced(inner)),
        },
        Statement::Set { name, .. } => return Err(Missing::named("set", name)),
        _ => return Err(Missing::replaced(inner)),
    }
    entries.push(Entry { unit, statement: inner.clone() });
    Ok(())
}

/// Whether `new` stands for exactly what `old` says now.
fn replaces(new: &Statement, old: &Statement) -> bool {
    match (new, old) {
        (Statement::Set { name: a, .. }, Statement::Set { name: b, .. }) => a == b,
        (Statement::Rule { left: a, .. }, Statement::Rule { left: b, .. }) => a == b,
        (Statement::Remedy { rejected: a, .. }, Statement::Remedy { rejected: b, .. }) => a == b,
        (Statement::Fact(new), Statement::Fact(old)) => {
            new.row() == old.row() && new.stands_for(old)
        }
        _ => false,
    }
}

/// Whether there is a whole grammar: a variant that lost its `use` has no start symbol.
fn has_start(entries: &[Entry]) -> bool {
    entries.iter().any(|entry| entry.statement.value.fact(Head::Start).is_some())
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
            (Some(terms), Statement::Set { items, .. }) => {
                items.count = None;
                items.terms.extend(terms);
            }
            _ => mistakes.push(
                error(Code::Contradictory, content.place, "a set is extended by members only")
                    .label("not a list of tags, terminals and sets"),
            ),
        }
        return Ok(());
    }
    edit_rules(entries, unit, left, |own| {
        own.alternatives.extend(content.written().cloned());
        own.exceptions.extend(content.exceptions.iter().cloned());
        Ok(())
    })
}

/// Edits the right side of a rule: that of the very left side, or of each of its items, which gets a
/// rule of its own. Elements of a set in braces that no rule names get one that begins as that of `<*>`, which they have.
pub(super) fn edit_rules(
    entries: &mut Vec<Entry>,
    unit: usize,
    left: &Left,
    mut edit: impl FnMut(&mut Content) -> Result<(), Missing>,
) -> Result<(), Missing> {
    let is = |s: &Statement| matches!(s, Statement::Rule { left: l, .. } if l == left);
    let mut edit_at = |entry: &mut Entry| match &mut entry.statement.value {
        Statement::Rule { content, .. } => edit(content),
        _ => Ok(()),
    };
    if let Some(at) = find(entries, unit, is) {
        return edit_at(&mut entries[at]);
    }
    for item in &left.items {
        let (own, rest) = with_rules(entries, unit, left, item);
        if let Some(first) = rest.first() {
            // An element by itself was most often meant to have a rule.
            let is_set = matches!(item.value, Item::Braces { .. }) && left.parent.is_none();
            let found = wildcard_rule(entries, unit).filter(|_| is_set);
            let at = found.ok_or_else(|| missing_rule(first))?;
            let mut new = entries[at].clone();
            if let Statement::Rule { left, .. } = &mut new.statement.value {
                left.items = vec![taken_from(item, &own)];
            }
            entries.insert(at + 1, new);
            edit_at(&mut entries[at + 1])?;
        }
        for element in &own {
            let at = own_rule(entries, unit, left, element)?;
            edit_at(&mut entries[at])?;
        }
    }
    Ok(())
}

/// The elements of an item, or itself: those that have rules, and the others.
fn with_rules(
    entries: &[Entry],
    unit: usize,
    left: &Left,
    item: &At<Item>,
) -> (Vec<At<Item>>, Vec<At<Item>>) {
    let flat = Flat::of(entries);
    let has_rule = |item: &At<Item>| find_rule(entries, unit, left, item, &flat).is_some();
    if has_rule(item) {
        return (vec![item.clone()], Vec::new());
    }
    match flat.elements(item) {
        Some(elements) => elements.into_iter().partition(has_rule),
        None => (Vec::new(), vec![item.clone()]),
    }
}

/// An item less some of its elements: `{cell - <td>}`.
fn taken_from(item: &At<Item>, elements: &[At<Item>]) -> At<Item> {
    if elements.is_empty() {
        return item.clone();
    }
    let taken = elements.iter().map(|element| (false, element.clone()));
    let terms = std::iter::once((true, item.clone())).chain(taken).collect();
    let items = Items { count: None, terms, place: item.place };
    At { value: Item::Braces { namespace: None, items }, place: item.place }
}

fn find_rule(
    entries: &[Entry],
    unit: usize,
    left: &Left,
    item: &At<Item>,
    flat: &Flat<'_>,
) -> Option<usize> {
    let holds = |l: &Left| l.parent == left.parent && flat.some_holds(l.items.iter(), &item.value);
    find(entries, unit, |s| matches!(s, Statement::Rule { left: l, .. } if holds(l)))
}

/// The rule of `<*>`.
fn wildcard_rule(entries: &[Entry], unit: usize) -> Option<usize> {
    let any = Item::Start(Element { namespace: None, name: None, attribute: None });
    let names = |l: &Left| l.parent.is_none() && l.items.iter().any(|item| item.value == any);
    find(entries, unit, |s| matches!(s, Statement::Rule { left: l, .. } if names(l)))
}

/// The rule of one element; of one for several, it gets one of its own behind that.
fn own_rule(
    entries: &mut Vec<Entry>,
    unit: usize,
    left: &Left,
    item: &At<Item>,
) -> Result<usize, Missing> {
    let flat = Flat::of(entries);
    let at = find_rule(entries, unit, left, item, &flat).ok_or_else(|| missing_rule(item))?;
    let Statement::Rule { left: shared, .. } = &entries[at].statement.value else {
        return Ok(at);
    };
    let others = flat.left_without(&shared.items, item).0;
    let is_shared = !others.is_empty();
    let mut own = entries[at].clone();
    if let Statement::Rule { left, .. } = &mut own.statement.value {
        left.items = vec![item.clone()];
    }
    if let Statement::Rule { left, .. } = &mut entries[at].statement.value {
        left.items = others;
    }
    if is_shared {
        entries.insert(at + 1, own);
    } else {
        entries[at] = own;
    }
    Ok(at + usize::from(is_shared))
}

pub(super) fn missing_rule(item: &At<Item>) -> Missing {
    match &item.value {
        Item::Name(name) => Missing::named("rule", &At { value: name.clone(), place: item.place }),
        other => Missing::cited(["rule of ", ""], &print::item(other), item.place),
    }
}

/// The members that a right side lists: each adds.
type Terms = Vec<(bool, At<Item>)>;

/// The members that a right side lists, if it is nothing but a list.
fn members(content: &Content) -> Option<Terms> {
    let [Alternative { guard: None, factors }] = content.alternatives.as_slice() else {
        return None;
    };
    listed(content, factors)
}

/// The members that a right side lists for a mode, and that mode.
pub(super) fn guarded_members(content: &Content) -> Option<(&Guard, Terms)> {
    let [Alternative { guard: Some(guard), factors }] = content.alternatives.as_slice() else {
        return None;
    };
    Some((guard, listed(content, factors)?))
}

fn listed(content: &Content, factors: &[At<Factor>]) -> Option<Terms> {
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
