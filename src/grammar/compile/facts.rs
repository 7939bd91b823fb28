//! What is wrong with the statements that are facts, once sets and rules are known.
//!
//! Items of the wrong sort, a terminal that stands in two places of the tree, a name that is given twice. The compiled form
//! of what is right is made in the last pass.

use super::attributes;
use super::entities;
use super::fosters::Finder;
use super::freeze_facts::renamed;
use super::merge::Merged;
use super::mirrors;
use super::mistake::{Mistakes, error};
use super::names::Names;
use super::plain::Plain;
use super::sets::{Member, Members, Sets};
use super::walk;
use crate::grammar::ast::{
    At, Atom, Content, DoctypeTest, Elsewhere, Exception, Item, Items, Place, Statement, TreeFact,
};
use indexmap::IndexMap;
use std::collections::BTreeSet;

/// Reports what is wrong.
pub(crate) fn check(
    merged: &Merged,
    names: &Names,
    sets: &Sets,
    plain: &Plain,
    mistakes: &mut Mistakes,
) {
    let mut checker = Checker { names, sets, mistakes, renamed: IndexMap::new() };
    for statement in &merged.statements {
        checker.statement(&statement.value);
    }
    torn(sets, plain, mistakes);
    attributes::check(merged, sets, mistakes);
    entities::check(merged, mistakes);
}

struct Checker<'a> {
    names: &'a Names,
    sets: &'a Sets,
    mistakes: &'a mut Mistakes,
    /// By whether it is an attribute, namespace and key: where it is renamed.
    renamed: IndexMap<(bool, String, String), Place>,
}

impl Checker<'_> {
    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Formatting { elements, markers, lasting, special, .. } => {
                let lists = [elements, markers].into_iter().chain(lasting).chain(special);
                lists.for_each(|items| self.elements(items));
            }
            Statement::Soft { ends, resuming, .. } => {
                self.ends(ends);
                resuming.iter().for_each(|items| self.elements(items));
            }
            Statement::Omissible { tags, .. } => self.tags(tags),
            Statement::Fragment { root, like } => {
                self.root(root);
                self.elements(like);
            }
            Statement::Doctype { test: DoctypeTest::OtherThan, strings, .. } => {
                self.one_name(strings);
            }
            Statement::Tree(fact) => self.tree(fact),
            Statement::Attributes { elements, .. } => self.elements(elements),
            Statement::Rename { attributes, namespace, names } => {
                names.iter().for_each(|name| self.rename(*attributes, &namespace.value, name));
            }
            Statement::Rule { content, .. } => {
                self.fosters(content);
                walk::exceptions(content, &mut |exception| self.exception(&exception.value));
            }
            _ => {}
        }
    }

    /// Reports the first member that is not of the sort that is wanted.
    fn only(&mut self, members: &Members, place: Place, wanted: &str, is: fn(&Member) -> bool) {
        if let Some(other) = members.iter().find(|member| !is(member)) {
            let message = format!("{} is no {wanted}", other.spelling());
            let label = format!("only {wanted}s can be listed here");
            self.mistakes.push(error("contradictory", place, message).label(label));
        }
    }

    fn elements(&mut self, items: &Items) {
        let members = self.sets.members(items);
        self.only(&members, items.place, "element", |member| member.start().is_some());
    }

    fn element(&mut self, item: &At<Item>) {
        let members = self.sets.members_of(&item.value);
        self.only(&members, item.place, "element", |member| member.start().is_some());
    }

    fn ends(&mut self, items: &Items) {
        let members = self.sets.members(items);
        self.only(&members, items.place, "end tag", |member| matches!(member, Member::End(_)));
    }

    fn tags(&mut self, items: &Items) {
        let members = self.sets.members(items);
        let is_tag = |member: &Member| matches!(member, Member::Start(_) | Member::End(_));
        self.only(&members, items.place, "tag", is_tag);
    }

    fn root(&mut self, root: &At<Item>) {
        if !matches!(&root.value, Item::Start(element) if element.name.is_some()) {
            let mistake =
                error("contradictory", root.place, "the root of a fragment is an element")
                    .label("not the start tag of a named element")
                    .help("write `fragment <html> as … ;`");
            self.mistakes.push(mistake);
        }
    }

    fn one_name(&mut self, strings: &[At<String>]) {
        if let Some(second) = strings.get(1) {
            let mistake = error("contradictory", second.place, "a document type has one name")
                .label("`other-than` compares with one name only");
            self.mistakes.push(mistake);
        }
    }

    fn tree(&mut self, fact: &TreeFact) {
        match fact {
            TreeFact::Of(_, items) => self.elements(items),
            TreeFact::Mirror(mirror) => {
                let items = [&mirror.from, &mirror.into, &mirror.within];
                items.into_iter().for_each(|item| self.element(item));
                mirror.groups.iter().chain(&mirror.until).for_each(|items| self.elements(items));
                mirrors::check(mirror, self.mistakes);
            }
            TreeFact::Hide(name) if name.value != "NUL" => {
                let message = format!("{} cannot be hidden", name.value);
                let mistake = error("contradictory", name.place, message)
                    .label("only `tree hide NUL` means something");
                self.mistakes.push(mistake);
            }
            TreeFact::Hide(_) => {}
        }
    }

    fn rename(&mut self, attributes: bool, namespace: &str, name: &At<String>) {
        let (key, _) = renamed(&name.value);
        let what = (attributes, namespace.to_owned(), key);
        if let Some(first) = self.renamed.get(&what) {
            let mistake = error("duplicate", name.place, "this is renamed already")
                .label("the second name")
                .also(first.file, first.span, "the first");
            self.mistakes.push(mistake);
        } else {
            self.renamed.insert(what, name.place);
        }
    }

    fn fosters(&mut self, content: &Content) {
        for factor in content.alternatives.iter().flat_map(|alternative| &alternative.factors) {
            match &factor.value.atom {
                Atom::Item(_) => {}
                Atom::Group(group) => self.fosters(group),
                Atom::Foster(elsewhere, group) => {
                    match elsewhere {
                        Elsewhere::Before { of, until } => {
                            std::iter::once(of).chain(until).for_each(|items| self.elements(items));
                        }
                        Elsewhere::Into(items) => self.elements(items),
                    }
                    self.fosters(group);
                }
            }
        }
    }

    /// An inclusion cannot ask for what is in force.
    fn exception(&mut self, exception: &Exception) {
        let Some(guard) = &exception.guard else { return };
        let by_mode = self.names.modes.contains_key(&guard.name.value);
        if !exception.excludes && !by_mode {
            let mistake =
                error("contradictory", guard.name.place, "only a mode guards `including`")
                    .label("decided while a text is read")
                    .help("guard an `excluding` line instead");
            self.mistakes.push(mistake);
        }
    }
}

/// Terminals that would stand in two places of the tree.
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
        let spelling = plain.terminal_spelling(terminal);
        let mistake =
            error("contradictory", place, format!("{spelling} has two places in the tree"))
                .label("here it stands elsewhere")
                .help(format!("take {spelling} out of one of the two"));
        let other = places.next().or(plain.nonterminals[content].1);
        mistakes.push(match other {
            Some(other) => mistake.also(other.file, other.span, "read here, too"),
            None => mistake,
        });
    }
}

/// Whether what is read in a group, or in the content around it, stands in that content either way: an element that the
/// content is of is one that the group does not look beyond.
fn stands_here(sets: &Sets, plain: &Plain, content: usize, groups: &[Option<usize>; 2]) -> bool {
    let (&[Some(group), None] | &[None, Some(group)]) = groups else { return false };
    let Elsewhere::Before { until: Some(until), .. } = &plain.fosters[group].elsewhere else {
        return false;
    };
    let members = sets.members(until);
    let until: Vec<usize> = members
        .iter()
        .filter_map(|member| member.start())
        .flat_map(|element| plain.occurrences(element).iter().copied())
        .collect();
    let is_of = |element: &usize| {
        plain.elements[*element].kind.as_ref().is_some_and(|kind| kind.0 == content)
    };
    let mut of_content = (0..plain.elements.len()).filter(is_of);
    of_content.all(|element| until.contains(&element))
}
