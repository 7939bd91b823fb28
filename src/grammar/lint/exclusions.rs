//! Exclusions and inclusions that are said twice, or that are unlike the others.
//!
//! `duplicate`: one content has the same line twice. And `unlike`, where an exclusion has no
//! `until`, or another one than all its like, which is forgotten more easily than meant:
//!
//! * The others of the same rule, which forbid other things, all have one, and the same.
//! * Two or more others that forbid the same, have the same conditions and the same name, all have
//!   one, and the same. (One tag may be forbidden for several reasons: without a name it does not
//!   count.) If there are three or more others, one that has another `until` is unlike, too.
//!
//! At the root of a fragment nothing is around that an exclusion could end at: those rules are left
//! out, and so are exclusions that hold only while something is set.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap, HashSet, IndexMap};
use crate::grammar::ast::{At, Content, Exception, Item, Items, Parent, Place, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk;
use crate::grammar::print;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut all: Vec<&At<Exception>> = Vec::new();
    let mut seen: HashSet<Place> = HashSet::default();
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { left, content } = &statement.value else { continue };
        twice(&content.exceptions, mistakes);
        if matches!(left.parent, Some(At { value: Parent::Fragment, .. })) {
            continue;
        }
        let mut own = exclusions(content);
        let mut forbidden: HashSet<&Items> = HashSet::default();
        // What is forbidden twice, here and there, is meant to be.
        if own.iter().all(|exception| forbidden.insert(&exception.value.items)) {
            unlike(&own, [1, usize::MAX], mistakes);
        }
        // What a rule of several elements says stands in each of those that an edit makes of it.
        own.retain(|exception| seen.insert(exception.place));
        all.extend(own);
    }
    all.retain(|exception| is_particular(&exception.value));
    alike(&all).values().for_each(|of| unlike(of, [2, 3], mistakes));
}

/// The exclusions of a content and its groups that hold from the start.
fn exclusions(content: &Content) -> Vec<&At<Exception>> {
    let mut own: Vec<&At<Exception>> = Vec::new();
    walk::exceptions(content, &mut |exception| own.push(exception));
    own.retain(|exception| exception.value.excludes && !waits(&exception.value));
    own
}

/// Exclusions by all that they say, but for where they end.
fn alike<'e>(all: &[&'e At<Exception>]) -> IndexMap<Exception, Vec<&'e At<Exception>>> {
    let mut alike: IndexMap<Exception, Vec<&At<Exception>>> = IndexMap::default();
    for exception in all {
        let nowhere = Exception { until: None, ..exception.value.clone() };
        alike.entry(nowhere).or_default().push(exception);
    }
    alike
}

/// Whether an exclusion forbids something that others hardly forbid by chance: more than one tag,
/// or by a name.
fn is_particular(exception: &Exception) -> bool {
    let one_tag =
        matches!(exception.items.terms.as_slice(), [(_, At { value: Item::Start(_), .. })]);
    !one_tag || exception.label.is_some()
}

/// Whether an exclusion holds only while something is set: it is set where it begins to hold, and
/// that may be anywhere.
fn waits(exception: &Exception) -> bool {
    exception.guard.as_ref().is_some_and(|guard| !guard.negated)
}

/// The same line twice.
fn twice(exceptions: &[At<Exception>], mistakes: &mut Mistakes) {
    let mut before: HashMap<&Exception, Place> = HashMap::default();
    for exception in exceptions {
        let first = *before.entry(&exception.value).or_insert(exception.place);
        if first != exception.place {
            mistakes.push(said_twice(exception.place, first));
        }
    }
}

fn said_twice(place: Place, first: Place) -> Diagnostic {
    warning(Code::Duplicate, place, "this is said of the content already")
        .label("the second time")
        .also(first, "the first")
}

/// Of several exclusions the one that ends elsewhere than all others: never, or somewhere else,
/// each if there are so many others.
fn unlike(exclusions: &[&At<Exception>], [never, elsewhere]: [usize; 2], mistakes: &mut Mistakes) {
    let mut ends: IndexMap<Option<&Items>, Vec<Place>> = IndexMap::default();
    for exception in exclusions {
        ends.entry(exception.value.until.as_ref()).or_default().push(exception.place);
    }
    // The odd one comes first: that without an end if there is one, else the rarer one.
    ends.sort_by_key(|until, places| (until.is_some(), places.len()));
    let mut ends = ends.iter();
    let (Some((odd, odd_places)), Some((Some(usual), others)), None) =
        (ends.next(), ends.next(), ends.next())
    else {
        return;
    };
    if let [place] = odd_places.as_slice()
        && others.len() >= if odd.is_none() { never } else { elsewhere }
    {
        mistakes.push(odd_one(*place, others[0], usual));
    }
}

fn odd_one(place: Place, other: Place, usual: &Items) -> Diagnostic {
    warning(Code::Unlike, place, "this exclusion ends elsewhere than all its like")
        .label("not like the others")
        .also(other, format!("this ends at `{}`", print::items(usual)))
        .help("say `until` as they do, or `allow unlike` if it is meant")
}
