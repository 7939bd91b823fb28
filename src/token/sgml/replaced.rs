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
    let value = |value: Value| moved_value(&value, text, to);
    match kind {
        TokenKind::StartTag(tag) => TokenKind::StartTag(moved_tag(tag, text, to)),
        TokenKind::EndTag(tag) => TokenKind::EndTag(moved_tag(tag, text, to)),
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

fn moved_tag(tag: Tag, text: &str, to: Span) -> Tag {
    let Tag { name, attributes, self_closing } = tag;
    let mut moved = Vec::with_capacity(attributes.len());
    for Attribute { name, value, span: _, duplicate } in attributes {
        moved.push(Attribute {
            name: moved_value(&name, text, to),
            value: value.map(|value| moved_value(&value, text, to)),
            span: to,
            duplicate,
        });
    }
    Tag { name: moved_value(&name, text, to), attributes: moved.into(), self_closing }
}

fn moved_value(value: &Value, text: &str, to: Span) -> Value {
    let data = value.view().entity_data().to_vec();
    Value::decoded(to, value.get(text)).with_entity_data(data)
}
