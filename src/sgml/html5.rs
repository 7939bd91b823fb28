//! HTML tokens as reports of the SGML analyser.
//!
//! The kinds of reports have the same meaning as there, as far as possible. Names are in lower
//! case. A quoted value is a literal, but it comes without quotes and with its references decoded.
//! Text is data, decoded as well. An attribute without a value has only a name. A parse error is an
//! error with the standard's code.

use crate::base::Span;
use crate::source::{Decoded, EncodingReason};
use crate::token::{Attribute, Doctype, Html5Tokenizer, Tag, Token, TokenError, TokenKind, Value};
use wishful_sgml_lexer::{Callbacks, ReportBuilder, StringType};

/// A tokenizer that reports token by token.
pub struct Reader<'t> {
    text: &'t str,
    tokenizer: Html5Tokenizer<'t>,
    report: ReportBuilder,
}

impl<'t> Reader<'t> {
    /// Creates a reader of the tokens of a decoded text.
    pub fn new(decoded: &'t Decoded) -> Self {
        let text = &decoded.text;
        let tokenizer = match decoded.reason {
            EncodingReason::ByteOrderMark => Html5Tokenizer::with_byte_order_mark(text),
            _ => Html5Tokenizer::new(text),
        };
        Self { text, tokenizer, report: ReportBuilder::default() }
    }

    /// Reports the next token. Returns false at the end.
    pub fn report(&mut self, out: &mut impl Callbacks) -> bool {
        let token = self.tokenizer.next_token();
        for error in self.tokenizer.take_errors() {
            self.error(error, out);
        }
        self.report.clear();
        match &token.kind {
            TokenKind::StartTag(tag) => self.tag(StringType::Start, "<", tag, out),
            TokenKind::EndTag(tag) => self.tag(StringType::End, "</", tag, out),
            TokenKind::Text(text) => {
                self.push("", &text.value, StringType::Data);
                out.tag_or_data(self.report.parts());
            }
            TokenKind::Comment(comment) => {
                let text = ["--", comment.value.get(self.text), "--"].concat();
                self.report.push_for(StringType::Comment, &text, token.span.range());
                out.other_markup(self.report.parts());
            }
            TokenKind::ProcessingInstruction(instruction) => {
                let text = ["<?", instruction.value.get(self.text), ">"].concat();
                self.report.push_for(StringType::ProcessingInstruction, &text, token.span.range());
                out.other_markup(self.report.parts());
            }
            TokenKind::Doctype(doctype) => self.doctype(&token, doctype, out),
            TokenKind::Lost => self.report_mistake("lost", token.span, out),
            TokenKind::EndOfFile => return false,
        }
        true
    }

    /// Adds a value with a delimiter in front to the report.
    fn push(&mut self, before: &str, value: &Value, kind: StringType) {
        let text = [before, value.get(self.text)].concat();
        self.report.push_for(kind, &text, value.span().range());
    }

    /// Reports a tag.
    fn tag(&mut self, kind: StringType, before: &str, tag: &Tag, out: &mut impl Callbacks) {
        self.push(before, &tag.name, kind);
        for attribute in &tag.attributes {
            self.attribute(attribute);
        }
        out.tag_or_data(self.report.parts());
    }

    fn attribute(&mut self, attribute: &Attribute) {
        self.push("", &attribute.name, StringType::AttributeName);
        let Some(value) = &attribute.value else { return };
        let is_quoted = attribute.span.of(self.text).ends_with(['"', '\'']);
        self.push("", value, if is_quoted { StringType::Literal } else { StringType::NameToken });
    }

    fn doctype(&mut self, token: &Token, doctype: &Doctype, out: &mut impl Callbacks) {
        self.report.push_for(StringType::MarkupDeclaration, "<!doctype", token.span.range());
        let (public, system) = (&doctype.public_id, &doctype.system_id);
        let keyword = match (public, system) {
            (Some(_), _) => Some("public"),
            (None, Some(_)) => Some("system"),
            (None, None) => None,
        };
        if let Some(name) = &doctype.name {
            self.push("", name, StringType::Name);
        }
        if let Some(keyword) = keyword {
            self.report.push_for(StringType::Name, keyword, token.span.range());
        }
        for identifier in [public, system].into_iter().flatten() {
            self.push("", identifier, StringType::Literal);
        }
        out.other_markup(self.report.parts());
    }

    fn error(&mut self, error: TokenError, out: &mut impl Callbacks) {
        self.report_mistake(error.code, Span { start: error.at, end: error.at }, out);
    }

    /// Reports an error, with the text of its span.
    fn report_mistake(&mut self, what: &str, span: Span, out: &mut impl Callbacks) {
        self.report.clear();
        self.report.push_for(StringType::Error, what, span.range());
        self.report.push_for(StringType::Data, span.of(self.text), span.range());
        out.mistake(self.report.parts());
    }
}
