//! Checks of the statements that are facts, after sets and rules are resolved.
//!
//! The checks find items of the wrong kind, terminals with two insertion locations, and names given
//! twice. The last pass makes the compiled form of correct statements.

use super::attributes;
use super::entities;
use super::fosters::Finder;
use super::freeze_facts::renamed;
use super::known::Known;
use super::mistake::{Mistakes, error, twice};
use super::plain::Plain;
use super::roles;
use super::sets::{Member, Members, Sets};
use super::walk;
use crate::base::{Code, Diagnostic, IndexMap};
use crate::grammar::ast::{
    At, Atom, Content, Elsewhere, Exception, Fact, Item, Operand, Place, Statement,
};
use crate::grammar::schema::{Head, Of};
use std::collections::BTreeSet;

/// Reports mistakes in facts.
pub(crate) fn check(known: Known<'_>, plain: &Plain, mistakes: &mut Mistakes) {
    let mut checker = Checker { known, mistakes, renamed: IndexMap::default() };
    known.statements.iter().for_each(|statement| checker.statement(&statement.value));
    torn(known.sets, plain, mistakes);
    attributes::check(known, mistakes);
    entities::check(known.statements, mistakes);
}

struct Checker<'a> {
    known: Known<'a>,
    mistakes: &'a mut Mistakes,
    /// The span of each `rename`, by kind, namespace and name.
    renamed: IndexMap<(Option<String>, Option<String>, String), Place>,
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
                self.all_of(slot.of, &self.known.sets.members(items), items.place);
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
    fn only(&mut self, members: &Members, place: Place, wanted: &str, is: fn(&Member) -> bool) {
        if let Some(other) = members.iter().find(|member| !is(member)) {
            let message = format!("{} is no {wanted}", other.spelling());
            let label = format!("only {wanted}s can be listed here");
            self.mistakes.push(error(Code::Contradictory, place, message).label(label));
        }
    }

    fn all_of(&mut self, of: Of, members: &Members, place: Place) {
        match of {
            Of::Elements => {
                self.only(members, place, "element", |member| member.start().is_some());
            }
            Of::Ends => {
                self.only(members, place, "end tag", |member| matches!(member, Member::End(_)));
            }
            Of::Tags => self.only(members, place, "tag", |member| {
                matches!(member, Member::Start(_) | Member::End(_))
            }),
            Of::Any | Of::Latch | Of::Namespace | Of::State | Of::Mode => {}
        }
    }

    fn root(&mut self, root: &At<Item>) {
        if !matches!(&root.value, Item::Start(element) if element.name.is_some()) {
            let mistake =
                error(Code::Contradictory, root.place, "the root of a fragment is an element")
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
        let mistake = |place, message: &str, label: String| {
            error(Code::Contradictory, place, message).label(label)
        };
        self.mistakes.extend(match (test.value.as_str(), strings) {
            ("incorrect", [first, ..]) => Some(mistake(
                first.place,
                "what the tokenizer finds incorrect is compared with nothing",
                "`incorrect` says all".to_owned(),
            )),
            ("incorrect", []) => None,
            ("other-than", [_, second, ..]) => Some(mistake(
                second.place,
                "a document type has one name",
                "`other-than` compares with one name only".to_owned(),
            )),
            (word, []) => Some(
                mistake(test.place, "compared with what?", "a string must follow".to_owned())
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
        let is_public = fact.text("test").is_some_and(|test| test.value == "public");
        let mistake = |place, message| error(Code::Contradictory, place, message);
        self.mistakes.extend(match (with, without) {
            _ if !is_public => Some(
                mistake(condition.place, "only `public` asks about the system identifier besides")
                    .label("belongs behind the strings of `public`"),
            ),
            (Some(with), Some(without)) => Some(
                mistake(without.place, "a system identifier is there or it is not")
                    .label("without one")
                    .also(with.place, "with one"),
            ),
            _ => None,
        });
    }

    fn hidden(&mut self, fact: &Fact) {
        if let Some(name) = fact.text("terminal").filter(|name| name.value != "NUL") {
            let message = format!("{} cannot be hidden", name.value);
            let mistake = error(Code::Contradictory, name.place, message)
                .label("only `tree hide NUL` means something");
            self.mistakes.push(mistake);
        }
    }

    fn rename(&mut self, fact: &Fact, name: &At<String>) {
        let (key, _) = renamed(&name.value);
        let of = |slot| fact.text(slot).map(|text| text.value.clone());
        let what = (of("what"), of("namespace"), key);
        let first = *self.renamed.entry(what).or_insert(name.place);
        if first != name.place {
            let message = "this is renamed already";
            self.mistakes.push(twice(name.place, message, "the second name", first));
        }
    }

    /// Checks that a foster group names elements.
    fn fosters(&mut self, content: &Content) {
        for factor in content.factors() {
            if let Atom::Foster(elsewhere, _) = &factor.value.atom {
                for items in elsewhere.lists() {
                    self.all_of(Of::Elements, &self.known.sets.members(items), items.place);
                }
            }
        }
    }

    /// Checks an inclusion: it admits whole elements, not end tags, and only a mode may guard it.
    fn exception(&mut self, exception: &Exception) {
        let Exception { excludes, items, .. } = exception;
        let is_end = |member: &&Member| matches!(member, Member::End(_));
        let members = if *excludes { Default::default() } else { self.known.sets.members(items) };
        if let Some(end) = members.iter().find(is_end) {
            let message = format!("{} cannot be included: it ends an element", end.spelling());
            let mistake = error(Code::Contradictory, items.place, message)
                .label("end tags have no place of their own")
                .help("`including <x>` admits the whole element, its end tag included");
            self.mistakes.push(mistake);
        }
        let Some(guard) = &exception.guard else { return };
        if !exception.excludes && self.known.decided(guard).is_none() {
            let mistake =
                error(Code::Contradictory, guard.name.place, "only a mode guards `including`")
                    .label("decided while a text is read")
                    .help("guard an `excluding` line instead");
            self.mistakes.push(mistake);
        }
    }
}

/// Reports terminals that have two insertion locations in one content.
fn torn(sets: &Sets, plain: &Plain, mistakes: &mut Mistakes) {
    let finder = Finder::new(plain);
    let contents = plain.elements.iter().filter_map(|element| Some(element.kind.as_ref()?.0));
    let contents: BTreeSet<usize> = contents.chain(plain.start).collect();
    let mut reported = BTreeSet::new();
    for content in contents {
        let torn = finder.of(content).torn.into_iter();
        let mut torn = torn.filter(|(groups, _)| !stands_here(sets, plain, content, groups));
        let Some((groups, terminal)) = torn.next() else { continue };
        let mut places = groups.iter().flatten().map(|&group| plain.fosters[group].place);
        let Some(place) = places.next().filter(|place| reported.insert(*place)) else { continue };
        let other = places.next().or(plain.nonterminals[content].1).into_iter();
        let mistake = two_places(&plain.terminal_spelling(terminal), place);
        mistakes.push(other.fold(mistake, |mistake, other| mistake.also(other, "read here, too")));
    }
}

fn two_places(spelling: &str, place: Place) -> Diagnostic {
    error(Code::Contradictory, place, format!("{spelling} has two places in the tree"))
        .label("here it stands elsewhere")
        .help(format!("take {spelling} out of one of the two"))
}

/// Reports whether a foster group has no effect in a content: every element with that content is
/// among the group's `until`. Then the group's terminals are inserted in the element itself either
/// way.
fn stands_here(sets: &Sets, plain: &Plain, content: usize, groups: &[Option<usize>; 2]) -> bool {
    let (&[Some(group), None] | &[None, Some(group)]) = groups else { return false };
    let Elsewhere::Before { until: Some(until), .. } = &plain.fosters[group].elsewhere else {
        return false;
    };
    let until: Vec<usize> = plain.elements_of(&sets.members(until)).collect();
    let is_of = |element: &usize| {
        plain.elements[*element].kind.as_ref().is_some_and(|kind| kind.0 == content)
    };
    let mut of_content = (0..plain.elements.len()).filter(is_of);
    of_content.all(|element| until.contains(&element))
}
