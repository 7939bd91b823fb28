//! The symbols of tokens, by the syntactic role of each token in its statement.

use serde::{Deserialize, Serialize};
use wishful::base::Span;
use wishful::grammar::pieces::{Piece, StatementTokens};

/// The kind of a symbol. Symbols of different kinds may have the same name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum SymbolKind {
    /// A set or a nonterminal.
    Name,
    /// A terminal: a mark, a token, or a built-in one.
    Terminal,
    /// A name in a guard: a mode, a latch or an exclusion.
    Switch,
    /// An element, named by its start or its end tag.
    Element,
    /// The prefix of elements.
    Namespace,
}

/// A name of a grammar.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[non_exhaustive]
pub struct Symbol {
    /// The kind.
    pub kind: SymbolKind,
    /// The name; for an element in a namespace with its prefix: `svg:desc`.
    pub name: String,
}

/// An occurrence of a symbol.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct SymbolOccurrence {
    pub(super) symbol: Symbol,
    /// The span of the name; for a tag, without its delimiters and its prefix.
    pub(super) span: Span,
    /// True if the symbol is defined here.
    pub(super) defines: bool,
}

/// Returns the symbols of a token; a tag with a prefix has two.
pub(super) fn spots(text: &str, stretch: &StatementTokens, at: usize) -> Vec<SymbolOccurrence> {
    let Some(piece) = stretch.pieces.get(at) else { return Vec::new() };
    match piece.name {
        "START" | "END" | "PARENT" => tag(text, stretch, piece),
        "NAME" | "TERMINAL" => word(text, stretch, at).into_iter().collect(),
        _ => Vec::new(),
    }
}

/// Returns the symbol of a name or a terminal. Returns `None` for words that only their statement
/// knows, for example a tokenizer.
fn word(text: &str, stretch: &StatementTokens, at: usize) -> Option<SymbolOccurrence> {
    let piece = stretch.pieces.get(at)?;
    let kind = match (piece.name, piece.rule) {
        (_, "value" | "attribute" | "tokenizer-line" | "lexical-line" | "allow-line") => {
            return None;
        }
        (_, "allow-removal" | "entities-line" | "rename-line") => return None,
        ("TERMINAL", _) => SymbolKind::Terminal,
        (_, "") => half_typed(stretch, at),
        (_, "guard" | "exception" | "latch-line" | "mode-line" | "doctype-line") => {
            SymbolKind::Switch
        }
        (_, "namespace-line" | "braces") => SymbolKind::Namespace,
        _ => SymbolKind::Name,
    };
    let name = piece.span.of(text).to_owned();
    if kind == SymbolKind::Namespace && name == "ends" {
        return None;
    }
    let defines = stretch.edit != "remove" && is_definition(stretch, piece);
    Some(SymbolOccurrence { symbol: Symbol { kind, name }, span: piece.span, defines })
}

/// Guesses the kind of a name in a statement that cannot be parsed: in brackets it belongs to a
/// guard.
fn half_typed(stretch: &StatementTokens, at: usize) -> SymbolKind {
    match stretch.pieces[..at].last().map(|piece| piece.name) {
        Some("[" | "!" | "latch" | "mode" | "as") => SymbolKind::Switch,
        Some("namespace") => SymbolKind::Namespace,
        _ => SymbolKind::Name,
    }
}

/// Reports whether a statement defines the symbol of a token in it.
fn is_definition(stretch: &StatementTokens, piece: &Piece) -> bool {
    match piece.rule {
        "set-line" | "mode-line" | "latch-line" | "namespace-line" | "mark-line" | "token-line"
        | "exception" => true,
        "left" => stretch.line == "rule-line",
        "" => stretch.pieces.first().is_some_and(|first| first.span == piece.span),
        _ => false,
    }
}

/// Returns the element of a tag, and the namespace of its prefix.
fn tag(text: &str, stretch: &StatementTokens, piece: &Piece) -> Vec<SymbolOccurrence> {
    let written = piece.span.of(text);
    let inner = written.trim_start_matches(['<', '/']);
    let from = piece.span.range().start + (written.len() - inner.len());
    let end = inner.find(|sign: char| sign.is_whitespace() || matches!(sign, '>' | '/'));
    let whole = &inner[..end.unwrap_or(inner.len())];
    let (prefix, name) = match whole.split_once(':') {
        Some((prefix, name)) => (Some(prefix), name),
        None => (None, whole),
    };
    let start = from + whole.len() - name.len();
    let mut spots = Vec::new();
    if let Some(prefix) = prefix {
        let symbol = Symbol { kind: SymbolKind::Namespace, name: prefix.to_owned() };
        let span = Span::new(from, from + prefix.len());
        spots.push(SymbolOccurrence { symbol, span, defines: false });
    }
    if name != "*" {
        let around = piece.namespace.map(|span| span.of(text)).filter(|space| *space != "ends");
        let space = prefix.or(around).map(|space| format!("{space}:")).unwrap_or_default();
        let symbol =
            Symbol { kind: SymbolKind::Element, name: format!("{space}{}", name.to_lowercase()) };
        let defines =
            piece.rule == "left" && stretch.line == "rule-line" && stretch.edit != "remove";
        spots.push(SymbolOccurrence {
            symbol,
            span: Span::new(start, start + name.len()),
            defines,
        });
    }
    spots
}
