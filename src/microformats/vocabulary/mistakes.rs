//! How what is wrong with a vocabulary is written down: at a place, with the nearest name.

use super::statement::Name;
use super::words::Word;
use crate::base::{Code, Diagnostic, Place};
use crate::grammar::compile::mistake::{is_advised, nearest};

/// Nothing of a sort has this name; `known` are the names that there are. After many mistakes nobody looks for the one that was
/// meant.
pub(super) fn undefined<'k>(
    sort: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'k str>,
    so_far: &Vec<Diagnostic>,
) -> Diagnostic {
    let text = &*name.text;
    let mistake =
        Diagnostic::error(Code::Undefined, name.place, format!("there is no {sort} `{text}`"));
    match is_advised(so_far).then(|| nearest(text, known)).flatten() {
        Some(near) => mistake.about(text).did_you_mean(near),
        None => mistake.about(text),
    }
}

/// A word that is none of a sort.
pub(super) fn unknown<W: Word>(name: &Name, so_far: &Vec<Diagnostic>) -> Diagnostic {
    let all: Vec<&str> = W::words().collect();
    undefined(W::SORT, name, W::words(), so_far).note(format!("there are {}", all.join(", ")))
}

/// Something is said a second time; where the first is, if it is in one of the files that are read.
pub(super) fn twice(name: &Name, what: &str, first: Option<Place>) -> Diagnostic {
    let mistake =
        Diagnostic::error(Code::Duplicate, name.place, format!("{what} is there already"));
    let mistake = match first {
        Some(first) => mistake.also(first, "the first"),
        None => mistake.note("a shipped vocabulary says it"),
    };
    mistake.help("write `replace` before the statement that is to stand in its place")
}
