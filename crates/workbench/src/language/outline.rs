//! The outline and the highlights of one text.

use super::index::Index;
use super::symbol::SymbolKind;
use serde::Serialize;
use wishful::base::{Span, wide};
use wishful::grammar::pieces::{Piece, StatementTokens, stretches};

/// A statement of a file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Entry {
    /// The subject of the statement: `heading`, `<p> <div>`.
    pub name: String,
    /// The kind of the statement: `set`, `rule`, `wish`; `statement` if it cannot be parsed.
    pub kind: &'static str,
    /// The span of the statement.
    pub span: Span,
    /// The span of the subject.
    pub about: Span,
}

/// The largest number of characters of a subject.
const MOST: usize = 60;

/// Returns the statements of a text, in order.
#[must_use]
pub fn outline(text: &str) -> Vec<Entry> {
    stretches(text).iter().map(|stretch| entry(text, stretch)).collect()
}

fn entry(text: &str, stretch: &StatementTokens) -> Entry {
    let before = stretch.pieces.iter();
    let before = before.take_while(|piece| !matches!(piece.name, "=" | "::=" | "|=" | "->"));
    let about = before.map(|piece| piece.span).reduce(Span::join).unwrap_or(stretch.span);
    let written = about.of(text).split_whitespace().collect::<Vec<_>>().join(" ");
    let mut name: String = written.chars().take(MOST).collect();
    if name.len() < written.len() {
        name.push('…');
    }
    let kind = stretch.line.trim_end_matches("-line").trim_end_matches("-removal");
    let kind = if kind.is_empty() { "statement" } else { kind };
    Entry { name, kind, span: stretch.span, about }
}

/// Copies the first statement that ends after an offset, as a variant of the grammar has to write
/// it: with `replace`, unless it extends or edits a statement itself. Returns the span and the
/// copy.
#[must_use]
pub fn copied(text: &str, offset: usize) -> Option<(Span, String)> {
    let statements = stretches(text);
    let found = statements.iter().find(|found| offset <= found.span.range().end)?;
    if !found.is_replaceable() {
        return None;
    }
    let edits = !found.edit.is_empty() || found.line == "extend-line";
    let mut copy = if edits { String::new() } else { "replace ".to_owned() };
    let mut end = found.span.start;
    for piece in &found.pieces {
        // Columns of the base are no columns of the variant.
        let gap = Span { start: end, end: piece.span.start }.of(text);
        let is_column = gap.len() > 1 && gap.bytes().all(|byte| byte == b' ');
        copy.push_str(if is_column { " " } else { gap });
        copy.push_str(piece.span.of(text));
        end = piece.span.end;
    }
    Some((found.span, copy + " ;"))
}

/// The kind of a token, for highlighting.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum HighlightKind {
    /// A comment.
    Comment,
    /// A reserved word.
    Keyword,
    /// A sign.
    Operator,
    /// A string.
    String,
    /// A regular expression.
    Regexp,
    /// A number.
    Number,
    /// A tag.
    Element,
    /// A terminal.
    Terminal,
    /// A set, a nonterminal or another name.
    Name,
    /// A name in a guard: a mode, a latch or an exclusion.
    Switch,
    /// A namespace.
    Namespace,
}

/// A highlighted token, on one line.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Highlight {
    /// The span in the grammar's text.
    pub span: Span,
    /// The highlighting of the span.
    pub shade: HighlightKind,
    /// True if it defines a name.
    pub defines: bool,
}

/// Returns the tokens and comments of a text, in order and without overlaps.
#[must_use]
pub fn highlights(text: &str) -> Vec<Highlight> {
    let index = Index::of(text);
    let mut found = Vec::new();
    let mut end = 0;
    for piece in index.stretches.iter().flat_map(|stretch| &stretch.pieces) {
        comments(text, end, wide(piece.span.start), &mut found);
        end = wide(piece.span.end);
        found.extend(highlight(&index, piece));
    }
    comments(text, end, text.len(), &mut found);
    found
}

/// Adds the comments between two tokens.
fn comments(text: &str, start: usize, end: usize, found: &mut Vec<Highlight>) {
    let mut at = start;
    while let Some(sign) = text[at..end].find('#') {
        let from = at + sign;
        at = text[from..end].find('\n').map_or(end, |length| from + length);
        let line = text[from..at].trim_end();
        let span = Span::new(from, from + line.len());
        found.push(Highlight { span, shade: HighlightKind::Comment, defines: false });
    }
}

fn highlight(index: &Index, piece: &Piece) -> Option<Highlight> {
    let found = index.spots.partition_point(|spot| spot.span.start < piece.span.start);
    let spot = index.spots.get(found).filter(|spot| spot.span.end <= piece.span.end);
    let shade = match piece.name {
        "" => return None,
        "START" | "END" | "PARENT" => HighlightKind::Element,
        "FRAGMENT" => HighlightKind::Keyword,
        "STRING" => HighlightKind::String,
        "REGEX" => HighlightKind::Regexp,
        "NUMBER" => HighlightKind::Number,
        "TERMINAL" => HighlightKind::Terminal,
        "NAME" => match spot.map(|spot| spot.symbol.kind) {
            Some(SymbolKind::Switch) => HighlightKind::Switch,
            Some(SymbolKind::Namespace) => HighlightKind::Namespace,
            _ => HighlightKind::Name,
        },
        word if word.starts_with(|first: char| first.is_ascii_alphabetic()) => {
            HighlightKind::Keyword
        }
        _ => HighlightKind::Operator,
    };
    Some(Highlight { span: piece.span, shade, defines: spot.is_some_and(|spot| spot.defines) })
}
