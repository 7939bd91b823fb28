//! Diagnostics for vocabularies, with positions and suggestions of similar names.

use super::statement::Name;
use super::words::Word;
use wishful::base::{Code, Diagnostic, FileSpan};
use wishful::grammar::compile::mistake::{is_advised, nearest};
use wishful::grammar::parse::expected;

/// Reports an undefined name of a sort; a part or a property belongs to a format, its `owner`.
/// Suggests the nearest of the `known` names, unless many mistakes precede this one.
pub(super) fn undefined<'k>(
    sort: &str,
    name: &Name,
    owner: Option<&str>,
    known: impl IntoIterator<Item = &'k str>,
    so_far: &Vec<Diagnostic>,
) -> Diagnostic {
    let of = owner.map_or(String::new(), |owner| format!(" of `{owner}`"));
    let message = format!("unknown {sort} `{}`{of}", name.text);
    let known = known.into_iter().filter(|_| is_advised(so_far));
    Diagnostic::error(Code::Undefined, name.place, message)
        .about(&*name.text)
        .did_you_mean(nearest(&name.text, known))
}

/// Reports an unknown word of a sort.
pub(super) fn unknown<W: Word>(name: &Name, so_far: &Vec<Diagnostic>) -> Diagnostic {
    let all: Vec<String> = W::words().map(|word| format!("`{word}`")).collect();
    undefined(W::SORT, name, None, W::words(), so_far).note(expected(&all))
}

/// Reports a second definition; `first` is the position of the first one, if it is in one of the
/// files.
pub(super) fn twice(name: &Name, what: &str, first: Option<FileSpan>) -> Diagnostic {
    let message = format!("duplicate {what} `{}`", name.text);
    let mistake = Diagnostic::error(Code::Duplicate, name.place, message).label("duplicate");
    let mistake = match first {
        Some(first) => mistake.also(first, "the first"),
        None => mistake.note("a shipped vocabulary defines it"),
    };
    mistake.help("to replace the first definition, write `replace` before this statement")
}
