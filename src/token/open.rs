//! Builders of tags, comments and doctypes.
//!
//! The collector passes on the reports of the state machine; the builders make the parts of a token
//! from them. They also contain the rules that need the text: which `>` or dashes are a comment's
//! delimiters, whether an attribute without a reported value has an equals sign, whether a quote
//! closes the value.
//!
//! Names are reported with the position *after* their first byte, values with the position of
//! theirs. The end of each is the position after the last reported piece.

use super::gather::ValueBuilder;
use super::{Attribute, Comment, Doctype, Tag, TokenKind, Value};
use crate::base::Span;
use std::collections::HashSet;

/// The maximum number of attributes that are compared pairwise.
pub(super) const FEW_ATTRIBUTES: usize = 16;

/// A builder of a tag, if one is open.
#[derive(Debug, Default)]
pub(super) struct OpenTag {
    /// Set if a tag was begun that is neither complete nor turned out to be text.
    pub(super) is_open: bool,
    pub(super) is_end: bool,
    pub(super) self_closing: bool,
    pub(super) name: ValueBuilder,
    pub(super) attributes: Vec<Attribute>,
    /// The last attribute, if it is not in `attributes` yet.
    pub(super) attribute: Option<OpenAttribute>,
}

/// A builder of an attribute.
#[derive(Debug)]
pub(super) struct OpenAttribute {
    pub(super) name: ValueBuilder,
    pub(super) value: Option<ValueBuilder>,
}

impl OpenTag {
    /// Begins the tag whose `<` is at the offset.
    pub(super) fn at(open: usize, is_end: bool) -> Self {
        let name = ValueBuilder::at(open + 1 + usize::from(is_end));
        Self { is_open: true, is_end, name, ..Self::default() }
    }

    /// Begins an attribute; one byte of its name has been read.
    pub(super) fn begin_attribute(&mut self, text: &str, position: usize) {
        self.close_attribute(text);
        let name = ValueBuilder::at(position.saturating_sub(1));
        self.attribute = Some(OpenAttribute { name, value: None });
    }

    /// Completes the last attribute.
    fn close_attribute(&mut self, text: &str) {
        if let Some(attribute) = self.attribute.take() {
            self.attributes.push(attribute.finish(text));
        }
    }

    /// Completes the attributes.
    pub(super) fn close_attributes(&mut self, text: &str) {
        self.close_attribute(text);
        mark_duplicates(text, &mut self.attributes);
    }

    /// Returns the tag, whose attributes must be complete.
    pub(super) fn finish(self, text: &str) -> TokenKind {
        let name = self.name.finish_here(text);
        let tag = Tag { name, attributes: self.attributes.into(), self_closing: self.self_closing };
        if self.is_end { TokenKind::EndTag(tag) } else { TokenKind::StartTag(tag) }
    }
}

impl OpenAttribute {
    fn finish(self, text: &str) -> Attribute {
        let start = self.name.start();
        let name = self.name.finish_here(text);
        let value = match self.value {
            Some(value) => Some(value.finish_here(text)),
            None => missing_value(text, name.span().range().end),
        };
        let mut end = name.span().range().end;
        if let Some(value) = &value {
            let range = value.span().range();
            // OK because an unquoted value neither starts with a quote nor comes right after one.
            let before = text.as_bytes().get(range.start.wrapping_sub(1));
            let is_quoted = matches!(before, Some(b'"' | b'\''));
            end = range.end + usize::from(is_quoted);
        }
        Attribute { name, value, span: Span::new(start, end), duplicate: false }
    }
}

/// 13.2.5.35: returns the empty value of `<x y=>`, which the machine does not report; `None`
/// without an equals sign.
fn missing_value(text: &str, name_end: usize) -> Option<Value> {
    let rest = text.as_bytes().get(name_end..)?;
    let space = rest.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
    if rest.get(space) != Some(&b'=') {
        return None;
    }
    Some(Value::verbatim(Span::at(name_end + space + 1)))
}

/// 13.2.5.33: marks each attribute with the name of an earlier one, in linear time.
pub(super) fn mark_duplicates(text: &str, attributes: &mut [Attribute]) {
    if attributes.len() <= FEW_ATTRIBUTES {
        for index in 1..attributes.len() {
            let (before, rest) = attributes.split_at_mut(index);
            let name = rest[0].name.get(text);
            rest[0].duplicate = before.iter().any(|other| other.name.get(text) == name);
        }
        return;
    }
    let mut seen = HashSet::with_capacity(attributes.len());
    let names = attributes.iter().map(|attribute| attribute.name.get(text));
    let flags: Vec<bool> = names.map(|name| !seen.insert(name)).collect();
    for (attribute, duplicate) in attributes.iter_mut().zip(flags) {
        attribute.duplicate = duplicate;
    }
}

/// A builder of a comment.
#[derive(Debug, Default)]
pub(super) struct OpenComment {
    bogus: bool,
    value: ValueBuilder,
}

impl OpenComment {
    /// Begins the comment whose `<` is at the offset.
    pub(super) fn at(text: &str, open: usize) -> Self {
        let (bogus, start) = match text.as_bytes().get(open..).unwrap_or_default() {
            [b'<', b'!', b'-', b'-', ..] => (false, 4),
            [b'<', b'?', ..] => (true, 1),
            _ => (true, 2),
        };
        Self { bogus, value: ValueBuilder::at(open + start) }
    }

    pub(super) fn push(&mut self, text: &str, piece: &[u8], position: usize) {
        self.value.push(text, piece, position);
    }

    /// Returns the comment whose token ends at the position.
    pub(super) fn finish(self, text: &str, position: usize) -> Comment {
        let start = self.value.start();
        let body = text.get(start..position).unwrap_or_default();
        let value = self.value.finish(text, start + content(body, self.bogus).len());
        Comment { value, bogus: self.bogus }
    }
}

/// Returns the content of a comment (13.2.5.41 to 13.2.5.52), given the text between its opening
/// and the end of its token.
fn content(body: &str, bogus: bool) -> &str {
    if bogus {
        return body.strip_suffix('>').unwrap_or(body);
    }
    if matches!(body, ">" | "->") {
        return "";
    }
    // Closed, closed badly, or cut off by the end of the file.
    for end in ["-->", "--!>", "--!", "--", "-"] {
        if let Some(content) = body.strip_suffix(end) {
            return content;
        }
    }
    body
}

/// A builder of a doctype.
#[derive(Debug, Default)]
pub(super) struct OpenDoctype {
    pub(super) name: Option<ValueBuilder>,
    pub(super) public_id: Option<ValueBuilder>,
    pub(super) system_id: Option<ValueBuilder>,
    pub(super) force_quirks: bool,
}

impl OpenDoctype {
    /// Appends to the name. The source of its first piece is one byte.
    pub(super) fn push_name(&mut self, text: &str, piece: &[u8], position: usize) {
        let name = self.name.get_or_insert_with(|| ValueBuilder::at(position.saturating_sub(1)));
        name.push(text, piece, position);
    }

    pub(super) fn finish(self, text: &str) -> Doctype {
        Doctype {
            name: self.name.map(|name| name.finish_here(text)),
            public_id: self.public_id.map(|id| id.finish_here(text)),
            system_id: self.system_id.map(|id| id.finish_here(text)),
            force_quirks: self.force_quirks,
        }
    }
}
