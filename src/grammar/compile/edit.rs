//! Execution of `replace`, `remove` and `|=` on a list of statements; `remove.rs` has `remove`.
//!
//! Items are compared by their text, never by their span. If a statement names a set and an edit
//! removes one of its elements from the statement, the element is subtracted in braces. So
//! `cell ::= flow*` without `<td>` is `{cell - <td>} ::= flow*`. An edit of one of several elements
//! of a rule gives that element its own copy of the rule.

use super::edit_error::EditError;
use super::flat::{MergeEntry, WrittenSets, less, only_name};
use super::mistake::{Mistakes, error, is_advised};
use crate::base::Code;
use crate::grammar::ast::{
    Alternative, At, Atom, Content, Edit, Element, Factor, FileSpan, Guard, Item, LeftSide, Repeat,
    Statement,
};
use crate::grammar::print;
use crate::grammar::schema::Key;

/// The advice for an element without a rule.
const OF_ANY: &str = "an element without a rule of its own is read by that of `<*>`: write a rule \
                      for it with `::=`, with what `<*>` has and the addition";

/// The statements visible to the edits of one file: its own and those of the files before it.
pub(super) struct Editor<'e> {
    pub(super) entries: &'e mut Vec<MergeEntry>,
    /// The index of the file.
    pub(super) unit: usize,
    /// The span of the edit.
    pub(super) place: FileSpan,
}

/// Reports whether a statement edits a set; these edits are carried out first.
pub(super) fn edits_a_set(entries: &mut Vec<MergeEntry>, statement: &Statement) -> bool {
    let Statement::Edit(edit, inner) = statement else { return false };
    match &inner.value {
        Statement::Set { .. } => true,
        Statement::Rule { left, .. } if *edit == Edit::Extend => {
            Editor { entries, unit: usize::MAX, place: inner.place }.set(left).is_some()
        }
        _ => false,
    }
}

impl Editor<'_> {
    /// Carries out an edit.
    pub(super) fn apply(&mut self, statement: &At<Statement>, mistakes: &mut Mistakes) {
        let Statement::Edit(edit, inner) = &statement.value else { return };
        let (verb, done) = match (edit, &inner.value) {
            (Edit::Replace, _) => ("replace", self.replace(inner)),
            (Edit::Remove, removed) => ("remove", self.remove(removed, statement.place)),
            (Edit::Extend, Statement::Rule { left, content }) => {
                ("extend", self.extend(statement, left, content, mistakes))
            }
            // The syntax allows `|=` only in rules.
            (Edit::Extend, _) => return,
        };
        if let Err(missing) = done {
            let is_advised = is_advised(mistakes);
            mistakes.push(missing.mistake(verb, self.entries, is_advised));
        }
    }

    fn add(&mut self, statement: &At<Statement>) {
        self.entries.push(MergeEntry::new(self.unit, statement.clone()));
    }

    /// Iterates over the visible statements with their indices.
    pub(super) fn visible(&self) -> impl Iterator<Item = (usize, &Statement)> {
        self.entries.iter().enumerate().filter_map(|(at, entry)| {
            if entry.unit <= self.unit { Some((at, &entry.statement.value)) } else { None }
        })
    }

    fn find(&self, is: impl Fn(&Statement) -> bool) -> Option<usize> {
        let (at, _) = self.visible().find(|(_, statement)| is(statement))?;
        Some(at)
    }

    fn find_rule(&self, is: impl Fn(&LeftSide) -> bool) -> Option<usize> {
        self.find(|statement| matches!(statement, Statement::Rule { left, .. } if is(left)))
    }

    pub(super) fn find_set(&self, wanted: &str) -> Option<usize> {
        self.find(
            |statement| matches!(statement, Statement::Set { name, .. } if name.value == wanted),
        )
    }

    /// Returns the index of the set that a left side names.
    fn set(&self, left: &LeftSide) -> Option<usize> {
        self.find_set(only_name(left)?.value)
    }

    fn replace(&mut self, new: &At<Statement>) -> Result<(), EditError> {
        let found: Vec<usize> = self
            .visible()
            .filter_map(|(at, old)| replaces(&new.value, old).then_some(at))
            .collect();
        if !found.is_empty() {
            let at = self.only(&found, &heading(&new.value), EditError::replaced(new))?;
            let entry = &mut self.entries[at];
            *entry = MergeEntry::new(entry.unit, new.clone());
            return Ok(());
        }
        match &new.value {
            Statement::Remedy { rejected, remedies } => {
                return self.edit_lines(
                    rejected,
                    new.place,
                    |_| true,
                    |editor, at| {
                        let Statement::Remedy { rejected, .. } =
                            &editor.entries[at].statement.value
                        else {
                            return Ok(());
                        };
                        let (rejected, remedies) = (rejected.clone(), remedies.clone());
                        let value = Statement::Remedy { rejected, remedies };
                        let statement = At { value, place: new.place };
                        editor.entries[at] = MergeEntry::new(editor.entries[at].unit, statement);
                        Ok(())
                    },
                );
            }
            Statement::Rule { left, .. } => self.remove_rules(left)?,
            Statement::Fact(fact) => match fact.row().replaced {
                Some(Key::Members(slot)) => self.remove_listed(fact, slot)?,
                _ => return Err(EditError::replaced(new)),
            },
            Statement::Set { name, .. } => return Err(EditError::named("set", name)),
            _ => return Err(EditError::replaced(new)),
        }
        self.add(new);
        Ok(())
    }

    fn extend(
        &mut self,
        statement: &At<Statement>,
        left: &LeftSide,
        content: &Content,
        mistakes: &mut Mistakes,
    ) -> Result<(), EditError> {
        let Some(at) = self.set(left) else {
            return self.edit_rules(left, |own| {
                own.alternatives.extend(content.written().cloned());
                own.exceptions.extend(content.exceptions.iter().cloned());
            });
        };
        match (members(content), &mut self.entries[at].statement.value) {
            // The guard is evaluated when sets are resolved.
            (Some((Some(_), _)), _) => self.add(statement),
            (Some((None, terms)), Statement::Set { items, .. }) => {
                items.count = None;
                items.terms.extend(terms);
                self.entries[at].note(self.place);
            }
            _ => mistakes.push(
                error(
                    Code::Contradictory,
                    content.place,
                    "a set can be extended only with members",
                )
                .label("not a list of tags, terminals and sets"),
            ),
        }
        Ok(())
    }

    /// Edits the right side of the rule with exactly this left side. If there is none, each item of
    /// the left side gets its own copy of its rule. Elements of a set in braces without a rule have
    /// that of `<*>`; they get a copy of it.
    fn edit_rules(
        &mut self,
        left: &LeftSide,
        edit: impl Fn(&mut Content),
    ) -> Result<(), EditError> {
        let place = self.place;
        let edit_at = |entry: &mut MergeEntry| {
            if let Statement::Rule { content, .. } = &mut entry.statement.value {
                edit(content);
                entry.note(place);
            }
        };
        if let Some(at) = self.find_rule(|other| other == left) {
            edit_at(&mut self.entries[at]);
            return Ok(());
        }
        for item in &left.items {
            let (own, rest) = self.with_rules(left, item);
            if let Some(first) = rest.first() {
                // An element by itself, outside braces, was most likely meant to have a rule.
                let is_set = matches!(item.value, Item::Braces { .. }) && left.parent.is_none();
                let shared = self.wildcard_rule().filter(|_| left.parent.is_none());
                let Some(shared) = shared.filter(|_| is_set) else {
                    let missing = EditError::rule(first);
                    return Err(if shared.is_some() { missing.help(OF_ANY) } else { missing });
                };
                let at = self.copy_for(shared, less(item, &own));
                edit_at(&mut self.entries[at]);
            }
            for element in &own {
                let at = self.own_rule(left, element)?;
                edit_at(&mut self.entries[at]);
            }
        }
        Ok(())
    }

    /// Splits an item, or its elements, into those that have rules and the others.
    fn with_rules(&self, left: &LeftSide, item: &At<Item>) -> (Vec<At<Item>>, Vec<At<Item>>) {
        let flat = WrittenSets::of(self.entries);
        let has_rule = |item: &At<Item>| self.rule_of(left, item, &flat).is_some();
        if has_rule(item) {
            return (vec![item.clone()], Vec::new());
        }
        match flat.elements(item) {
            Some(elements) => elements.into_iter().partition(has_rule),
            None => (Vec::new(), vec![item.clone()]),
        }
    }

    fn rule_of(&self, left: &LeftSide, item: &At<Item>, flat: &WrittenSets<'_>) -> Option<usize> {
        self.find_rule(|other| {
            other.parent == left.parent && flat.some_holds(&other.items, &item.value)
        })
    }

    /// Returns the index of the rule of `<*>`.
    fn wildcard_rule(&self) -> Option<usize> {
        let any = Item::Start(Element { namespace: None, name: None, attribute: None });
        self.find_rule(|left| {
            left.parent.is_none() && left.items.iter().any(|item| item.value == any)
        })
    }

    /// Returns the index of the rule of one element. A rule for several elements is split, with the
    /// element's own copy after it.
    fn own_rule(&mut self, left: &LeftSide, item: &At<Item>) -> Result<usize, EditError> {
        let flat = WrittenSets::of(self.entries);
        let at = self.rule_of(left, item, &flat).ok_or_else(|| EditError::rule(item))?;
        let Statement::Rule { left: shared, .. } = &self.entries[at].statement.value else {
            return Ok(at);
        };
        let others = flat.left_without(&shared.items, item);
        if others.is_empty() {
            self.describe(at, vec![item.clone()]);
            return Ok(at);
        }
        self.describe(at, others);
        Ok(self.copy_for(at, item.clone()))
    }

    /// Sets the left side of a rule.
    fn describe(&mut self, at: usize, items: Vec<At<Item>>) {
        if let Statement::Rule { left, .. } = &mut self.entries[at].statement.value {
            left.items = items;
            self.entries[at].note(self.place);
        }
    }

    /// Copies a rule for an item, and returns the index of the copy.
    fn copy_for(&mut self, at: usize, item: At<Item>) -> usize {
        self.entries.insert(at + 1, self.entries[at].clone());
        self.describe(at + 1, vec![item]);
        at + 1
    }
}

/// Returns the words by which a statement is identified, as written.
fn heading(statement: &Statement) -> String {
    match statement {
        Statement::Fact(fact) => {
            let slots: &[&str] = match fact.row().replaced {
                Some(Key::Same(slots)) => slots,
                _ => &[],
            };
            let operands = print::operands(fact, slots);
            format!("{} {operands}", fact.row().words).trim_end().to_owned()
        }
        Statement::Set { name, .. } => format!("{} =", name.value),
        other => print::statement(other),
    }
}

/// Reports whether `new` replaces exactly what `old` defines.
fn replaces(new: &Statement, old: &Statement) -> bool {
    match (new, old) {
        (Statement::Set { name: a, .. }, Statement::Set { name: b, .. }) => a == b,
        (Statement::Rule { left: a, .. }, Statement::Rule { left: b, .. }) => a == b,
        (Statement::Fact(new), Statement::Fact(old)) => new.stands_for(old),
        _ => false,
    }
}

/// Members, each with whether it is added.
type Terms = Vec<(bool, At<Item>)>;

/// Returns the members that a right side lists and the guard before them; `None` if the right side
/// is more than a list.
pub(crate) fn members(content: &Content) -> Option<(Option<&Guard>, Terms)> {
    let [Alternative { guard, factors }] = content.alternatives.as_slice() else { return None };
    let mut members = Vec::with_capacity(factors.len());
    for At { value: factor, place } in factors {
        let Factor { atom: Atom::Item(item), repeat: Repeat::Once } = factor else { return None };
        members.push((true, At { value: item.clone(), place: *place }));
    }
    if content.exceptions.is_empty() { Some((guard.as_ref(), members)) } else { None }
}
