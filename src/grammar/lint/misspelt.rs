//! `misspelt`: an element that is probably another one.
//!
//! Elements are not declared, so a misspelt tag silently makes a new element. It is reported if the
//! grammar names it only once, no shipped grammar knows it, and a known name is similar. Similar
//! names are at edit distance one (Damerau-Levenshtein); known are those of this grammar and of the
//! shipped ones. A name of one letter is proposed only for the same letter typed twice, since every
//! other letter is as close. Names of more than 64 bytes are not checked. The shipped grammars are
//! the dictionary; this program has no list of elements.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, Files, HashMap, HashSet, IndexMap, SourceFile};
use crate::grammar::ast::{FileSpan, Item};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk;
use crate::grammar::load_embedded::{Embedded, shipped};
use crate::grammar::parse::parse;
use crate::grammar::schema::{Head, Role};
use std::collections::BTreeSet;
use std::sync::OnceLock;

/// The greatest number of names with a common part; more of them are a series, for example `h1`,
/// `h2` …, and not misspelt.
const SERIES: usize = 16;
/// The length of the longest names that are checked, in bytes.
const LONGEST: usize = 64;

/// The length below which the name of an element with a rule is not checked: `<x-r>` is close to
/// many names.
const SHORT: usize = 4;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let Named { places, with_rule } = Named::of(subject);
    let mut known: HashMap<String, Vec<&str>> = HashMap::default();
    for name in dictionary() {
        index_by_part(name, &mut known);
    }
    for (name, places) in &places {
        if places.len() > 1 {
            index_by_part(name, &mut known);
        }
    }
    for name in &with_rule {
        index_by_part(name, &mut known);
    }
    for (name, places) in &places {
        if dictionary().contains(name) {
            continue;
        }
        let [(place, spelling)] = places.as_slice() else { continue };
        if with_rule.contains(name) && name.chars().count() < SHORT {
            continue;
        }
        let mut alike: BTreeSet<&str> = BTreeSet::new();
        for part in parts(name) {
            if let Some(names) = known.get(&part)
                && names.len() <= SERIES
            {
                alike.extend(names);
            }
        }
        if !subject.work.allows(Code::Misspelt, alike.len()) {
            return;
        }
        if let Some(near) = nearest(name, alike) {
            let near = spelling.replace(name.as_str(), near);
            mistakes.push(named_once(spelling, *place, &near));
        }
    }
}

fn named_once(spelling: &str, place: FileSpan, near: &str) -> Diagnostic {
    warning(Code::Misspelt, place, format!("{spelling} is named only here"))
        .label("an element that no other statement mentions")
        .did_you_mean(near)
        .about(spelling)
}

/// The names of elements in a grammar.
#[derive(Default)]
struct Named {
    /// The spans and spellings of each name.
    places: IndexMap<String, Vec<(FileSpan, String)>>,
    /// The names that a rule describes, or that are void.
    with_rule: HashSet<String>,
}

impl Named {
    fn of(subject: &Subject<'_>) -> Self {
        let mut named = Self::default();
        for statement in &subject.stages.merged.statements {
            // An element is described by a rule, or declared void.
            let is_void = statement.value.fact(Head::Void).is_some();
            walk::items(&statement.value, &mut |item, place, role| {
                named.record(item, place, if is_void { Role::Left } else { role });
            });
        }
        named
    }

    fn record(&mut self, item: &Item, place: FileSpan, role: Role) {
        let Some((name, spelling)) = name_of(item) else { return };
        if role == Role::Left {
            self.with_rule.insert(name.clone());
        }
        let places = self.places.entry(name).or_default();
        // An edit that splits a rule of several elements copies it, so each span counts once.
        if !places.iter().any(|(other, _)| *other == place) {
            places.push((place, spelling));
        }
    }
}

/// Returns the name that was most probably meant, from names in alphabetical order.
fn nearest<'n>(name: &str, names: BTreeSet<&'n str>) -> Option<&'n str> {
    // A transposed pair, or equal first letters, is the likelier typing error: `tabel` is not
    // `label`.
    names.into_iter().filter(|near| is_near(name, near)).max_by(|one, other| {
        strsim::jaro_winkler(name, one).total_cmp(&strsim::jaro_winkler(name, other))
    })
}

/// Reports whether a name is at edit distance one, and not a single letter unless it was doubled.
fn is_near(name: &str, near: &str) -> bool {
    let doubled = name.len() == 2 * near.len() && name.replace(near, "").is_empty();
    (near.chars().count() > 1 || doubled) && strsim::damerau_levenshtein(name, near) == 1
}

/// Indexes a name by its parts. Lemma: two names at edit distance one have a common part, whether a
/// letter was inserted, deleted, replaced or transposed.
fn index_by_part<'n>(name: &'n str, by_part: &mut HashMap<String, Vec<&'n str>>) {
    for part in parts(name) {
        by_part.entry(part).or_default().push(name);
    }
}

/// Iterates over a name and the name without each of its letters.
fn parts(name: &str) -> impl Iterator<Item = String> {
    let is_short = name.len() <= LONGEST;
    let letters = if is_short { name.char_indices() } else { "".char_indices() };
    let shorter =
        letters.map(|(at, letter)| [&name[..at], &name[at + letter.len_utf8()..]].concat());
    let whole = if is_short { Some(name.to_owned()) } else { None };
    whole.into_iter().chain(shorter)
}

/// Returns the name in a tag, and the tag.
fn name_of(item: &Item) -> Option<(String, String)> {
    let (element, end) = match item {
        Item::Start(element) => (element, false),
        Item::End(element) => (element, true),
        _ => return None,
    };
    Some((element.name.as_deref()?.to_owned(), walk::spell(element, end)))
}

/// Returns the names of the elements in the shipped grammars.
fn dictionary() -> &'static BTreeSet<String> {
    static NAMES: OnceLock<BTreeSet<String>> = OnceLock::new();
    NAMES.get_or_init(|| shipped().flat_map(names_in).collect())
}

fn names_in(grammar: &Embedded) -> BTreeSet<String> {
    let mut files = Files::default();
    let file = files.add(SourceFile::new(grammar.name, grammar.text));
    let mut names = BTreeSet::new();
    for statement in &parse(file, &files).0.statements {
        walk::items(&statement.value, &mut |item, _, _| {
            if let Some((name, _)) = name_of(item) {
                names.insert(name);
            }
        });
    }
    names
}
