//! Packed storage of a text's tokens.
//!
//! A [`Token`] as a tokenizer returns it stores the span of each part, and the string that it
//! decodes to. Nearly all tokens are plain: their parts are verbatim and in fixed positions. A
//! token of this kind is a row of eight bytes; data that cannot be derived from the row is in
//! tables for each kind:
//!
//! ```text
//! rows        start  what       more             <p>Hi <a href="x">it</a>
//!             0      start tag  1                the name has 1 byte, after the <
//!             3      text                        verbatim, read in the data state
//!             6      tagged     0                tag 0: name 1, attributes 0..1
//!             18     text
//!             20     end tag    1
//! attributes  9..13  gap 2  value 1  tail 1      ="x" is two bytes, the value and one byte
//! ```
//!
//! Tokens tile the text, so the end of a token is the start of the next one. Tokens that are not
//! plain (names in capitals, decoded values, repeated attributes, comments, raw text) are stored
//! unpacked. Readers see no difference: they get a [`TokenRef`], assembled on the fly (`view`).

use super::view::{AttributeRef, Attributes, KindRef, TagRef, TagSide, TextRef, TokenRef};
use super::{Attribute, LexicalState, Tag, Text, Token, TokenKind, ValueRef};
use crate::base::{Span, narrow, wide};
use std::ops::Range;

/// The number of bits of a row that hold the kind of a token.
const KIND_BITS: u32 = 3;
/// The largest number in the remaining bits.
const MORE: u32 = u32::MAX >> KIND_BITS;

const TEXT: u32 = 0;
const START_TAG: u32 = 1;
const END_TAG: u32 = 2;
/// A start tag with attributes, or with a slash.
const TAGGED: u32 = 3;
const LOST: u32 = 4;
const END_OF_FILE: u32 = 5;
/// A token that is stored unpacked.
const OTHER: u32 = 6;

/// The tokens of a text, whose spans tile it.
#[derive(Clone, Debug, Default)]
pub struct Tokens {
    rows: Vec<TokenRow>,
    /// The end of the last token.
    end: u32,
    tags: Vec<PackedTag>,
    attributes: Vec<PackedAttribute>,
    others: Vec<TokenKind>,
}

/// A token.
#[derive(Clone, Copy, Debug)]
struct TokenRow {
    start: u32,
    /// The kind in the lower bits, and a number in the others.
    what: u32,
}

/// A start tag with a verbatim name directly after the `<`, and with plain attributes.
#[derive(Clone, Copy, Debug)]
struct PackedTag {
    first: u32,
    count: u16,
    name: u8,
    self_closing: bool,
}

/// An attribute whose parts are verbatim, and that is no duplicate.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedAttribute {
    start: u32,
    value: u32,
    name: u16,
    /// The distance from the end of the name to the value; 0 if and only if there is no value.
    gap: u8,
    /// The distance from the end of the value to the end of the attribute.
    tail: u8,
}

impl Tokens {
    /// The maximum number of tokens in a parse. Up to this number every token has its own number in
    /// the tables, whatever its kind.
    pub const MOST: usize = wide(MORE / 2);

    /// Creates an empty list with room for about `tokens` tokens.
    #[must_use]
    pub fn with_capacity(tokens: usize) -> Self {
        let (tags, attributes) = (Vec::with_capacity(tokens / 8), Vec::with_capacity(tokens / 4));
        Self { rows: Vec::with_capacity(tokens), tags, attributes, ..Self::default() }
    }

    /// Creates an empty list, whose first token starts at an offset.
    pub(super) fn starting_at(start: usize) -> Self {
        Self { end: Span::at(start).end, ..Self::default() }
    }

    /// Returns the number of tokens.
    #[must_use]
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Reports whether there are no tokens.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Appends a token. Its start is corrected to the end of the previous token.
    pub fn push(&mut self, token: Token) {
        let Token { span, kind } = token;
        // The tokenizer may give a different start: then the token is not plain, and its values
        // stay unchanged.
        let span = Span { start: self.end, end: span.end.max(self.end) };
        if self.push_plain(span, &kind).is_none() {
            self.others.push(kind);
            self.push_row(span, OTHER, self.others.len() - 1);
        }
    }

    /// Appends a token, if it is plain.
    fn push_plain(&mut self, span: Span, kind: &TokenKind) -> Option<()> {
        match kind {
            TokenKind::Lost => self.push_row(span, LOST, 0),
            TokenKind::EndOfFile => self.push_row(span, END_OF_FILE, 0),
            TokenKind::Text(Text { value, state: LexicalState::Data })
                if value.is_verbatim() && value.span() == span =>
            {
                self.push_text(span);
            }
            TokenKind::EndTag(tag) if tag.attributes.is_empty() && !tag.self_closing => {
                let name = plain_name(tag, span.start.checked_add(2)?)?;
                self.push_end_tag(span, name);
            }
            TokenKind::StartTag(tag) => {
                let name = plain_name(tag, span.start.checked_add(1)?)?;
                let first = self.attributes.len();
                let packed = tag.attributes.iter().map_while(PackedAttribute::of);
                self.attributes.extend(packed);
                let fits = self.attributes.len() - first == tag.attributes.len()
                    && self.push_start_tag(span, name, first, tag.self_closing);
                if !fits {
                    self.forget_attributes(first);
                    return None;
                }
            }
            _ => return None,
        }
        Some(())
    }

    /// Appends a verbatim text of the data state.
    #[inline(always)]
    pub(super) fn push_text(&mut self, span: Span) {
        self.push_row(span, TEXT, 0);
    }

    /// Appends an end tag without attributes, whose verbatim name has `name` bytes.
    #[inline(always)]
    pub(super) fn push_end_tag(&mut self, span: Span, name: usize) {
        self.push_row(span, END_TAG, name);
    }

    /// Appends a start tag with a verbatim name, and with the attributes from index `first` on;
    /// returns false if it does not fit.
    #[inline(always)]
    pub(super) fn push_start_tag(
        &mut self,
        span: Span,
        name: usize,
        first: usize,
        self_closing: bool,
    ) -> bool {
        if first == self.attributes.len() && !self_closing {
            self.push_row(span, START_TAG, name);
            return true;
        }
        let Some(tag) = PackedTag::new(name, first..self.attributes.len(), self_closing) else {
            return false;
        };
        self.tags.push(tag);
        self.push_row(span, TAGGED, self.tags.len() - 1);
        true
    }

    /// Returns the attributes of all packed start tags.
    pub(super) fn attributes(&self) -> &[PackedAttribute] {
        &self.attributes
    }

    /// Appends an attribute of the start tag that is appended next.
    pub(super) fn push_attribute(&mut self, attribute: PackedAttribute) {
        self.attributes.push(attribute);
    }

    /// Drops the attributes from index `first` on, since their start tag is not plain.
    pub(super) fn forget_attributes(&mut self, first: usize) {
        self.attributes.truncate(first);
    }

    /// Appends the row of a token. `more` is a number or an index, depending on the kind.
    #[inline(always)]
    fn push_row(&mut self, span: Span, kind: u32, more: usize) {
        // OK because no caller goes far beyond `MOST`; a token whose number does not fit is lost.
        let what = match u32::try_from(more) {
            Ok(more) if more <= MORE => more << KIND_BITS | kind,
            _ => LOST,
        };
        self.rows.push(TokenRow { start: span.start, what });
        self.end = span.end;
    }

    /// Returns the token at an index, if there is one.
    #[must_use]
    #[inline(always)]
    pub fn get(&self, index: usize) -> Option<TokenRef<'_>> {
        let row = *self.rows.get(index)?;
        let span = Span { start: row.start, end: self.start_of(index + 1) };
        Some(TokenRef { span, kind: self.kind_of(row, span) })
    }

    /// Returns the start of the token at an index; the end of the last token if there is none.
    #[inline(always)]
    fn start_of(&self, index: usize) -> u32 {
        match self.rows.get(index) {
            Some(row) => row.start,
            None => self.end,
        }
    }

    /// Returns the kind of the token at an index; lost if there is none.
    #[must_use]
    #[inline(always)]
    pub fn kind(&self, index: usize) -> KindRef<'_> {
        match self.get(index) {
            Some(token) => token.kind,
            None => KindRef::Lost,
        }
    }

    /// Returns the text at an index, if the token there is one.
    #[must_use]
    #[inline(always)]
    pub fn text(&self, index: usize) -> Option<TextRef<'_>> {
        let row = self.rows.get(index)?;
        match (row.kind(), self.other(*row)) {
            (TEXT, _) => Some(TextRef::plain(self.span(index))),
            (OTHER, Some(TokenKind::Text(text))) => Some(text.view()),
            _ => None,
        }
    }

    /// Returns the start tag at an index, if the token there is one.
    #[must_use]
    #[inline(always)]
    pub fn start_tag(&self, index: usize) -> Option<TagRef<'_>> {
        let row = self.rows.get(index)?;
        match (row.kind(), self.other(*row)) {
            (START_TAG, _) => Some(TagRef::bare(row.start + 1, row.more())),
            (TAGGED, _) => Some(self.tag_view(wide(row.more()), row.start + 1)),
            (OTHER, Some(TokenKind::StartTag(tag))) => Some(tag.view()),
            _ => None,
        }
    }

    /// Returns the name of the tag at an index, if the token there is one: a text, and the range of
    /// the name in it.
    #[inline(always)]
    pub(crate) fn tag_name<'t>(
        &'t self,
        index: usize,
        text: &'t str,
    ) -> Option<(TagSide, &'t [u8], Range<usize>)> {
        let row = self.rows.get(index)?;
        let (side, start, length) = match row.kind() {
            START_TAG => (TagSide::Start, row.start + 1, row.more()),
            END_TAG => (TagSide::End, row.start + 2, row.more()),
            TAGGED => (TagSide::Start, row.start + 1, u32::from(self.tags[wide(row.more())].name)),
            _ => {
                let (side, tag) = match self.other(*row)? {
                    TokenKind::StartTag(tag) => (TagSide::Start, tag),
                    TokenKind::EndTag(tag) => (TagSide::End, tag),
                    _ => return None,
                };
                let name = tag.name.view().bytes(text);
                return Some((side, name, 0..name.len()));
            }
        };
        Some((side, text.as_bytes(), wide(start)..wide(start + length)))
    }

    /// Reports whether the token at an index is the end of the file.
    #[must_use]
    #[inline(always)]
    pub fn is_end(&self, index: usize) -> bool {
        match self.rows.get(index) {
            Some(row) => row.kind() == END_OF_FILE,
            None => false,
        }
    }

    /// Returns the span of the token at an index; an empty one at the end if there is none.
    #[must_use]
    #[inline]
    pub fn span(&self, index: usize) -> Span {
        Span { start: self.start_of(index), end: self.start_of(index + 1) }
    }

    /// Returns the index of the token that holds the character at an offset; the number of tokens
    /// past their end.
    #[must_use]
    pub fn at(&self, offset: u32) -> usize {
        if offset >= self.end {
            return self.len();
        }
        // OK because they tile the text: the last one that starts here or before ends after it.
        self.rows.partition_point(|row| row.start <= offset).saturating_sub(1)
    }

    /// Returns the last token.
    #[must_use]
    pub fn last(&self) -> Option<TokenRef<'_>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns all tokens, in order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = TokenRef<'_>> + ExactSizeIterator {
        (0..self.len()).map(|index| {
            let span = self.span(index);
            TokenRef { span, kind: self.kind_of(self.rows[index], span) }
        })
    }

    /// Returns the tokens in unpacked form.
    #[must_use]
    pub fn to_vec(&self) -> Vec<Token> {
        self.iter().map(TokenRef::to_token).collect()
    }

    /// Returns the view of a row's kind.
    #[inline(always)]
    fn kind_of(&self, row: TokenRow, span: Span) -> KindRef<'_> {
        match row.kind() {
            TEXT => KindRef::Text(TextRef::plain(span)),
            START_TAG => KindRef::StartTag(TagRef::bare(span.start + 1, row.more())),
            END_TAG => KindRef::EndTag(TagRef::bare(span.start + 2, row.more())),
            TAGGED => KindRef::StartTag(self.tag_view(wide(row.more()), span.start + 1)),
            OTHER => match self.others.get(wide(row.more())) {
                Some(kind) => kind.view(),
                None => KindRef::Lost,
            },
            END_OF_FILE => KindRef::EndOfFile,
            _ => KindRef::Lost,
        }
    }

    /// Returns the unpacked token of a row, if the row has one.
    #[inline(always)]
    fn other(&self, row: TokenRow) -> Option<&TokenKind> {
        if row.kind() == OTHER { self.others.get(wide(row.more())) } else { None }
    }

    /// Returns the view of a tag, from its row and the offset at which its name starts.
    #[inline(always)]
    fn tag_view(&self, tag: usize, start: u32) -> TagRef<'_> {
        let PackedTag { first, count, name, self_closing } = self.tags[tag];
        let attributes = wide(first)..wide(first) + usize::from(count);
        TagRef {
            name: ValueRef::verbatim(Span { start, end: start + u32::from(name) }),
            self_closing,
            attributes: Attributes::Packed(&self.attributes[attributes]),
        }
    }
}

impl TokenRow {
    #[inline]
    fn kind(self) -> u32 {
        self.what & !(MORE << KIND_BITS)
    }

    #[inline]
    fn more(self) -> u32 {
        self.what >> KIND_BITS
    }
}

/// Returns the length of a tag's name, if that is verbatim and begins at an offset.
fn plain_name(tag: &Tag, start: u32) -> Option<usize> {
    let is_plain = tag.name.is_verbatim() && tag.name.span().start == start;
    if is_plain { Some(tag.name.len()) } else { None }
}

impl PackedTag {
    /// Packs a start tag; returns `None` if it does not fit.
    fn new(name: usize, attributes: Range<usize>, self_closing: bool) -> Option<Self> {
        Some(Self {
            first: u32::try_from(attributes.start).ok()?,
            count: u16::try_from(attributes.len()).ok()?,
            name: u8::try_from(name).ok()?,
            self_closing,
        })
    }
}

impl PackedAttribute {
    /// Packs an attribute, given the start and the end of its name, its value and its end. Without
    /// a value, `value` is an empty span at the end of the name. Returns `None` if the attribute
    /// does not fit.
    #[inline(always)]
    pub(super) fn new(start: usize, name_end: usize, value: Span, end: usize) -> Option<Self> {
        let range = value.range();
        Some(Self {
            start: Span::at(start).start,
            value: narrow(range.len()),
            name: u16::try_from(name_end - start).ok()?,
            gap: u8::try_from(range.start - name_end).ok()?,
            tail: u8::try_from(end - range.end).ok()?,
        })
    }

    /// Reports whether two attributes of a text have the same name.
    #[inline(always)]
    pub(super) fn has_name_of(&self, other: &Self, text: &[u8]) -> bool {
        self.name == other.name && text.get(self.name().range()) == text.get(other.name().range())
    }

    /// Returns the span of the name.
    pub(super) fn name(&self) -> Span {
        Span { start: self.start, end: self.start + u32::from(self.name) }
    }

    /// Packs an attribute; `None` if it is too long or not plain.
    fn of(attribute: &Attribute) -> Option<Self> {
        let Attribute { name, value, span, duplicate } = attribute;
        if !name.is_verbatim() || name.span().start != span.start || *duplicate {
            return None;
        }
        let end = name.span().end;
        let (value, gap) = match value {
            Some(value) if value.is_verbatim() => {
                let gap = u8::try_from(value.span().start.checked_sub(end)?).ok()?;
                // An attribute is not plain if its value follows its name directly: `view` derives
                // from the gap whether there is a value.
                if gap == 0 {
                    return None;
                }
                (value.span(), gap)
            }
            Some(_) => return None,
            None => (Span { start: end, end }, 0),
        };
        Some(Self {
            start: span.start,
            value: narrow(value.len()),
            name: u16::try_from(name.len()).ok()?,
            gap,
            tail: u8::try_from(span.end.checked_sub(value.end)?).ok()?,
        })
    }

    pub(super) fn view(self) -> AttributeRef<'static> {
        let name = self.name();
        let start = name.end + u32::from(self.gap);
        let value = Span { start, end: start + self.value };
        AttributeRef {
            name: ValueRef::verbatim(name),
            value: if self.gap > 0 { Some(ValueRef::verbatim(value)) } else { None },
            span: Span { start: self.start, end: value.end + u32::from(self.tail) },
            duplicate: false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Html5Tokenizer, Tokenizer};
    use super::*;

    #[test]
    fn packing_changes_no_token() {
        let texts = [
            "<p>Hi <a href=\"x\">it</a>",
            "<!doctype a><P ID=x>&amp;<b a a><b c = 'd'><br/><i x=></>",
            "<a b='&lt;' c>\r\n</A x></a/><!-- c --><![CDATA[x]]></p",
            "<a b=c/><a b=\"\" c=''><a\nb>\0",
        ];
        for text in texts {
            let (mut tokenizer, mut tokens) = (Html5Tokenizer::new(text), Tokens::default());
            let mut unpacked = Vec::new();
            loop {
                let token = Tokenizer::next_token(&mut tokenizer);
                unpacked.push(token.clone());
                let is_end = token.kind == TokenKind::EndOfFile;
                tokens.push(token);
                if is_end {
                    break;
                }
            }
            assert_eq!(tokens.to_vec(), unpacked, "{text}");
        }
    }

    #[test]
    fn tokens_tile_the_text_whatever_spans_a_tokenizer_gives() {
        let text = |start, end| {
            let value = super::super::Value::verbatim(Span { start, end });
            let kind = TokenKind::Text(Text { value, state: LexicalState::Data });
            Token { span: Span { start, end }, kind }
        };
        let mut tokens = Tokens::default();
        for token in [text(1, 2), text(4, 5), text(0, 3)] {
            tokens.push(token);
        }
        let spans: Vec<_> = tokens.iter().map(|token| token.span).collect();
        assert_eq!(spans, [Span::new(0, 2), Span::new(2, 5), Span::new(5, 5)]);
        for (index, expected) in ["b", "e", "abc"].into_iter().enumerate() {
            assert_eq!(tokens.text(index).unwrap().value.get("abcde"), expected);
        }
    }

    #[test]
    fn plain_tokens_are_small() {
        let mut tokenizer = Html5Tokenizer::new("<p>Hi <a href=\"x\" b>it</a>");
        let mut tokens = Tokens::default();
        for _ in 0..6 {
            tokens.push(tokenizer.next_token());
        }
        assert!(tokens.others.is_empty());
        assert_eq!((size_of::<TokenRow>(), size_of::<PackedTag>()), (8, 8));
        assert_eq!((tokens.tags.len(), size_of::<PackedAttribute>()), (1, 12));
    }
}
