//! Exclusions and inclusions that occur twice, or that differ from all similar ones.
//!
//! `duplicate`: one content has the same line twice. `unlike`: an exclusion has no `until`, or
//! another one than all similar exclusions, probably because it was forgotten. Similar exclusions
//! are:
//!
//! * The others of the same rule, which forbid other things, if all have the same `until`.
//! * Two or more others with the same members, conditions and name, if all have the same `until`.
//!   An unnamed exclusion of one tag does not count here, because a tag may be forbidden for
//!   several reasons. With three or more others, an exclusion with another `until` is reported as
//!   well. If all have a name and belong to whole contents, one other is enough: they state one
//!   fact.
//!
//! At the root of a fragment there is nothing at which an exclusion could end, so only its named
//! exclusions are checked. Exclusions with a guard that must be on are not checked.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, FileId, HashMap, HashSet, IndexMap};
use crate::grammar::ast::{At, Content, Exception, FileSpan, Item, Items, Parent, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::walk;
use crate::grammar::print;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut all: Vec<&At<Exception>> = Vec::new();
    let mut seen: HashSet<FileSpan> = HashSet::default();
    let mut named: HashSet<FileSpan> = HashSet::default();
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { left, content } = &statement.value else { continue };
        twice(&content.exceptions, mistakes);
        let labelled = content.exceptions.iter().filter(|one| one.value.label.is_some());
        named.extend(labelled.map(|exception| exception.place));
        let mut own = exclusions(content);
        if matches!(left.parent, Some(At { value: Parent::Fragment, .. })) {
            all.extend(own.into_iter().filter(|exception| named.contains(&exception.place)));
            continue;
        }
        let mut forbidden: HashSet<&Items> = HashSet::default();
        // A rule that forbids one list twice does so intentionally.
        if own.iter().all(|exception| forbidden.insert(&exception.value.items)) {
            unlike(&own, [1, usize::MAX], subject.own, mistakes);
        }
        // An edit that splits a rule of several elements copies its exclusions, so each counts
        // once.
        own.retain(|exception| seen.insert(exception.place));
        all.extend(own);
    }
    all.retain(|exception| is_particular(&exception.value));
    for exceptions in alike(&all).values() {
        let are_named = exceptions.iter().all(|exception| named.contains(&exception.place));
        unlike(exceptions, [if are_named { 1 } else { 2 }, 3], subject.own, mistakes);
    }
}

/// Returns the exclusions of a content and its groups without a guard that must be on.
fn exclusions(content: &Content) -> Vec<&At<Exception>> {
    let mut own: Vec<&At<Exception>> = Vec::new();
    walk::exceptions(content, &mut |exception| own.push(exception));
    own.retain(|exception| exception.value.excludes && !waits(&exception.value));
    own
}

/// Groups exclusions by everything but their `until`.
fn alike<'e>(all: &[&'e At<Exception>]) -> IndexMap<Exception, Vec<&'e At<Exception>>> {
    let mut alike: IndexMap<Exception, Vec<&At<Exception>>> = IndexMap::default();
    for exception in all {
        let nowhere = Exception { until: None, ..exception.value.clone() };
        alike.entry(nowhere).or_default().push(exception);
    }
    alike
}

/// Reports whether an exclusion is specific enough to compare with similar ones: it forbids more
/// than one tag, or has a name. Several exclusions may forbid a single tag for unrelated reasons.
fn is_particular(exception: &Exception) -> bool {
    let one_tag =
        matches!(exception.items.terms.as_slice(), [(_, At { value: Item::Start(_), .. })]);
    !one_tag || exception.label.is_some()
}

/// Reports whether an exclusion has a guard that must be on. It begins to hold when the guard turns
/// on, which may be anywhere.
fn waits(exception: &Exception) -> bool {
    match &exception.guard {
        Some(guard) => !guard.negated,
        None => false,
    }
}

/// Reports exclusions that occur twice.
fn twice(exceptions: &[At<Exception>], mistakes: &mut Mistakes) {
    let mut before: HashMap<&Exception, FileSpan> = HashMap::default();
    for exception in exceptions {
        let first = *before.entry(&exception.value).or_insert(exception.place);
        if first != exception.place {
            mistakes.push(said_twice(exception.place, first));
        }
    }
}

fn said_twice(place: FileSpan, first: FileSpan) -> Diagnostic {
    warning(Code::Duplicate, place, "duplicate exclusion or inclusion for this content")
        .label("duplicate")
        .also(first, "the first")
}

/// Reports the one exclusion that ends elsewhere than all others. `never` and `elsewhere` are the
/// least numbers of others needed if it has no `until`, and if it has another one.
fn unlike(
    exclusions: &[&At<Exception>],
    [never, elsewhere]: [usize; 2],
    own: Option<FileId>,
    mistakes: &mut Mistakes,
) {
    let mut ends: IndexMap<Option<&Items>, Vec<FileSpan>> = IndexMap::default();
    for exception in exclusions {
        ends.entry(exception.value.until.as_ref()).or_default().push(exception.place);
    }
    // Sorts the odd one first: the exclusions without `until` if there are any, else the rarer
    // ones.
    ends.sort_by_key(|until, places| (until.is_some(), places.len()));
    let mut ends = ends.iter();
    let (Some((odd, odd_places)), Some((Some(usual), others)), None) =
        (ends.next(), ends.next(), ends.next())
    else {
        return;
    };
    // A variant that adds an exclusion does not make those of its base odd.
    if let [place] = odd_places.as_slice()
        && Some(place.file) == own
        && others.len() >= if odd.is_none() { never } else { elsewhere }
    {
        mistakes.push(odd_one(*place, others[0], usual));
    }
}

fn odd_one(place: FileSpan, other: FileSpan, usual: &Items) -> Diagnostic {
    warning(Code::Unlike, place, "this exclusion ends at other elements than all similar ones")
        .label("not like the others")
        .also(other, format!("this one ends at `{}`", print::items(usual)))
        .help("use the same `until` list, or add `allow unlike` if this is intended")
}
