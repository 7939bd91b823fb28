//! Conversion of a replacement text's tokens into tokens of the text that refers to it.
//!
//! Their values are not in the text, so they are copied. All of them have the span of the
//! reference.

use crate::base::Span;
use crate::token::{
    Attribute, Comment, Doctype, ProcessingInstruction, Tag, Text, TokenKind, Value,
};

/// Converts a token of `text` into one with a span of another text.
pub(super) fn moved(kind: TokenKind, text: &str, to: Span) -> TokenKind {
    let value = |value: Value| {
        let data = value.view().entity_data().to_vec();
        Value::decoded(to, value.get(text)).with_entity_data(data)
    };
    let attribute = |Attribute { name, value: given, span: _, duplicate }| Attribute {
        name: value(name),
        value: given.map(value),
        span: to,
        duplicate,
    };
    let tag = |Tag { name, attributes, self_closing }| Tag {
        name: value(name),
        attributes: attributes.into_iter().map(attribute).collect(),
        self_closing,
    };
    match kind {
        TokenKind::StartTag(inner) => TokenKind::StartTag(tag(inner)),
        TokenKind::EndTag(inner) => TokenKind::EndTag(tag(inner)),
        TokenKind::Text(inner) => {
            TokenKind::Text(Text { value: value(inner.value), state: inner.state })
        }
        TokenKind::Comment(inner) => {
            TokenKind::Comment(Comment { value: value(inner.value), bogus: inner.bogus })
        }
        TokenKind::ProcessingInstruction(inner) => {
            TokenKind::ProcessingInstruction(ProcessingInstruction { value: value(inner.value) })
        }
        TokenKind::Doctype(inner) => TokenKind::Doctype(Box::new(Doctype {
            name: inner.name.map(value),
            public_id: inner.public_id.map(value),
            system_id: inner.system_id.map(value),
            force_quirks: inner.force_quirks,
        })),
        TokenKind::Lost | TokenKind::EndOfFile => kind,
    }
}
