//! Checks of the statements that are facts, after sets and rules are resolved.
//!
//! The checks find items of the wrong kind, terminals with two insertion locations, and names given
//! twice. The last pass makes the compiled form of correct statements.

use super::attributes;
use super::entities;
use super::fosters::Fosters;
use super::freeze_facts::renamed;
use super::known::PassResults;
use super::mistake::{Mistakes, error, twice};
use super::plain::NumberedGrammar;
use super::roles;
use super::sets::{Member, Sets};
use super::walk;
use crate::base::{Code, Diagnostic, IndexMap};
use crate::grammar::ast::{
    At, Atom, Content, Exception, Fact, FileSpan, FosterLocation, Item, Items, Operand, Statement,
};
use crate::grammar::schema::{Head, NamedThing};
use std::collections::{BTreeMap, BTreeSet};

/// Reports mistakes in facts.
pub(crate) fn check(
    known: PassResults<'_>,
    plain: &NumberedGrammar,
    fosters: &BTreeMap<usize, Fosters>,
    mistakes: &mut Mistakes,
) {
    let mut checker = Checker { known, mistakes, renamed: IndexMap::default() };
    known.statements.iter().for_each(|statement| checker.statement(&statement.value));
    torn(known.sets, plain, fosters, mistakes);
    attributes::check(known, mistakes);
    entities::check(known.statements, mistakes);
}

struct Checker<'a> {
    known: PassResults<'a>,
    mistakes: &'a mut Mistakes,
    /// The span of each `rename`, by kind, namespace and name.
    renamed: IndexMap<(Option<String>, Option<String>, String), FileSpan>,
}

impl Checker<'_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Fact(fact) => self.fact(fact),
            Statement::Rule { content, .. } => walk::contents(content, &mut |content| {
                self.fosters(content);
                content.exceptions.iter().for_each(|one| self.exception(&one.value));
            }),
            _ => {}
        }
    }

    fn fact(&mut self, fact: &Fact) {
        for (slot, operand) in fact.said() {
            if let Operand::Items(items) = operand {
                self.all_of(slot.of, items);
            }
        }
        match fact.row().head {
            Head::Fragment => fact.item("root").into_iter().for_each(|root| self.root(root)),
            Head::Doctype => {
                self.compared(fact);
                self.beside_public(fact);
            }
            Head::TreeHide => self.hidden(fact),
            Head::TreeMirror => roles::check(roles::OF_MIRRORS, fact.texts("by"), self.mistakes),
            Head::TreePatch => roles::check(roles::OF_PATCHES, fact.texts("by"), self.mistakes),
            Head::TreeShadowRoot => {
                roles::check(roles::OF_SHADOW_ROOTS, fact.texts("by"), self.mistakes);
            }
            Head::Rename => fact.texts("names").iter().for_each(|name| self.rename(fact, name)),
            _ => {}
        }
    }

    /// Reports the first member that is not of the required kind.
    fn only(&mut self, items: &Items, wanted: &str, is: fn(&Member) -> bool) {
        let members = self.known.sets.members(items);
        if let Some(other) = self.known.sets.each(&members).find(|member| !is(member)) {
            let message = format!("{} is not a valid {wanted}", other.spelling());
            let label = format!("only {wanted}s can be listed here");
            self.mistakes.push(error(Code::Contradictory, items.place, message).label(label));
        }
    }

    fn all_of(&mut self, of: NamedThing, items: &Items) {
        match of {
            NamedThing::Elements => {
                self.only(items, "element", |member| member.start().is_some());
            }
            NamedThing::Ends => {
                self.only(items, "end tag", |member| matches!(member, Member::End(_)));
            }
            NamedThing::Tags => self
                .only(items, "tag", |member| matches!(member, Member::Start(_) | Member::End(_))),
            NamedThing::Any
            | NamedThing::Latch
            | NamedThing::Namespace
            | NamedThing::State
            | NamedThing::Mode => {}
        }
    }

    fn root(&mut self, root: &At<Item>) {
        if !matches!(&root.value, Item::Start(element) if element.name.is_some()) {
            let mistake =
                error(Code::Contradictory, root.place, "the root of a fragment must be an element")
                    .label("not the start tag of a named element")
                    .help("write `fragment <html> as … ;`");
            self.mistakes.push(mistake);
        }
    }

    /// Checks the strings of a `doctype` statement: none for `incorrect`, one for `other-than`, at
    /// least one for others.
    fn compared(&mut self, fact: &Fact) {
        let Some(test) = fact.text("test") else { return };
        let strings = fact.texts("strings");
        self.mistakes.extend(match (test.value.as_str(), strings) {
            ("incorrect", [first, ..]) => {
                Some(contradictory(first.place, "`incorrect` takes no string").label("remove this"))
            }
            ("incorrect", []) => None,
            ("other-than", [_, second, ..]) => Some(
                contradictory(second.place, "only one document type name is allowed")
                    .label("`other-than` takes a single name"),
            ),
            (word, []) => Some(
                contradictory(test.place, "missing string")
                    .label("a string must follow")
                    .help(format!("write `{word} \"…\"`")),
            ),
            _ => None,
        });
    }

    /// Checks `with system` and `without system` in a `doctype` statement: at most one of them,
    /// only after the strings of `public`.
    fn beside_public(&mut self, fact: &Fact) {
        let (with, without) = (fact.text("with"), fact.text("without"));
        let Some(condition) = with.or(without) else { return };
        let is_public = matches!(fact.text("test"), Some(test) if test.value == "public");
        self.mistakes.extend(match (with, without) {
            _ if !is_public => Some(
                contradictory(condition.place, "only `public` can also test the system identifier")
                    .label("allowed only after the strings of `public`"),
            ),
            (Some(with), Some(without)) => Some(
                contradictory(
                    without.place,
                    "`with system` and `without system` contradict each other",
                )
                .label("without one")
                .also(with.place, "with one"),
            ),
            _ => None,
        });
    }

    fn hidden(&mut self, fact: &Fact) {
        if let Some(name) = fact.text("terminal")
            && name.value != "NUL"
        {
            let message = format!("{} cannot be hidden", name.value);
            let mistake = error(Code::Contradictory, name.place, message)
                .label("only `tree hide NUL` is allowed");
            self.mistakes.push(mistake);
        }
    }

    fn rename(&mut self, fact: &Fact, name: &At<String>) {
        let (key, _) = renamed(&name.value);
        let what = (text_of(fact, "what"), text_of(fact, "namespace"), key);
        let first = *self.renamed.entry(what).or_insert(name.place);
        if first != name.place {
            let message = "this is already renamed";
            self.mistakes.push(twice(name.place, message, "the second name", first));
        }
    }

    /// Checks that a foster group names elements.
    fn fosters(&mut self, content: &Content) {
        for factor in content.factors() {
            if let Atom::Foster(elsewhere, _) = &factor.value.atom {
                for items in elsewhere.lists() {
                    self.all_of(NamedThing::Elements, items);
                }
            }
        }
    }

    /// Checks an inclusion: it admits whole elements, not end tags, and only a mode may guard it.
    fn exception(&mut self, exception: &Exception) {
        if exception.excludes {
            return;
        }
        let items = &exception.items;
        let members = self.known.sets.members(items);
        let mut members = self.known.sets.each(&members);
        if let Some(end) = members.find(|member| matches!(member, Member::End(_))) {
            let message = format!("{} cannot be included: it ends an element", end.spelling());
            let mistake = error(Code::Contradictory, items.place, message)
                .label("end tags are not included on their own")
                .help("`including <x>` admits the whole element, its end tag included");
            self.mistakes.push(mistake);
        }
        if let Some(guard) = &exception.guard
            && self.known.decided(guard).is_none()
        {
            let mistake = contradictory(guard.name.place, "only a mode can guard `including`")
                .label("known only while a document is parsed")
                .help("guard an `excluding` line instead");
            self.mistakes.push(mistake);
        }
    }
}

fn contradictory(place: FileSpan, message: &str) -> Diagnostic {
    error(Code::Contradictory, place, message)
}

fn text_of(fact: &Fact, slot: &str) -> Option<String> {
    Some(fact.text(slot)?.value.clone())
}

/// Reports terminals that have two insertion locations in one content.
fn torn(
    sets: &Sets,
    plain: &NumberedGrammar,
    fosters: &BTreeMap<usize, Fosters>,
    mistakes: &mut Mistakes,
) {
    let mut reported = BTreeSet::new();
    for (&content, fosters) in fosters {
        let mut torn = fosters.torn.iter();
        let torn = torn.find(|(groups, _)| !has_no_effect(sets, plain, content, groups));
        let Some((groups, &terminal)) = torn else { continue };
        let mut places = groups.iter().flatten().map(|&group| plain.fosters[group].place);
        let Some(place) = places.next() else { continue };
        if !reported.insert(place) {
            continue;
        }
        let mut mistake = two_places(&plain.terminal_spelling(terminal), place);
        if let Some(other) = places.next().or(plain.nonterminals[content].1) {
            mistake = mistake.also(other, "also read here");
        }
        mistakes.push(mistake);
    }
}

fn two_places(spelling: &str, place: FileSpan) -> Diagnostic {
    error(
        Code::Contradictory,
        place,
        format!("{spelling} has two contradictory positions in the tree"),
    )
    .label("conflicting position")
    .help(format!("remove {spelling} from one of the two"))
}

/// Reports whether a foster group has no effect in a content: every element with that content is
/// among the group's `until`. Then the group's terminals are inserted in the element itself either
/// way.
fn has_no_effect(
    sets: &Sets,
    plain: &NumberedGrammar,
    content: usize,
    groups: &[Option<usize>; 2],
) -> bool {
    let (&[Some(group), None] | &[None, Some(group)]) = groups else { return false };
    let FosterLocation::Before { until: Some(until), .. } = &plain.fosters[group].elsewhere else {
        return false;
    };
    let until: Vec<usize> = plain.elements_of(&sets.members(until)).collect();
    for (number, element) in plain.elements.iter().enumerate() {
        if element.content() == Some(content) && !until.contains(&number) {
            return false;
        }
    }
    true
}
