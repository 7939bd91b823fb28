//! Parses tokens that another tokenizer made: here one of `[b]bulletin board code[/b]`.
//!
//!     cargo run --example tokens
//!
//! A tokenizer is a [`Tokenizer`]; what it gave can be kept and given to [`Parser::parse_tokens`], which plays the tokens
//! to the slippers as [`Recorded`] ones. The spans of the tokens must tile the text.

use std::error::Error;

use wishful::diagnostics::Span;
use wishful::tokenizer::{
    LexicalState, Recorded, Tag, Text, Token, TokenError, TokenKind, Tokenizer, Value,
};
use wishful::{Grammar, ParseOptions, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", structure("One [b]bold[/b] word, and [i]one more")?);
    Ok(())
}

/// The elements of a text in bulletin board code.
pub(crate) fn structure(text: &str) -> Result<String, Box<dyn Error>> {
    let tokens = recorded(Board { text, at: 0 });
    // The same tokens again: whatever takes a tokenizer takes a recording, too.
    assert_eq!(recorded(Recorded::new(tokens.clone())), tokens);
    let grammar = Grammar::load("marpa")?;
    let document = Parser::new(grammar)?.parse_tokens(text, tokens, &ParseOptions::default())?;
    Ok(document.structure())
}

/// All tokens of a tokenizer but the end of the file.
fn recorded(mut tokenizer: impl Tokenizer) -> Vec<Token> {
    let next = || Some(tokenizer.next_token());
    std::iter::from_fn(next).take_while(|token| token.kind != TokenKind::EndOfFile).collect()
}

/// Reads `[b]` as a start tag, `[/b]` as an end tag, and all else as text.
struct Board<'a> {
    text: &'a str,
    /// How far it was read.
    at: usize,
}

impl Board<'_> {
    /// The tag that begins here: its name as a span, and whether it is an end tag.
    fn tag(&self) -> Option<(Span, bool)> {
        let inside = self.text[self.at..].strip_prefix('[')?.split_once(']')?.0;
        let name = inside.strip_prefix('/').unwrap_or(inside);
        let is_name = !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase());
        let end = self.at + 1 + inside.len();
        is_name.then(|| (Span::new(end - name.len(), end), name.len() < inside.len()))
    }
}

impl Tokenizer for Board<'_> {
    fn next_token(&mut self) -> Token {
        let (start, rest) = (self.at, &self.text[self.at..]);
        let kind = match self.tag() {
            _ if rest.is_empty() => TokenKind::EndOfFile,
            Some((name, is_end)) => {
                self.at = name.range().end + 1;
                if is_end { TokenKind::EndTag(tag(name)) } else { TokenKind::StartTag(tag(name)) }
            }
            // A `[` that begins no tag is text, up to the next one.
            None => {
                let next = rest.char_indices().skip(1).find(|(_, letter)| *letter == '[');
                self.at += next.map_or(rest.len(), |(at, _)| at);
                let value = Value::verbatim(Span::new(start, self.at));
                TokenKind::Text(Text { value, state: LexicalState::Data })
            }
        };
        Token { span: Span::new(start, self.at), kind }
    }

    // Board code has one lexical state, no CDATA sections, and no mistakes.
    fn set_state(&mut self, _: LexicalState, _: &str) {}

    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        Vec::new()
    }
}

fn tag(name: Span) -> Tag {
    Tag { name: Value::verbatim(name), attributes: Box::default(), self_closing: false }
}
