//! The statements that differ between grammars, and the names that they are about.
//!
//! A statement that every grammar has says nothing about a difference. The others name tags, texts,
//! sets, latches and marks. A document on which the grammars differ usually contains some of these.
//! Names in differing statements are *direct*. Names in the statements that define or use a direct
//! name are *near*: the members of a set, the elements that set a latch, the rule with an exclusion
//! of that name. Names in the statements about near names are *around*. This is a breadth-first
//! search over mentions, of depth two.

use super::mentions::{Mention, MentionKind, MentionVisitor};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use wishful::grammar::ast::{Atom, Content, Element, Item, Items, LeftSide, Parent, Statement};
use wishful::grammar::compile::names::BUILT_IN;
use wishful::grammar::print;
use wishful::grammar::schema::Head;
use wishful::grammar::statements::Statements;

/// The distance of a name from the difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Nearness {
    /// A differing statement names it.
    Direct,
    /// A statement about a direct name names it.
    Near,
    /// A statement about a near name names it.
    Around,
    /// None of these.
    Far,
}

impl Nearness {
    /// Returns the distance of the names in statements about a name at this distance.
    fn further(self) -> Self {
        match self {
            Self::Direct => Self::Near,
            Self::Near => Self::Around,
            Self::Around | Self::Far => Self::Far,
        }
    }
}

/// The names that the difference is about.
#[derive(Debug, Default)]
pub(super) struct FocusNames<'s> {
    /// The distances of elements, sets, latches, marks, terminals and modes, by name.
    nearness: BTreeMap<&'s str, Nearness>,
    /// The fragment contexts that the difference may be about.
    pub(super) contexts: BTreeSet<String>,
    /// True if the texts of the grammars differ at all.
    pub(super) differs: bool,
}

impl<'s> FocusNames<'s> {
    /// Computes the focus of some grammars' statements.
    pub(super) fn of(grammars: &'s [Arc<Statements>]) -> Self {
        let mut focus = Self::default();
        let differing = differing(grammars);
        focus.differs = !differing.is_empty();
        let all = StatementIndex::of(grammars);
        for statement in differing {
            focus.statement(statement, &all, Nearness::Direct);
        }
        focus.spread(&all);
        focus
    }

    /// Returns the distance of a name.
    pub(super) fn nearness(&self, name: &str) -> Nearness {
        self.nearness.get(name).copied().unwrap_or(Nearness::Far)
    }

    /// Records all names that a statement mentions. Names that it removes from a set are recorded
    /// only if the statement differs, one step further away.
    fn statement(
        &mut self,
        statement: &'s Statement,
        all: &StatementIndex<'s>,
        nearness: Nearness,
    ) {
        if let Some(left) = left_of(statement) {
            self.fragments(left, all);
        }
        if let Some(fact) = statement.fact(Head::Fragment)
            && let Some(items) = fact.items("as")
        {
            for (_, item) in &items.terms {
                self.add_contexts(&item.value, all);
            }
        }
        MentionVisitor::new(|mention: Mention<'s>| {
            if mention.adds {
                self.record(mention.what.name(), nearness);
            } else if nearness == Nearness::Direct {
                self.record(mention.what.name(), nearness.further());
            }
        })
        .statement(statement);
    }

    /// Records the distance of a name. A built-in set, for example of all tags, is represented by
    /// the names that no line mentions (`*`).
    fn record(&mut self, name: &'s str, nearness: Nearness) {
        if BUILT_IN.contains(&name) {
            self.record("*", nearness);
        }
        let known = self.nearness.entry(name).or_insert(nearness);
        *known = nearness.min(*known);
    }

    /// Records the name in an item, if the item is an element, a set or a rule.
    fn record_item(&mut self, item: &'s Item, nearness: Nearness) {
        match item {
            Item::Start(Element { name: Some(name), .. }) => self.record(name, nearness),
            Item::Name(name) => self.record(name, nearness),
            _ => {}
        }
    }

    /// Records the fragment contexts that the left side of a rule names.
    fn fragments(&mut self, left: &LeftSide, all: &StatementIndex<'_>) {
        if let Some(parent) = &left.parent
            && parent.value == Parent::Fragment
        {
            for item in &left.items {
                self.add_contexts(&item.value, all);
            }
        }
    }

    /// Records the elements that an item names as fragment contexts.
    fn add_contexts(&mut self, item: &Item, all: &StatementIndex<'_>) {
        self.contexts.extend(all.elements(item).into_iter().filter_map(context));
    }

    /// Records the names in statements about recorded names, the nearest first.
    fn spread(&mut self, all: &StatementIndex<'s>) {
        let mut done = BTreeSet::new();
        for from in [Nearness::Direct, Nearness::Near, Nearness::Around] {
            let mut open = Vec::new();
            for (&name, &nearness) in &self.nearness {
                if nearness == from {
                    open.push(name);
                }
            }
            for name in open {
                if done.insert(name) {
                    self.about(name, all, from.further());
                }
            }
        }
    }

    /// Records the names in all statements about a name.
    fn about(&mut self, name: &str, all: &StatementIndex<'s>, nearness: Nearness) {
        for &statement in all.defining.get(name).into_iter().flatten() {
            self.statement(statement, all, nearness);
        }
        for &left in all.asking.get(name).into_iter().flatten() {
            self.fragments(left, all);
            for item in &left.items {
                self.record_item(&item.value, nearness);
            }
        }
        for &items in all.guarded.get(name).into_iter().flatten() {
            for (_, item) in &items.terms {
                self.record_item(&item.value, nearness);
            }
        }
    }
}

impl<'s> MentionKind<'s> {
    /// Returns the name; `*` for a tag of any name.
    pub(super) fn name(self) -> &'s str {
        match self {
            Self::Tag { name, .. } => name.unwrap_or("*"),
            Self::Name(name) | Self::String(name) => name,
        }
    }
}

/// Indices from names to the statements about them.
#[derive(Default)]
struct StatementIndex<'s> {
    /// The statements that define a set, a rule or a latch, by its name.
    defining: BTreeMap<&'s str, Vec<&'s Statement>>,
    /// The left sides of the rules that use a mark, a mode, a latch or an exclusion, by its name.
    asking: BTreeMap<&'s str, Vec<&'s LeftSide>>,
    /// The items that a guard with this name excludes or rejects.
    guarded: BTreeMap<&'s str, Vec<&'s Items>>,
}

impl<'s> StatementIndex<'s> {
    /// Indexes the statements of some grammars.
    fn of(grammars: &'s [Arc<Statements>]) -> Self {
        let mut all = Self::default();
        for statement in grammars.iter().flat_map(|statements| statements.written()) {
            let statement = plain(&statement.value);
            match statement {
                Statement::Set { name, .. } => {
                    all.defining.entry(&name.value).or_default().push(statement);
                }
                Statement::Rule { left, content } => {
                    all.index_rule(statement, left);
                    all.index_guarded(content);
                }
                Statement::Remedy { rejected, .. } => {
                    for guard in &rejected.guards {
                        all.guarded.entry(&guard.name.value).or_default().push(&rejected.left);
                    }
                }
                Statement::Fact(fact) if fact.row().head == Head::Latch => {
                    let name = fact.text("name").map(|name| name.value.as_str());
                    all.defining.entry(name.unwrap_or_default()).or_default().push(statement);
                }
                _ => {}
            }
        }
        let Self { defining, asking, .. } = &mut all;
        asking.retain(|name, _| match defining.get(name) {
            Some(statements) => !statements.iter().any(|statement| is_set(statement)),
            None => true,
        });
        all
    }

    /// Indexes a rule: what it defines, and the names that it mentions.
    fn index_rule(&mut self, statement: &'s Statement, left: &'s LeftSide) {
        for item in &left.items {
            if let Item::Name(name) = &item.value {
                self.defining.entry(name).or_default().push(statement);
            }
        }
        let asking = &mut self.asking;
        MentionVisitor::new(|mention: Mention<'s>| {
            if let MentionKind::Name(name) = mention.what {
                asking.entry(name).or_default().push(left);
            }
        })
        .statement(statement);
    }

    /// Indexes the guarded exclusions of a content and of its groups.
    fn index_guarded(&mut self, content: &'s Content) {
        for exception in &content.exceptions {
            if let Some(guard) = &exception.value.guard {
                self.guarded.entry(&guard.name.value).or_default().push(&exception.value.items);
            }
        }
        for factor in content.factors() {
            if let Atom::Group(group) | Atom::Foster(_, group) = &factor.value.atom {
                self.index_guarded(group);
            }
        }
    }

    /// Returns the elements that an item names: for a set, its direct members, without those of
    /// nested sets.
    fn elements<'a>(&'a self, item: &'a Item) -> Vec<&'a Element> {
        let mut elements = Vec::new();
        match item {
            Item::Start(element) => elements.push(element),
            Item::Name(name) => {
                for &statement in self.defining.get(name.as_str()).into_iter().flatten() {
                    let Statement::Set { items, .. } = statement else { continue };
                    for (_, item) in &items.terms {
                        if let Item::Start(element) = &item.value {
                            elements.push(element);
                        }
                    }
                }
            }
            _ => {}
        }
        elements
    }
}

/// Reports whether a statement defines a name.
fn is_set(statement: &Statement) -> bool {
    matches!(statement, Statement::Set { .. } | Statement::Rule { .. })
}

/// Returns the inner statement of an edit, or the statement itself.
pub(super) fn plain(statement: &Statement) -> &Statement {
    match statement {
        Statement::Edit(_, inner) => &inner.value,
        statement => statement,
    }
}

/// Returns the left side of a rule.
fn left_of(statement: &Statement) -> Option<&LeftSide> {
    match plain(statement) {
        Statement::Rule { left, .. } => Some(left),
        _ => None,
    }
}

/// Returns the name of an element as a fragment context. For `*` in a namespace, the namespace's
/// name is also that of the element.
fn context(element: &Element) -> Option<String> {
    match (&element.namespace, &element.name) {
        (None, name) => name.as_deref().map(str::to_owned),
        (Some(namespace), name) => {
            Some(format!("{namespace} {}", name.as_deref().unwrap_or(namespace)))
        }
    }
}

/// Returns the statements whose number of occurrences is not the same in all grammars.
fn differing(grammars: &[Arc<Statements>]) -> Vec<&Statement> {
    let mut counts: BTreeMap<String, Vec<usize>> = BTreeMap::new();
    for (number, statements) in grammars.iter().enumerate() {
        for statement in statements.written() {
            let of = counts.entry(print::statement(&statement.value));
            of.or_insert_with(|| vec![0; grammars.len()])[number] += 1;
        }
    }
    let mut differing = Vec::new();
    for statement in grammars.iter().flat_map(|statements| statements.written()) {
        let counts = &counts[&print::statement(&statement.value)];
        if counts.iter().any(|count| *count != counts[0]) {
            differing.push(&statement.value);
        }
    }
    differing
}
