//! `unused` and `unreachable`: what is defined and never asked for.
//!
//! A set, mode, namespace, token or named exclusion is unused if no statement but its own names it. A
//! rule is *unused* if nothing asks for what it describes, and *unreachable* if only what cannot be
//! reached from the start symbol does. `void` and `lexical` of an element that can stand nowhere are
//! unused, too, and so are elements that a set of the file itself lists: most often the element is misspelt, or the rule or
//! the other set that held it is gone. (A tag that a remedy names is answered, wherever it stands. Sets of other files may hold
//! what a variant has taken away.)

use super::Subject;
use crate::base::{Code, HashSet};
use crate::grammar::ast::{At, Element, Item, Place, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::plain::{PlainElement, PlainSymbol};
use crate::grammar::compile::walk::{self, spell};
use crate::grammar::schema::{Head, Role};

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    rules(subject, mistakes);
    elements(subject, mistakes);
    children(subject, mistakes);
    facts(subject, mistakes);
    listed(subject, mistakes);
}

/// Names that some other statement uses.
#[derive(Default)]
struct Used {
    names: HashSet<String>,
    terminals: HashSet<String>,
    namespaces: HashSet<String>,
    guards: HashSet<String>,
}

impl Used {
    fn of(subject: &Subject<'_>) -> Self {
        let names = subject.stages.merged.edited.clone();
        let mut used = Self { names, ..Self::default() };
        for statement in &subject.stages.merged.statements {
            let own = match &statement.value {
                Statement::Set { name, .. } => Some(name.value.as_str()),
                _ => None,
            };
            walk::items(&statement.value, &mut |item, _, _| used.note(item, own));
            walk::guards(&statement.value, &mut |guard, _| {
                used.guards.insert(guard.name.value.clone());
            });
        }
        used
    }

    fn note(&mut self, item: &Item, own: Option<&str>) {
        match item {
            Item::Name(name) if Some(name.as_str()) != own => {
                self.names.insert(name.clone());
            }
            Item::Terminal(name) => {
                self.terminals.insert(name.clone());
            }
            Item::Start(Element { namespace: Some(space), .. })
            | Item::End(Element { namespace: Some(space), .. }) => {
                self.namespaces.insert(space.to_string());
            }
            Item::Braces { namespace: Some(space), .. } => {
                self.namespaces.insert(space.value.clone());
            }
            _ => {}
        }
    }
}

/// Names that no other statement uses.
pub(super) fn names(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let used = Used::of(subject);
    let names = &subject.stages.names;
    let mut report = |kind: &str, name: &str, place: Place| {
        if !subject.is_meant(name) {
            mistakes.push(
                warning(Code::Unused, place, format!("the {kind} `{name}` is never used"))
                    .label("defined here")
                    .about(name),
            );
        }
    };
    for (name, (place, _)) in names.sets.iter().filter(|(name, _)| !used.names.contains(*name)) {
        report("set", name, *place);
    }
    for (name, &place) in names.modes.iter().filter(|(name, _)| !used.guards.contains(*name)) {
        report("mode", name, place);
    }
    for (name, &place) in names.latches.iter().filter(|(name, _)| !used.guards.contains(*name)) {
        report("latch", name, place);
    }
    for (name, labels) in names.labels.iter().filter(|(name, _)| !used.guards.contains(*name)) {
        labels.iter().for_each(|label| report("name of an exclusion", name, label.name));
    }
    for (name, &place) in names.marks.iter().filter(|(n, _)| !used.terminals.contains(*n)) {
        report("mark", name, place);
    }
    for (name, &place) in names.tokens.iter().filter(|(n, _)| !used.terminals.contains(*n)) {
        report("token", name, place);
    }
    for (name, &place) in names.namespaces.iter().filter(|(n, _)| !used.namespaces.contains(*n)) {
        report("namespace", name, place);
    }
}

/// Nonterminals: each named one may have several numbers, one for each scope.
fn rules(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    let named = |number: usize| {
        let (name, place) = &plain.nonterminals[number];
        (name.as_str(), *place)
    };
    let all = 0..plain.nonterminals.len();
    let reached: HashSet<_> =
        all.filter(|&number| subject.reach.nonterminals[number]).map(named).collect();
    let asks = plain.rules.iter().flat_map(|rule| {
        rule.right.iter().filter_map(|symbol| match symbol {
            PlainSymbol::Nonterminal(number) if *number != rule.left => Some(named(*number)),
            _ => None,
        })
    });
    let asked_for: HashSet<_> = asks.collect();
    for (name, &(place, _)) in &subject.stages.names.nonterminals {
        let key = (name.as_str(), Some(place));
        if reached.contains(&key) || subject.is_meant(name) {
            continue;
        }
        mistakes.push(if asked_for.contains(&key) {
            unreachable(&format!("`{name}`"), place)
        } else {
            unused_rule(name, place)
        });
    }
}

fn unused_rule(name: &str, place: Place) -> crate::base::Diagnostic {
    warning(Code::Unused, place, format!("no rule asks for `{name}`"))
        .label("defined here")
        .about(name)
        .help("put it into a rule, or take it away")
}

fn unreachable(name: &str, place: Place) -> crate::base::Diagnostic {
    warning(Code::Unreachable, place, format!("nothing that a document can hold asks for {name}"))
        .label("asked for only by what the start symbol does not reach")
}

/// The elements that can stand in some document.
fn reached<'s>(subject: &'s Subject<'_>) -> impl Iterator<Item = &'s PlainElement> {
    let all = subject.stages.plain.elements.iter().zip(&subject.reach.elements);
    all.filter(|(_, is_reached)| **is_reached).map(|(element, _)| element)
}

fn elements(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let governing: HashSet<usize> =
        reached(subject).filter_map(|element| element.statement).collect();
    for (element, definition) in &subject.stages.symbols.definitions {
        let spelling = spell(element, false);
        if element.name.is_none() {
            if !governing.contains(&definition.statement) {
                mistakes.push(
                    warning(
                        Code::Unused,
                        definition.place,
                        format!("no element has this rule of {spelling}"),
                    )
                    .label("every element that can occur has a rule of its own"),
                );
            }
            continue;
        }
        if subject.is_reached(element) {
            continue;
        }
        mistakes.push(if subject.is_asked_for(element) {
            unreachable(&spelling, definition.place)
        } else {
            warning(Code::Unused, definition.place, format!("no content has room for {spelling}"))
                .label("its rule is never used")
                .help(format!("put {spelling} into a set or rule, or take its rule away"))
        });
    }
}

fn children(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let occurring: HashSet<_> = reached(subject)
        .map(|element| (element.occurrence.parent.as_ref(), element.statement))
        .collect();
    for ((parent, child), definition) in &subject.stages.symbols.children {
        if !occurring.contains(&(Some(parent), Some(definition.statement))) {
            let (parent, child) = (walk::parent_spelling(parent), spell(child, false));
            let message = format!("{child} never stands directly in {parent}");
            mistakes.push(
                warning(Code::Unused, definition.place, message).label("this rule is never used"),
            );
        }
    }
}

/// `void` and `lexical` of elements that stand nowhere.
fn facts(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    for statement in &subject.stages.merged.statements {
        let Statement::Fact(fact) = &statement.value else { continue };
        let what = match fact.row().head {
            Head::Void => "is void",
            Head::Lexical => "is read in its own way",
            _ => continue,
        };
        let Some(items) = fact.items("elements") else { continue };
        for (_, item) in items.terms.iter().filter(|(adds, _)| *adds) {
            let members = subject.stages.sets.members_of(&item.value);
            let lost = members
                .iter()
                .filter_map(|member| member.start())
                .find(|element| element.attribute.is_none() && !subject.is_reached(element));
            if let Some(element) = lost {
                let spelling = spell(element, false);
                mistakes.push(
                    warning(
                        Code::Unused,
                        item.place,
                        format!("{spelling} {what}, but no content has room for it"),
                    )
                    .label(format!("{spelling} can stand nowhere")),
                );
            }
        }
    }
}

/// Elements that a set lists, and that stand nowhere.
fn listed(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let answered = answered(subject);
    let universe = subject.stages.sets.universe().keys();
    let standing: HashSet<Option<&str>> = universe
        .filter(|element| subject.is_reached(element))
        .map(|element| element.name.as_deref())
        .collect();
    for statement in &subject.stages.merged.statements {
        let Statement::Set { items, .. } = &statement.value else { continue };
        let own = |item: &At<Item>| Some(item.place.file) == subject.own;
        let added = items.terms.iter().filter(|(adds, item)| *adds && own(item));
        for (_, item) in added {
            let Item::Start(element) = &item.value else { continue };
            let rules = &subject.stages.symbols.definitions;
            let has_rule = rules.contains_key(element);
            let stands = standing.contains(&element.name.as_deref());
            if !stands && !has_rule && !answered.contains(element) {
                let spelling = spell(element, false);
                mistakes.push(
                    warning(Code::Unused, item.place, format!("no content has room for {spelling}"))
                        .label("it is in this set, and can stand nowhere")
                        .help("put it into a set that a rule asks for, too, or say what becomes of its tag"),
                );
            }
        }
    }
}

/// The elements whose start tags remedies name.
fn answered(subject: &Subject<'_>) -> HashSet<Element> {
    let mut named = HashSet::default();
    for statement in &subject.stages.merged.statements {
        let Statement::Remedy { rejected, .. } = &statement.value else { continue };
        walk::each(&rejected.left, Role::Rejected, &mut |item, _, _| {
            if let Item::Start(element) = item {
                named.insert(element.clone());
            }
        });
    }
    named
}
