//! What is in a set as it is written, before names are resolved: enough to take one thing out of
//! it.
//!
//! The edits of a variant come before the sets are resolved (they change them), so they look
//! through set names here, by a walk that stops at names it has seen. A set name that is not
//! defined holds nothing; a later pass says so.

use crate::base::{HashMap, IndexSet};
use crate::grammar::ast::{At, Element, Item, Items, Left, Place, Statement};
use std::cell::OnceCell;

/// A statement and the file (as an index into the units) on whose behalf it stands there.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) unit: usize,
    pub(super) statement: At<Statement>,
    /// The edits that made it what it is, in order.
    pub(super) edits: Vec<Place>,
}

impl Entry {
    pub(super) fn new(unit: usize, statement: At<Statement>) -> Self {
        Self { unit, statement, edits: Vec::new() }
    }

    /// The edit at a place has changed it.
    pub(super) fn note(&mut self, edit: Place) {
        if self.edits.last() != Some(&edit) {
            self.edits.push(edit);
        }
    }
}

/// The one name that a left side is.
pub(super) fn only_name(left: &Left) -> Option<At<&String>> {
    match (&left.parent, left.items.as_slice()) {
        (None, [At { value: Item::Name(name), place }]) => Some(At { value: name, place: *place }),
        _ => None,
    }
}

/// The sets as they are written; looked through when one of them is asked for, which few edits do.
pub(super) struct Flat<'e> {
    entries: &'e [Entry],
    sets: OnceCell<HashMap<&'e str, &'e Items>>,
}

impl<'e> Flat<'e> {
    pub(super) fn of(entries: &'e [Entry]) -> Self {
        Self { entries, sets: OnceCell::new() }
    }

    /// What a set is defined as.
    fn set(&self, name: &str) -> Option<&'e Items> {
        let sets = self.sets.get_or_init(|| {
            let statements = self.entries.iter().map(|entry| &entry.statement.value);
            let sets = statements.filter_map(|statement| match statement {
                Statement::Set { name, items } => Some((name.value.as_str(), items)),
                _ => None,
            });
            sets.collect()
        });
        sets.get(name).copied()
    }

    /// Whether one of some items is `wanted` or a set that holds it.
    pub(super) fn some_holds<'i>(
        &self,
        items: impl IntoIterator<Item = &'i At<Item>>,
        wanted: &Item,
    ) -> bool {
        items.into_iter().any(|outer| self.holds(&outer.value, wanted))
    }

    /// Whether `outer` is `wanted` or a set that holds it.
    fn holds(&self, outer: &Item, wanted: &Item) -> bool {
        self.holds_within(outer, wanted, &mut Vec::new())
    }

    fn holds_within<'a>(&'a self, outer: &'a Item, wanted: &Item, open: &mut Vec<&'a str>) -> bool {
        if outer == wanted {
            return true;
        }
        match outer {
            Item::Name(name) if name == "all" => {
                matches!(wanted, Item::Start(Element { namespace: None, .. }))
            }
            Item::Name(name) if name == "ends" => matches!(wanted, Item::End(_)),
            Item::Name(name) => {
                let Some(items) = self.set(name).filter(|_| open.len() < 64) else {
                    return false;
                };
                if open.contains(&name.as_str()) {
                    return false;
                }
                open.push(name);
                let holds = self.list_holds(items, wanted, open);
                open.pop();
                holds
            }
            Item::Braces { namespace, items } => {
                let inner = match namespace {
                    None => Some(wanted.clone()),
                    Some(namespace) => outside(wanted, &namespace.value),
                };
                inner.is_some_and(|inner| self.list_holds(items, &inner, open))
            }
            _ => false,
        }
    }

    fn list_holds<'a>(&'a self, items: &'a Items, wanted: &Item, open: &mut Vec<&'a str>) -> bool {
        items.terms.iter().fold(false, |held, (adds, item)| {
            if self.holds_within(&item.value, wanted, open) { *adds } else { held }
        })
    }

    /// The elements that an item names, each as an item in its place; `None` where that is not
    /// known before all names are.
    pub(super) fn elements(&self, item: &At<Item>) -> Option<Vec<At<Item>>> {
        let elements = self.named(&item.value, &mut Vec::new())?;
        let start = |element| At { value: Item::Start(element), place: item.place };
        Some(elements.into_iter().map(start).collect())
    }

    fn named<'a>(&'a self, item: &'a Item, open: &mut Vec<&'a str>) -> Option<IndexSet<Element>> {
        match item {
            Item::Start(element) => Some(IndexSet::from_iter([element.clone()])),
            Item::Name(name) if !open.contains(&name.as_str()) => {
                open.push(name);
                let elements = self.listed(self.set(name)?, open);
                open.pop();
                elements
            }
            Item::Braces { namespace: None, items } => self.listed(items, open),
            _ => None,
        }
    }

    fn listed<'a>(
        &'a self,
        items: &'a Items,
        open: &mut Vec<&'a str>,
    ) -> Option<IndexSet<Element>> {
        let mut elements = IndexSet::default();
        for (adds, item) in &items.terms {
            let named = self.named(&item.value, open)?;
            if *adds {
                elements.extend(named);
            } else {
                elements.retain(|element| !named.contains(element));
            }
        }
        Some(elements)
    }

    /// A list without one item, and whether it was in there; `None` if nothing is left.
    pub(super) fn without(&self, mut list: Items, item: &At<Item>) -> (Option<Items>, bool) {
        let before = list.terms.len();
        list.terms.retain(|(adds, term)| !adds || *term != *item);
        let mut taken = list.terms.len() < before;
        if self.list_holds(&list, &item.value, &mut Vec::new()) {
            list.terms.push((false, item.clone()));
            taken = true;
        }
        list.count = list.count.filter(|_| !taken);
        let adds_something = list.terms.iter().any(|(adds, _)| *adds);
        (adds_something.then_some(list), taken)
    }

    /// The items of a left side without one.
    pub(super) fn left_without(&self, left: &[At<Item>], item: &At<Item>) -> Vec<At<Item>> {
        let others = left.iter().filter(|outer| *outer != item);
        let rest = others.map(|outer| match self.holds(&outer.value, &item.value) {
            true => less(outer, std::slice::from_ref(item)),
            false => outer.clone(),
        });
        rest.collect()
    }
}

/// An item less some of its elements: `{cell - <td>}`.
pub(super) fn less(item: &At<Item>, elements: &[At<Item>]) -> At<Item> {
    if elements.is_empty() {
        return item.clone();
    }
    let taken = elements.iter().map(|element| (false, element.clone()));
    let terms = std::iter::once((true, item.clone())).chain(taken).collect();
    let items = Items { count: None, terms, place: item.place };
    At { value: Item::Braces { namespace: None, items }, place: item.place }
}

/// The item that `namespace:{ … }` makes `wanted` of.
fn outside(wanted: &Item, namespace: &str) -> Option<Item> {
    let bare = |element: &Element| {
        let is_there = element.namespace.as_deref() == Some(namespace);
        is_there.then(|| Element { namespace: None, ..element.clone() })
    };
    match wanted {
        Item::Start(element) => bare(element).map(Item::Start),
        Item::End(element) => bare(element).map(Item::End),
        other => Some(other.clone()),
    }
}
