//! Tests of the token layer: the public tokenizer suite, and properties for every input.
//!
//! The properties are: tokens tile the text, values have the right spans, and time is linear.

mod examples;
mod pieces;
mod soup;
mod suite;

use crate::base::Span;
use crate::token::{Html5Tokenizer, Tag, Token, TokenKind, Tokenizer, Tokens, Value};
use serde_json::Value as Json;

fn start_tag(tag: &Tag, text: &str) -> Json {
    let mut attributes = serde_json::Map::new();
    for attribute in &tag.attributes {
        if !attribute.duplicate {
            let value = attribute.value.as_ref().map_or("", |value| value.get(text));
            attributes.insert(attribute.name.get(text).to_owned(), Json::from(value));
        }
    }
    let mut token = vec!["StartTag".into(), tag.name.get(text).into(), attributes.into()];
    if tag.self_closing {
        token.push(Json::from(true));
    }
    token.into()
}

/// Converts a token to the form of the suite; `None` for kinds that the suite does not have.
fn json_of(token: &Token, text: &str) -> Option<Json> {
    let optional = |value: &Option<Value>| value.as_ref().map(|value| value.get(text).to_owned());
    Some(match &token.kind {
        TokenKind::StartTag(tag) => start_tag(tag, text),
        TokenKind::EndTag(tag) => serde_json::json!(["EndTag", tag.name.get(text)]),
        TokenKind::Text(run) => serde_json::json!(["Character", run.value.get(text)]),
        TokenKind::Comment(comment) => serde_json::json!(["Comment", comment.value.get(text)]),
        TokenKind::ProcessingInstruction(instruction) => {
            serde_json::json!(["PI", instruction.target(text), instruction.data(text)])
        }
        TokenKind::Doctype(doctype) => serde_json::json!([
            "DOCTYPE",
            optional(&doctype.name),
            optional(&doctype.public_id),
            optional(&doctype.system_id),
            !doctype.force_quirks
        ]),
        TokenKind::Lost | TokenKind::EndOfFile => return None,
    })
}

/// Converts all tokens to the form of the suite, with adjacent characters joined.
fn tokens_as_json(tokens: &[Token], text: &str) -> Vec<Json> {
    let mut all: Vec<Json> = Vec::new();
    for token in tokens.iter().filter_map(|token| json_of(token, text)) {
        match all.last_mut() {
            Some(last) if last[0] == "Character" && token[0] == "Character" => {
                let joined = format!("{}{}", last[1].as_str().unwrap(), token[1].as_str().unwrap());
                last[1] = joined.into();
            }
            _ => all.push(token),
        }
    }
    all
}

/// Returns all tokens. The parser's part, `after`, is called after each.
fn all_tokens<'t>(
    tokenizer: &mut Html5Tokenizer<'t>,
    mut after: impl FnMut(&mut Html5Tokenizer<'t>, &Token),
) -> Vec<Token> {
    let mut tokens = Tokens::default();
    loop {
        Tokenizer::push_next(tokenizer, &mut tokens);
        let token = tokens.last().unwrap().to_token();
        after(tokenizer, &token);
        if token.kind == TokenKind::EndOfFile {
            return tokens.to_vec();
        }
    }
}

/// Checks that the tokens tile the text and that all values are inside of their tokens, in order.
fn check_tiling(tokens: &[Token], text: &str) -> Result<(), String> {
    let mut at = 0;
    for token in tokens {
        let is_end = token.kind == TokenKind::EndOfFile;
        if token.span.start != at || token.span.is_empty() != is_end {
            return Err(format!("{text:?}: gap or empty token at {at}: {token:?}"));
        }
        let mut inner = token.span.start;
        for span in value_spans(token) {
            if span.start < inner || span.end > token.span.end {
                return Err(format!("{text:?}: value {span:?} outside or out of order: {token:?}"));
            }
            if text.get(span.range()).is_none() {
                return Err(format!("{text:?}: value {span:?} splits a character"));
            }
            inner = span.end;
        }
        if text.get(token.span.range()).is_none() {
            return Err(format!("{text:?}: {token:?} splits a character"));
        }
        at = token.span.end;
    }
    if at as usize == text.len() { Ok(()) } else { Err(format!("{text:?}: ends at {at}")) }
}

fn value_spans(token: &Token) -> Vec<Span> {
    match &token.kind {
        TokenKind::StartTag(tag) | TokenKind::EndTag(tag) => {
            let mut spans = vec![tag.name.span()];
            for attribute in &tag.attributes {
                assert_eq!(attribute.span.start, attribute.name.span().start);
                spans.push(attribute.name.span());
                spans.extend(attribute.value.as_ref().map(Value::span));
                spans.push(Span::at(attribute.span.end as usize));
            }
            spans
        }
        TokenKind::Text(text) => vec![text.value.span()],
        TokenKind::Comment(comment) => vec![comment.value.span()],
        TokenKind::ProcessingInstruction(instruction) => vec![instruction.value.span()],
        TokenKind::Doctype(doctype) => {
            let values = [&doctype.name, &doctype.public_id, &doctype.system_id];
            values.into_iter().flatten().map(Value::span).collect()
        }
        TokenKind::Lost | TokenKind::EndOfFile => Vec::new(),
    }
}
