//! Custom tokens: those of a [`Tokenizer`] for another language, or modified ones. Pass them to
//! [`Parser::parse_tokens`](crate::Parser::parse_tokens).

pub use crate::token::{
    Attribute, Comment, Doctype, EntityData, LexicalState, ProcessingInstruction, RecordedTokens,
    Tag, Text, Token, TokenError, TokenKind, Tokenizer, Value,
};
