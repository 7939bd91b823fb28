//! `unlike`: a remedy line that lacks a tag that all similar lines insert.
//!
//! Many lines of a grammar have nearly the same remedies. If all others that insert a tag A insert
//! B as well, a line with A alone has probably lost B. Its other remedies are then tried too early,
//! or too late. A line is not reported if B could not help any of its tokens, as `<body>` does not
//! help a `<title>`.

use super::remedies::{helps, opened};
use super::subject::Subject;
use crate::base::{Code, Diagnostic};
use crate::grammar::ast::{At, FileSpan};
use crate::grammar::compile::mistake::{Mistakes, warning};
use crate::grammar::compile::tables::{ResolvedLine, ResolvedRemedy};

/// The least number of similar lines.
const LEAST: usize = 4;

pub(super) fn lint(subject: &Subject<'_>, mistakes: &mut Mistakes) {
    let lines = &subject.stages.tables.remedies;
    for line in lines {
        if Some(line.place.file) != subject.own {
            continue;
        }
        if !subject.work.allows(Code::Unlike, lines.len() * line.remedies.len()) {
            return;
        }
        if let Some(mistake) = line.remedies.iter().find_map(|remedy| lost(subject, line, remedy)) {
            mistakes.push(mistake);
        }
    }
}

/// Returns a warning if all other lines with this remedy have one that `line` lacks.
fn lost(
    subject: &Subject<'_>,
    line: &ResolvedLine,
    remedy: &At<ResolvedRemedy>,
) -> Option<Diagnostic> {
    let mut similar = Vec::new();
    for other in &subject.stages.tables.remedies {
        if other.place != line.place && inserts(other, remedy.value.inserted()) {
            similar.push(other);
        }
    }
    let (first, others) = similar.split_first()?;
    if similar.len() < LEAST {
        return None;
    }
    for usual in &first.remedies {
        let tags = usual.value.inserted();
        if !tags.is_empty()
            && !inserts(line, tags)
            && others.iter().all(|other| inserts(other, tags))
            && could_help(subject, line, tags)
        {
            return Some(odd_one(line.place, remedy.place, usual.place));
        }
    }
    None
}

/// Reports whether a line has a remedy that inserts exactly these tags, of which there is one.
fn inserts(line: &ResolvedLine, tags: &[usize]) -> bool {
    !tags.is_empty() && line.remedies.iter().any(|remedy| remedy.value.inserted() == tags)
}

/// Reports whether a virtual tag could help a token of a line. An end tag always could.
fn could_help(subject: &Subject<'_>, line: &ResolvedLine, tags: &[usize]) -> bool {
    for &tag in tags {
        let Some(element) = opened(subject, tag) else { return true };
        if line.left.iter().any(|&goal| goal != tag && helps(subject, element, goal)) {
            return true;
        }
    }
    false
}

fn odd_one(line: FileSpan, remedy: FileSpan, usual: FileSpan) -> Diagnostic {
    warning(Code::Unlike, line, "this line lacks a remedy that all similar ones have")
        .label("not like the others")
        .also(remedy, "all other lines with this remedy")
        .also(usual, "have this one as well")
        .help("add it, or add `allow unlike` if this is intended")
}
