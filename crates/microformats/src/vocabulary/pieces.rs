//! Splitting of a vocabulary file into statements, which are parsed one at a time by the machinery
//! of grammar files ([`meta`](wishful::grammar::meta)). So a mistake in one statement does not hide
//! mistakes in others.
//!
//! A statement ends at its `;`. If it cannot be parsed, a `;` may be missing. Then it is split
//! again: a keyword at the start of a line begins a new statement.

use std::sync::OnceLock;

use super::statement::{Lowering, Statement, StatementLine};
use wishful::base::{Code, Diagnostic, FileId, Span};
use wishful::grammar::Grammar;
use wishful::grammar::compile::mistake::nearest;
use wishful::grammar::meta::{EngineRefusal, Meta, MetaToken};
use wishful::grammar::parse::expected;

/// Returns the language of vocabulary files, by `grammar/vocabulary.grammar`.
pub(super) fn language() -> &'static Meta {
    static LANGUAGE: OnceLock<Meta> = OnceLock::new();
    LANGUAGE.get_or_init(|| {
        let grammar = Grammar::load("vocabulary.grammar").expect("it is shipped, and tested");
        grammar.meta().expect("its tokenizer is `text`")
    })
}

/// Returns the terminals of the keywords that begin statements.
pub(super) fn heads() -> Vec<usize> {
    language().expected_after(&[]).unwrap_or_default()
}

/// Parses the statements of a file; returns those that are valid, and diagnostics for the others.
pub(super) fn statements(file: FileId, text: &str) -> (Vec<Statement>, Vec<Diagnostic>) {
    let (mut statements, mut mistakes) = (Vec::new(), Vec::new());
    let lowering = Lowering { file, text };
    let tokens = language().tokens(text);
    for piece in language().ended(&tokens) {
        if let Ok(tree) = language().tree(piece) {
            statements.extend(lowering.statements(&tree));
            continue;
        }
        for piece in cut_at_heads(text, piece) {
            match language().tree(piece) {
                Ok(tree) => statements.extend(lowering.statements(&tree)),
                Err(refusal) => {
                    mistakes.push(refused(lowering, piece, &refusal));
                    statements.extend(lost(lowering, piece));
                }
            }
        }
    }
    (statements, mistakes)
}

/// Returns a placeholder for a piece that cannot be parsed, if it opens a format, part or syntax.
fn lost(lowering: Lowering<'_>, piece: &[MetaToken]) -> Option<Statement> {
    let mut words = piece.iter().map(|token| token.span.of(lowering.text));
    if !["format", "part", "extend", "syntax"].contains(&words.find(|word| *word != "replace")?) {
        return None;
    }
    let head = lowering.place(Span::at(piece[0].span.range().start));
    Some(Statement { replaces: false, head, line: StatementLine::Lost })
}

/// Splits a piece before each statement keyword at the start of a line.
fn cut_at_heads<'t>(text: &str, piece: &'t [MetaToken]) -> impl Iterator<Item = &'t [MetaToken]> {
    let heads = heads();
    piece.chunk_by(move |last, token| {
        let is_head = token.terminal.is_some_and(|terminal| heads.contains(&terminal));
        !is_head || !token.starts_line(last, text) || last.span.of(text) == "replace"
    })
}

/// Returns the diagnostic for a piece that cannot be parsed.
fn refused(lowering: Lowering<'_>, piece: &[MetaToken], refusal: &EngineRefusal) -> Diagnostic {
    let span = match piece.get(refusal.at) {
        Some(token) => token.span,
        None => Span::at(piece.last().map_or(0, |last| last.span.range().end)),
    };
    let (word, lacks_end) = (span.of(lowering.text), span.is_empty());
    let language = language();
    let names: Vec<&str> =
        refusal.expected.iter().map(|&terminal| language.name(terminal)).collect();
    let before = match refusal.at.checked_sub(1) {
        Some(before) => piece[before].span.of(lowering.text),
        None => "",
    };
    let (message, label) = match word {
        "" if names.contains(&";") => {
            (format!("a `;` is missing after `{before}`"), "the statement ends here")
        }
        "" | ";" if refusal.at > 0 => {
            let message = format!("the statement ends too early, after `{before}`");
            (message, "something is missing before this")
        }
        "\"" => ("this string has no closing quote".to_owned(), "starts here"),
        ";" => ("no statement before this `;`".to_owned(), "unexpected"),
        _ if refusal.at == 0 => (format!("no statement starts with `{word}`"), "unexpected"),
        _ => (format!("unexpected `{word}` after `{before}`"), "unexpected"),
    };
    let mut alternatives: Vec<String> = names.into_iter().map(described).collect();
    alternatives.sort_unstable();
    let error = Diagnostic::error(Code::Syntax, lowering.place(span), message)
        .label(label)
        .note(expected(&alternatives));
    let heads = heads();
    let mut heads = heads.iter().map(|&terminal| language.name(terminal));
    match nearest(word, heads.clone()) {
        Some(head) if refusal.at == 0 => error.did_you_mean(head),
        _ if lacks_end => error.help("every statement ends with `;`"),
        _ if heads.any(|head| head == word) => {
            error.help(format!("a keyword that is used as a name is written in quotes: \"{word}\""))
        }
        _ => error,
    }
}

/// Returns the words for a terminal in messages.
fn described(terminal: &str) -> String {
    match terminal {
        "NAME" => "a name".to_owned(),
        "STRING" => "a string".to_owned(),
        "ELEMENT" => "an element such as `<a>`".to_owned(),
        word => format!("`{word}`"),
    }
}
