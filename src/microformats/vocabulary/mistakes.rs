//! How what is wrong with a vocabulary is written down: at a place, with the nearest name.

use super::statement::{Name, Place};
use super::words::Word;
use crate::base::{Code, Diagnostic};
use crate::grammar::compile::mistake::nearest;

/// An error at a place.
pub(super) fn error(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::error(code, place.file, place.span, message)
}

/// A warning at a place.
pub(super) fn warning(code: Code, place: Place, message: impl Into<String>) -> Diagnostic {
    Diagnostic::warning(code, place.file, place.span, message)
}

/// Nothing of a sort has this name; `known` are the names that there are.
pub(super) fn undefined<'k>(
    sort: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'k str>,
) -> Diagnostic {
    let text = &*name.text;
    let mistake = error(Code::Undefined, name.place, format!("there is no {sort} `{text}`"));
    match nearest(text, known) {
        Some(near) => mistake.about(text).did_you_mean(near),
        None => mistake.about(text),
    }
}

/// A word that is none of a sort.
pub(super) fn unknown<W: Word>(name: &Name) -> Diagnostic {
    let all: Vec<&str> = W::words().collect();
    undefined(W::SORT, name, W::words()).note(format!("there are {}", all.join(", ")))
}

/// Something is said a second time; where the first is, if it is in one of the files that are read.
pub(super) fn twice(name: &Name, what: &str, first: Option<Place>) -> Diagnostic {
    let mistake = error(Code::Duplicate, name.place, format!("{what} is there already"));
    let mistake = match first {
        Some(first) => mistake.also(first.file, first.span, "the first"),
        None => mistake.note("a shipped vocabulary says it"),
    };
    mistake.help("write `replace` before the statement that is to stand in its place")
}
