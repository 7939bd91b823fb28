//! Splitting of a vocabulary file into statements, which the engine parses one at a time. So a
//! mistake in one statement does not hide mistakes in others.
//!
//! A statement ends at its `;`. If it cannot be parsed, a `;` may be missing. Then it is split
//! again: a keyword at the start of a line begins a new statement.

use std::sync::OnceLock;

use super::statement::{Lowering, Statement, StatementLine};
use wishful::base::{Code, Diagnostic, FileId, Label, Place, Span};
use wishful::derivation::Derivations;
use wishful::grammar::Grammar;
pub(super) use wishful::grammar::compile::mistake::nearest;

/// The keywords that begin statements.
pub(super) const HEADS: &[&str] = &[
    "alias",
    "elemental",
    "extend",
    "format",
    "implied",
    "marks",
    "part",
    "prefix",
    "property",
    "reads",
    "rel",
    "replace",
    "saves",
    "syntax",
];

/// Returns the grammar of vocabulary files, `grammar/vocabulary.grammar`, loaded once.
fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| Grammar::load("vocabulary.grammar").expect("it is shipped, and tested"))
}

/// Parses the statements of a file; returns those that are valid, and diagnostics for the others.
pub(super) fn statements(file: FileId, text: &str) -> (Vec<Statement>, Vec<Diagnostic>) {
    let mut found = (Vec::new(), Vec::new());
    for piece in cut(text, 0) {
        match read(file, text, piece) {
            Ok(statements) => found.0.extend(statements),
            Err(_) => again(file, text, piece, &mut found),
        }
    }
    found
}

/// Parses an invalid piece as several statements without `;`.
fn again(file: FileId, text: &str, piece: Span, found: &mut (Vec<Statement>, Vec<Diagnostic>)) {
    for piece in cut_at_heads(text, piece) {
        match read(file, text, piece) {
            Ok(statements) => found.0.extend(statements),
            Err(mistake) => {
                found.1.push(*mistake);
                found.0.extend(lost(file, text, piece));
            }
        }
    }
}

/// Returns a placeholder for a piece that cannot be parsed, if it opens a format, part or syntax.
fn lost(file: FileId, text: &str, piece: Span) -> Option<Statement> {
    let range = piece.range();
    let mut words = tokens(&text[..range.end], range.start).map(|token| token.of(text));
    if !["format", "part", "extend", "syntax"].contains(&words.find(|word| *word != "replace")?) {
        return None;
    }
    let head = Place { file, span: Span::at(range.start) };
    Some(Statement { replaces: false, head, line: StatementLine::Lost })
}

/// Returns the significant tokens of a text from `start` on. A character outside of any token
/// counts as one.
fn tokens(text: &str, start: usize) -> impl Iterator<Item = Span> {
    let rules = grammar().text_rules();
    rules.into_iter().flat_map(move |rules| rules.tokens(text, start)).filter_map(|token| {
        match token {
            Ok(token) if token.skip => None,
            Ok(token) => Some(token.span),
            Err(unmatched) => Some(unmatched.span),
        }
    })
}

/// Returns the spans of the statements, each up to its `;`.
fn cut(text: &str, start: usize) -> Vec<Span> {
    let mut pieces = Vec::new();
    let mut open: Option<Span> = None;
    for token in tokens(text, start) {
        let piece = open.map_or(token, |open| open.join(token));
        if token.of(text) == ";" {
            pieces.push(piece);
            open = None;
        } else {
            open = Some(piece);
        }
    }
    pieces.extend(open);
    pieces
}

/// Splits a piece before each statement keyword at the start of a line.
fn cut_at_heads(text: &str, piece: Span) -> Vec<Span> {
    let mut pieces: Vec<Span> = Vec::new();
    let mut last = "";
    let range = piece.range();
    for token in tokens(&text[..range.end], range.start) {
        let before = text[..token.range().start].trim_end_matches([' ', '\t']);
        let is_first = before.is_empty() || before.ends_with('\n');
        let is_head = is_first && HEADS.contains(&token.of(text)) && last != "replace";
        match pieces.last_mut() {
            Some(piece) if !is_head => *piece = piece.join(token),
            _ => pieces.push(token),
        }
        last = token.of(text);
    }
    pieces
}

/// Parses a piece with one statement.
fn read(file: FileId, text: &str, piece: Span) -> Result<Vec<Statement>, Box<Diagnostic>> {
    let lowering = Lowering { file, start: piece.range().start };
    match Derivations::read(grammar(), "", piece.of(text)) {
        Ok(derivations) => {
            let Some(best) = derivations.trees().next() else { return Ok(Vec::new()) };
            let nodes = best.root().children();
            Ok(nodes.filter_map(|node| lowering.statement(node)).collect())
        }
        Err(report) => {
            let expected = report.diagnostics.into_iter().next().expect("it says what is wrong");
            Err(Box::new(placed(expected, file, text, piece)))
        }
    }
}

/// Moves the diagnostic of a piece to its position in the file.
fn placed(mistake: Diagnostic, file: FileId, text: &str, piece: Span) -> Diagnostic {
    let Label { place: Place { span: at, .. }, text: label } = mistake.primary;
    let start = piece.range().start;
    let span = Span::new(start + at.range().start, start + at.range().end);
    let word = span.of(text);
    let lacks_end = span.is_empty() && !piece.of(text).ends_with(';');
    let message = if span.start == piece.start {
        format!("there is no statement `{word}`")
    } else if lacks_end {
        "a statement is not ended".to_owned()
    } else {
        "this is no statement of a vocabulary".to_owned()
    };
    let mut error = Diagnostic::error(Code::Syntax, Place { file, span }, message).label(label);
    for note in mistake.notes {
        error = error.note(note);
    }
    match nearest(word, HEADS.iter().copied()) {
        Some(head) if span.start == piece.start => error.did_you_mean(head),
        _ if lacks_end => error.help("end it with `;`"),
        _ if HEADS.contains(&word) => {
            error.help(format!("a name that is a reserved word is written in quotes: \"{word}\""))
        }
        _ => error,
    }
}
