//! Completion: the tokens that the language accepts at a position, and the known names.

use super::outline::{Shade, highlights};
use super::project::Project;
use super::symbol::Kind;
use crate::base::{Code, Span, wide};
use crate::grammar::compile::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use crate::grammar::pieces::{Piece, acceptable};
use crate::grammar::shipped;
use serde::Serialize;
use std::collections::BTreeSet;

/// A completion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
pub struct Completion {
    /// The text.
    pub label: String,
    /// The kind of the name; `None` for words and signs of the language.
    pub kind: Option<Kind>,
}

impl Project<'_> {
    /// Returns the completions at an offset of a file: only those that the language accepts instead
    /// of the word that ends there ([`typed`]). They are sorted and distinct.
    #[must_use]
    pub fn completions(&self, file: &str, offset: usize) -> Vec<Completion> {
        let Some((file, _)) = self.file(file) else { return Vec::new() };
        let start = wide(typed(file.text(), offset).start);
        if is_in_comment(&file.text()[..start]) {
            return Vec::new();
        }
        let (expected, before) = acceptable(file.text(), start);
        let mut found = BTreeSet::new();
        for name in expected {
            match name {
                "NAME" => self.names(&before, &mut found),
                "TERMINAL" => self.terminals(&mut found),
                "START" => self.elements("<", &mut found),
                "END" => self.elements("</", &mut found),
                "STRING" => strings(&before, &mut found),
                word if word.starts_with(|first: char| first.is_ascii_lowercase()) => {
                    found.insert(Completion { label: word.to_owned(), kind: None });
                }
                _ => {}
            }
        }
        found.into_iter().collect()
    }

    /// Iterates over the names of all symbols of a kind.
    fn known(&self, kind: Kind) -> impl Iterator<Item = &str> {
        let spots = self.indexes.iter().flat_map(|index| &index.spots);
        spots.filter(move |spot| spot.symbol.kind == kind).map(|spot| spot.symbol.name.as_str())
    }

    /// Adds the known names of the kind that a name has after these tokens.
    fn names(&self, before: &[Piece], found: &mut BTreeSet<Completion>) {
        let last = before.last().map(|piece| piece.name);
        let words: Vec<&str> = match last {
            Some("tokenizer") => TOKENIZERS.all().collect(),
            Some("lexical") => LEXICAL_STATES.all().collect(),
            Some("allow") => Code::ALL.iter().map(|code| code.word()).collect(),
            _ => Vec::new(),
        };
        found.extend(words.iter().map(|word| Completion { label: (*word).to_owned(), kind: None }));
        if !words.is_empty() {
            return;
        }
        let kind = match last {
            Some("[" | "!" | "as" | "mode" | "latch" | "doctype") => Kind::Switch,
            Some("namespace") => Kind::Namespace,
            _ => Kind::Name,
        };
        let defined =
            self.indexes.iter().flat_map(|index| &index.spots).filter(|spot| spot.defines);
        let of_kind = defined.filter(|spot| spot.symbol.kind == kind);
        let built_in: &[&str] = if kind == Kind::Name { &["all", "ends"] } else { &[] };
        let names = of_kind.map(|spot| spot.symbol.name.as_str()).chain(built_in.iter().copied());
        found.extend(names.map(|name| Completion { label: name.to_owned(), kind: Some(kind) }));
    }

    fn terminals(&self, found: &mut BTreeSet<Completion>) {
        let names = self.known(Kind::Terminal).chain(TERMINALS.all());
        let kind = Some(Kind::Terminal);
        found.extend(names.map(|name| Completion { label: name.to_owned(), kind }));
    }

    fn elements(&self, opening: &str, found: &mut BTreeSet<Completion>) {
        let kind = Some(Kind::Element);
        let names = self.known(Kind::Element).chain(["*"]);
        found.extend(names.map(|name| Completion { label: format!("{opening}{name}>"), kind }));
    }
}

/// Reports whether a text ends in a comment.
fn is_in_comment(text: &str) -> bool {
    let last = highlights(text).pop().filter(|last| last.shade == Shade::Comment);
    last.is_some_and(|last| !text[wide(last.span.end)..].contains('\n'))
}

/// Returns the span of the word that ends at an offset: a name, a partial tag or a partial string.
#[must_use]
pub fn typed(text: &str, offset: usize) -> Span {
    let before = &text[..offset];
    let is_part =
        |sign: char| sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | ':' | '*');
    let word = before.trim_end_matches(is_part);
    let tag = word.strip_suffix("</").or_else(|| word.strip_suffix('<'));
    let line = word.rsplit('\n').next().unwrap_or_default();
    let is_string = line.matches('"').count() % 2 == 1;
    let string = word.strip_suffix('"').filter(|_| is_string);
    Span::new(tag.or(string).unwrap_or(word).len(), offset)
}

/// Adds the shipped grammars after `use`.
fn strings(before: &[Piece], found: &mut BTreeSet<Completion>) {
    if before.last().is_some_and(|last| last.name == "use") {
        let names = shipped().map(|grammar| format!("\"{}\"", grammar.name));
        found.extend(names.map(|label| Completion { label, kind: None }));
    }
}
