//! A toy vocabulary, and a script of tokens and events played by hand.

use std::sync::Arc;

use crate::base::{FileId, Span};
use crate::earley::{TerminalId, Word};
use crate::grammar::ElementId;
use crate::grammar::ast::Place;
use crate::slippers::Parse;
use crate::slippers::event::{Event, EventKind, Repair, RepairId, RepairKind, TokenId};
use crate::source::{DecodeOptions, decode};
use crate::token::{Attribute, Comment, Doctype, LexicalState, Tag, Text, Token, TokenKind, Value};
use crate::tree::{Document, Facts, Source, Vocabulary};

pub(super) const SHEET: usize = 0;
pub(super) const RANK: usize = 1;
pub(super) const PIECE: usize = 2;
pub(super) const STOP: usize = 3;
pub(super) const VERSE: usize = 4;
pub(super) const ANY: usize = 5;
pub(super) const BEAD: usize = 6;
pub(super) const TAIL: usize = 7;
pub(super) const ELEMENTS: usize = 8;

/// Eight elements: plain ones, a void one, a raw one, a wildcard, a foreign one, one without an end.
pub(super) struct Toy;

impl Vocabulary for Toy {
    fn title(&self) -> &str {
        "toy"
    }

    fn facts(&self, element: ElementId) -> Facts<'_> {
        let (name, namespace, lexical) = match element.index() {
            SHEET => (Some("sheet"), None, LexicalState::Data),
            RANK => (Some("rank"), None, LexicalState::Data),
            PIECE => (Some("piece"), None, LexicalState::Data),
            STOP => (Some("stop"), None, LexicalState::Data),
            VERSE => (Some("verse"), None, LexicalState::RawText),
            BEAD => (Some("bead"), Some("ring"), LexicalState::Data),
            TAIL => (Some("tail"), None, LexicalState::PlainText),
            _ => (None, None, LexicalState::Data),
        };
        Facts { name, namespace, void: element.index() == STOP, lexical }
    }

    fn spelled(&self, _: TerminalId) -> &str {
        "WORD"
    }

    fn cited(&self, place: Place) -> (String, &str) {
        (format!("toy.grammar:{}", place.span.start), "<piece>   -> <sheet>\t<rank> ;")
    }
}

/// A text and the events about it, as they are made up.
#[derive(Default)]
pub(super) struct Play {
    text: String,
    parse: Parse,
    open: Vec<(usize, u32)>,
}

impl Play {
    pub(super) fn new() -> Self {
        Self::default()
    }

    pub(super) fn is_open(&self) -> bool {
        !self.open.is_empty()
    }

    fn token(&mut self, written: &str, kind: impl FnOnce(Span) -> TokenKind) -> TokenId {
        let start = self.text.len();
        self.text.push_str(written);
        let span = Span::new(start, self.text.len());
        self.parse.tokens.push(Token { span, kind: kind(span) });
        TokenId::new(self.parse.tokens.len() - 1)
    }

    fn emit(&mut self, kind: EventKind, label: Option<u32>, token: Option<TokenId>) {
        let word = label.map(|label| Word { terminal: TerminalId::new(0), label });
        self.parse.events.push(Event { kind, word, token, cause: None });
    }

    fn blame(&mut self, kind: RepairKind, cited: bool) {
        let cause = RepairId::new(self.parse.repairs.len());
        let token = match kind {
            RepairKind::Cruft => self.parse.tokens.len() - 1,
            _ => self.parse.tokens.len(),
        };
        let span = match kind {
            RepairKind::Cruft => self.parse.tokens[token].span,
            _ => Span::at(self.text.len()),
        };
        let inserts = matches!(kind, RepairKind::VirtualStart | RepairKind::VirtualEnd);
        let place = Place { file: FileId::new(0), span: Span::at(7) };
        self.parse.repairs.push(Repair {
            kind,
            token: TokenId::new(token),
            span,
            rejected: Some(TerminalId::new(1)),
            inserted: inserts.then_some(TerminalId::new(2)),
            place: cited.then_some(place),
        });
        self.parse.events.last_mut().expect("an event was emitted").cause = Some(cause);
    }

    fn label(&mut self, element: usize) -> u32 {
        if element == ANY { self.parse.names.label("acme") } else { 0 }
    }

    fn name(element: usize) -> &'static str {
        ["sheet", "rank", "piece", "stop", "verse", "acme", "bead", "tail"][element]
    }

    fn begin(&mut self, element: usize, token: Option<TokenId>) {
        let label = self.label(element);
        self.emit(EventKind::Open(ElementId::new(element)), Some(label), token);
        if token.is_none() {
            self.blame(RepairKind::VirtualStart, true);
        }
        if element == STOP {
            self.emit(EventKind::Close(ElementId::new(element)), None, None);
        } else {
            self.open.push((element, label));
        }
    }

    /// A start tag with attributes (name, value).
    pub(super) fn tag(mut self, element: usize, attributes: &[(&str, &str)]) -> Self {
        let mut written = format!("<{}", Self::name(element));
        let base = self.text.len();
        let mut list: Vec<Attribute> = Vec::new();
        for (name, value) in attributes {
            let start = base + written.len() + 1;
            let middle = start + name.len();
            written.push_str(&format!(" {name}='{value}'"));
            let duplicate = attributes[..list.len()].iter().any(|(other, _)| other == name);
            let value = Value::verbatim(Span::new(middle + 2, middle + 2 + value.len()));
            let span = Span::new(start, base + written.len());
            let name = Value::verbatim(Span::new(start, middle));
            list.push(Attribute { name, value: Some(value), span, duplicate });
        }
        written.push('>');
        let name = Span::new(base + 1, base + 1 + Self::name(element).len());
        let tag = Tag { name: Value::verbatim(name), attributes: list, self_closing: false };
        let token = self.token(&written, |_| TokenKind::StartTag(tag));
        self.begin(element, Some(token));
        self
    }

    pub(super) fn start(self, element: usize) -> Self {
        self.tag(element, &[])
    }

    pub(super) fn wish(mut self, element: usize) -> Self {
        self.begin(element, None);
        self
    }

    pub(super) fn end(mut self) -> Self {
        let (element, label) = self.open.pop().expect("something is open");
        let token = self.named_end(Self::name(element));
        self.emit(EventKind::Close(ElementId::new(element)), Some(label), Some(token));
        self
    }

    fn named_end(&mut self, name: &str) -> TokenId {
        let start = self.text.len() + 2;
        let value = Value::verbatim(Span::new(start, start + name.len()));
        let tag = Tag { name: value, attributes: Vec::new(), self_closing: false };
        self.token(&format!("</{name}>"), |_| TokenKind::EndTag(tag))
    }

    pub(super) fn wish_end(mut self) -> Self {
        let (element, label) = self.open.pop().expect("something is open");
        self.emit(EventKind::Close(ElementId::new(element)), Some(label), None);
        self.blame(RepairKind::VirtualEnd, true);
        self
    }

    pub(super) fn text(self, written: &str) -> Self {
        let cut = [written.len()];
        self.decoded(written, None, &cut)
    }

    /// A run of text whose value is perhaps another one, in pieces that end where `cuts` say.
    pub(super) fn decoded(mut self, written: &str, value: Option<&str>, cuts: &[usize]) -> Self {
        let state = LexicalState::Data;
        let token = self.token(written, |span| {
            let value = match value {
                Some(value) => Value::decoded(span, value),
                None => Value::verbatim(span),
            };
            TokenKind::Text(Text { value, state })
        });
        let mut start = 0;
        for &cut in cuts {
            self.emit(EventKind::Text(Span::new(start, cut)), Some(0), Some(token));
            start = cut;
        }
        self
    }

    pub(super) fn comment(mut self, value: &str) -> Self {
        let token = self.token(&format!("<!--{value}-->"), |span| {
            let inner = Span::new(span.range().start + 4, span.range().end - 3);
            TokenKind::Comment(Comment { value: Value::verbatim(inner), bogus: false })
        });
        self.emit(EventKind::Comment, Some(0), Some(token));
        self
    }

    pub(super) fn doctype(mut self, name: &str, ids: Option<(&str, &str)>) -> Self {
        let token = self.token("<!doctype>", |span| {
            let value = |text: &str| Some(Value::decoded(span, text));
            TokenKind::Doctype(Doctype {
                name: value(name),
                public_id: ids.and_then(|(public, _)| value(public)),
                system_id: ids.and_then(|(_, system)| value(system)),
                force_quirks: false,
            })
        });
        self.emit(EventKind::Doctype, Some(0), Some(token));
        self
    }

    pub(super) fn lost(mut self, written: &str) -> Self {
        self.token(written, |_| TokenKind::Lost);
        self
    }

    /// An end tag that is set aside, as a node or not.
    pub(super) fn cruft(mut self, name: &str, kept: bool) -> Self {
        let token = self.named_end(name);
        self.emit(EventKind::Cruft(None), kept.then_some(0), Some(token));
        self.blame(RepairKind::Cruft, kept);
        self
    }

    /// A run of text that is set aside.
    pub(super) fn cruft_text(mut self, written: &str) -> Self {
        let token = self.token(written, |span| {
            TokenKind::Text(Text { value: Value::verbatim(span), state: LexicalState::Data })
        });
        let range = Span::new(0, written.len());
        self.emit(EventKind::Cruft(Some(range)), Some(0), Some(token));
        self.blame(RepairKind::Cruft, false);
        self
    }

    /// The end of the input; what is open is closed by force.
    pub(super) fn finish(mut self) -> Document {
        while let Some((element, _)) = self.open.pop() {
            self.emit(EventKind::Close(ElementId::new(element)), None, None);
            self.blame(RepairKind::Unfinished, false);
        }
        let token = self.token("", |_| TokenKind::EndOfFile);
        self.emit(EventKind::End, Some(0), Some(token));
        let decoded = decode(self.text.as_bytes(), &DecodeOptions::default()).expect("short");
        let decoded = crate::source::Decoded { text: self.text, ..decoded };
        Document::new(Arc::new(Toy), Source::new("play", decoded), self.parse)
    }
}
