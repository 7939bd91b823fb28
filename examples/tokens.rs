//! Parses the tokens of another tokenizer, here one for `[b]bulletin board code[/b]`.
//!
//!     cargo run --example tokens
//!
//! A tokenizer implements [`Tokenizer`]. Its tokens can be collected and passed to
//! [`Parser::parse`], which replays them as a [`RecordedTokens`] tokenizer. The spans of the
//! tokens must tile the text.

use std::error::Error;

use wishful::diagnostics::Span;
use wishful::tokenizer::{
    LexicalState, RecordedTokens, Tag, Text, Token, TokenError, TokenKind, Tokenizer, Value,
};
use wishful::{Grammar, ParseOptions, Parser};

fn main() -> Result<(), Box<dyn Error>> {
    println!("{}", structure("One [b]bold[/b] word, and [i]one more")?);
    Ok(())
}

/// Returns the structure of the elements of a text in bulletin board code.
pub(crate) fn structure(text: &str) -> Result<String, Box<dyn Error>> {
    let tokens = recorded(Board { text, at: 0 });
    // A recording is a tokenizer, too: it returns the same tokens.
    assert_eq!(recorded(RecordedTokens::new(tokens.clone())), tokens);
    let grammar = Grammar::load("marpa")?;
    let document = Parser::new(grammar)?.parse((text, tokens), &ParseOptions::default())?;
    Ok(document.structure())
}

/// Collects all tokens of a tokenizer except the end of the file.
fn recorded(mut tokenizer: impl Tokenizer) -> Vec<Token> {
    let next = || Some(tokenizer.next_token());
    std::iter::from_fn(next).take_while(|token| token.kind != TokenKind::EndOfFile).collect()
}

/// A tokenizer that reads `[b]` as a start tag, `[/b]` as an end tag, and everything else as text.
struct Board<'a> {
    text: &'a str,
    /// The offset of the next token.
    at: usize,
}

impl Board<'_> {
    /// Recognises a tag at the current offset. Returns the span of its name, and whether it is an
    /// end tag.
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
            // A `[` that begins no tag is text, as is everything up to the next `[`.
            None => {
                let next = rest.char_indices().skip(1).find(|(_, letter)| *letter == '[');
                self.at += next.map_or(rest.len(), |(at, _)| at);
                let value = Value::verbatim(Span::new(start, self.at));
                TokenKind::Text(Text { value, state: LexicalState::Data })
            }
        };
        Token { span: Span::new(start, self.at), kind }
    }

    // Bulletin board code has one lexical state, no CDATA sections, and no parse errors.
    fn set_state(&mut self, _: LexicalState, _: &str) {}

    fn allow_cdata(&mut self, _: bool) {}

    fn take_errors(&mut self) -> Vec<TokenError> {
        Vec::new()
    }
}

fn tag(name: Span) -> Tag {
    Tag { name: Value::verbatim(name), attributes: Box::default(), self_closing: false }
}
