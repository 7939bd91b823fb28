//! Custom tokens: those of a [`Tokenizer`] for another language, or modified ones. Pass them to
//! [`Parser::parse`](crate::Parser::parse).

pub use crate::token::{
    Attribute, Comment, Doctype, EntityData, LexicalState, ProcessingInstruction, RecordedTokens,
    Tag, Text, Token, TokenError, TokenKind, Tokenizer, Value,
};
