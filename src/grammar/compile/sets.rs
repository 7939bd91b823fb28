//! Pass 4: resolves every set to an ordered list of tags and terminals.
//!
//! The *universe* is all elements that the grammar names, with their attribute tests. The two
//! built-in sets are made from it. Adding or subtracting a plain `<x>` includes the tags `<x a=v>`
//! that the grammar names.
//!
//! A set may be used before it is defined. Sets are resolved in dependency order: the strongly
//! connected components of "is named in", innermost first. A component of several sets, or a set
//! that names itself, is `cyclic`.
//!
//! A set that only other sets name, and that subtracts nothing, is not resolved by itself but
//! inlined. In a chain of such sets, each with one more member than the next, resolving all would
//! take quadratic space.
//!
//! Invariant: members are in the order of writing, and each occurs once.

use super::components::Components;
use super::edit::members;
use super::flat::only_name;
use super::merge::Merged;
use super::mistake::{Mistakes, error};
use super::modes::Modes;
use super::names::{BUILT_IN, ENDS, Names};
use super::walk::{self, spell};
use crate::base::{Code, Diagnostic, HashMap, HashSet, IndexMap, IndexSet};
use crate::grammar::ast::{At, Edit, Element, Item, Items, Place, Statement};
use crate::grammar::print;
use crate::grammar::schema::Role;
use std::borrow::Cow;
use std::cmp::Reverse;
use std::sync::Arc;

/// A member of a set: a tag or a terminal.
#[derive(Clone, PartialEq, Eq, Hash, Debug, PartialOrd, Ord)]
pub(crate) enum Member {
    /// `<x>`
    Start(Element),
    /// `</x>`; never with a test on an attribute.
    End(Element),
    /// `TEXT`
    Terminal(String),
    /// `"text"`
    Literal(String),
}

impl Member {
    /// Returns the member as written.
    pub(crate) fn spelling(&self) -> String {
        match self {
            Self::Start(element) => spell(element, false),
            Self::End(element) => spell(element, true),
            Self::Terminal(name) => name.clone(),
            Self::Literal(text) => format!("{text:?}"),
        }
    }

    /// Returns the end tag that it is, or that closes its element.
    pub(crate) fn end(&self) -> Option<Self> {
        match self {
            Self::Start(element) | Self::End(element) => Some(Self::End(plain(element))),
            Self::Terminal(_) | Self::Literal(_) => None,
        }
    }

    /// Returns the element of a start tag.
    pub(crate) fn start(&self) -> Option<&Element> {
        match self {
            Self::Start(element) => Some(element),
            _ => None,
        }
    }
}

/// Members in the order of writing.
pub(crate) type Members = IndexSet<Member>;

/// The definitions of sets, by name.
type Definitions = IndexMap<String, Items>;

/// The resolved sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    /// Every element that a statement names, in order, with the span of its first occurrence; for
    /// each `<x a=v>` also the plain `<x>`.
    universe: IndexMap<Element, Place>,
    /// The `<x a=v>` of each plain `<x>`.
    variants: IndexMap<Element, Vec<Element>>,
    /// The resolved sets, with the built-in ones.
    resolved: IndexMap<String, Members>,
    /// The inlined sets.
    inline: Definitions,
    marks: IndexSet<String>,
}

/// Returns the wildcard of a namespace.
pub(crate) fn wildcard(namespace: Option<&str>) -> Element {
    Element { namespace: namespace.map(Into::into), name: None, attribute: None }
}

/// Returns an element without its test on an attribute.
pub(crate) fn plain(element: &Element) -> Element {
    Element { attribute: None, ..element.clone() }
}

/// Resolves the sets.
pub(crate) fn sets(merged: &Merged, names: &Names, modes: &Modes, mistakes: &mut Mistakes) -> Sets {
    let mut sets = Sets::built_in(&merged.statements);
    sets.marks = names.marks.keys().cloned().collect();
    let mut defined = with_guarded(merged, names, modes);
    let asked_for = asked_for(merged);
    for (name, is_cyclic) in order_of_resolution(&defined, mistakes) {
        let Some(items) = defined.get_mut(&name) else { continue };
        if BUILT_IN.contains(&name.as_str()) {
            continue;
        }
        if is_cyclic || asked_for.contains(&name) || items.terms.iter().any(|(adds, _)| !adds) {
            let members = sets.members(items).into_owned();
            sets.resolved.insert(name, members);
        } else {
            sets.inline.insert(name, items.clone());
        }
    }
    sets
}

/// Returns the definitions, with the members added by the modes that are on.
fn with_guarded(merged: &Merged, names: &Names, modes: &Modes) -> Definitions {
    let written = names.sets.iter().map(|(name, (_, items))| (name.clone(), items.clone()));
    let mut defined: Definitions = written.collect();
    for statement in &merged.statements {
        if let Statement::Edit(Edit::Extend, rule) = &statement.value
            && let Statement::Rule { left, content } = &rule.value
            && let Some((guard, members)) = members(content)
            && modes.hold(guard)
            && let Some(items) = only_name(left).and_then(|name| defined.get_mut(name.value))
        {
            items.terms.extend(members);
        }
    }
    defined
}

/// Returns the names of sets that other statements than sets use.
fn asked_for(merged: &Merged) -> HashSet<String> {
    let mut names = HashSet::default();
    let statements = merged.statements.iter().map(|statement| &statement.value);
    for statement in statements.filter(|statement| !matches!(statement, Statement::Set { .. })) {
        walk::items(statement, &mut |item, _, _| {
            if let Item::Name(name) = item {
                names.insert(name.clone());
            }
        });
    }
    names
}

/// Returns the names of the sets in dependency order, each with whether it is in a cycle, and
/// reports cycles.
fn order_of_resolution(defined: &Definitions, mistakes: &mut Mistakes) -> Vec<(String, bool)> {
    let mut needs: Vec<(usize, usize, Place)> = Vec::new();
    for (index, items) in defined.values().enumerate() {
        walk::each(items, Role::Member(true), &mut |item, place, _| {
            if let Item::Name(name) = item
                && let Some(other) = defined.get_index_of(name)
            {
                needs.push((index, other, place));
            }
        });
    }
    let edges = needs.iter().map(|&(from, to, _)| (from, to));
    let components = Components::new(defined.len(), edges);
    // The first span that closes each cycle.
    needs.retain(|&(from, to, _)| components.are_one(from, to));
    needs.sort_by_key(|(.., place)| Reverse(*place));
    let first: HashMap<_, _> =
        needs.iter().map(|&(from, to, place)| (components.of[from], (from, to, place))).collect();
    let name = |number: usize| defined.get_index(number).map_or("", |(name, _)| name.as_str());
    for number in 0..components.members.len() {
        if let Some(&(from, to, place)) = first.get(&number) {
            let message = format!("the set `{}` is defined through itself", name(from));
            let label = format!("`{}` needs `{}`", name(to), name(from));
            let mistake = error(Code::Cyclic, place, message).label(label);
            let items = defined.get_index(from).filter(|_| from == to);
            let edit = items.map(|(set, items)| as_an_edit(set, items));
            mistakes.push(edit.into_iter().fold(mistake, Diagnostic::help));
        }
    }
    let in_order = components.members.iter().flatten();
    in_order.map(|&set| (name(set).to_owned(), first.contains_key(&components.of[set]))).collect()
}

/// Proposes edits for a set that names itself: one for its other added members, one for its
/// subtracted members.
fn as_an_edit(set: &str, items: &Items) -> String {
    let said = |sign: bool| -> String {
        let others = items.terms.iter().filter(|(adds, item)| {
            *adds == sign && !matches!(&item.value, Item::Name(name) if name == set)
        });
        others.map(|(_, item)| format!(" {}", print::item(&item.value))).collect()
    };
    let edits = [("remove ", "=", said(false)), ("", "|=", said(true))];
    let written = edits.iter().filter(|(.., items)| !items.is_empty());
    let written: Vec<String> =
        written.map(|(word, sign, items)| format!("`{word}{set} {sign}{items} ;`")).collect();
    match written.is_empty() {
        true => "a set is defined by other sets, tags and terminals".to_owned(),
        false => format!(
            "leave `{set}` out; of a set that a used grammar has, say what changes: {}",
            written.join(" ")
        ),
    }
}

impl Sets {
    /// Collects the universe of some statements and makes the built-in sets.
    fn built_in(statements: &[At<Statement>]) -> Self {
        let mut sets = Self::default();
        let mut add = |item: &Item, place, _: Role| sets.add_to_universe(item, place);
        statements.iter().for_each(|statement| walk::items(&statement.value, &mut add));
        let built_in = [("all", sets.all()), ("ends", sets.ends())];
        sets.resolved.extend(built_in.map(|(name, members)| (name.to_owned(), members)));
        sets
    }

    fn add_to_universe(&mut self, item: &Item, place: Place) {
        let (Item::Start(element) | Item::End(element)) = item else { return };
        if element.attribute.is_some() && !self.universe.contains_key(element) {
            self.universe.insert(element.clone(), place);
            self.variants.entry(plain(element)).or_default().push(element.clone());
        }
        self.universe.entry(plain(element)).or_insert(place);
    }

    /// Returns every element that some statement names, with its first span.
    pub(crate) fn universe(&self) -> &IndexMap<Element, Place> {
        &self.universe
    }

    /// Returns the `<x a=v>` of a plain `<x>` that the grammar names.
    pub(crate) fn variants(&self, element: &Element) -> &[Element] {
        self.variants.get(element).map_or(&[], Vec::as_slice)
    }

    /// Reports whether a terminal is declared by a `mark` statement.
    pub(crate) fn is_mark(&self, terminal: &str) -> bool {
        self.marks.contains(terminal)
    }

    /// Reports whether a set has this name.
    pub(crate) fn is_set(&self, name: &str) -> bool {
        self.resolved.contains_key(name) || self.inline.contains_key(name)
    }

    fn all(&self) -> Members {
        let named = self
            .universe
            .keys()
            .filter(|element| element.namespace.is_none() && element.name.is_some());
        named.cloned().chain([wildcard(None)]).map(Member::Start).collect()
    }

    fn ends(&self) -> Members {
        let plain = self.universe.keys().filter(|e| e.attribute.is_none() && e.name.is_some());
        let spaced = self.universe.keys().filter(|e| e.name.is_none() && e.namespace.is_some());
        plain.chain(spaced).cloned().chain([wildcard(None)]).map(Member::End).collect()
    }

    /// Returns the members of a list.
    pub(crate) fn members(&self, items: &Items) -> Cow<'_, Members> {
        if let [(true, only)] = items.terms.as_slice() {
            return self.members_of(&only.value);
        }
        let mut members = Members::default();
        let mut seen = HashSet::default();
        for (adds, item) in &items.terms {
            if *adds {
                self.add(&item.value, &mut members, &mut seen);
            } else {
                subtract(&mut members, &self.members_of(&item.value));
                seen.clear();
            }
        }
        Cow::Owned(members)
    }

    /// Adds the members of an item; `seen` are the inlined sets that have been added already.
    pub(super) fn add(&self, item: &Item, members: &mut Members, seen: &mut HashSet<usize>) {
        let mut open = vec![item];
        while let Some(item) = open.pop() {
            match self.inlined(item) {
                Some((number, items)) if seen.insert(number) => {
                    open.extend(items.terms.iter().rev().map(|(_, item)| &item.value));
                }
                Some(_) => {}
                None => self.add_one(item, members),
            }
        }
    }

    /// Adds the members of an item that is not an inlined set. A tag is inserted directly, without
    /// a temporary list.
    fn add_one(&self, item: &Item, members: &mut Members) {
        let those = match item {
            Item::Start(element) => {
                members.insert(Member::Start(element.clone()));
                return members.extend(self.variants(element).iter().cloned().map(Member::Start));
            }
            Item::End(element) => return members.extend([Member::End(plain(element))]),
            Item::Terminal(name) => return members.extend([Member::Terminal(name.clone())]),
            Item::Literal(text) => return members.extend([Member::Literal(text.clone())]),
            Item::Name(name) => self.resolved.get(name).map(Cow::Borrowed).unwrap_or_default(),
            Item::Braces { namespace: None, items } => self.members(items),
            Item::Braces { namespace: Some(word), items } => {
                Cow::Owned(self.moved(&self.members(items), &word.value))
            }
        };
        if members.is_empty() {
            *members = those.into_owned();
            return;
        }
        members.extend(those.iter().cloned());
    }

    /// Returns the number and the definition of an inlined set.
    fn inlined(&self, item: &Item) -> Option<(usize, &Items)> {
        let Item::Name(name) = item else { return None };
        self.inline.get_full(name).map(|(number, _, items)| (number, items))
    }

    /// Returns the members of one item; none for a name that is not a set.
    pub(crate) fn members_of(&self, item: &Item) -> Cow<'_, Members> {
        if let Item::Name(name) = item
            && let Some(members) = self.resolved.get(name)
        {
            return Cow::Borrowed(members);
        }
        if let Item::Braces { namespace: None, items } = item {
            return self.members(items);
        }
        let mut members = Members::default();
        self.add(item, &mut members, &mut HashSet::default());
        Cow::Owned(members)
    }

    /// Returns the members of `ends:{ members }` or `namespace:{ members }`.
    fn moved(&self, members: &Members, namespace: &str) -> Members {
        if namespace == ENDS {
            return members.iter().map(|member| member.end().unwrap_or(member.clone())).collect();
        }
        let namespace = namespace.into();
        members.iter().flat_map(|member| self.moved_one(member, &namespace)).collect()
    }

    /// Moves a member into a namespace. The wildcard includes the elements that are named in that
    /// namespace only.
    fn moved_one(&self, member: &Member, namespace: &Arc<str>) -> Vec<Member> {
        let (element, as_member): (_, fn(Element) -> Member) = match member {
            Member::Start(element) => (element, Member::Start),
            Member::End(element) => (element, |element| Member::End(plain(&element))),
            Member::Terminal(_) | Member::Literal(_) => return vec![member.clone()],
        };
        if element.namespace.is_some() {
            return vec![member.clone()];
        }
        let mut moved = match &element.name {
            None => self.native(namespace),
            Some(_) => Vec::new(),
        };
        moved.push(Element { namespace: Some(namespace.clone()), ..element.clone() });
        moved.into_iter().map(as_member).collect()
    }

    /// Returns the elements that are named in a namespace, but not in HTML.
    fn native(&self, namespace: &str) -> Vec<Element> {
        let named = self.universe.keys().filter(|element| self.is_native(element, namespace));
        named.cloned().collect()
    }

    /// Reports whether an element is in a namespace, and HTML has none of its name.
    fn is_native(&self, element: &Element, namespace: &str) -> bool {
        element.namespace.as_deref() == Some(namespace)
            && !self.universe.contains_key(&Element { namespace: None, ..plain(element) })
    }

    /// Returns the elements of a left side with the span of each. A variant that a plain element
    /// included is left out, since it may have its own rule.
    pub(crate) fn elements(&self, items: &[At<Item>]) -> Vec<(Element, Place)> {
        let mut elements = Vec::new();
        for item in items {
            let members = match &item.value {
                Item::Start(element) => {
                    Cow::Owned(Members::from_iter([Member::Start(element.clone())]))
                }
                other => self.members_of(other),
            };
            let came_along = |element: &Element| {
                element.attribute.is_some() && members.contains(&Member::Start(plain(element)))
            };
            let own = members.iter().filter_map(Member::start).filter(|e| !came_along(e));
            elements.extend(own.map(|element| (element.clone(), item.place)));
        }
        elements
    }
}

/// Removes members; the order of the others stays. A single member is removed without testing each
/// of the others.
pub(crate) fn subtract(members: &mut Members, less: &Members) {
    match less.len() {
        0 => {}
        1 => drop(less.first().and_then(|member| members.shift_take(member))),
        _ => members.retain(|member| !less.contains(member)),
    }
}
