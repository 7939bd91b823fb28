//! Execution of `remove` on a list of statements, of every kind but rules and whole sets, which
//! only `replace` can change.
//!
//! A `remove` has the form of the statement that it removes, and may omit parts. Its operands are
//! compared by their text, never by their span.
//!
//! | written after `remove` | removes |
//! | --- | --- |
//! | a list | the listed items; the statement, if nothing is left |
//! | `REJECTED ->` | every line with exactly this left side |
//! | `REJECTED ->` and remedies | these remedies, from these lines |
//! | anything else | the statement |
//!
//! Lists are a set's members and those of `void`, `lexical`, `wish`, `formatting`, `omissible`,
//! `attributes`, `entities`, `mode`, `namespace` and `mark`. Removing what does not exist is an
//! error.

use super::edit::Editor;
use super::flat::WrittenSets;
use super::missing::MissingTarget;
use crate::grammar::ast::{
    At, Fact, FileSpan, Item, Items, LeftSide, Operand, Rejected, Remedy, Statement,
};
use crate::grammar::print;
use crate::grammar::schema::{Key, Row, Sort};

impl Editor<'_> {
    /// Carries out one removal, whose span is `place`.
    pub(super) fn remove(
        &mut self,
        removed: &Statement,
        place: FileSpan,
    ) -> Result<(), MissingTarget> {
        match removed {
            Statement::Set { name, items } => self.remove_members(name, items),
            Statement::Remedy { rejected, remedies } => {
                self.remove_remedies(rejected, remedies, place)
            }
            Statement::Fact(fact) => self.remove_fact(fact, place),
            // `replace` exchanges rules.
            Statement::Rule { .. } | Statement::Edit(..) => Ok(()),
        }
    }

    /// Replaces or removes statements. `left` returns `None` for a statement that is not concerned,
    /// else what is left of it, if anything. Reports whether any statement was concerned.
    fn sift(
        &mut self,
        left: impl Fn(&WrittenSets<'_>, &Statement) -> Option<Option<Statement>>,
    ) -> bool {
        let flat = WrittenSets::of(self.entries);
        let mut edits: Vec<(usize, Option<Statement>)> = Vec::new();
        for (at, old) in self.visible() {
            if let Some(rest) = left(&flat, old) {
                edits.push((at, rest));
            }
        }
        let any = !edits.is_empty();
        let place = self.place;
        let (mut edits, mut numbers) = (edits.into_iter().peekable(), 0..);
        self.entries.retain_mut(|entry| {
            let own = numbers.next();
            match edits.next_if(|(at, _)| Some(*at) == own) {
                Some((_, Some(left))) => {
                    entry.statement.value = left;
                    entry.note(place);
                    true
                }
                Some((_, None)) => false,
                None => true,
            }
        });
        any
    }

    /// Removes statements and reports whether there were any.
    fn remove_if(&mut self, is: impl Fn(&Statement) -> bool) -> bool {
        self.sift(|_, statement| if is(statement) { Some(None) } else { None })
    }

    /// Removes facts of a row and reports whether there were any.
    fn remove_facts_if(&mut self, row: &Row, is: impl Fn(&Fact) -> bool) -> bool {
        self.remove_if(|statement| match statement.fact(row.head) {
            Some(fact) => is(fact),
            None => false,
        })
    }

    /// Removes what a fact names, possibly in abbreviated form.
    fn remove_fact(&mut self, wanted: &Fact, place: FileSpan) -> Result<(), MissingTarget> {
        let row = wanted.row();
        match row.removed {
            Some(Key::Members(slot)) if wanted.says(slot) => self.remove_listed(wanted, slot),
            Some(Key::Same(slots)) => {
                let any = self.remove_facts_if(row, |other| other.agrees(wanted, slots));
                ensure(any, || match slots.iter().find_map(|slot| wanted.text(slot)) {
                    Some(name) => MissingTarget::named(row.noun, name),
                    None => MissingTarget::of(row.noun, place),
                })
            }
            Some(Key::Whole) => ensure(self.remove_facts_if(row, |other| other == wanted), || {
                let text = print::statement(&Statement::Fact(wanted.clone()));
                MissingTarget::cited(["", ""], text.trim_end_matches([' ', ';']), place)
            }),
            _ => {
                let any = self.remove_facts_if(row, |_| true);
                ensure(any, || MissingTarget::of(row.noun, place).about(row.words))
            }
        }
    }

    /// Removes the items that a fact lists in a slot from all facts of its row.
    pub(super) fn remove_listed(
        &mut self,
        wanted: &Fact,
        slot: &'static str,
    ) -> Result<(), MissingTarget> {
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

    /// Removes an item from all lists of a row and slot.
    fn remove_item(&mut self, item: &At<Item>, (row, slot): ListSlot) -> Result<(), MissingTarget> {
        let any = self.sift(|flat, statement| {
            let fact = statement.fact(row.head)?;
            let members = fact.items(slot)?;
            if !flat.some_holds(members.added(), &item.value) {
                return None;
            }
            let (rest, taken) = flat.without(members.clone(), item);
            if !taken {
                return None;
            }
            Some(rest.map(|rest| fact.with(slot, Operand::Items(rest))))
        });
        ensure(any, || unlisted(row, slot, item))
    }

    /// Removes a name, or the entity with that name, from all lists of a row and slot.
    fn remove_name(
        &mut self,
        name: &At<String>,
        (row, slot): ListSlot,
    ) -> Result<(), MissingTarget> {
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
        ensure(any, || MissingTarget::named(row.noun, name))
    }

    /// Removes the items of a left side from all rules.
    pub(super) fn remove_rules(&mut self, left: &LeftSide) -> Result<(), MissingTarget> {
        left.items.iter().try_for_each(|item| {
            let any = self.sift(|flat, statement| {
                let Statement::Rule { left: other, content } = statement else { return None };
                if other.parent != left.parent || !flat.some_holds(&other.items, &item.value) {
                    return None;
                }
                let items = flat.left_without(&other.items, item);
                if items.is_empty() {
                    return Some(None);
                }
                let left = LeftSide { parent: left.parent.clone(), items };
                Some(Some(Statement::Rule { left, content: content.clone() }))
            });
            ensure(any, || MissingTarget::rule(item))
        })
    }

    /// Removes remedies from all lines with one left side, or these lines.
    fn remove_remedies(
        &mut self,
        wanted: &Rejected,
        removed: &[At<Remedy>],
        place: FileSpan,
    ) -> Result<(), MissingTarget> {
        let any = match removed {
            [] => self.remove_if(|line| has_left_side(line, wanted)),
            _ => self.visible().any(|(_, line)| has_left_side(line, wanted)),
        };
        ensure(any, || MissingTarget::of("remedy line with this left side", place))?;
        removed.iter().try_for_each(|remedy| {
            let any = self.sift(|_, statement| match statement {
                Statement::Remedy { rejected, remedies } if rejected == wanted => {
                    let rejected = rejected.clone();
                    let rest = without(remedies, |other| other == remedy)?;
                    Some(rest.map(|remedies| Statement::Remedy { rejected, remedies }))
                }
                _ => None,
            });
            ensure(any, || {
                let text = print::remedy(&remedy.value);
                MissingTarget::cited(["", " in such a remedy line"], &text, remedy.place)
            })
        })
    }

    /// Removes members from a set.
    fn remove_members(&mut self, name: &At<String>, removed: &Items) -> Result<(), MissingTarget> {
        let at = self.find_set(&name.value).ok_or_else(|| MissingTarget::named("set", name))?;
        let flat = WrittenSets::of(self.entries);
        let Statement::Set { items: members, .. } = &self.entries[at].statement.value else {
            return Ok(());
        };
        let mut left = Some(members.clone());
        for (_, item) in &removed.terms {
            let (rest, taken) = match left {
                Some(list) => flat.without(list, item),
                None => (None, false),
            };
            left = rest;
            ensure(taken, || {
                let of = format!(" of `{}`", name.value);
                MissingTarget::cited(["member ", &of], &print::item(&item.value), item.place)
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

/// A row and its slot with a list.
type ListSlot = (&'static Row, &'static str);

/// Returns the error `missing`, unless the target of the removal was found.
fn ensure(found: bool, missing: impl FnOnce() -> MissingTarget) -> Result<(), MissingTarget> {
    if found { Ok(()) } else { Err(missing()) }
}

/// Reports whether a statement is a remedy line with this left side.
fn has_left_side(statement: &Statement, wanted: &Rejected) -> bool {
    matches!(statement, Statement::Remedy { rejected, .. } if rejected == wanted)
}

/// Returns a list without the elements for which `is` is true: `Some(None)` if nothing is left,
/// `None` if there was no such element.
fn without<T: Clone>(own: &[T], is: impl Fn(&T) -> bool) -> Option<Option<Vec<T>>> {
    let rest: Vec<T> = own.iter().filter(|one| !is(one)).cloned().collect();
    if rest.len() == own.len() {
        return None;
    }
    Some(if rest.is_empty() { None } else { Some(rest) })
}

/// Returns the error for a `remove` of an item that no list in this slot has. In some statements a
/// name precedes the list; the help says that a `remove` does not name it.
fn unlisted(row: &Row, slot: &str, item: &At<Item>) -> MissingTarget {
    let text = print::item(&item.value);
    let missing = MissingTarget::of(format!("`{} {text}`", row.words), item.place).about(&text);
    let before = row.slots.iter().find(|other| other.name != slot && other.sort == Sort::Name);
    match before {
        Some(other) => missing
            .help(format!("`remove {}` takes only {slot}, without a {}", row.words, other.name)),
        None => missing,
    }
}

/// Returns a list for an emptied set, `x - x`. The set stays defined, and the lint reports it.
fn emptied(members: &Items) -> Items {
    let terms = match members.terms.first() {
        Some((_, first)) => vec![(true, first.clone()), (false, first.clone())],
        None => Vec::new(),
    };
    Items { count: None, terms, place: members.place }
}
