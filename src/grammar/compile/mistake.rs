//! Short constructors over [`Diagnostic`] for the passes, and the search for similar names.

use crate::base::{Code, Diagnostic};
use crate::grammar::ast::FileSpan;

/// The diagnostics so far.
pub(crate) type Mistakes = Vec<Diagnostic>;

/// Returns an error.
pub(crate) fn error(code: Code, place: FileSpan, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, place, message)
}

/// Returns a warning.
pub(crate) fn warning(code: Code, place: FileSpan, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(code, place, message)
}

/// Returns the error for a second definition; `first` is the span of the first one.
pub(crate) fn twice(
    place: FileSpan,
    message: impl Into<String>,
    label: &str,
    first: FileSpan,
) -> Diagnostic {
    error(Code::Duplicate, place, message).label(label).also(first, "the first")
}

/// Returns the error for an undefined name, with the most similar name in `known`.
pub(crate) fn undefined<'a>(
    place: FileSpan,
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    unknown(place, kind, name, nearest(name, known))
}

fn unknown(place: FileSpan, kind: &str, name: &str, nearest: Option<&str>) -> Diagnostic {
    error(Code::Undefined, place, format!("unknown {kind} `{name}`"))
        .label("not defined in this grammar")
        .about(name)
        .did_you_mean(nearest)
}

/// The greatest number of names in a note.
const NAMES: usize = 8;

/// Returns names as a list, the first of them if there are many.
pub(crate) fn listed(names: &[String]) -> String {
    let mut list = names[..names.len().min(NAMES)].join(", ");
    if names.len() > NAMES {
        list.push_str(&format!(" and {} more", names.len() - NAMES));
    }
    list
}

/// The number of diagnostics after which similar names are no longer searched for: each search
/// compares a name with all others.
const ADVISED: usize = 64;

/// Reports whether a further diagnostic should propose a similar name.
pub fn is_advised(mistakes: &Mistakes) -> bool {
    mistakes.len() < ADVISED
}

/// Returns the known name that is most similar to `name`, if one is similar enough.
pub fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    nearest_of(name, &mut known.into_iter())
}

fn nearest_of<'a>(name: &str, known: &mut dyn Iterator<Item = &'a str>) -> Option<&'a str> {
    let mut scored = Vec::new();
    for other in known {
        if other == name {
            continue;
        }
        let score = similarity(name, other);
        if score > 0.8 {
            scored.push((score, other));
        }
    }
    let (_, best) = scored.into_iter().max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)))?;
    Some(best)
}

/// Returns the Jaro-Winkler similarity of two names, at least 0.9 if they differ by one character.
fn similarity(name: &str, other: &str) -> f64 {
    let score = strsim::jaro_winkler(name, other);
    let is_near = score < 0.9
        && name.chars().count().abs_diff(other.chars().count()) <= 1
        && strsim::damerau_levenshtein(name, other) <= 1;
    if is_near { 0.9 } else { score }
}
