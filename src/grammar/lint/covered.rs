//! `useless`: an exclusion, a wish or a `doctype` line that an earlier one subsumes, so that it has
//! no effect.
//!
//! A variant easily repeats, in other words, a part of what its base says, and nobody notices that
//! the line has no effect:
//!
//! * An exclusion is subsumed by one of the same content that forbids at least its members. The
//!   other exclusion must hold in at least its parents (`in`), under no stricter guard, and end at
//!   most at its boundaries (`until`). It must also have the same name, if there is one.
//! * A wish is subsumed by one with at least its tags, at least its tokens, and at most its cost.
//! * An inclusion is subsumed by a `foster` group of the same content that reads all its members:
//!   what a content reads by itself is not included.
//! * A `doctype` line is subsumed by the lines before it if one of them holds for each of its
//!   strings, since the first that holds decides. Lines of a used file are not checked: the file
//!   that uses it may decide before them.
//!
//! The diagnostic is at the second line and refers to the first. [`exclusions`](super::exclusions)
//! reports an exclusion that occurs twice in the same words.

use super::subject::Subject;
use crate::base::{Code, Diagnostic, HashMap, HashSet, IndexSet};
use crate::grammar::ast::{At, Exception, FileSpan, Statement};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::reach::element_of_start;
use crate::grammar::compile::sets::Members;
use crate::grammar::compile::tables::Wish;
use crate::grammar::compile::walk::{parent_spelling, spell};
use crate::grammar::model::{DoctypeLine, DoctypeTest};
use std::borrow::Cow;

/// The advice if an edit could make a difference.
const OTHERWISE: &str = "remove it, or use `replace` to change the other";

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let mut seen: HashSet<FileSpan> = HashSet::default();
    for statement in &subject.stages.merged.statements {
        let Statement::Rule { content, .. } = &statement.value else { continue };
        // An edit that splits a rule of several elements copies its exclusions, so each is reported
        // once.
        for mistake in exclusions(subject, &content.exceptions) {
            if seen.insert(mistake.primary.place) {
                mistakes.push(mistake);
            }
        }
    }
    fostered(subject, &mut seen, mistakes);
    wishes(subject, mistakes);
    doctypes(subject, mistakes);
}

/// An exclusion with its lists resolved.
struct Exclusion<'s> {
    written: &'s At<Exception>,
    items: Cow<'s, Members>,
    within: Option<Cow<'s, Members>>,
    until: Option<Cow<'s, Members>>,
}

fn exclusions(subject: &Subject<'_>, written: &[At<Exception>]) -> Vec<Diagnostic> {
    let sets = &subject.stages.sets;
    let mut before: Vec<Exclusion<'_>> = Vec::new();
    let mut found = Vec::new();
    // A single exclusion cannot be subsumed.
    let excluding = written.iter().filter(|exception| exception.value.excludes);
    if excluding.clone().count() < 2 {
        return found;
    }
    for exception in excluding {
        let Exception { items, within, until, .. } = &exception.value;
        let own = Exclusion {
            written: exception,
            items: sets.members(items),
            within: within.as_ref().map(|items| sets.members(items)),
            until: until.as_ref().map(|items| sets.members(items)),
        };
        let steps = (own.items.len() + 1) * before.len();
        if !subject.work.allows(Code::Useless, steps) {
            break;
        }
        // Equal exclusions are reported elsewhere.
        let is_same = before.iter().any(|other| other.written.value == exception.value);
        if !is_same && let Some(cover) = before.iter().find(|other| other.covers(&own)) {
            let mistake = covered(exception.place, cover.written.place, "exclusion");
            found.push(mistake.help(OTHERWISE));
        }
        before.push(own);
    }
    found
}

impl Exclusion<'_> {
    /// Reports whether this exclusion forbids, wherever `other` is in force, everything that
    /// `other` forbids.
    fn covers(&self, other: &Self) -> bool {
        let (this, that) = (&self.written.value, &other.written.value);
        let guard = this.guard.is_none() || this.guard == that.guard;
        let label = that.label.is_none() || this.label == that.label;
        let within = match (&self.within, &other.within) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(this), Some(that)) => that.is_subset(this),
        };
        let until = match (&self.until, &other.until) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(this), Some(that)) => this.is_subset(that),
        };
        guard && label && within && until && other.items.is_subset(&self.items)
    }
}

/// Reports the inclusions of which a content fosters every member.
fn fostered(subject: &Subject<'_>, seen: &mut HashSet<FileSpan>, mistakes: &mut Mistakes) {
    let plain = &subject.stages.plain;
    for element in &plain.elements {
        let Some((content, lines)) = &element.kind else { continue };
        let Some(fosters) = subject.stages.fosters.get(content) else { continue };
        for (&group, read) in &fosters.of_group {
            mistakes.extend(read.iter().filter_map(|&tag| own_rule(subject, tag, group, seen)));
        }
        for (&group, read) in &fosters.of_group {
            for line in lines.iter().map(|&number| &plain.lines[number]) {
                let Some(&first) = line.members.first() else { continue };
                if !line.excludes
                    && reads_all(subject, read, &line.members)
                    && seen.insert(line.place)
                {
                    let tag = subject.stages.sets.member(first).spelling();
                    mistakes.push(moved(line.place, plain.fosters[group].place, &tag));
                }
            }
        }
    }
}

/// Reports whether a tag of each member is among some terminals.
fn reads_all(subject: &Subject<'_>, read: &IndexSet<usize>, members: &Members) -> bool {
    let plain = &subject.stages.plain;
    members.iter().all(|&member| plain.terminals_of(member).iter().any(|tag| read.contains(tag)))
}

/// Returns a warning for a rule `P/<x>` of the own file, if P fosters the `<x>`.
fn own_rule(
    subject: &Subject<'_>,
    tag: usize,
    group: usize,
    seen: &mut HashSet<FileSpan>,
) -> Option<Diagnostic> {
    let plain = &subject.stages.plain;
    let element = &plain.elements[element_of_start(plain, tag)?];
    let (Some(parent), Some(place)) = (&element.occurrence.parent, element.place) else {
        return None;
    };
    if Some(place.file) != subject.own || !seen.insert(place) {
        return None;
    }
    let name = spell(&element.occurrence.element, false);
    let message = format!("{name} is moved out of {} by `foster`", parent_spelling(parent));
    let mistake =
        warning(Code::Useless, place, message).label("the content of an element elsewhere");
    Some(by_group(mistake, plain.fosters[group].place, &name))
}

fn moved(place: FileSpan, group: FileSpan, tag: &str) -> Diagnostic {
    let message = format!("useless inclusion: {tag} is moved elsewhere by `foster`");
    let mistake =
        warning(Code::Useless, place, message).label("only for what the content does not read");
    by_group(mistake, group, tag)
}

fn by_group(mistake: Diagnostic, group: FileSpan, tag: &str) -> Diagnostic {
    mistake
        .also(group, format!("this reads {tag} first"))
        .help(format!("name {tag} in the content, and take it out of the set that is moved"))
        .about(tag)
}

/// Reports the wishes that an earlier one subsumes. The earlier one has the first tag of the other,
/// so only wishes with this tag are compared.
fn wishes(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let (statements, wishes) = (&subject.stages.merged.statements, &subject.stages.tables.wishes);
    let mut purposes: Vec<Option<HashSet<usize>>> = Vec::with_capacity(wishes.len());
    for wish in wishes {
        purposes.push(wish.purpose.as_ref().map(|goals| goals.iter().copied().collect()));
    }
    let mut having: HashMap<usize, Vec<usize>> = HashMap::default();
    for (number, wish) in wishes.iter().enumerate() {
        let Some((first, _)) = wish.tags.first() else { continue };
        let rivals: &[usize] = match having.get(first) {
            Some(rivals) => rivals,
            None => &[],
        };
        let goals = match &wish.purpose {
            Some(goals) => goals.len(),
            None => 0,
        };
        let asked = wish.tags.len() + goals;
        if !subject.work.allows(Code::Useless, asked * rivals.len() + wish.tags.len()) {
            return;
        }
        if let Some(&cover) =
            rivals.iter().find(|&&other| covers((&wishes[other], purposes[other].as_ref()), wish))
        {
            let place = statements[wish.statement].place;
            let first = statements[wishes[cover].statement].place;
            mistakes.push(covered(place, first, "wish").help(OTHERWISE));
        }
        for &tag in wish.tags.keys() {
            having.entry(tag).or_default().push(number);
        }
    }
}

/// Reports whether a wish permits everything that `other` does, at no greater cost.
fn covers((this, goals): (&Wish, Option<&HashSet<usize>>), other: &Wish) -> bool {
    let purpose = match (goals, &other.purpose) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(this), Some(that)) => that.iter().all(|goal| this.contains(goal)),
    };
    this.cost <= other.cost && purpose && other.tags.keys().all(|tag| this.tags.contains_key(tag))
}

/// Reports the `doctype` lines that never decide.
fn doctypes(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let Some(grammar) = &subject.stages.grammar else { return };
    let mut before: Vec<(DoctypeTest, FileSpan)> = Vec::new();
    for DoctypeLine { test, place, .. } in grammar.doctype_lines() {
        let tests = test.split();
        if !subject.work.allows(Code::Useless, before.len() * tests.len()) {
            return;
        }
        if let Some(first) = first_cover(&tests, &before)
            && Some(place.file) == subject.own
        {
            let help = "remove it, or move it before the other";
            mistakes.push(covered(*place, first, "`doctype` line").help(help));
        }
        for test in tests {
            before.push((test, *place));
        }
    }
}

/// Returns the span of the line that covers the first of some tests, if each is covered.
fn first_cover(tests: &[DoctypeTest], before: &[(DoctypeTest, FileSpan)]) -> Option<FileSpan> {
    let mut first = None;
    for test in tests {
        let (_, place) = before.iter().find(|(other, _)| other.covers(test))?;
        first.get_or_insert(*place);
    }
    first
}

fn covered(place: FileSpan, first: FileSpan, what: &str) -> Diagnostic {
    warning(Code::Useless, place, format!("useless {what}: another one covers it"))
        .label("adds nothing")
        .also(first, format!("this {what} covers it"))
}
