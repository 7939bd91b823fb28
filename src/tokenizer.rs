//! Tokens of your own: a [`Tokenizer`] of another language, or tokens that were changed, read by
//! [`Parser::parse_tokens`](crate::Parser::parse_tokens).

pub use crate::token::{
    Attribute, Comment, Doctype, EntityData, LexicalState, ProcessingInstruction, Recorded, Tag,
    Text, Token, TokenError, TokenKind, Tokenizer, Value,
};
