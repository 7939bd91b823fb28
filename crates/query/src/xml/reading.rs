//! Tokenization of XML: `quick-xml`'s events become physical tokens with spans, and this module
//! makes the checks that `quick-xml` omits.

use std::ops::Range;

use encoding_rs::{Encoding, UTF_8};
use quick_xml::Reader;
use quick_xml::escape::unescape;
use quick_xml::events::{BytesStart, Event};

use super::parser;
use wishful::ParseOptions;
use wishful::base::{Code, Diagnostic, FileSpan, Files, Report, SourceFile, Span};
use wishful::token::{
    Attribute, Comment, LexicalState, ProcessingInstruction, Tag, Text, Token, TokenKind, Value,
};
use wishful::tree::Document;

/// Parses XML; `name` is the name of the text in messages.
///
/// # Errors
/// The position and the reason, if the text is not well-formed.
pub fn parse(
    name: &str,
    text: impl Into<String>,
    options: &ParseOptions,
) -> Result<Document, Report> {
    let text = text.into();
    let tokens = match XmlTokenizer::new(&text).tokens() {
        Ok(tokens) => tokens,
        Err((span, message)) => return Err(refusal(name, &text, span, message)),
    };
    let options = options.clone().name(name).fragment(None);
    parser()
        .parse((text.as_str(), tokens), &options)
        .map_err(|error| refusal(name, &text, Span::at(0), error.to_string()))
}

/// Decodes XML by its byte order mark or its encoding declaration, otherwise as UTF-8. (XML 1.0,
/// section 4.3.3.)
#[must_use]
pub fn decode(bytes: &[u8]) -> String {
    let start = String::from_utf8_lossy(&bytes[..bytes.len().min(256)]);
    let encoding = match declared_encoding(&start) {
        // The declaration was readable as ASCII, so a declared encoding that is not
        // ASCII-compatible is wrong.
        Some(encoding) if encoding.is_ascii_compatible() => encoding,
        _ => UTF_8,
    };
    encoding.decode(bytes).0.into_owned()
}

/// Returns the encoding that the XML declaration at the start of a text names.
fn declared_encoding(start: &str) -> Option<&'static Encoding> {
    let (declaration, _) = start.strip_prefix("<?xml")?.split_once("?>")?;
    let (_, value) = declaration.split_once("encoding")?;
    let value = value.trim_start().strip_prefix('=')?.trim_start();
    let quote = value.chars().next()?;
    if !matches!(quote, '"' | '\'') {
        return None;
    }
    Encoding::for_label(value[1..].split(quote).next()?.as_bytes())
}

/// Returns the report for a text that is not well-formed.
fn refusal(name: &str, text: &str, span: Span, message: String) -> Report {
    let mut files = Files::default();
    let file = files.add(SourceFile::new(name, text));
    Report {
        files,
        diagnostics: vec![Diagnostic::error(Code::Syntax, FileSpan { file, span }, message)],
    }
}

/// The position of an error and its message.
type XmlError = (Span, String);

/// The state of tokenization.
struct XmlTokenizer<'t> {
    text: &'t str,
    tokens: Vec<Token>,
    /// The spans of the start tags of the open elements.
    open: Vec<Span>,
    /// A flag: the document element has started.
    has_root: bool,
}

impl<'t> XmlTokenizer<'t> {
    fn new(text: &'t str) -> Self {
        Self { text, tokens: Vec::new(), open: Vec::new(), has_root: false }
    }

    /// Returns all tokens, if the text is well-formed.
    fn tokens(mut self) -> Result<Vec<Token>, XmlError> {
        let mut reader = Reader::from_str(self.text);
        reader.config_mut().check_comments = true;
        let mut start = 0;
        loop {
            let event = reader.read_event();
            let end = self.offset(reader.buffer_position());
            let event = event.map_err(|error| {
                let at = self.offset(reader.error_position());
                (Span::new(at.min(end), end.max(at)), error.to_string())
            })?;
            if matches!(event, Event::Eof) {
                return self.finish();
            }
            // No event contains the byte order mark.
            self.event(&event, Span::new(start.min(end), end))?;
            start = end;
        }
    }

    /// Converts a position of `quick-xml` to an offset in the text.
    fn offset(&self, at: u64) -> usize {
        usize::try_from(at).unwrap_or(usize::MAX).min(self.text.len())
    }

    /// Returns the tokens if the text can end here: after exactly one element, which is closed.
    fn finish(self) -> Result<Vec<Token>, XmlError> {
        if let Some(open) = self.open.last() {
            return Err((*open, "this element has no end tag".to_owned()));
        }
        if !self.has_root {
            return Err((Span::at(self.text.len()), "no element found".to_owned()));
        }
        Ok(self.tokens)
    }

    fn push(&mut self, span: Span, kind: TokenKind) {
        self.tokens.push(Token { span, kind });
    }

    /// Appends the tokens of an event at `span`.
    fn event(&mut self, event: &Event<'_>, span: Span) -> Result<(), XmlError> {
        match event {
            Event::Start(tag) => {
                self.begin(tag, span)?;
                self.open.push(span);
            }
            Event::Empty(tag) => {
                let name = self.begin(tag, span)?;
                self.push(Span::at(span.range().end), end_tag(name));
            }
            Event::End(_) => {
                self.open.pop();
                self.push(span, end_tag(self.name(span.range().start + 2)));
            }
            Event::Text(_) => self.characters(span, span)?,
            Event::CData(_) => self.characters(span, between("<![CDATA[", span, "]]>"))?,
            Event::GeneralRef(_) => self.reference(span)?,
            Event::Comment(_) => {
                let value = self.verbatim(between("<!--", span, "-->"));
                self.push(span, TokenKind::Comment(Comment { value, bogus: false }));
            }
            Event::PI(_) => {
                let value = self.verbatim(between("<?", span, "?>"));
                let instruction = ProcessingInstruction { value };
                self.push(span, TokenKind::ProcessingInstruction(instruction));
            }
            Event::Decl(_) | Event::DocType(_) | Event::Eof => {
                self.push(span, TokenKind::Lost);
            }
        }
        Ok(())
    }

    /// Returns the text of a span with normalised line breaks (section 2.11).
    fn verbatim(&self, span: Span) -> Value {
        Value::normalized(span, self.text)
    }

    /// Appends character data; outside the document element, only white space is allowed.
    fn characters(&mut self, span: Span, inner: Span) -> Result<(), XmlError> {
        if !self.open.is_empty() {
            return self.data(span, self.verbatim(inner));
        }
        let written = inner.of(self.text);
        let is_blank = written.bytes().all(|byte| b" \t\r\n".contains(&byte));
        let is_mark = written == "\u{FEFF}" && span.start == 0;
        if !(is_blank || is_mark) {
            return Err(outside(inner));
        }
        self.push(span, TokenKind::Lost);
        Ok(())
    }

    /// Appends the text of a reference to a character or to a predefined entity.
    fn reference(&mut self, span: Span) -> Result<(), XmlError> {
        let decoded = unescape(span.of(self.text)).map_err(|error| (span, error.to_string()))?;
        if self.open.is_empty() {
            return Err(outside(span));
        }
        self.data(span, Value::decoded(span, decoded.into_owned()))
    }

    /// Appends text in an element.
    fn data(&mut self, span: Span, value: Value) -> Result<(), XmlError> {
        self.push(span, TokenKind::Text(Text { value, state: LexicalState::Data }));
        Ok(())
    }

    /// Returns the span of the name that starts at an offset.
    fn name(&self, start: usize) -> Span {
        let rest = &self.text[start..];
        let end = rest
            .find(|letter: char| letter.is_ascii_whitespace() || matches!(letter, '/' | '>' | '='));
        Span::new(start, start + end.unwrap_or(rest.len()))
    }

    /// Appends a start tag, and returns the span of its name.
    fn begin(&mut self, tag: &BytesStart<'_>, span: Span) -> Result<Span, XmlError> {
        if self.open.is_empty() && std::mem::replace(&mut self.has_root, true) {
            return Err((span, "a second root element".to_owned()));
        }
        let name = self.name(span.range().start + 1);
        if !begins_name(name.of(self.text)) {
            return Err((name, format!("`{}` is not a valid name", name.of(self.text))));
        }
        let attributes = self.attributes(tag, span, name.range().end)?;
        let name_value = Value::verbatim(name);
        // An end tag follows that of an empty element.
        let tag = Tag { name: name_value, attributes: attributes.into(), self_closing: false };
        self.push(span, TokenKind::StartTag(tag));
        Ok(name)
    }

    /// Returns the attributes of a tag whose name ends at `at`, without namespace declarations.
    fn attributes(
        &self,
        tag: &BytesStart<'_>,
        span: Span,
        mut at: usize,
    ) -> Result<Vec<Attribute>, XmlError> {
        let mut attributes = Vec::new();
        for attribute in tag.attributes() {
            let attribute = attribute.map_err(|error| (span, error.to_string()))?;
            let (key, value) = self.attribute(at, attribute.value.len());
            at = value.end + 1;
            let name = &self.text[key.clone()];
            if name != "xmlns" && !name.starts_with("xmlns:") {
                attributes.push(self.attribute_token(key, value)?);
            }
        }
        Ok(attributes)
    }

    /// Returns the ranges of the name and the value of the next attribute.
    fn attribute(&self, at: usize, length: usize) -> (Range<usize>, Range<usize>) {
        let key = self.name(self.skip_blanks(at)).range();
        let equals_sign = self.skip_blanks(key.end);
        let quote = self.skip_blanks(equals_sign + 1);
        (key, quote + 1..quote + 1 + length)
    }

    /// Returns the offset of the first character at or after `at` that is not white space.
    fn skip_blanks(&self, at: usize) -> usize {
        let rest = &self.text[at..];
        at + (rest.len() - rest.trim_ascii_start().len())
    }

    /// Builds an attribute; line breaks and tabs in its value become spaces (section 3.3.3).
    fn attribute_token(
        &self,
        key: Range<usize>,
        value: Range<usize>,
    ) -> Result<Attribute, XmlError> {
        let whole = Span::new(key.start, value.end + 1);
        let (name, span) = (Span::new(key.start, key.end), Span::new(value.start, value.end));
        let written = span.of(self.text);
        let value = if written.contains(['&', '\t', '\r', '\n']) {
            let blank = written.replace("\r\n", " ").replace(['\t', '\r', '\n'], " ");
            let decoded = unescape(&blank).map_err(|error| (span, error.to_string()))?;
            Value::decoded(span, decoded.into_owned())
        } else {
            Value::verbatim(span)
        };
        let name = Value::verbatim(name);
        Ok(Attribute { name, value: Some(value), span: whole, duplicate: false })
    }
}

/// Returns the span between the delimiters of a piece of markup.
fn between(open: &str, span: Span, close: &str) -> Span {
    Span::new(span.range().start + open.len(), span.range().end - close.len())
}

/// Returns the error for text outside the root element.
fn outside(text: Span) -> XmlError {
    (text, "text outside the root element".to_owned())
}

fn end_tag(name: Span) -> TokenKind {
    let name = Value::verbatim(name);
    TokenKind::EndTag(Tag { name, attributes: Box::default(), self_closing: false })
}

/// Reports whether a text starts with a name start character (section 2.3).
fn begins_name(text: &str) -> bool {
    text.starts_with(|first: char| {
        first.is_alphabetic() || matches!(first, '_' | ':') || !first.is_ascii()
    })
}
