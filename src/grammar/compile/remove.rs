//! Execution of `remove` on a list of statements, of every kind but rules and whole sets, which
//! only `replace` can change.
//!
//! A `remove` has the form of the statement that it removes, and may omit parts. Its operands are
//! compared by their text, never by their span.
//!
//! | written after `remove` | removes |
//! | --- | --- |
//! | a list | the listed items; the statement, if nothing is left |
//! | `REJECTED ->` | these tokens from the line with them and these conditions |
//! | `REJECTED ->` and remedies | these remedies, from that line |
//! | anything else | the statement |
//!
//! Lists are a set's members and those of `void`, `lexical`, `wish`, `formatting`, `omissible`,
//! `attributes`, `entities`, `mode`, `namespace` and `mark`. Removing what does not exist is an
//! error. So is a removal that fits several statements. The *purpose* of a statement, which its row
//! of the schema names, distinguishes those that list the same item: `wish any-end for </li>` and
//! `wish any-end for </p>`. An edit that states purposes leaves the item to the others.

use super::edit::Editor;
use super::edit_error::EditError;
use super::flat::WrittenSets;
use super::mistake::nearest;
use crate::grammar::ast::{
    At, AttributeLine, Element, Fact, FileSpan, Item, Items, LeftSide, Operand, Rejected, Remedy,
    Statement,
};
use crate::grammar::print;
use crate::grammar::schema::{DEFINES, Key, Row, Sort};

impl Editor<'_> {
    /// Carries out one removal, whose span is `place`.
    pub(super) fn remove(&mut self, removed: &Statement, place: FileSpan) -> Result<(), EditError> {
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

    /// Iterates over the visible facts of a row.
    fn facts(&self, row: &'static Row) -> impl Iterator<Item = (usize, &Fact)> {
        self.visible().filter_map(|(at, statement)| Some((at, statement.fact(row.head)?)))
    }

    /// Returns the only one of some statements. Otherwise returns `missing`, or the error that
    /// several statements have `what`.
    pub(super) fn only(
        &self,
        found: &[usize],
        what: &str,
        missing: EditError,
    ) -> Result<usize, EditError> {
        match found {
            [] => Err(missing),
            [only] => Ok(*only),
            _ => Err(missing.several(what, self.places(found))),
        }
    }

    pub(super) fn places(&self, statements: &[usize]) -> Vec<FileSpan> {
        statements.iter().map(|&at| self.entries[at].statement.place).collect()
    }

    /// Removes what a fact names, possibly in abbreviated form.
    fn remove_fact(&mut self, wanted: &Fact, place: FileSpan) -> Result<(), EditError> {
        let row = wanted.row();
        match row.removed {
            Some(Key::Members(slot)) if wanted.says(slot) => self.remove_listed(wanted, slot),
            Some(Key::Same(slots)) => {
                let at = self.fact_with(wanted, slots, place)?;
                self.entries.remove(at);
                Ok(())
            }
            Some(Key::Whole) => {
                let whole = Statement::Fact(wanted.clone());
                ensure(self.remove_if(|other| *other == whole), || {
                    let text = print::statement(&whole);
                    EditError::cited(["", ""], text.trim_end_matches([' ', ';']), place)
                })
            }
            _ => {
                let any = self.remove_if(|other| other.fact(row.head).is_some());
                ensure(any, || EditError::of(row.noun, place).about(row.words))
            }
        }
    }

    /// Returns the index of the fact with the operands that `wanted` states in some slots. A fact
    /// that has no more of them is preferred.
    fn fact_with(
        &self,
        wanted: &Fact,
        slots: &[&'static str],
        place: FileSpan,
    ) -> Result<usize, EditError> {
        let (row, mut said) = (wanted.row(), slots.to_vec());
        said.retain(|slot| wanted.says(slot));
        let mut found = Vec::new();
        for slots in [slots, said.as_slice()] {
            if found.is_empty() {
                let fitting = self.facts(row).filter(|(_, fact)| wanted.agrees(fact, slots));
                found = fitting.map(|(at, _)| at).collect();
            }
        }
        let what = format!("{} {}", row.words, print::operands(wanted, &said));
        let missing = match slots.iter().find_map(|slot| wanted.text(slot)) {
            Some(name) => EditError::named(row.noun, name),
            None => EditError::of(row.noun, place),
        };
        self.only(
            &found,
            &what,
            missing.choose_by(format!("to choose one, add its next word: `{what} …`")),
        )
    }

    /// Removes the items that a fact lists in a slot from the facts of its row.
    pub(super) fn remove_listed(
        &mut self,
        wanted: &Fact,
        slot: &'static str,
    ) -> Result<(), EditError> {
        let list = (wanted.row(), slot);
        match wanted.operand(slot) {
            Some(Operand::Items(items)) => {
                items.terms.iter().try_for_each(|(_, item)| self.remove_item(item, wanted, slot))
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

    /// Removes an item from the list of its statement, for the purposes of `wanted`.
    fn remove_item(
        &mut self,
        item: &At<Item>,
        wanted: &Fact,
        slot: &'static str,
    ) -> Result<(), EditError> {
        let row = wanted.row();
        let (mut found, mut same) = (self.listing(item, (row, slot)), Vec::new());
        if let Some(purpose) = row.purpose {
            same = self.fitting(&found, |_, fact| wanted.agrees(fact, &[purpose]));
            let purposes = purposes(wanted.operand(purpose));
            let is_plain =
                found.len() == 1 && !self.fitting(&found, |_, fact| !fact.says(purpose)).is_empty();
            if same.len() != 1 && !found.is_empty() && !purposes.is_empty() && !is_plain {
                return purposes
                    .iter()
                    .try_for_each(|one| self.remove_pair(item, (row, slot), (purpose, one)));
            }
        }
        if !same.is_empty() {
            found = same;
        }
        let what = format!("{} {}", row.words, print::item(&item.value));
        let mut missing = unlisted(row, slot, item);
        if let Some(purpose) = row.slots.iter().find(|slot| row.purpose == Some(slot.name)) {
            missing = missing.choose_by(match purpose.keyword {
                Some(DEFINES) => format!("to choose one, add its {} after `=`", purpose.name),
                Some(keyword) => format!("to choose one, add its `{keyword} …`"),
                None => format!("to choose one, add its {}", purpose.name),
            });
        }
        let at = self.only(&found, &what, missing)?;
        self.take(at, |flat, fact| vec![fact_without(flat, fact, item, slot)]);
        Ok(())
    }

    /// Removes an item from the list of the statement that has it for one purpose. It remains for
    /// the statement's other purposes.
    fn remove_pair(
        &mut self,
        item: &At<Item>,
        (row, slot): ListSlot,
        (purposes, purpose): (&'static str, &Purpose<'_>),
    ) -> Result<(), EditError> {
        let listing = self.listing(item, (row, slot));
        let found = self.fitting(&listing, |flat, fact| {
            fact.operand(purposes).is_some_and(|own| purpose.removed_from(own, flat).is_some())
        });
        let keyword = row.slots.iter().find(|slot| slot.name == purposes);
        let keyword = keyword.and_then(|slot| slot.keyword).unwrap_or_default();
        let what =
            format!("{} {} {keyword} {}", row.words, print::item(&item.value), purpose.text());
        let meant = self.meant(&listing, row, (purposes, purpose));
        let missing = EditError::cited(["", ""], &what, purpose.place()).meaning(meant);
        let at = self.only(&found, &what, missing.citing(self.places(&listing)))?;
        self.take(at, |flat, fact| {
            let own = fact.operand(purposes).and_then(|own| purpose.removed_from(own, flat));
            let others = own.flatten().and_then(|rest| {
                let one = Operand::Items(Items::one(item.clone()));
                fact.with(purposes, rest).fact(row.head).map(|fact| fact.with(slot, one))
            });
            vec![fact_without(flat, fact, item, slot), others]
        });
        Ok(())
    }

    /// Returns what was most likely meant by a purpose that no statement has: a keyword of the
    /// statement, or the end tag for the start tag.
    fn meant(
        &self,
        listing: &[usize],
        row: &'static Row,
        (purposes, purpose): (&'static str, &Purpose<'_>),
    ) -> Option<String> {
        let Purpose::Item(At { value, place }) = purpose else { return None };
        let end = |name: &str| {
            let element = Element { namespace: None, name: Some(name.into()), attribute: None };
            Item::End(element)
        };
        let end = match value {
            Item::Start(Element { namespace: None, name: Some(name), .. }) => end(name),
            Item::Name(name) => {
                let keywords = row.slots.iter().filter_map(|slot| slot.keyword);
                if let Some(keyword) = nearest(name, keywords) {
                    return Some(keyword.to_owned());
                }
                end(name)
            }
            _ => return None,
        };
        let end = At { value: end, place: *place };
        let has_end = |flat: &WrittenSets<'_>, fact: &Fact| {
            let own = fact.operand(purposes);
            own.is_some_and(|own| Purpose::Item(&end).removed_from(own, flat).is_some())
        };
        let is_meant = !self.fitting(listing, has_end).is_empty();
        is_meant.then(|| print::item(&end.value))
    }

    /// Returns the statements of a row that list an item.
    fn listing(&self, item: &At<Item>, (row, slot): ListSlot) -> Vec<usize> {
        let flat = WrittenSets::of(self.entries);
        let mut listing = Vec::new();
        for (at, fact) in self.facts(row) {
            if let Some(items) = fact.items(slot)
                && flat.some_holds(items.added(), &item.value)
                && flat.without(items.clone(), item).1
            {
                listing.push(at);
            }
        }
        listing
    }

    /// Returns those of some facts for which `is` holds.
    fn fitting(&self, of: &[usize], is: impl Fn(&WrittenSets<'_>, &Fact) -> bool) -> Vec<usize> {
        let flat = WrittenSets::of(self.entries);
        let mut fitting = Vec::new();
        for &at in of {
            if let Statement::Fact(fact) = &self.entries[at].statement.value
                && is(&flat, fact)
            {
                fitting.push(at);
            }
        }
        fitting
    }

    /// Substitutes statements for a fact.
    fn take(
        &mut self,
        at: usize,
        rest: impl FnOnce(&WrittenSets<'_>, &Fact) -> Vec<Option<Statement>>,
    ) {
        let Statement::Fact(fact) = &self.entries[at].statement.value else { return };
        let rest = rest(&WrittenSets::of(self.entries), fact).into_iter().flatten().collect();
        self.put(at, rest);
    }

    /// Substitutes statements for one.
    pub(super) fn put(&mut self, at: usize, statements: Vec<Statement>) {
        let mut old = self.entries.remove(at);
        old.note(self.place);
        for value in statements.into_iter().rev() {
            let mut entry = old.clone();
            entry.statement.value = value;
            self.entries.insert(at, entry);
        }
    }

    /// Removes a name, or the entity with that name, from all lists of a row and slot.
    fn remove_name(&mut self, name: &At<String>, (row, slot): ListSlot) -> Result<(), EditError> {
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
        ensure(any, || EditError::named(row.noun, name))
    }

    /// Removes the items of a left side from all rules.
    pub(super) fn remove_rules(&mut self, left: &LeftSide) -> Result<(), EditError> {
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
            ensure(any, || EditError::rule(item))
        })
    }

    /// Removes the tokens of `wanted` from their lines, or some remedies of these lines.
    fn remove_remedies(
        &mut self,
        wanted: &Rejected,
        removed: &[At<Remedy>],
        place: FileSpan,
    ) -> Result<(), EditError> {
        let has_all = |own: &[At<Remedy>]| removed.iter().all(|remedy| own.contains(remedy));
        self.edit_lines(wanted, place, has_all, |editor, at| {
            let Statement::Remedy { rejected, remedies } = &editor.entries[at].statement.value
            else {
                return Ok(());
            };
            let (rejected, mut rest) = (rejected.clone(), Some(remedies.clone()));
            for remedy in removed {
                let left = rest.and_then(|rest| without(&rest, |other| other == remedy));
                rest = left.ok_or_else(|| {
                    let text = print::remedy(&remedy.value);
                    EditError::cited(["", " in such a remedy line"], &text, remedy.place)
                        .citing(editor.places(&[at]))
                })?;
            }
            let rest = rest.filter(|_| !removed.is_empty());
            let left = rest.map(|remedies| Statement::Remedy { rejected, remedies });
            editor.put(at, left.into_iter().collect());
            Ok(())
        })
    }

    /// Edits the line of remedies that has exactly the left side `wanted`. Otherwise edits the line
    /// of each of its tokens under its conditions. A line for more tokens is first split, with the
    /// token's own line after it. Of several lines only those count whose remedies fit.
    pub(super) fn edit_lines(
        &mut self,
        wanted: &Rejected,
        place: FileSpan,
        fits: impl Fn(&[At<Remedy>]) -> bool,
        mut edit: impl FnMut(&mut Self, usize) -> Result<(), EditError>,
    ) -> Result<(), EditError> {
        let exact = self.lines_if(&fits, |_, other| other == wanted);
        let what = print::rejected(wanted);
        let none = format!("remedy line with the left side `{what}`");
        if !exact.is_empty() {
            let at = self.only(&exact, &format!("{what} ->"), EditError::of(none, place))?;
            return edit(self, at);
        }
        for (_, item) in &wanted.left.terms {
            let any = |_: &[At<Remedy>]| true;
            let near =
                self.lines_if(any, |flat, other| flat.some_holds(other.left.added(), &item.value));
            let found = self.lines_if(&fits, |flat, other| {
                Rejected { left: wanted.left.clone(), ..other.clone() } == *wanted
                    && flat.some_holds(other.left.added(), &item.value)
            });
            let what =
                print::rejected(&Rejected { left: Items::one(item.clone()), ..wanted.clone() });
            let missing = EditError::of(none.clone(), place).citing(self.places(&near));
            let at = self.only(&found, &format!("{what} ->"), missing)?;
            let at = self.split_line(at, item);
            edit(self, at)?;
        }
        Ok(())
    }

    /// Returns the visible lines of remedies whose left side satisfies a condition; of several,
    /// only those whose remedies fit.
    fn lines_if(
        &self,
        fits: impl Fn(&[At<Remedy>]) -> bool,
        is: impl Fn(&WrittenSets<'_>, &Rejected) -> bool,
    ) -> Vec<usize> {
        let flat = WrittenSets::of(self.entries);
        let (mut found, mut fitting) = (Vec::new(), Vec::new());
        for (at, statement) in self.visible() {
            if let Statement::Remedy { rejected, remedies } = statement
                && is(&flat, rejected)
            {
                found.push(at);
                fitting.extend(fits(remedies).then_some(at));
            }
        }
        if found.len() > 1 { fitting } else { found }
    }

    /// Splits a line of remedies, and returns the index of the line for `item` only.
    fn split_line(&mut self, at: usize, item: &At<Item>) -> usize {
        let Statement::Remedy { rejected, remedies } = &self.entries[at].statement.value else {
            return at;
        };
        let flat = WrittenSets::of(self.entries);
        let of = |left: Items| {
            let rejected = Rejected { left, ..rejected.clone() };
            Statement::Remedy { rejected, remedies: remedies.clone() }
        };
        let own = of(Items::one(item.clone()));
        let others = flat.without(rejected.left.clone(), item).0.map(of);
        let index = at + usize::from(others.is_some());
        self.put(at, others.into_iter().chain([own]).collect());
        index
    }

    /// Removes members from a set.
    fn remove_members(&mut self, name: &At<String>, removed: &Items) -> Result<(), EditError> {
        let at = self.find_set(&name.value).ok_or_else(|| EditError::named("set", name))?;
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
                EditError::cited(["member ", &of], &print::item(&item.value), item.place)
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

/// One of the purposes of a statement.
enum Purpose<'p> {
    /// An item after `for` or `before`.
    Item(&'p At<Item>),
    /// The name of an attribute.
    Name(&'p At<String>),
}

/// Returns the purposes in an operand. Guards are compared as a whole.
fn purposes(operand: Option<&Operand>) -> Vec<Purpose<'_>> {
    match operand {
        Some(Operand::Items(items)) => items.added().map(Purpose::Item).collect(),
        Some(Operand::Attributes(lines)) => {
            lines.iter().map(|line| Purpose::Name(&line.name)).collect()
        }
        Some(Operand::Texts(names)) => names.iter().map(Purpose::Name).collect(),
        _ => Vec::new(),
    }
}

impl Purpose<'_> {
    fn text(&self) -> String {
        match self {
            Self::Item(item) => print::item(&item.value),
            Self::Name(name) => name.value.clone(),
        }
    }

    fn place(&self) -> FileSpan {
        match self {
            Self::Item(item) => item.place,
            Self::Name(name) => name.place,
        }
    }

    /// Removes the purpose from an operand, as [`without`] does. A set is a purpose only of
    /// statements that name it.
    fn removed_from(&self, own: &Operand, flat: &WrittenSets<'_>) -> Option<Option<Operand>> {
        match (self, own) {
            (Self::Item(item), Operand::Items(items)) => {
                let is_set = matches!(item.value, Item::Name(_) | Item::Braces { .. });
                if is_set && !items.added().any(|other| other == *item) {
                    return None;
                }
                let (rest, taken) = flat.without(items.clone(), item);
                taken.then(|| rest.map(Operand::Items))
            }
            (Self::Name(name), Operand::Attributes(lines)) => {
                let is_named =
                    |line: &AttributeLine| line.name.value.eq_ignore_ascii_case(&name.value);
                without(lines, is_named).map(|rest| rest.map(Operand::Attributes))
            }
            _ => None,
        }
    }
}

/// Returns a fact without an item of its list; `None` if nothing is left.
fn fact_without(
    flat: &WrittenSets<'_>,
    fact: &Fact,
    item: &At<Item>,
    slot: &'static str,
) -> Option<Statement> {
    let rest = flat.without(fact.items(slot)?.clone(), item).0?;
    Some(fact.with(slot, Operand::Items(rest)))
}

/// A row and its slot with a list.
type ListSlot = (&'static Row, &'static str);

/// Returns the error `missing`, unless the target of the removal was found.
fn ensure(found: bool, missing: impl FnOnce() -> EditError) -> Result<(), EditError> {
    if found { Ok(()) } else { Err(missing()) }
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
fn unlisted(row: &Row, slot: &str, item: &At<Item>) -> EditError {
    let text = print::item(&item.value);
    let missing = EditError::of(format!("`{} {text}`", row.words), item.place).about(&text);
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
