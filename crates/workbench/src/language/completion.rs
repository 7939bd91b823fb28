//! Completion: the tokens that the language accepts at a position, and the known names.

use super::outline::{HighlightKind, highlights};
use super::project::Project;
use super::symbol::{SymbolKind, SymbolOccurrence};
use serde::Serialize;
use std::collections::BTreeSet;
use wishful::base::{Code, Span, wide};
use wishful::grammar::compile::words::{LEXICAL_STATES, TERMINALS, TOKENIZERS};
use wishful::grammar::pieces::{Piece, acceptable};
use wishful::grammar::shipped;

/// A completion.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize)]
#[non_exhaustive]
pub struct Completion {
    /// The text.
    pub label: String,
    /// The kind of the name; `None` for words and signs of the language.
    pub kind: Option<SymbolKind>,
}

impl Project<'_> {
    /// Returns the completions at an offset of a file: only those that the language accepts instead
    /// of the word that ends there ([`typed`]). That word itself is one of them only if it occurs
    /// elsewhere, too. They are sorted and distinct.
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
        let word = &file.text()[start..offset];
        let known = self.spots().filter(|spot| spot.symbol.name == word).count() > 1;
        found.into_iter().filter(|one| known || one.kind.is_none() || one.label != word).collect()
    }

    /// Iterates over the occurrences of symbols in all files.
    fn spots(&self) -> impl Iterator<Item = &SymbolOccurrence> {
        self.indexes.iter().flat_map(|index| &index.spots)
    }

    /// Iterates over the names of all symbols of a kind.
    fn known(&self, kind: SymbolKind) -> impl Iterator<Item = &str> {
        let spots = self.spots().filter(move |spot| spot.symbol.kind == kind);
        spots.map(|spot| spot.symbol.name.as_str())
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
        for word in &words {
            found.insert(Completion { label: (*word).to_owned(), kind: None });
        }
        if !words.is_empty() {
            return;
        }
        let kind = match last {
            Some("[" | "!" | "as" | "mode" | "latch" | "doctype") => SymbolKind::Switch,
            Some("namespace") => SymbolKind::Namespace,
            _ => SymbolKind::Name,
        };
        for spot in self.spots() {
            if spot.defines && spot.symbol.kind == kind {
                found.insert(Completion { label: spot.symbol.name.clone(), kind: Some(kind) });
            }
        }
        if kind == SymbolKind::Name {
            for built_in in ["all", "ends"] {
                found.insert(Completion { label: built_in.to_owned(), kind: Some(kind) });
            }
        }
    }

    fn terminals(&self, found: &mut BTreeSet<Completion>) {
        let kind = Some(SymbolKind::Terminal);
        for name in self.known(SymbolKind::Terminal).chain(TERMINALS.all()) {
            found.insert(Completion { label: name.to_owned(), kind });
        }
    }

    fn elements(&self, opening: &str, found: &mut BTreeSet<Completion>) {
        let kind = Some(SymbolKind::Element);
        for name in self.known(SymbolKind::Element).chain(["*"]) {
            found.insert(Completion { label: format!("{opening}{name}>"), kind });
        }
    }
}

/// Reports whether a text ends in a comment.
fn is_in_comment(text: &str) -> bool {
    match highlights(text).pop() {
        Some(last) if last.shade == HighlightKind::Comment => {
            !text[wide(last.span.end)..].contains('\n')
        }
        _ => false,
    }
}

/// Returns the span of the word that ends at an offset: a name, a partial tag or a partial string.
#[must_use]
pub fn typed(text: &str, offset: usize) -> Span {
    let before = &text[..offset];
    let word = before.trim_end_matches(|sign: char| {
        sign.is_ascii_alphanumeric() || matches!(sign, '-' | '_' | ':' | '*')
    });
    let tag = word.strip_suffix("</").or_else(|| word.strip_suffix('<'));
    let line = word.rsplit('\n').next().unwrap_or_default();
    let is_string = line.matches('"').count() % 2 == 1;
    let string = if is_string { word.strip_suffix('"') } else { None };
    Span::new(tag.or(string).unwrap_or(word).len(), offset)
}

/// Adds the shipped grammars after `use`.
fn strings(before: &[Piece], found: &mut BTreeSet<Completion>) {
    if let Some(last) = before.last()
        && last.name == "use"
    {
        for grammar in shipped() {
            found.insert(Completion { label: format!("\"{}\"", grammar.name), kind: None });
        }
    }
}
