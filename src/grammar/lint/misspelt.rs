//! `misspelt`: an element that is probably another one.
//!
//! Elements are not declared, so a slip in a tag makes a new element, silently. What gives it away:
//! the grammar names it in one place only, no shipped grammar knows it, and one letter less, more,
//! other or swapped makes it a name that this grammar or a shipped one does know. Names of one letter are
//! proposed for the same letter twice only: any other one is as near. The shipped grammars are
//! the dictionary; no list of elements stands in this program.

use super::Subject;
use crate::base::{Files, SourceFile};
use crate::grammar::ast::{Element, Item, Place};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk::{self, Role};
use crate::grammar::load_embedded::shipped;
use crate::grammar::parse::parse;
use indexmap::IndexMap;
use std::collections::BTreeSet;
use std::sync::OnceLock;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut named: IndexMap<String, Vec<(Place, String)>> = IndexMap::new();
    let mut with_rule: BTreeSet<String> = BTreeSet::new();
    for statement in &subject.stages.merged.statements {
        walk::items(&statement.value, &mut |item, place, role| {
            if let Some((name, spelling)) = name_of(item) {
                with_rule.extend((role == Role::Left).then(|| name.clone()));
                let places = named.entry(name).or_default();
                // What a rule of several elements says stands in each of those that an edit makes of it.
                if !places.iter().any(|(other, _)| *other == place) {
                    places.push((place, spelling));
                }
            }
        });
    }
    let several = named.iter().filter(|(_, places)| places.len() > 1).map(|(name, _)| name);
    let known: BTreeSet<&str> = dictionary()
        .iter()
        .map(String::as_str)
        .chain(several.chain(&with_rule).map(String::as_str))
        .collect();
    for (name, places) in &named {
        let [(place, spelling)] = places.as_slice() else { continue };
        if dictionary().contains(name) {
            continue;
        }
        let is_near = |near: &&&str| {
            let doubled = name.len() == 2 * near.len() && name.replace(*near, "").is_empty();
            (near.chars().count() > 1 || doubled) && strsim::damerau_levenshtein(name, near) == 1
        };
        // A swapped pair, or the same first letters, is the likelier slip: `tabel` is no `label`.
        let likeness = |near: &&&str| strsim::jaro_winkler(name, near);
        let near = known.iter().filter(is_near).max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
        if let Some(near) = near {
            mistakes.push(
                warning("misspelt", *place, format!("{spelling} is named only here"))
                    .label("an element that nothing else knows")
                    .help(format!("did you mean `{}`?", spelling.replace(name.as_str(), near))),
            );
        }
    }
}

fn name_of(item: &Item) -> Option<(String, String)> {
    let (element, end): (&Element, bool) = match item {
        Item::Start(element) => (element, false),
        Item::End(element) => (element, true),
        _ => return None,
    };
    Some((element.name.clone()?, walk::spell(element, end)))
}

/// The elements that the shipped grammars name.
fn dictionary() -> &'static BTreeSet<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    NAMES.get_or_init(|| {
        let mut names = BTreeSet::new();
        for grammar in shipped() {
            let mut files = Files::default();
            let file = files.add(SourceFile::new(grammar.name, grammar.text));
            for statement in &parse(file, &files).0.statements {
                walk::items(&statement.value, &mut |item, _, _| {
                    names.extend(name_of(item).map(|(name, _)| name));
                });
            }
        }
        names
    })
}
