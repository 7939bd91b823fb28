//! The Rust side of the comparison with Marpa::R2::HTML; `tests/parity/run.sh` runs both
//! sides.
//!
//! `structures` reads `{"id", "html"}` lines and writes `{"id", "structure"}` lines. `replay` reads
//! lines that also have Marpa's own tokens, and feeds those to the slippers.

use std::io::{BufRead, Write, stdin, stdout};

use serde_json::{Value, json};
use wishful::diagnostics::Span;
use wishful::tokenizer::{
    Comment, Doctype, LexicalState, Tag, Text, Token, TokenKind, Value as Piece,
};
use wishful::{Grammar, ParseOptions, Parser};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mode = std::env::args().nth(1).unwrap_or_else(|| "structures".into());
    let parser = Parser::new(Grammar::load("marpa").expect("it is shipped"))?;
    let mut out = stdout().lock();
    for line in stdin().lock().lines() {
        let input: Value = serde_json::from_str(&line?)?;
        let html = input["html"].as_str().unwrap_or_default();
        let document = match &*mode {
            "replay" => {
                let tokens = tokens(html, &input["tokens"])?;
                parser.parse((html, tokens), &ParseOptions::default())?
            }
            _ => parser.parse(html, &ParseOptions::default())?,
        };
        writeln!(out, "{}", json!({"id": input["id"], "structure": document.structure()}))?;
    }
    Ok(())
}

/// Converts Marpa's tokens `[type, name, start, end]`, whose offsets count characters.
fn tokens(html: &str, tokens: &Value) -> Result<Vec<Token>, Box<dyn std::error::Error>> {
    let mut offsets: Vec<usize> = html.char_indices().map(|(offset, _)| offset).collect();
    offsets.push(html.len());
    let mut out = Vec::new();
    let mut end = 0;
    for token in tokens.as_array().ok_or("a line has no tokens; write them with marpa.pl --echo")? {
        let span = Span::new(offset(&token[2], &offsets)?, offset(&token[3], &offsets)?);
        if span.range().start > end {
            out.push(Token { span: Span::new(end, span.range().start), kind: TokenKind::Lost });
        }
        end = span.range().end;
        out.push(Token { span, kind: kind(token, span)? });
    }
    if end < html.len() {
        out.push(Token { span: Span::new(end, html.len()), kind: TokenKind::Lost });
    }
    Ok(out)
}

/// Converts the index of a character to its offset.
fn offset(index: &Value, offsets: &[usize]) -> Result<usize, &'static str> {
    if let Some(index) = index.as_u64()
        && let Ok(index) = usize::try_from(index)
        && let Some(&offset) = offsets.get(index)
    {
        return Ok(offset);
    }
    Err("an offset exceeds the length of the text")
}

/// Returns a text token.
fn text(value: Piece, state: LexicalState) -> TokenKind {
    TokenKind::Text(Text { value, state })
}

fn kind(token: &Value, span: Span) -> Result<TokenKind, Box<dyn std::error::Error>> {
    let name = Piece::decoded(span, token[1].as_str().unwrap_or_default());
    let tag = Tag { name, attributes: Box::default(), self_closing: false };
    // Marpa decides which texts are blank: it counts U+200B as blank.
    Ok(match token[0].as_str().unwrap_or_default() {
        "S" => TokenKind::StartTag(tag),
        "E" => TokenKind::EndTag(tag),
        "T" => text(Piece::decoded(span, " "), LexicalState::Data),
        "P" => text(Piece::decoded(span, "x"), LexicalState::Data),
        "R" => text(Piece::verbatim(span), LexicalState::RawText),
        "C" | "PI" => TokenKind::Comment(Comment { value: Piece::verbatim(span), bogus: false }),
        "D" => TokenKind::Doctype(Box::new(Doctype {
            name: None,
            public_id: None,
            system_id: None,
            force_quirks: false,
        })),
        other => return Err(format!("unknown token type `{other}`").into()),
    })
}
