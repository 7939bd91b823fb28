//! Renames a set, a mark, a latch or an element in all files that mention it.

use super::project::{Occurrence, Project};
use super::symbol::{Symbol, SymbolKind};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use wishful::grammar::compile::names::BUILT_IN;
use wishful::grammar::compile::words::TERMINALS;
use wishful::grammar::pieces::stretches;

/// The occurrences to be replaced, by file and in order.
pub type Rename = BTreeMap<String, Vec<Occurrence>>;

/// The reason why a symbol cannot be renamed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal(String);

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Refusal {}

/// Returns the occurrences of a symbol in a file, and in all files that are connected to it by a
/// grammar. `projects` are the grammars in question. `is_writable` reports whether the user may
/// write a file.
///
/// # Errors
/// If the name is built in, or occurs in a file that the user may not write; if the new name does
/// not fit the kind of symbol, or is in use.
pub fn renamed(
    projects: &[Project<'_>],
    file: &str,
    symbol: &Symbol,
    new: &str,
    is_writable: &dyn Fn(&str) -> bool,
) -> Result<Rename, Refusal> {
    if is_built_in(symbol) {
        return Err(Refusal(format!("`{}` is built in", symbol.name)));
    }
    fits(symbol.kind, new)?;
    let sharing = sharing(projects, file, symbol);
    let wanted = Symbol { kind: symbol.kind, name: with_prefix(symbol, new) };
    if is_built_in(&wanted) || sharing.iter().any(|one| !one.references(&wanted).is_empty()) {
        return Err(Refusal(format!("`{new}` already exists")));
    }
    let mut occurrences = Rename::new();
    for one in sharing.iter().flat_map(|project| project.references(symbol)) {
        if !is_writable(&one.file) {
            let message = format!("`{}` is used in {}, which is read-only", symbol.name, one.file);
            return Err(Refusal(message));
        }
        let of_file = occurrences.entry(one.file.clone()).or_default();
        if !of_file.contains(&one) {
            of_file.push(one);
        }
    }
    Ok(occurrences)
}

fn is_built_in(symbol: &Symbol) -> bool {
    match symbol.kind {
        SymbolKind::Name => BUILT_IN.contains(&symbol.name.as_str()),
        SymbolKind::Terminal => TERMINALS.has(&symbol.name),
        _ => false,
    }
}

/// Returns the new name in the form of a symbol: an element keeps its prefix.
fn with_prefix(symbol: &Symbol, new: &str) -> String {
    match symbol.name.split_once(':') {
        Some((prefix, _)) if symbol.kind == SymbolKind::Element => format!("{prefix}:{new}"),
        _ => new.to_owned(),
    }
}

/// Returns the name of a text's token, if the text is a single one.
fn token_name(text: &str) -> Option<&'static str> {
    match stretches(text).as_slice() {
        [one] if one.pieces.len() == 1 && one.span.len() == text.len() => Some(one.pieces[0].name),
        _ => None,
    }
}

/// Checks that a text is a name of a kind.
fn fits(kind: SymbolKind, new: &str) -> Result<(), Refusal> {
    let plain = new.bytes().all(|byte| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_'));
    let (fits, wanted) = match kind {
        SymbolKind::Terminal => (token_name(new) == Some("TERMINAL"), "a terminal, such as `LATE`"),
        SymbolKind::Element => (
            plain && token_name(&format!("<{new}>")) == Some("START"),
            "the name of an element, such as `section`",
        ),
        _ => (token_name(new) == Some("NAME"), "a name, such as `flow`; keywords are not names"),
    };
    if fits { Ok(()) } else { Err(Refusal(format!("`{new}` is not {wanted}"))) }
}

/// Returns the grammars that share a file with `file`, or with a file that mentions the symbol in a
/// grammar found before. This is the connected component of `file`.
fn sharing<'p, 'l>(
    projects: &'p [Project<'l>],
    file: &str,
    symbol: &Symbol,
) -> Vec<&'p Project<'l>> {
    let mut files = BTreeSet::from([file.to_owned()]);
    let mut rest: Vec<&Project<'_>> = projects.iter().collect();
    let mut sharing = Vec::new();
    loop {
        let (found, others): (Vec<_>, Vec<_>) = rest
            .into_iter()
            .partition(|project| project.files().any(|one| files.contains(one.name())));
        if found.is_empty() {
            return sharing;
        }
        files.extend(found.iter().flat_map(|one| one.references(symbol)).map(|one| one.file));
        sharing.extend(found);
        rest = others;
    }
}
