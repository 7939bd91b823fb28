//! The conversion of tags into tokens.
//!
//! The name of an empty tag stays empty until the token is taken.

use super::{Collector, WaitingReport};
use crate::base::Span;
use crate::token::open::mark_duplicates;
use crate::token::{Attribute, Tag, TokenKind, Value};
use wishful_sgml_lexer::{Parts, ReportString, StringType};

impl Collector<'_> {
    /// Gives an empty tag the name of the current element. Before there is any element, an empty
    /// start tag is that of the document element, and an empty end tag has nothing to end.
    pub(super) fn named(&self, kind: TokenKind) -> TokenKind {
        let current = self.current.as_deref();
        match kind {
            TokenKind::StartTag(tag) => match current.or(self.document_type.as_deref()) {
                Some(name) => {
                    let name = Value::decoded(tag.name.span(), name);
                    TokenKind::StartTag(Tag { name, ..tag })
                }
                None => TokenKind::Lost,
            },
            TokenKind::EndTag(tag) => match current {
                Some(name) => {
                    let name = Value::decoded(tag.name.span(), name);
                    TokenKind::EndTag(Tag { name, ..tag })
                }
                None => TokenKind::Lost,
            },
            kind => kind,
        }
    }

    /// Handles a tag. The name of an empty tag is empty.
    pub(super) fn tag(&mut self, parts: Parts<'_>) {
        let first = parts.first();
        let is_end = first.kind == StringType::End;
        let delimiter = if is_end { "</" } else { "<" };
        let name = self.tag_name(&first, delimiter);
        let attributes = self.attributes(parts);
        self.report_unresolved();
        let tag = Tag { name, attributes, self_closing: false };
        let kind = if is_end { TokenKind::EndTag(tag) } else { TokenKind::StartTag(tag) };
        self.reports.push(WaitingReport::Token(kind));
    }

    fn tag_name(&self, part: &ReportString<'_>, delimiter: &str) -> Value {
        let text = part.text.unwrap_or_default();
        let name = text.strip_prefix(delimiter).unwrap_or(text);
        let start = part.place.end.saturating_sub(name.len()).max(part.place.start);
        let span = Span::new(start, part.place.end);
        self.folded(name, span)
    }

    fn attributes(&mut self, parts: Parts<'_>) -> Box<[Attribute]> {
        let mut attributes = Vec::new();
        let mut parts = parts.iter().skip(1);
        while let (Some(name), Some(value)) = (parts.next(), parts.next()) {
            attributes.push(self.attribute(&name, &value));
        }
        mark_duplicates(self.text, &mut attributes);
        attributes.into()
    }

    fn attribute(&mut self, name: &ReportString<'_>, value: &ReportString<'_>) -> Attribute {
        let span = Span::new(name.place.start, value.place.end);
        let value_span = Span::new(value.place.start, value.place.end);
        let Some(text) = name.text else {
            let name = self.folded(value.text.unwrap_or_default(), value_span);
            return Attribute { name, value: None, span, duplicate: false };
        };
        let name = self.folded(text, Span::new(name.place.start, name.place.end));
        let value = if value.kind == StringType::Literal {
            let inside = value.place.start + 1..value.place.end - 1;
            self.interpreter.literal(inside, &mut self.references)
        } else {
            Value::verbatim(value_span)
        };
        Attribute { name, value: Some(value), span, duplicate: false }
    }
}
