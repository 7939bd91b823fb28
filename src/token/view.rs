//! What reads tokens sees: borrowed, and the same whichever way a token is kept.

use super::packed::PackedAttribute;
use super::{
    Attribute, Comment, Doctype, LexicalState, ProcessingInstruction, Tag, Text, Token, TokenKind,
    Value, ValueRef,
};
use crate::base::Span;

/// A token of [`Tokens`](super::Tokens); what a [`Token`] says.
#[derive(Clone, Copy, Debug)]
pub struct TokenRef<'a> {
    /// Where it stands, all of it.
    pub span: Span,
    /// What it is.
    pub kind: KindRef<'a>,
}

/// What a token is; see [`TokenKind`].
#[derive(Clone, Copy, Debug)]
pub enum KindRef<'a> {
    /// `<name attributes>`
    StartTag(TagRef<'a>),
    /// `</name>`
    EndTag(TagRef<'a>),
    /// Characters.
    Text(TextRef<'a>),
    /// A comment.
    Comment(&'a Comment),
    /// `<?target data>`
    ProcessingInstruction(&'a ProcessingInstruction),
    /// `<!doctype …>`
    Doctype(&'a Doctype),
    /// What the standard drops.
    Lost,
    /// The end.
    EndOfFile,
}

/// A start or end tag; see [`Tag`].
#[derive(Clone, Copy, Debug)]
pub struct TagRef<'a> {
    /// The name in lower case.
    pub name: ValueRef<'a>,
    /// Whether it ends in `/>`.
    pub self_closing: bool,
    pub(super) attributes: Attributes<'a>,
}

/// The attributes of a tag, whichever way they are kept.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attributes<'a> {
    Packed(&'a [PackedAttribute]),
    Whole(&'a [Attribute]),
}

/// An attribute of a tag; see [`Attribute`].
#[derive(Clone, Copy, Debug)]
pub struct AttributeRef<'a> {
    /// The name in lower case.
    pub name: ValueRef<'a>,
    /// The value without quotes; none if and only if there is no equals sign.
    pub value: Option<ValueRef<'a>>,
    /// From the name to the end of the value or its closing quote.
    pub span: Span,
    /// Whether an attribute with the same name stands before it, so that this one does not count.
    pub duplicate: bool,
}

/// A run of characters; see [`Text`].
#[derive(Clone, Copy, Debug)]
pub struct TextRef<'a> {
    /// The characters.
    pub value: ValueRef<'a>,
    /// The state in which it was read.
    pub state: LexicalState,
}

impl TokenKind {
    /// The same, borrowed.
    #[must_use]
    pub(crate) fn view(&self) -> KindRef<'_> {
        match self {
            Self::StartTag(tag) => KindRef::StartTag(tag.view()),
            Self::EndTag(tag) => KindRef::EndTag(tag.view()),
            Self::Text(text) => KindRef::Text(text.view()),
            Self::Comment(comment) => KindRef::Comment(comment),
            Self::ProcessingInstruction(instruction) => KindRef::ProcessingInstruction(instruction),
            Self::Doctype(doctype) => KindRef::Doctype(doctype),
            Self::Lost => KindRef::Lost,
            Self::EndOfFile => KindRef::EndOfFile,
        }
    }
}

impl Tag {
    /// The same, borrowed.
    #[must_use]
    pub(crate) fn view(&self) -> TagRef<'_> {
        TagRef {
            name: self.name.view(),
            self_closing: self.self_closing,
            attributes: Attributes::Whole(&self.attributes),
        }
    }
}

impl TokenRef<'_> {
    /// The token as a tokenizer hands it over.
    #[must_use]
    pub fn to_token(self) -> Token {
        let kind = match self.kind {
            KindRef::StartTag(tag) => TokenKind::StartTag(tag.to_tag()),
            KindRef::EndTag(tag) => TokenKind::EndTag(tag.to_tag()),
            KindRef::Text(TextRef { value, state }) => {
                TokenKind::Text(Text { value: value.to_value(), state })
            }
            KindRef::Comment(comment) => TokenKind::Comment(comment.clone()),
            KindRef::ProcessingInstruction(instruction) => {
                TokenKind::ProcessingInstruction(instruction.clone())
            }
            KindRef::Doctype(doctype) => TokenKind::Doctype(Box::new(doctype.clone())),
            KindRef::Lost => TokenKind::Lost,
            KindRef::EndOfFile => TokenKind::EndOfFile,
        };
        Token { span: self.span, kind }
    }
}

impl Text {
    /// The same, borrowed.
    #[must_use]
    pub(crate) fn view(&self) -> TextRef<'_> {
        TextRef { value: self.value.view(), state: self.state }
    }
}

impl TextRef<'_> {
    /// All of a token, as it stands.
    #[inline]
    pub(super) fn plain(span: Span) -> Self {
        Self { value: ValueRef::verbatim(span), state: LexicalState::Data }
    }
}

impl<'a> TagRef<'a> {
    /// A tag without attributes, by the start and the length of its name.
    #[inline]
    pub(super) fn bare(start: u32, length: u32) -> Self {
        let name = ValueRef::verbatim(Span { start, end: start + length });
        Self { name, self_closing: false, attributes: Attributes::Packed(&[]) }
    }

    /// All attributes in the order of the source, duplicates included and marked.
    pub fn attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        let count = match self.attributes {
            Attributes::Packed(packed) => packed.len(),
            Attributes::Whole(whole) => whole.len(),
        };
        (0..count).filter_map(move |index| self.attribute(index))
    }

    /// One of them by its number.
    #[must_use]
    #[inline]
    pub fn attribute(self, index: usize) -> Option<AttributeRef<'a>> {
        match self.attributes {
            Attributes::Packed(packed) => packed.get(index).map(|attribute| attribute.view()),
            Attributes::Whole(whole) => whole.get(index).map(Attribute::view),
        }
    }

    fn to_tag(self) -> Tag {
        let attribute = |one: AttributeRef<'_>| Attribute {
            name: one.name.to_value(),
            value: one.value.map(ValueRef::to_value),
            span: one.span,
            duplicate: one.duplicate,
        };
        Tag {
            name: self.name.to_value(),
            attributes: self.attributes().map(attribute).collect(),
            self_closing: self.self_closing,
        }
    }
}

impl Attribute {
    /// The same, borrowed.
    #[must_use]
    pub(crate) fn view(&self) -> AttributeRef<'_> {
        let Self { name, value, span, duplicate } = self;
        let value = value.as_ref().map(Value::view);
        AttributeRef { name: name.view(), value, span: *span, duplicate: *duplicate }
    }
}
