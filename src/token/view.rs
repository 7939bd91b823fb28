//! Borrowed views of tokens, independent of their storage.

use super::packed::PackedAttribute;
use super::{
    Attribute, Comment, Doctype, LexicalState, ProcessingInstruction, Tag, Text, Token, TokenKind,
    Value, ValueRef,
};
use crate::base::Span;

/// A token of `Tokens`, with the same content as a [`Token`].
#[derive(Clone, Copy, Debug)]
pub struct TokenRef<'a> {
    /// The span of the whole construct.
    pub span: Span,
    /// The kind of the token, with its parts.
    pub kind: KindRef<'a>,
}

/// The kind of a token, with its parts; see [`TokenKind`].
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
    /// Source for which the standard emits no token.
    Lost,
    /// The end of the file.
    EndOfFile,
}

/// A start or end tag; see [`Tag`].
#[derive(Clone, Copy, Debug)]
pub struct TagRef<'a> {
    /// The name, in lower case.
    pub name: ValueRef<'a>,
    /// Set if the tag ends in `/>`.
    pub self_closing: bool,
    pub(super) attributes: Attributes<'a>,
}

/// The side of an element that a tag is on.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum TagSide {
    Start,
    End,
}

/// The attributes of a tag, in either storage.
#[derive(Clone, Copy, Debug)]
pub(super) enum Attributes<'a> {
    Packed(&'a [PackedAttribute]),
    Whole(&'a [Attribute]),
}

/// An attribute of a tag; see [`Attribute`].
#[derive(Clone, Copy, Debug)]
pub struct AttributeRef<'a> {
    /// The name, in lower case.
    pub name: ValueRef<'a>,
    /// The value without quotes; `None` if and only if there is no equals sign.
    pub value: Option<ValueRef<'a>>,
    /// The span from the name to the end of the value or its closing quote.
    pub span: Span,
    /// Set if an earlier attribute of the tag has the same name, so that this one does not count.
    pub duplicate: bool,
}

/// A run of characters; see [`Text`].
#[derive(Clone, Copy, Debug)]
pub struct TextRef<'a> {
    /// The characters.
    pub value: ValueRef<'a>,
    /// The state in which the text was read.
    pub state: LexicalState,
}

impl TokenKind {
    /// Returns a borrowed view.
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
    /// Returns a borrowed view.
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
    /// Returns the token in unpacked form.
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
    /// Returns a borrowed view.
    #[must_use]
    pub(crate) fn view(&self) -> TextRef<'_> {
        TextRef { value: self.value.view(), state: self.state }
    }
}

impl TextRef<'_> {
    /// Creates the view of a verbatim text that is a whole token of the data state.
    #[inline]
    pub(super) fn plain(span: Span) -> Self {
        Self { value: ValueRef::verbatim(span), state: LexicalState::Data }
    }
}

impl<'a> TagRef<'a> {
    /// Creates the view of a tag without attributes, given the start and the length of its name.
    #[inline]
    pub(super) fn bare(start: u32, length: u32) -> Self {
        let name = ValueRef::verbatim(Span { start, end: start + length });
        Self { name, self_closing: false, attributes: Attributes::Packed(&[]) }
    }

    /// Returns all attributes in the order of the source. Duplicates are included and marked.
    pub fn attributes(self) -> impl Iterator<Item = AttributeRef<'a>> {
        let count = match self.attributes {
            Attributes::Packed(packed) => packed.len(),
            Attributes::Whole(whole) => whole.len(),
        };
        (0..count).filter_map(move |index| self.attribute(index))
    }

    /// Returns the attribute at an index.
    #[must_use]
    #[inline]
    pub fn attribute(self, index: usize) -> Option<AttributeRef<'a>> {
        match self.attributes {
            Attributes::Packed(packed) => packed.get(index).map(|attribute| attribute.view()),
            Attributes::Whole(whole) => whole.get(index).map(Attribute::view),
        }
    }

    fn to_tag(self) -> Tag {
        Tag {
            name: self.name.to_value(),
            attributes: self.attributes().map(AttributeRef::to_attribute).collect(),
            self_closing: self.self_closing,
        }
    }
}

impl AttributeRef<'_> {
    fn to_attribute(self) -> Attribute {
        let Self { name, value, span, duplicate } = self;
        let value = value.map(ValueRef::to_value);
        Attribute { name: name.to_value(), value, span, duplicate }
    }
}

impl Attribute {
    /// Returns a borrowed view.
    #[must_use]
    pub(crate) fn view(&self) -> AttributeRef<'_> {
        let Self { name, value, span, duplicate } = self;
        let value = value.as_ref().map(Value::view);
        AttributeRef { name: name.view(), value, span: *span, duplicate: *duplicate }
    }
}
