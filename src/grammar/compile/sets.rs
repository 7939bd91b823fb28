//! Pass 4: every set becomes an ordered list of tags and terminals.
//!
//! The *universe* is what the grammar names: its elements, with their attribute tests. From it come
//! the two sets that are built in. A plain `<x>` brings the tags `<x a=v>` that the grammar names
//! along with it, in adding as in taking away.
//!
//! Sets may be used before they are defined. They are resolved in the order in which they need each
//! other: the strongly connected components of "is named in", innermost first (by Kosaraju's
//! algorithm, which does not recurse). A component of several sets, or a set in itself, is `cyclic`.
//!
//! Invariant: the order of members is the order of writing; a member stands in a set once.

use super::Modes;
use super::edit::{guarded_members, only_name};
use super::merge::Merged;
use super::mistake::{Mistakes, error};
use super::names::Names;
use super::symbols::holds;
use super::walk::{self, Role, spell};
use crate::grammar::ast::{At, Element, Item, Items, Place, Statement};
use indexmap::{IndexMap, IndexSet};
use petgraph::algo::kosaraju_scc;
use petgraph::graph::{DiGraph, NodeIndex};

/// The word of `ends:{ … }`, the end tags of a set.
pub(crate) const ENDS: &str = "ends";

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
    /// As it is written.
    pub(crate) fn spelling(&self) -> String {
        match self {
            Self::Start(element) => spell(element, false),
            Self::End(element) => spell(element, true),
            Self::Terminal(name) => name.clone(),
            Self::Literal(text) => format!("{text:?}"),
        }
    }

    /// The element of a start tag.
    pub(crate) fn start(&self) -> Option<&Element> {
        match self {
            Self::Start(element) => Some(element),
            _ => None,
        }
    }
}

/// Members in the order of writing.
pub(crate) type Members = IndexSet<Member>;

/// What the sets are defined as, by name.
type Definitions = IndexMap<String, Items>;

/// The resolved sets.
#[derive(Clone, Debug, Default)]
pub(crate) struct Sets {
    /// Every element that a statement names, in order, with the place where one first does;
    /// with each `<x a=v>` also the plain `<x>`.
    universe: IndexMap<Element, Place>,
    /// `<x a=v>` by plain `<x>`.
    variants: IndexMap<Element, Vec<Element>>,
    resolved: IndexMap<String, Members>,
    marks: IndexSet<String>,
}

/// The wildcard of a namespace.
pub(crate) fn wildcard(namespace: Option<&str>) -> Element {
    Element { namespace: namespace.map(str::to_owned), name: None, attribute: None }
}

/// An element without its test on an attribute.
pub(crate) fn plain(element: &Element) -> Element {
    Element { attribute: None, ..element.clone() }
}

/// Resolves the sets.
pub(crate) fn sets(merged: &Merged, names: &Names, modes: &Modes, mistakes: &mut Mistakes) -> Sets {
    let marks = names.marks.keys().cloned().collect();
    let mut sets = Sets { marks, ..Sets::default() };
    for statement in &merged.statements {
        walk::items(&statement.value, &mut |item, place, _| {
            sets.add_to_universe(item, place);
        });
    }
    let defined = with_guarded(merged, names, modes);
    for name in order_of_resolution(&defined, mistakes) {
        let members = sets.members(&defined[name.as_str()]);
        sets.resolved.insert(name, members);
    }
    sets
}

/// The definitions, with what is added to them for the modes that are on.
fn with_guarded(merged: &Merged, names: &Names, modes: &Modes) -> Definitions {
    let written = names.sets.iter().map(|(name, (_, items))| (name.clone(), items.clone()));
    let mut defined: Definitions = written.collect();
    for statement in &merged.statements {
        if let Statement::Extend { left, content } = &statement.value
            && let Some((guard, members)) = guarded_members(content)
            && holds(Some(guard), modes)
            && let Some(items) = only_name(left).and_then(|name| defined.get_mut(name.value))
        {
            items.terms.extend(members);
        }
    }
    defined
}

/// The names of the sets, each after those that it needs; those in a cycle are reported.
fn order_of_resolution(defined: &Definitions, mistakes: &mut Mistakes) -> Vec<String> {
    let mut graph: DiGraph<&str, Place> = DiGraph::new();
    let nodes: Vec<NodeIndex> = defined.keys().map(|name| graph.add_node(name)).collect();
    for (index, items) in defined.values().enumerate() {
        walk::each(items, Role::Member(true), &mut |item, place, _| {
            if let Item::Name(name) = item
                && let Some(other) = defined.get_index_of(name)
            {
                graph.add_edge(nodes[index], nodes[other], place);
            }
        });
    }
    let mut order = Vec::new();
    for component in kosaraju_scc(&graph) {
        let inner = graph.edge_indices().filter_map(|edge| {
            let (from, to) = graph.edge_endpoints(edge)?;
            let both = component.contains(&from) && component.contains(&to);
            both.then(|| (graph[from], graph[to], graph[edge]))
        });
        if let Some((from, to, place)) = inner.min_by_key(|(.., place)| *place) {
            let message = format!("the set `{from}` is defined through itself");
            let label = format!("`{to}` needs `{from}`");
            mistakes.push(error("cyclic", place, message).label(label));
        }
        order.extend(component.into_iter().map(|node| graph[node].to_owned()));
    }
    order
}

impl Sets {
    fn add_to_universe(&mut self, item: &Item, place: Place) {
        let (Item::Start(element) | Item::End(element)) = item else { return };
        if element.attribute.is_some() && !self.universe.contains_key(element) {
            self.universe.insert(element.clone(), place);
            self.variants.entry(plain(element)).or_default().push(element.clone());
        }
        self.universe.entry(plain(element)).or_insert(place);
    }

    /// Every element that some statement names, with the first place.
    pub(crate) fn universe(&self) -> &IndexMap<Element, Place> {
        &self.universe
    }

    /// `<x a=v>` of a plain `<x>`, as far as the grammar names any.
    pub(crate) fn variants(&self, element: &Element) -> &[Element] {
        self.variants.get(element).map_or(&[], Vec::as_slice)
    }

    /// Whether a terminal is one of a `mark` statement.
    pub(crate) fn is_mark(&self, terminal: &str) -> bool {
        self.marks.contains(terminal)
    }

    /// A set by name; `None` if it is not one.
    pub(crate) fn named(&self, name: &str) -> Option<Members> {
        match name {
            "all" => Some(self.all()),
            "ends" => Some(self.ends()),
            _ => self.resolved.get(name).cloned(),
        }
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

    /// The members of a list.
    pub(crate) fn members(&self, items: &Items) -> Members {
        let mut members = Members::new();
        for (adds, item) in &items.terms {
            let named = self.members_of(&item.value);
            if *adds {
                members.extend(named);
            } else {
                members.retain(|member| !named.contains(member));
            }
        }
        members
    }

    /// The members that one item stands for; none for a name that is no set.
    pub(crate) fn members_of(&self, item: &Item) -> Members {
        match item {
            Item::Start(element) => {
                let variants = self.variants(element).iter().cloned();
                std::iter::once(element.clone()).chain(variants).map(Member::Start).collect()
            }
            Item::End(element) => Members::from_iter([Member::End(plain(element))]),
            Item::Terminal(name) => Members::from_iter([Member::Terminal(name.clone())]),
            Item::Literal(text) => Members::from_iter([Member::Literal(text.clone())]),
            Item::Name(name) => self.named(name).unwrap_or_default(),
            Item::Braces { namespace: None, items } => self.members(items),
            Item::Braces { namespace: Some(word), items } if word.value == ENDS => {
                let end = |member: Member| match member {
                    Member::Start(element) => Member::End(plain(&element)),
                    other => other,
                };
                self.members(items).into_iter().map(end).collect()
            }
            Item::Braces { namespace: Some(namespace), items } => {
                self.moved(&self.members(items), &namespace.value)
            }
        }
    }

    /// `namespace:{ members }`. The wildcard brings what is named in that namespace only.
    fn moved(&self, members: &Members, namespace: &str) -> Members {
        let into = |element: &Element| Element {
            namespace: Some(namespace.to_owned()),
            ..element.clone()
        };
        let native = |wrap: fn(Element) -> Member| {
            let there = self.universe.keys().filter(|element| {
                element.namespace.as_deref() == Some(namespace)
                    && !self.universe.contains_key(&Element { namespace: None, ..plain(element) })
            });
            there.cloned().map(wrap).collect::<Vec<_>>()
        };
        let mut moved = Members::new();
        for member in members {
            match member {
                Member::Start(element) if element.namespace.is_none() => {
                    if element.name.is_none() {
                        moved.extend(native(Member::Start));
                    }
                    moved.insert(Member::Start(into(element)));
                }
                Member::End(element) if element.namespace.is_none() => {
                    if element.name.is_none() {
                        moved.extend(native(|element| Member::End(plain(&element))));
                    }
                    moved.insert(Member::End(into(element)));
                }
                other => {
                    moved.insert(other.clone());
                }
            }
        }
        moved
    }

    /// The elements of a left side, with the place of each. A variant that only came along with its
    /// plain element is left out: it may have a rule of its own.
    pub(crate) fn elements(&self, items: &[At<Item>]) -> Vec<(Element, Place)> {
        let mut elements = Vec::new();
        for item in items {
            let members = match &item.value {
                Item::Start(element) => Members::from_iter([Member::Start(element.clone())]),
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
