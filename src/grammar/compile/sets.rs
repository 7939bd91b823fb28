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
use super::flat::{ENDS, only_name};
pub use super::members::{Member, MemberId};
use super::members::{MemberKey, MemberTable};
pub(crate) use super::members::{Members, plain};
use super::merge::MergedStatements;
use super::mistake::{Mistakes, error};
use super::modes::Modes;
use super::names::{BUILT_IN, DefinedNames};
use super::walk;
use crate::base::{Code, HashMap, HashSet, IndexMap, IndexSet, QuickMap};
use crate::grammar::ast::{At, Edit, Element, FileSpan, Item, Items, Statement};
use crate::grammar::print;
use crate::grammar::schema::Role;
use std::borrow::Cow;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The definitions of sets, by name.
type Definitions = IndexMap<String, Items>;

/// The resolved sets.
#[derive(Debug, Default)]
pub struct Sets {
    pub(super) table: MemberTable,
    /// By a tag and the start tag of the wildcard of a namespace: the tag in that namespace.
    in_namespaces: Mutex<QuickMap<(MemberId, MemberId), MemberId>>,
    /// Every element that a statement names, in order, with the span of its first occurrence; for
    /// each `<x a=v>` also the plain `<x>`.
    universe: IndexMap<Element, FileSpan>,
    /// The start tags `<x a=v>` of each plain `<x>`.
    variants: HashMap<MemberId, Vec<MemberId>>,
    /// The resolved sets, with the built-in ones.
    resolved: IndexMap<String, Members>,
    /// The inlined sets.
    inline: Definitions,
    marks: IndexSet<String>,
    /// The tokens that `token` statements declare.
    tokens: IndexSet<String>,
}

/// Returns the wildcard of a namespace.
pub(crate) fn wildcard(namespace: Option<&str>) -> Element {
    Element { namespace: namespace.map(Into::into), name: None, attribute: None }
}

/// Resolves the sets.
pub fn sets(
    merged: &MergedStatements,
    names: &DefinedNames,
    modes: &Modes,
    mistakes: &mut Mistakes,
) -> Sets {
    let mut sets = Sets::built_in(&merged.statements);
    sets.marks = names.marks.keys().cloned().collect();
    sets.tokens = names.tokens.keys().cloned().collect();
    let mut defined = with_guarded(merged, names, modes);
    let used = used_outside_sets(merged);
    for (name, is_cyclic) in order_of_resolution(&defined, mistakes) {
        let Some(items) = defined.get_mut(&name) else { continue };
        if BUILT_IN.contains(&name.as_str()) {
            continue;
        }
        if is_cyclic || used.contains(&name) || items.terms.iter().any(|(adds, _)| !adds) {
            let members = sets.members(items).into_owned();
            sets.resolved.insert(name, members);
        } else {
            sets.inline.insert(name, items.clone());
        }
    }
    sets
}

/// Returns the definitions, with the members added by the modes that are on.
fn with_guarded(merged: &MergedStatements, names: &DefinedNames, modes: &Modes) -> Definitions {
    let mut defined = Definitions::default();
    for (name, (_, items)) in &names.sets {
        defined.insert(name.clone(), items.clone());
    }
    for statement in &merged.statements {
        if let Statement::Edit(Edit::Extend, rule) = &statement.value
            && let Statement::Rule { left, content } = &rule.value
            && let Some((guard, members)) = members(content)
            && modes.hold(guard)
            && let Some(name) = only_name(left)
            && let Some(items) = defined.get_mut(name.value)
        {
            items.terms.extend(members);
        }
    }
    defined
}

/// Returns the names of sets that other statements than sets use.
fn used_outside_sets(merged: &MergedStatements) -> HashSet<String> {
    let mut names = HashSet::default();
    for statement in &merged.statements {
        if matches!(statement.value, Statement::Set { .. }) {
            continue;
        }
        walk::items(&statement.value, &mut |item, _, _| {
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
    let mut needs: Vec<(usize, usize, FileSpan)> = Vec::new();
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
    let mut first: HashMap<usize, (usize, usize, FileSpan)> = HashMap::default();
    for &need in &needs {
        let known = first.entry(components.of[need.0]).or_insert(need);
        if need.2 <= known.2 {
            *known = need;
        }
    }
    for number in 0..components.members.len() {
        if let Some(&(from, to, place)) = first.get(&number) {
            let from_name = name_of(defined, from);
            let message = format!("the set `{from_name}` is defined in terms of itself");
            let label = format!("`{}` needs `{from_name}`", name_of(defined, to));
            let mut mistake = error(Code::Cyclic, place, message).label(label);
            if from == to
                && let Some((set, items)) = defined.get_index(from)
            {
                mistake = mistake.help(as_an_edit(set, items));
            }
            mistakes.push(mistake);
        }
    }
    let mut order = Vec::with_capacity(defined.len());
    for &set in components.members.iter().flatten() {
        let is_cyclic = first.contains_key(&components.of[set]);
        order.push((name_of(defined, set).to_owned(), is_cyclic));
    }
    order
}

fn name_of(defined: &Definitions, number: usize) -> &str {
    match defined.get_index(number) {
        Some((name, _)) => name,
        None => "",
    }
}

/// Proposes edits for a set that names itself: one for its other added members, one for its
/// subtracted members.
fn as_an_edit(set: &str, items: &Items) -> String {
    let mut edits = Vec::new();
    for (word, sign, adds) in [("remove ", "=", false), ("", "|=", true)] {
        let listed = other_terms(set, items, adds);
        if !listed.is_empty() {
            edits.push(format!("`{word}{set} {sign}{listed} ;`"));
        }
    }
    if edits.is_empty() {
        return "define a set by other sets, tags and terminals".to_owned();
    }
    format!(
        "remove `{set}` here; to change a set of a used grammar, write the change: {}",
        edits.join(" ")
    )
}

/// Writes the terms that are added, or those that are subtracted, each after a space, but the set
/// itself.
fn other_terms(set: &str, items: &Items, added: bool) -> String {
    let mut written = String::new();
    for (adds, item) in &items.terms {
        if *adds == added && !matches!(&item.value, Item::Name(name) if name == set) {
            written.push(' ');
            written.push_str(&print::item(&item.value));
        }
    }
    written
}

impl Sets {
    /// Collects the universe of some statements and makes the built-in sets.
    fn built_in(statements: &[At<Statement>]) -> Self {
        let mut sets = Self::default();
        for statement in statements {
            walk::items(&statement.value, &mut |item, place, _| sets.add_to_universe(item, place));
        }
        let (all, ends) = (sets.all_tags(), sets.all_ends());
        sets.resolved.insert("all".to_owned(), all);
        sets.resolved.insert("ends".to_owned(), ends);
        sets
    }

    /// Adds the element that a tag names, with and without its attribute test.
    fn add_to_universe(&mut self, item: &Item, place: FileSpan) {
        let (Item::Start(element) | Item::End(element)) = item else { return };
        if element.attribute.is_some() && !self.universe.contains_key(element) {
            self.universe.insert(element.clone(), place);
            let variant = self.table.number(MemberKey::Start(element));
            if let Some(plain) = self.table.plain(variant) {
                self.variants.entry(plain).or_default().push(variant);
            }
        }
        self.universe.entry(plain(element)).or_insert(place);
    }

    /// Returns every element that some statement names, with its first span.
    pub(crate) fn universe(&self) -> &IndexMap<Element, FileSpan> {
        &self.universe
    }

    /// Returns the start tags `<x a=v>` of a plain `<x>` that the grammar names.
    pub(crate) fn variants(&self, start: MemberId) -> &[MemberId] {
        match self.variants.get(&start) {
            Some(variants) => variants,
            None => &[],
        }
    }

    /// Reports whether a terminal is declared by a `mark` statement.
    pub(crate) fn is_mark(&self, terminal: &str) -> bool {
        self.marks.contains(terminal)
    }

    /// Reports whether a terminal may be inserted into the input: a mark, or a token of a text.
    pub(crate) fn may_be_virtual(&self, terminal: &str) -> bool {
        self.is_mark(terminal) || self.tokens.contains(terminal)
    }

    /// Reports whether a set has this name.
    pub fn is_set(&self, name: &str) -> bool {
        self.resolved.contains_key(name) || self.inline.contains_key(name)
    }

    /// Returns the members of the built-in set of all start tags.
    fn all_tags(&self) -> Members {
        let mut all = Members::default();
        for element in self.universe.keys() {
            if element.namespace.is_none() && element.name.is_some() {
                all.insert(self.start_of(element));
            }
        }
        all.insert(self.start_of(&wildcard(None)));
        all
    }

    /// Returns the members of the built-in set of all end tags.
    fn all_ends(&self) -> Members {
        let mut ends = Members::default();
        for element in self.universe.keys() {
            if element.attribute.is_none() && element.name.is_some() {
                ends.insert(self.end_of(element));
            }
        }
        for element in self.universe.keys() {
            if element.name.is_none() && element.namespace.is_some() {
                ends.insert(self.end_of(element));
            }
        }
        ends.insert(self.end_of(&wildcard(None)));
        ends
    }

    /// Returns the members of a list.
    pub fn members(&self, items: &Items) -> Cow<'_, Members> {
        if let [(true, only)] = items.terms.as_slice() {
            return self.members_of(&only.value);
        }
        let mut members = Members::with_capacity_and_hasher(items.terms.len(), <_>::default());
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
        if self.inlined(item).is_none() {
            return self.add_one(item, members);
        }
        let mut open = vec![item];
        while let Some(item) = open.pop() {
            match self.inlined(item) {
                Some((number, items)) if seen.insert(number) => {
                    for (_, inner) in items.terms.iter().rev() {
                        open.push(&inner.value);
                    }
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
                let start = self.start_of(element);
                members.insert(start);
                return members.extend(self.variants(start));
            }
            Item::End(element) => return members.extend([self.end_of(element)]),
            Item::Terminal(name) => {
                return members.extend([self.table.number(MemberKey::Terminal(name))]);
            }
            Item::Literal(text) => {
                return members.extend([self.table.number(MemberKey::Literal(text))]);
            }
            Item::Name(name) => match self.resolved.get(name) {
                Some(resolved) => Cow::Borrowed(resolved),
                None => return,
            },
            Item::Braces { namespace: None, items } => self.members(items),
            Item::Braces { namespace: Some(word), items } => {
                Cow::Owned(self.moved(&self.members(items), &word.value))
            }
        };
        if members.is_empty() {
            *members = those.into_owned();
            return;
        }
        members.extend(those.iter());
    }

    /// Returns the number and the definition of an inlined set.
    fn inlined(&self, item: &Item) -> Option<(usize, &Items)> {
        let Item::Name(name) = item else { return None };
        let (number, _, items) = self.inline.get_full(name)?;
        Some((number, items))
    }

    /// Returns the members of one item; none for a name that is not a set.
    pub fn members_of(&self, item: &Item) -> Cow<'_, Members> {
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
            return members.iter().map(|&id| self.end(id).unwrap_or(id)).collect();
        }
        let wildcard = wildcard(Some(namespace));
        let space = self.start_of(&wildcard);
        let mut moved = Members::default();
        for &id in members {
            let known = self.known_moves().get(&(id, space)).copied();
            match known {
                Some(known) => {
                    moved.insert(known);
                }
                None => self.add_in_namespace(id, &wildcard, space, &mut moved),
            }
        }
        moved
    }

    fn known_moves(&self) -> MutexGuard<'_, QuickMap<(MemberId, MemberId), MemberId>> {
        self.in_namespaces.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a member with the namespace of a wildcard, if it has none yet. The wildcard of HTML
    /// gives that one and the elements that are named in that namespace only.
    fn add_in_namespace(
        &self,
        id: MemberId,
        wildcard: &Element,
        space: MemberId,
        moved: &mut Members,
    ) {
        let (element, number): (_, fn(&Self, &Element) -> MemberId) = match self.member(id) {
            Member::Start(element) if element.namespace.is_none() => (element, Self::start_of),
            Member::End(element) if element.namespace.is_none() => (element, Self::end_of),
            _ => return moved.extend([id]),
        };
        if element.name.is_none() {
            moved.extend(self.native(wildcard).map(|native| number(self, native)));
        }
        let in_namespace = Element { namespace: wildcard.namespace.clone(), ..element.clone() };
        let known = number(self, &in_namespace);
        if element.name.is_some() {
            self.known_moves().insert((id, space), known);
        }
        moved.insert(known);
    }

    /// Iterates over the elements that are named in the namespace of a wildcard, but not in HTML.
    fn native<'s>(&'s self, wildcard: &Element) -> impl Iterator<Item = &'s Element> {
        self.universe.keys().filter(move |element| self.is_native(element, wildcard))
    }

    /// Reports whether an element is in the namespace of a wildcard, and HTML has none of its name.
    fn is_native(&self, element: &Element, wildcard: &Element) -> bool {
        element.namespace == wildcard.namespace
            && !self.universe.contains_key(&Element { namespace: None, ..plain(element) })
    }

    /// Returns the elements of a left side with the span of each. A variant that a plain element
    /// included is left out, since it may have its own rule.
    pub(crate) fn elements(&self, items: &[At<Item>]) -> Vec<(Element, FileSpan)> {
        let mut elements = Vec::new();
        for item in items {
            let members = match &item.value {
                Item::Start(element) => Cow::Owned(Members::from_iter([self.start_of(element)])),
                other => self.members_of(other),
            };
            for &id in members.iter() {
                if let Some(element) = self.member(id).start()
                    && !self.has_plain(id, &members)
                {
                    elements.push((element.clone(), item.place));
                }
            }
        }
        elements
    }
}

/// Removes members; the order of the others stays. A single member is removed without testing each
/// of the others.
pub(crate) fn subtract(members: &mut Members, less: &Members) {
    match less.len() {
        0 => {}
        1 => {
            if let Some(member) = less.first() {
                members.shift_remove(member);
            }
        }
        _ => members.retain(|member| !less.contains(member)),
    }
}

/// Threads share the sets of a grammar.
const _: () = is_shared::<Sets>();

const fn is_shared<T: Send + Sync>() {}
