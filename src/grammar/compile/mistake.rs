//! How the passes write down mistakes: short constructors over [`Diagnostic`], and the nearest
//! name.

use crate::base::{Code, Diagnostic};
use crate::grammar::ast::Place;

/// The mistakes so far.
pub(crate) type Mistakes = Vec<Diagnostic>;

/// An error at a place.
pub(crate) fn error(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, place, message)
}

/// A warning at a place.
pub(crate) fn warning(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(code, place, message)
}

/// Something is said a second time; `first` is where it is said first.
pub(crate) fn twice(
    place: Place,
    message: impl Into<String>,
    label: &str,
    first: Place,
) -> Diagnostic {
    error(Code::Duplicate, place, message).label(label).also(first, "the first")
}

/// Something of that name does not exist; `known` are the names that do.
pub(crate) fn undefined<'a>(
    place: Place,
    kind: &str,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Diagnostic {
    let mistake = error(Code::Undefined, place, format!("there is no {kind} `{name}`"))
        .label("not defined in this grammar")
        .about(name);
    match nearest(name, known) {
        Some(near) => mistake.did_you_mean(near),
        None => mistake,
    }
}

/// After so many mistakes nobody looks for names any more: each has to be compared with all.
const ADVISED: usize = 64;

/// Whether a further mistake is still looked into.
pub(crate) fn is_advised(mistakes: &Mistakes) -> bool {
    mistakes.len() < ADVISED
}

/// The known name that is most like `name`, if one is like it at all.
pub(crate) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let scored = known.into_iter().filter(|other| *other != name).map(|other| {
        let score = strsim::jaro_winkler(name, other);
        let is_near = score < 0.9
            && name.len().abs_diff(other.len()) <= char::MAX.len_utf8()
            && strsim::damerau_levenshtein(name, other) <= 1;
        (if is_near { 0.9 } else { score }, other)
    });
    let best = scored.max_by(|a, b| a.0.total_cmp(&b.0).then(b.1.cmp(a.1)));
    best.filter(|(score, _)| *score > 0.8).map(|(_, other)| other)
}
