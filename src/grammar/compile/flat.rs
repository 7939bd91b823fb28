//! Sets as written, before names are resolved: enough to subtract one item from a set.
//!
//! The edits of a variant change sets, so they are carried out before sets are resolved. They look
//! through set names with the walk in this module, which stops at names that it has seen. An
//! undefined set name is empty here; a later pass reports it.

use crate::base::{HashMap, IndexSet};
use crate::grammar::ast::{At, Element, FileSpan, Item, Items, LeftSide, Statement};
use std::cell::OnceCell;

/// The word of `ends:{ … }`, the end tags of a set.
pub(crate) const ENDS: &str = "ends";

/// A statement, with the index of the file that it belongs to.
#[derive(Clone, Debug)]
pub(super) struct MergeEntry {
    pub(super) unit: usize,
    pub(super) statement: At<Statement>,
    /// The edits that have changed the statement, in order.
    pub(super) edits: Vec<FileSpan>,
}

impl MergeEntry {
    pub(super) fn new(unit: usize, statement: At<Statement>) -> Self {
        Self { unit, statement, edits: Vec::new() }
    }

    /// Records an edit that has changed the statement.
    pub(super) fn note(&mut self, edit: FileSpan) {
        if self.edits.last() != Some(&edit) {
            self.edits.push(edit);
        }
    }
}

/// Returns the name if a left side is exactly one name.
pub(crate) fn only_name(left: &LeftSide) -> Option<At<&String>> {
    match (&left.parent, left.items.as_slice()) {
        (None, [At { value: Item::Name(name), place }]) => Some(At { value: name, place: *place }),
        _ => None,
    }
}

/// The sets as written; indexed on first use, since few edits need them.
pub(super) struct WrittenSets<'e> {
    entries: &'e [MergeEntry],
    sets: OnceCell<HashMap<&'e str, &'e Items>>,
}

impl<'e> WrittenSets<'e> {
    pub(super) fn of(entries: &'e [MergeEntry]) -> Self {
        Self { entries, sets: OnceCell::new() }
    }

    /// Returns the definition of a set.
    fn set(&self, name: &str) -> Option<&'e Items> {
        let sets = self.sets.get_or_init(|| {
            let mut sets = HashMap::default();
            for entry in self.entries {
                if let Statement::Set { name, items } = &entry.statement.value {
                    sets.insert(name.value.as_str(), items);
                }
            }
            sets
        });
        sets.get(name).copied()
    }

    /// Reports whether one of some items is `wanted` or a set that contains it.
    pub(super) fn some_holds<'i>(
        &self,
        items: impl IntoIterator<Item = &'i At<Item>>,
        wanted: &Item,
    ) -> bool {
        for outer in items {
            if self.holds(&outer.value, wanted) {
                return true;
            }
        }
        false
    }

    /// Reports whether `outer` is `wanted` or a set that contains it.
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
                if open.len() >= 64 || open.contains(&name.as_str()) {
                    return false;
                }
                let Some(items) = self.set(name) else { return false };
                open.push(name);
                let holds = self.list_holds(items, wanted, open);
                open.pop();
                holds
            }
            Item::Braces { namespace: None, items } => self.list_holds(items, wanted, open),
            Item::Braces { namespace: Some(namespace), items } => {
                match outside(wanted, &namespace.value) {
                    Some(inner) => self.list_holds(items, &inner, open),
                    None => false,
                }
            }
            _ => false,
        }
    }

    fn list_holds<'a>(&'a self, items: &'a Items, wanted: &Item, open: &mut Vec<&'a str>) -> bool {
        let mut holds = false;
        for (adds, item) in &items.terms {
            if self.holds_within(&item.value, wanted, open) {
                holds = *adds;
            }
        }
        holds
    }

    /// Returns the elements that an item names, as items with its span; `None` if that cannot be
    /// known before names are resolved.
    pub(super) fn elements(&self, item: &At<Item>) -> Option<Vec<At<Item>>> {
        let mut elements = Vec::new();
        for element in self.named(&item.value, &mut Vec::new())? {
            elements.push(At { value: Item::Start(element), place: item.place });
        }
        Some(elements)
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

    /// Removes one item from a list. Returns the list, or `None` if nothing is left, and whether
    /// the item was in it.
    pub(super) fn without(&self, mut list: Items, item: &At<Item>) -> (Option<Items>, bool) {
        let before = list.terms.len();
        list.terms.retain(|(adds, term)| !adds || *term != *item);
        let mut taken = list.terms.len() < before;
        if self.list_holds(&list, &item.value, &mut Vec::new()) {
            list.terms.push((false, item.clone()));
            taken = true;
        }
        if taken {
            list.count = None;
        }
        let adds_something = list.terms.iter().any(|(adds, _)| *adds);
        (if adds_something { Some(list) } else { None }, taken)
    }

    /// Returns the items of a left side without `item`.
    pub(super) fn left_without(&self, left: &[At<Item>], item: &At<Item>) -> Vec<At<Item>> {
        let mut rest = Vec::new();
        for outer in left {
            if outer == item {
                continue;
            }
            if self.holds(&outer.value, &item.value) {
                rest.push(less(outer, std::slice::from_ref(item)));
            } else {
                rest.push(outer.clone());
            }
        }
        rest
    }
}

/// Subtracts elements from an item: `{cell - <td>}`.
pub(super) fn less(item: &At<Item>, elements: &[At<Item>]) -> At<Item> {
    if elements.is_empty() {
        return item.clone();
    }
    let mut terms = vec![(true, item.clone())];
    for element in elements {
        terms.push((false, element.clone()));
    }
    let items = Items { count: None, terms, place: item.place };
    At { value: Item::Braces { namespace: None, items }, place: item.place }
}

/// Returns the item that becomes `wanted` inside `namespace:{ … }`.
fn outside(wanted: &Item, namespace: &str) -> Option<Item> {
    match wanted {
        // `ends:{…}` has the end tags of the elements in the braces.
        Item::End(element) if namespace == ENDS => Some(Item::Start(element.clone())),
        _ if namespace == ENDS => None,
        Item::Start(element) => Some(Item::Start(without_namespace(element, namespace)?)),
        Item::End(element) => Some(Item::End(without_namespace(element, namespace)?)),
        other => Some(other.clone()),
    }
}

fn without_namespace(element: &Element, namespace: &str) -> Option<Element> {
    if element.namespace.as_deref() != Some(namespace) {
        return None;
    }
    Some(Element { namespace: None, ..element.clone() })
}
