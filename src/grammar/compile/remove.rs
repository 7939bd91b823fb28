//! `remove`, carried out on a list of statements: of every kind of statement but rules and whole
//! sets, in whose place `replace` puts others.
//!
//! A `remove` looks like the statement that it takes away, and may leave out what need not be said.
//! What it names is compared by what it says, never by place.
//!
//! | written after `remove` | takes away |
//! | --- | --- |
//! | a list: a set's members, `void`, `lexical`, `wish`, `formatting`, `omissible`, `mode`, `namespace`, `mark` | what is listed; the statement, if nothing is left |
//! | `REJECTED ->` | every line with this very left side |
//! | `REJECTED ->` and remedies | these, of such lines |
//! | anything else | the statement |
//!
//! What is not there to be taken away is a mistake.

use super::edit::Editor;
use super::flat::Flat;
use super::missing::Missing;
use crate::grammar::ast::{
    At, Fact, Item, Items, Left, Operand, Place, Rejected, Remedy, Statement,
};
use crate::grammar::print;
use crate::grammar::schema::{Key, Row, Sort};

impl Editor<'_> {
    /// Carries out one removal, which is written at a place.
    pub(super) fn remove(&mut self, removed: &Statement, place: Place) -> Result<(), Missing> {
        match removed {
            Statement::Set { name, items } => self.remove_members(name, items),
            Statement::Remedy { rejected, remedies } => {
                self.remove_remedies(rejected, remedies, place)
            }
            Statement::Fact(fact) => self.remove_fact(fact, place),
            // `replace` puts another rule in the place of one.
            Statement::Rule { .. } | Statement::Edit(..) => Ok(()),
        }
    }

    /// Puts what is `left` of statements in their place, or takes them away if that is nothing;
    /// tells whether there were any. Of a statement that is not meant nothing is said.
    fn sift(&mut self, left: impl Fn(&Flat<'_>, &Statement) -> Option<Option<Statement>>) -> bool {
        let flat = Flat::of(self.entries);
        let edits = self.seen().filter_map(|(at, old)| Some((at, left(&flat, old)?)));
        let edits: Vec<(usize, Option<Statement>)> = edits.collect();
        let any = !edits.is_empty();
        let place = self.place;
        let (mut edits, mut numbers) = (edits.into_iter().peekable(), 0..);
        self.entries.retain_mut(|entry| {
            let own = numbers.next();
            let edit = edits.next_if(|(at, _)| Some(*at) == own).map(|(_, left)| left);
            let is_kept = edit != Some(None);
            if let Some(left) = edit.flatten() {
                entry.statement.value = left;
                entry.note(place);
            }
            is_kept
        });
        any
    }

    /// Takes statements away; tells whether there were any.
    fn remove_if(&mut self, is: impl Fn(&Statement) -> bool) -> bool {
        self.sift(|_, statement| is(statement).then_some(None))
    }

    /// Takes away what a fact stands for, of which only that may be said.
    fn remove_fact(&mut self, wanted: &Fact, place: Place) -> Result<(), Missing> {
        let row = wanted.row();
        let is = |statement: &Statement, is: &dyn Fn(&Fact) -> bool| {
            statement.fact(row.head).is_some_and(is)
        };
        match row.removed {
            Some(Key::Members(slot)) if wanted.says(slot) => self.remove_listed(wanted, slot),
            Some(Key::Same(slots)) => {
                let any = self.remove_if(|other| is(other, &|other| other.agrees(wanted, slots)));
                let name = slots.iter().find_map(|slot| wanted.text(slot));
                let named = |name| Missing::named(row.noun, name);
                found(any, || name.map_or(Missing::of(row.noun, place), named))
            }
            Some(Key::Whole) => {
                let text = || print::statement(&Statement::Fact(wanted.clone()));
                found(self.remove_if(|other| is(other, &|other| other == wanted)), || {
                    Missing::cited(["", ""], text().trim_end_matches([' ', ';']), place)
                })
            }
            _ => {
                let any = self.remove_if(|other| is(other, &|_| true));
                found(any, || Missing::of(row.noun, place).about(row.words))
            }
        }
    }

    /// Takes what a fact lists in a slot out of all facts of its row.
    pub(super) fn remove_listed(
        &mut self,
        wanted: &Fact,
        slot: &'static str,
    ) -> Result<(), Missing> {
        let list = (wanted.row(), slot);
        match wanted.operand(slot) {
            Some(Operand::Items(items)) => {
                items.terms.iter().try_for_each(|(_, item)| self.remove_item(item, list))
            }
            Some(Operand::Texts(names)) => {
                names.iter().try_for_each(|name| self.remove_name(name, list))
            }
            Some(Operand::Entities(entities)) => {
                entities.iter().try_for_each(|entity| self.remove_name(&entity.name, list))
            }
            _ => Ok(()),
        }
    }

    /// Takes an item out of all lists of a kind.
    fn remove_item(&mut self, item: &At<Item>, (row, slot): List) -> Result<(), Missing> {
        let any = self.sift(|flat, statement| {
            let fact = statement.fact(row.head)?;
            let members = fact.items(slot)?;
            let added = members.terms.iter().filter(|(adds, _)| *adds).map(|(_, term)| term);
            if !flat.some_holds(added, &item.value) {
                return None;
            }
            let (rest, taken) = flat.without(members.clone(), item);
            taken.then(|| rest.map(|rest| fact.with(slot, Operand::Items(rest))))
        });
        found(any, || unlisted(row, slot, item))
    }

    /// Takes a name, or what has it, out of all lists of a kind.
    fn remove_name(&mut self, name: &At<String>, (row, slot): List) -> Result<(), Missing> {
        let any = self.sift(|_, statement| {
            let fact = statement.fact(row.head)?;
            let rest = match fact.operand(slot)? {
                Operand::Texts(own) => without(own, |other| other == name)?.map(Operand::Texts),
                Operand::Entities(own) => {
                    without(own, |other| other.name == *name)?.map(Operand::Entities)
                }
                _ => return None,
            };
            Some(rest.map(|rest| fact.with(slot, rest)))
        });
        found(any, || Missing::named(row.noun, name))
    }

    /// Takes the items of a left side out of all rules.
    pub(super) fn remove_rules(&mut self, left: &Left) -> Result<(), Missing> {
        left.items.iter().try_for_each(|item| {
            let any = self.sift(|flat, statement| {
                let Statement::Rule { left: other, content } = statement else { return None };
                if other.parent != left.parent || !flat.some_holds(&other.items, &item.value) {
                    return None;
                }
                let items = flat.left_without(&other.items, item);
                let left = Left { parent: left.parent.clone(), items };
                let is_left = !left.items.is_empty();
                Some(is_left.then(|| Statement::Rule { left, content: content.clone() }))
            });
            found(any, || Missing::rule(item))
        })
    }

    /// Takes remedies out of all lines with one left side, or the lines.
    fn remove_remedies(
        &mut self,
        wanted: &Rejected,
        removed: &[At<Remedy>],
        place: Place,
    ) -> Result<(), Missing> {
        let is = |line: &Statement| matches!(line, Statement::Remedy { rejected, .. } if rejected == wanted);
        let any = match removed {
            [] => self.remove_if(is),
            _ => self.seen().any(|(_, statement)| is(statement)),
        };
        found(any, || Missing::of("remedy line with this left side", place))?;
        removed.iter().try_for_each(|remedy| {
            let any = self.sift(|_, statement| match statement {
                Statement::Remedy { rejected, remedies } if rejected == wanted => {
                    let rejected = rejected.clone();
                    let rest = without(remedies, |other| other == remedy)?;
                    Some(rest.map(|remedies| Statement::Remedy { rejected, remedies }))
                }
                _ => None,
            });
            let text = || print::remedy(&remedy.value);
            found(any, || Missing::cited(["", " in such a remedy line"], &text(), remedy.place))
        })
    }

    /// Takes members out of a set.
    fn remove_members(&mut self, name: &At<String>, removed: &Items) -> Result<(), Missing> {
        let at = self.find_set(&name.value).ok_or_else(|| Missing::named("set", name))?;
        let flat = Flat::of(self.entries);
        let Statement::Set { items: members, .. } = &self.entries[at].statement.value else {
            return Ok(());
        };
        let mut left = Some(members.clone());
        for (_, item) in &removed.terms {
            let (rest, taken) = left.map_or((None, false), |list| flat.without(list, item));
            left = rest;
            found(taken, || {
                let of = format!(" of `{}`", name.value);
                Missing::cited(["member ", &of], &print::item(&item.value), item.place)
                    .about(&name.value)
            })?;
        }
        let rest = left.unwrap_or_else(|| emptied(members));
        if let Statement::Set { items, .. } = &mut self.entries[at].statement.value {
            *items = rest;
            self.entries[at].note(self.place);
        }
        Ok(())
    }
}

/// The slot of a row in which something is listed.
type List = (&'static Row, &'static str);

fn found(found: bool, missing: impl FnOnce() -> Missing) -> Result<(), Missing> {
    if found { Ok(()) } else { Err(missing()) }
}

/// A list without what `is` says, which is nothing if nothing is left; none if that is not in
/// there.
fn without<T: Clone>(own: &[T], is: impl Fn(&T) -> bool) -> Option<Option<Vec<T>>> {
    let rest: Vec<T> = own.iter().filter(|one| !is(one)).cloned().collect();
    (rest.len() < own.len()).then(|| Some(rest).filter(|rest| !rest.is_empty()))
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

/// An emptied set stays, as a set from which everything is taken away: the lint names it.
fn emptied(members: &Items) -> Items {
    let first = members.terms.iter().take(1);
    let terms = first.flat_map(|(_, first)| [(true, first.clone()), (false, first.clone())]);
    Items { count: None, terms: terms.collect(), place: members.place }
}
