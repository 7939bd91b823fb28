//! What the machine reports becomes tokens.
//!
//! Data and references gather in a run, which other markup ends; a report of markup waits until its construct ends, and
//! then gets all of the text since the last token. A construct of which nothing is reported is lost.
//!
//! A reference to an entity that the grammar or the document declares is a construct of its own, and ends a run. Data and an instruction
//! become a token at once. A text is read by the tokenizer, with a collector for each of its constructs, whose tokens
//! this one adopts: the first has the place of the reference, and the others none.

mod tags;
mod text;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::declaration::{PARAMETER_ENTITY, SKIPPED_SUBSET};
use super::entities::{Known, References};
use super::interpret::Interpreter;
use super::replaced::moved;
use super::report::{Callbacks, Kind, Part, Parts};
use crate::base::Span;
use crate::token::gather::Gather;
use crate::token::{
    Comment, Doctype, ERROR_LIMIT, EntityData, LexicalState, ProcessingInstruction, Text, Token,
    TokenError, TokenKind, Value,
};

/// The one declaration that is a token of its own.
const DOCTYPE: &str = "<!doctype";

/// A report that waits for the end of its construct.
#[derive(Debug)]
enum Report {
    Token(TokenKind),
    /// A comment that ends at an offset, if its declaration goes on.
    Comment(Comment, usize),
    /// A declaration, whose text begins at an offset and goes on to its `>`.
    Bogus(usize),
    /// A processing instruction, likewise.
    Instruction(usize),
}

/// The callbacks: see the module.
#[derive(Debug)]
pub(super) struct Collector<'t> {
    text: &'t str,
    /// How the content is read, as the text says that is made of it.
    pub(super) state: LexicalState,
    pub(super) errors: Vec<TokenError>,
    errors_left: usize,
    ready: VecDeque<Token>,
    /// Where the last token ended.
    done: usize,
    /// Data and references since then.
    run: Option<Gather>,
    reports: Vec<Report>,
    /// Whether the construct that is being read was data.
    was_data: bool,
    /// Whether something in it was a mistake.
    was_mistake: bool,
    interpreter: Interpreter<'t>,
    /// The element that is current.
    current: Option<String>,
    /// The name of the document's type, which is that of its first element.
    document_type: Option<Box<str>>,
    /// Where the last reference ended: perhaps behind the end of a line.
    reference_end: usize,
    /// What references to declared entities stand for.
    references: References,
    /// The text that the construct that is being read refers to, and how long the end of a record is that ends the reference.
    opened: Option<(Arc<str>, usize)>,
    /// Where the last reference to a text begins.
    opened_at: usize,
    /// The declaration subset of the declaration that is being read.
    subset: Option<Range<usize>>,
    /// Whether what is read stands in a marked section of characters.
    pub(super) is_in_data: bool,
    /// Whether there are processing instructions; without them they are bogus comments.
    pub(super) has_instructions: bool,
}

impl<'t> Collector<'t> {
    pub(super) fn new(text: &'t str, references: References) -> Self {
        Self {
            text,
            references,
            opened: None,
            opened_at: 0,
            subset: None,
            is_in_data: false,
            has_instructions: false,
            state: LexicalState::Data,
            errors: Vec::new(),
            errors_left: ERROR_LIMIT,
            ready: VecDeque::new(),
            done: 0,
            run: None,
            reports: Vec::new(),
            was_data: false,
            was_mistake: false,
            interpreter: Interpreter::new(text),
            current: None,
            document_type: None,
            reference_end: 0,
        }
    }

    /// Whether tokens wait to be taken.
    pub(super) fn has_tokens(&self) -> bool {
        !self.ready.is_empty()
    }

    /// The next token. An empty tag gets its name only now: the text in front of it may have changed which element is current.
    pub(super) fn take(&mut self) -> Option<Token> {
        let mut token = self.ready.pop_front()?;
        if let TokenKind::StartTag(tag) | TokenKind::EndTag(tag) = &token.kind
            && tag.name.get(self.text).is_empty()
        {
            token.kind = self.named(token.kind);
        }
        Some(token)
    }

    /// Says which entities are known.
    pub(super) fn know(&mut self, known: Known) {
        self.references = References::new(known);
    }

    /// Says which element is current.
    pub(super) fn set_current(&mut self, name: Option<&str>) {
        let current = self.current.get_or_insert_default();
        current.clear();
        match name {
            Some(name) => current.push_str(name),
            None => self.current = None,
        }
    }

    /// A collector for a construct of a replacement text that begins at an offset; what this one knows goes to it.
    pub(super) fn nested<'n>(&mut self, text: &'n str, begin: usize) -> Collector<'n> {
        Collector {
            state: self.state,
            done: begin,
            errors_left: self.errors_left,
            has_instructions: self.has_instructions,
            ..Collector::new(text, std::mem::take(&mut self.references))
        }
    }

    /// Takes the tokens of a collector that has read up to an offset of its replacement text, and what it knows. All of it stands in
    /// this text up to `end`, where the reference ends.
    pub(super) fn adopt(&mut self, mut nested: Collector<'_>, read: usize, end: usize) {
        nested.finish_run(read);
        while let Some(token) = nested.ready.pop_front() {
            let span = Span::new(self.done, end);
            self.push_token(end, moved(token.kind, nested.text, span));
        }
        for mistake in &nested.errors {
            self.error(self.opened_at, mistake.code);
        }
        self.state = nested.state;
        self.references = nested.references;
    }

    /// The replacement text that the last construct refers to, if it does, and how long the record end is that ends the reference.
    pub(super) fn take_opened(&mut self) -> Option<(Arc<str>, usize)> {
        self.opened.take()
    }

    /// The replacement text that was opened last has been read, and refers to nothing that is not; `end` is where the reference to the
    /// outermost one ends.
    pub(super) fn close(&mut self, end: usize) {
        self.references.close();
        if self.done < end && !self.references.is_open() {
            self.push_text(end, "", Vec::new());
        }
    }

    /// Puts out the start of a record, which is no data, up to an offset: what the end of a record that ends a reference leaves.
    pub(super) fn begin_record(&mut self, end: usize) {
        self.push_text(end, "", vec![EntityData::function("\n", 0)]);
    }

    /// Puts out text up to an offset that is no part of a run.
    fn push_text(&mut self, end: usize, text: &str, data: Vec<EntityData>) {
        let value = Value::decoded(Span::new(self.done, end), text).with_entity_data(data);
        self.push_token(end, TokenKind::Text(Text { value, state: self.characters() }));
    }

    /// How data is read that is data whatever it is.
    fn characters(&self) -> LexicalState {
        if self.state == LexicalState::Data { LexicalState::Characters } else { self.state }
    }

    /// Where what was read up to an offset ends: a reference may end with the end of a line.
    pub(super) fn end_of(&self, read: usize) -> usize {
        self.reference_end.max(read)
    }

    /// The construct that begins and ends at these offsets has been read. A reference that is none stays as it is
    /// written.
    pub(super) fn construct(&mut self, begin: usize, end: usize) {
        let is_bad_reference =
            std::mem::take(&mut self.was_mistake) && self.text[begin..].starts_with('&');
        if is_bad_reference {
            self.run.get_or_insert_with(|| Gather::at(begin));
        }
        if !std::mem::take(&mut self.was_data) && !is_bad_reference {
            self.finish_run(begin);
            if self.opened.is_none() {
                self.finish(end);
            }
        }
    }

    /// Puts out the characters up to an offset.
    fn finish_run(&mut self, end: usize) {
        let Some(run) = self.run.take() else { return };
        let value = run.finish_at(self.text, end);
        let state = if self.is_in_data { self.characters() } else { self.state };
        self.push_token(end, TokenKind::Text(Text { value, state }));
    }

    /// Puts out what was reported, and what was not, up to an offset.
    pub(super) fn finish(&mut self, end: usize) {
        self.finish_run(end);
        let reports = std::mem::take(&mut self.reports);
        let count = reports.len();
        for (index, report) in reports.into_iter().enumerate() {
            let (kind, own_end) = match report {
                Report::Token(kind) => (kind, end),
                Report::Comment(comment, end) => (TokenKind::Comment(comment), end),
                Report::Bogus(start) => (self.bogus(start, end), end),
                Report::Instruction(start) => {
                    let value = self.interpreter.lines(start..end - ">".len());
                    let instruction = ProcessingInstruction { value };
                    (TokenKind::ProcessingInstruction(instruction), end)
                }
            };
            self.push_token(if index + 1 == count { end } else { own_end }, kind);
        }
        if end > self.done {
            self.push_token(end, TokenKind::Lost);
        }
    }

    fn push_token(&mut self, end: usize, kind: TokenKind) {
        if matches!(kind, TokenKind::EndTag(_)) {
            self.state = LexicalState::Data;
        }
        self.ready.push_back(Token { span: Span::new(self.done, end), kind });
        self.done = end;
    }

    fn bogus(&self, start: usize, end: usize) -> TokenKind {
        let value = self.interpreter.lines(start..end - ">".len());
        TokenKind::Comment(Comment { value, bogus: true })
    }

    /// A name in lower case that stands at a span.
    fn folded(&self, name: &str, span: Span) -> Value {
        if span.of(self.text) == name { Value::verbatim(span) } else { Value::decoded(span, name) }
    }

    /// A markup declaration, a part of which no comment in it is.
    fn declaration(&mut self, parts: Parts<'_>) {
        let first = parts.first();
        self.reports.clear();
        match first.text {
            Some(DOCTYPE) => {
                self.declare();
                let doctype = self.doctype(parts);
                self.document_type = doctype.name.as_ref().map(|name| name.get(self.text).into());
                self.reports.push(Report::Token(TokenKind::Doctype(Box::new(doctype))));
            }
            Some("<![" | "]]>") => {}
            _ => self.reports.push(Report::Bogus(first.place.start + "<!".len())),
        }
    }

    /// Reads the declaration subset, if there is one. One that belongs to another declaration than the document type's counts
    /// for nothing.
    fn declare(&mut self) {
        let Some(subset) = self.subset.take() else { return };
        for (at, mistake) in self.references.declare(&self.text[subset.clone()]) {
            self.error(subset.start + at, mistake);
        }
    }

    fn doctype(&self, parts: Parts<'_>) -> Doctype {
        let inside =
            |part: &Part<'_>| self.interpreter.lines(part.place.start + 1..part.place.end - 1);
        let mut parameters = parts.iter().skip(1);
        let name = parameters.next().filter(|part| part.kind == Kind::Name).map(|part| {
            self.folded(part.text.unwrap_or_default(), Span::new(part.place.start, part.place.end))
        });
        let keyword = parameters.next().and_then(|part| part.text);
        let mut literals = parameters.filter(|part| part.kind == Kind::Literal);
        let public_id =
            (keyword == Some("public")).then(|| literals.next()).flatten().as_ref().map(inside);
        let system_id = literals.next().as_ref().map(inside);
        Doctype { name, public_id, system_id, force_quirks: false }
    }

    /// Reports the references that stay as they are written.
    fn report_wrong(&mut self) {
        for (at, mistake) in std::mem::take(&mut self.interpreter.wrong) {
            self.error(at, mistake);
        }
    }

    fn error(&mut self, at: usize, code: &'static str) {
        if self.errors_left > 0 {
            self.errors_left -= 1;
            self.errors.push(TokenError { at: Span::at(at).start, code });
        }
    }
}

impl Callbacks for Collector<'_> {
    fn tag_or_data(&mut self, parts: Parts<'_>) {
        match parts.first() {
            part if part.kind == Kind::Data => self.data(&part),
            _ => self.tag(parts),
        }
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        let part = parts.first();
        match part.kind {
            Kind::EntityReference => self.entity(&part),
            Kind::Comment => {
                let value = self.interpreter.lines(part.place.start + 2..part.place.end - 2);
                let comment = Comment { value, bogus: false };
                self.reports.push(Report::Comment(comment, part.place.end));
            }
            Kind::ProcessingInstruction if self.has_instructions => {
                self.reports.push(Report::Instruction(part.place.start + "<?".len()));
            }
            Kind::ProcessingInstruction => {
                self.reports.push(Report::Bogus(part.place.start + "<".len()));
            }
            _ => self.declaration(parts),
        }
    }

    fn keywords(&mut self, name: &str) -> Option<String> {
        self.references.keywords(name).map(str::to_owned)
    }

    /// A mistake is the document's, unless it is only that the analyser reads no declarations.
    fn mistake(&mut self, parts: Parts<'_>) {
        self.was_mistake = true;
        if parts.message() == Some(SKIPPED_SUBSET) {
            self.subset = Some(parts.first().place);
        }
        let is_own = |code: &&str| ![SKIPPED_SUBSET, PARAMETER_ENTITY].contains(code);
        if let Some(code) = parts.message().filter(is_own) {
            self.error(parts.first().place.start, code);
        }
    }
}
