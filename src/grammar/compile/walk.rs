//! Visitors for the items of a statement, each with its role in the statement.
//!
//! Several passes need to know which statement names which item: the sets collect the elements, the
//! lint searches for unused names. All of them use these visitors, so a new kind of statement
//! changes only one function.

use crate::grammar::ast::{
    At, Atom, Content, Edit, Element, Exception, Fact, FileSpan, Guard, Item, Items, LeftSide,
    Operand, Parent, Rejected, Remedy, Statement,
};
use crate::grammar::schema::{Key, NamedThing, Role, Sort};

/// Calls `see` with every item of a statement, including members of braces.
pub(crate) fn items(statement: &Statement, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    match statement {
        Statement::Set { items, .. } => each_signed(items, see),
        Statement::Rule { left: l, content: c } => {
            left(l, see);
            content(c, see);
        }
        Statement::Remedy { rejected, remedies } => {
            self::rejected(rejected, see);
            for remedy in remedies {
                self::remedy(&remedy.value, remedy.place, see);
            }
        }
        Statement::Fact(fact) => self::fact(fact, Role::Fact, see),
        Statement::Edit(Edit::Remove, inner) => removed(&inner.value, see),
        Statement::Edit(_, inner) => items(&inner.value, see),
    }
}

fn rejected(rejected: &Rejected, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    each(&rejected.left, Role::Rejected, see);
    rejected.within.iter().for_each(|items| each(items, Role::Within, see));
    if let Some(terminal) = &rejected.wherever {
        see(&Item::Terminal(terminal.value.clone()), terminal.place, Role::Within);
    }
}

fn remedy(remedy: &Remedy, place: FileSpan, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    let role = match remedy {
        // The text that replaces a token is not a symbol.
        Remedy::Rewrite(Item::Literal(_)) => return,
        Remedy::Insert(_) | Remedy::Rewrite(_) => Role::Remedy,
        _ => Role::Scope,
    };
    remedy.items().for_each(|item| one(item, place, role, see));
}

fn fact(fact: &Fact, role: Role, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    for (slot, operand) in fact.said() {
        if let Operand::Items(items) = operand
            && slot.sort != Sort::About
        {
            each(items, role, see);
        }
    }
}

/// Visits the items of a `remove`, whose role is that of subtracted members.
fn removed(statement: &Statement, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    match statement {
        Statement::Set { items, .. }
        | Statement::Remedy { rejected: Rejected { left: items, .. }, .. } => {
            each(items, Role::Member(false), see);
        }
        Statement::Fact(fact) if fact.row().removed != Some(Key::Whole) => {
            self::fact(fact, Role::Member(false), see);
        }
        whole => items(whole, see),
    }
}

fn left(left: &LeftSide, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    if let Some(At { value: Parent::Element(parent), place }) = &left.parent {
        see(&Item::Start(parent.clone()), *place, Role::Parent);
    }
    for item in &left.items {
        one(&item.value, item.place, Role::Left, see);
    }
}

fn content(content: &Content, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    for factor in content.factors() {
        match &factor.value.atom {
            Atom::Item(item) => one(item, factor.place, Role::Content, see),
            Atom::Group(group) => self::content(group, see),
            Atom::Foster(elsewhere, group) => {
                elsewhere.lists().for_each(|items| each(items, Role::Elsewhere, see));
                self::content(group, see);
            }
        }
    }
    for exception in &content.exceptions {
        let Exception { items, within, until, .. } = &exception.value;
        for items in std::iter::once(items).chain(within).chain(until) {
            each(items, Role::Exception, see);
        }
    }
}

/// Calls `see` with every item of a list.
pub(crate) fn each(items: &Items, role: Role, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    for (_, item) in &items.terms {
        one(&item.value, item.place, role, see);
    }
}

fn each_signed(items: &Items, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    for (adds, item) in &items.terms {
        one(&item.value, item.place, Role::Member(*adds), see);
    }
}

fn one(item: &Item, place: FileSpan, role: Role, see: &mut dyn FnMut(&Item, FileSpan, Role)) {
    see(item, place, role);
    if let Item::Braces { items, .. } = item {
        each(items, role, see);
    }
}

/// Calls `see` with every guard of a statement, and `true` if it may name a latch or an exclusion.
pub(crate) fn guards(statement: &Statement, see: &mut dyn FnMut(&Guard, bool)) {
    match statement {
        Statement::Remedy { rejected, .. } => {
            rejected.guards.iter().for_each(|guard| see(guard, true));
        }
        Statement::Fact(fact) => {
            for (slot, operand) in fact.said() {
                if let Operand::Guards(guards) = operand {
                    guards.iter().for_each(|guard| see(guard, slot.of != NamedThing::Mode));
                }
            }
        }
        Statement::Rule { content, .. } => contents(content, &mut |content| {
            for alternative in &content.alternatives {
                if let Some(guard) = &alternative.guard {
                    see(guard, false);
                }
            }
            for exception in &content.exceptions {
                if let Some(guard) = &exception.value.guard {
                    see(guard, true);
                }
            }
        }),
        Statement::Edit(Edit::Extend, inner) => guards(&inner.value, see),
        _ => {}
    }
}

/// Calls `see` with every exception line of a content and of its groups.
pub(crate) fn exceptions<'a>(content: &'a Content, see: &mut dyn FnMut(&'a At<Exception>)) {
    contents(content, &mut |content| content.exceptions.iter().for_each(&mut *see));
}

/// Calls `see` with the contents of all groups in a content, then with the content itself.
pub(super) fn contents<'a>(content: &'a Content, see: &mut dyn FnMut(&'a Content)) {
    for factor in content.factors() {
        if let Atom::Group(group) | Atom::Foster(_, group) = &factor.value.atom {
            contents(group, see);
        }
    }
    see(content);
}

/// Returns the spelling of the part before the `/` of a left side.
pub(crate) fn parent_spelling(parent: &Parent) -> String {
    match parent {
        Parent::Element(element) => spell(element, false),
        Parent::Fragment => "fragment".to_owned(),
    }
}

/// Returns the spelling of a tag: `<svg:desc>`, `</p>`, `<input type=hidden>`.
pub(crate) fn spell(element: &Element, end: bool) -> String {
    let mut spelling = String::from(if end { "</" } else { "<" });
    if let Some(namespace) = &element.namespace {
        spelling.push_str(namespace);
        spelling.push(':');
    }
    spelling.push_str(element.name.as_deref().unwrap_or("*"));
    if let Some(test) = &element.attribute {
        spelling.push(' ');
        spelling.push_str(&test.name);
        match &test.value {
            None => {}
            Some(value) if value.chars().all(|c| c.is_alphanumeric() || c == '-' || c == '_') => {
                spelling.push('=');
                spelling.push_str(value);
            }
            Some(value) => spelling.push_str(&format!("={value:?}")),
        }
    }
    spelling.push('>');
    spelling
}
