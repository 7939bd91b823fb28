//! Diagnostics for vocabularies, with positions and suggestions of similar names.

use super::statement::Name;
use super::words::Word;
use wishful::base::{Code, Diagnostic, FileSpan};
use wishful::grammar::compile::mistake::{is_advised, nearest};

/// Reports an undefined name of a sort. Suggests the nearest of the `known` names, unless many
/// mistakes precede this one.
pub(super) fn undefined<'k>(
    sort: &str,
    name: &Name,
    known: impl IntoIterator<Item = &'k str>,
    so_far: &Vec<Diagnostic>,
) -> Diagnostic {
    let text = &*name.text;
    let known = known.into_iter().filter(|_| is_advised(so_far));
    Diagnostic::error(Code::Undefined, name.place, format!("there is no {sort} `{text}`"))
        .about(text)
        .did_you_mean(nearest(text, known))
}

/// Reports an unknown word of a sort.
pub(super) fn unknown<W: Word>(name: &Name, so_far: &Vec<Diagnostic>) -> Diagnostic {
    let all: Vec<&str> = W::words().collect();
    undefined(W::SORT, name, W::words(), so_far).note(format!("there are {}", all.join(", ")))
}

/// Reports a second definition; `first` is the position of the first one, if it is in one of the
/// files.
pub(super) fn twice(name: &Name, what: &str, first: Option<FileSpan>) -> Diagnostic {
    let mistake =
        Diagnostic::error(Code::Duplicate, name.place, format!("{what} is there already"));
    let mistake = match first {
        Some(first) => mistake.also(first, "the first"),
        None => mistake.note("a shipped vocabulary says it"),
    };
    mistake.help("write `replace` before the statement that is to stand in its place")
}
