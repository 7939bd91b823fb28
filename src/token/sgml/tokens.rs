//! The conversion of the machine's reports into tokens.
//!
//! Data and references are collected in a run, which other markup ends. A report of markup waits
//! until its construct ends, and then its token gets all of the source since the last token. A
//! construct without a report is lost.
//!
//! A reference to an entity that the grammar or the document declares is a separate construct, and
//! ends a run. Data and an instruction become a token at once. The tokenizer reads a text entity
//! with one collector for each of its constructs, and this collector adopts their tokens. The first
//! of them has the span of the reference, the others have empty spans.

mod tags;
mod text;

use std::collections::VecDeque;
use std::ops::Range;
use std::sync::Arc;

use super::entities::{KnownEntities, References};
use super::interpret::Interpreter;
use super::replaced::moved;
use crate::base::Span;
use crate::token::gather::ValueBuilder;
use crate::token::{
    Comment, Doctype, ERROR_LIMIT, EntityData, LexicalState, ProcessingInstruction, Text, Token,
    TokenError, TokenKind, Value,
};
use wishful_sgml_lexer::declaration::{PARAMETER_ENTITY, SKIPPED_SUBSET};
use wishful_sgml_lexer::{Callbacks, Parts, StringType};

/// The declaration that becomes a doctype token.
const DOCTYPE: &str = "<!doctype";

/// A report that waits for the end of its construct.
#[derive(Debug)]
enum WaitingReport {
    Token(TokenKind),
    /// A comment with its end, in case its declaration continues.
    Comment(Comment, usize),
    /// A declaration, whose text begins at an offset and continues up to its `>`.
    Bogus(usize),
    /// A processing instruction, with the same offsets.
    Instruction(usize),
}

/// The receiver of the machine's reports: see the module.
#[derive(Debug)]
pub(super) struct Collector<'t> {
    text: &'t str,
    /// The state of the content, as the text tokens made of it have it.
    pub(super) state: LexicalState,
    pub(super) errors: Vec<TokenError>,
    errors_left: usize,
    ready: VecDeque<Token>,
    /// The end of the last token.
    done: usize,
    /// The data and references since then.
    run: Option<ValueBuilder>,
    reports: Vec<WaitingReport>,
    /// Set if the current construct is data.
    was_data: bool,
    /// Set if the current construct has a mistake.
    was_mistake: bool,
    interpreter: Interpreter<'t>,
    /// The name of the current element.
    current: Option<String>,
    /// The name of the document's type, which is that of its first element.
    document_type: Option<Box<str>>,
    /// The end of the last reference, perhaps after a line end.
    reference_end: usize,
    /// The resolver of references to declared entities.
    references: References,
    /// The text that the current construct refers to, and the length of the record end that
    /// terminates the reference.
    opened: Option<(Arc<str>, usize)>,
    /// The start of the last reference to a text.
    opened_at: usize,
    /// The declaration subset of the current declaration.
    subset: Option<Range<usize>>,
    /// Set if the current text is in a marked section of characters.
    pub(super) is_in_data: bool,
    /// Set if there are processing instructions; without them they are bogus comments.
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

    /// Reports whether tokens wait to be taken.
    pub(super) fn has_tokens(&self) -> bool {
        !self.ready.is_empty()
    }

    /// Removes and returns the next token. An empty tag gets its name only now, since the text
    /// before it may have changed the current element.
    pub(super) fn take(&mut self) -> Option<Token> {
        let mut token = self.ready.pop_front()?;
        if let TokenKind::StartTag(tag) | TokenKind::EndTag(tag) = &token.kind
            && tag.name.get(self.text).is_empty()
        {
            token.kind = self.named(token.kind);
        }
        Some(token)
    }

    /// Sets the known entities.
    pub(super) fn know(&mut self, known: KnownEntities) {
        self.references = References::new(known);
    }

    /// Sets the name of the current element.
    pub(super) fn set_current(&mut self, name: Option<&str>) {
        let current = self.current.get_or_insert_default();
        current.clear();
        match name {
            Some(name) => current.push_str(name),
            None => self.current = None,
        }
    }

    /// Creates a collector for a construct of a replacement text that begins at an offset. The
    /// state of this collector moves to it.
    pub(super) fn nested<'n>(&mut self, text: &'n str, begin: usize) -> Collector<'n> {
        Collector {
            state: self.state,
            done: begin,
            errors_left: self.errors_left,
            has_instructions: self.has_instructions,
            ..Collector::new(text, std::mem::take(&mut self.references))
        }
    }

    /// Takes the tokens and the state of a collector that has read its replacement text up to an
    /// offset. In this text all of them end at `end`, the end of the reference.
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

    /// Returns the replacement text that the last construct refers to, if it does, and the length
    /// of the record end that terminates the reference.
    pub(super) fn take_opened(&mut self) -> Option<(Arc<str>, usize)> {
        self.opened.take()
    }

    /// Handles the end of the replacement text that was opened last, and of all texts that it
    /// refers to. `end` is the end of the reference to the outermost one. If no token has the span
    /// of that reference, an empty text gets it.
    pub(super) fn close(&mut self, end: usize) {
        self.references.close();
        if self.done < end && !self.references.is_open() {
            self.push_text(end, "", Vec::new());
        }
    }

    /// Emits a record start, which is no data, up to an offset. It remains of a record end that
    /// terminates a reference.
    pub(super) fn begin_record(&mut self, end: usize) {
        self.push_text(end, "", vec![EntityData::function("\n", 0)]);
    }

    /// Emits text up to an offset that is no part of a run.
    fn push_text(&mut self, end: usize, text: &str, data: Vec<EntityData>) {
        let value = Value::decoded(Span::new(self.done, end), text).with_entity_data(data);
        self.push_token(end, TokenKind::Text(Text { value, state: self.characters() }));
    }

    /// Returns the state of text that is data in every context.
    fn characters(&self) -> LexicalState {
        if self.state == LexicalState::Data { LexicalState::Characters } else { self.state }
    }

    /// Returns the end of the source that was read up to an offset. A reference may include a line
    /// end.
    pub(super) fn end_of(&self, read: usize) -> usize {
        self.reference_end.max(read)
    }

    /// Handles the end of a construct. A reference with a mistake stays as it is written.
    pub(super) fn construct(&mut self, begin: usize, end: usize) {
        let is_bad_reference =
            std::mem::take(&mut self.was_mistake) && self.text[begin..].starts_with('&');
        if is_bad_reference {
            self.run.get_or_insert_with(|| ValueBuilder::at(begin));
        }
        if !std::mem::take(&mut self.was_data) && !is_bad_reference {
            self.finish_run(begin);
            if self.opened.is_none() {
                self.finish(end);
            }
        }
    }

    /// Emits the characters up to an offset.
    fn finish_run(&mut self, end: usize) {
        let Some(run) = self.run.take() else { return };
        let value = run.finish_at(self.text, end);
        let state = if self.is_in_data { self.characters() } else { self.state };
        self.push_token(end, TokenKind::Text(Text { value, state }));
    }

    /// Emits the waiting reports, and unreported source as lost, up to an offset.
    pub(super) fn finish(&mut self, end: usize) {
        self.finish_run(end);
        let reports = std::mem::take(&mut self.reports);
        let count = reports.len();
        for (index, report) in reports.into_iter().enumerate() {
            let (kind, own_end) = match report {
                WaitingReport::Token(kind) => (kind, end),
                WaitingReport::Comment(comment, end) => (TokenKind::Comment(comment), end),
                WaitingReport::Bogus(start) => (self.bogus(start, end), end),
                WaitingReport::Instruction(start) => {
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

    /// Appends a token that starts where the last one ended.
    fn push_token(&mut self, end: usize, kind: TokenKind) {
        if matches!(kind, TokenKind::EndTag(_)) {
            self.state = LexicalState::Data;
        }
        self.ready.push_back(Token { span: Span::new(self.done, end), kind });
        self.done = end;
    }

    /// Returns markup that is no HTML as a bogus comment.
    fn bogus(&self, start: usize, end: usize) -> TokenKind {
        let value = self.interpreter.lines(start..end - ">".len());
        TokenKind::Comment(Comment { value, bogus: true })
    }

    /// Returns the value of a name in lower case, whose source has a span.
    fn folded(&self, name: &str, span: Span) -> Value {
        if span.of(self.text) == name { Value::verbatim(span) } else { Value::decoded(span, name) }
    }

    /// Handles a markup declaration, which contains any comments that were reported in it.
    fn declaration(&mut self, parts: Parts<'_>) {
        let first = parts.first();
        self.reports.clear();
        match first.text {
            Some(DOCTYPE) => {
                self.declare();
                let doctype = self.doctype(parts);
                self.document_type = doctype.name.as_ref().map(|name| name.get(self.text).into());
                self.reports.push(WaitingReport::Token(TokenKind::Doctype(Box::new(doctype))));
            }
            Some("<![" | "]]>") => {}
            _ => self.reports.push(WaitingReport::Bogus(first.place.start + "<!".len())),
        }
    }

    /// Reads the declaration subset, if there is one. That of another declaration than the document
    /// type's has no effect.
    fn declare(&mut self) {
        let Some(subset) = self.subset.take() else { return };
        for (at, mistake) in self.references.declare(&self.text[subset.clone()]) {
            self.error(subset.start + at, mistake);
        }
    }

    /// Reads the parameters of a doctype.
    fn doctype(&self, parts: Parts<'_>) -> Doctype {
        let mut parameters = parts.iter().skip(1);
        let mut name = None;
        if let Some(part) = parameters.next()
            && part.kind == StringType::Name
        {
            let span = Span::new(part.place.start, part.place.end);
            name = Some(self.folded(part.text.unwrap_or_default(), span));
        }
        let keyword = parameters.next().and_then(|part| part.text);
        let mut identifiers = parameters
            .filter(|part| part.kind == StringType::Literal)
            .map(|part| self.interpreter.lines(part.place.start + 1..part.place.end - 1));
        let public_id = if keyword == Some("public") { identifiers.next() } else { None };
        let system_id = identifiers.next();
        Doctype { name, public_id, system_id, force_quirks: false }
    }

    /// Reports the references that stay as they are written.
    fn report_unresolved(&mut self) {
        for (at, mistake) in std::mem::take(&mut self.interpreter.unresolved) {
            self.error(at, mistake);
        }
    }

    /// Records a parse error, if the limit allows.
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
            part if part.kind == StringType::Data => self.data(&part),
            _ => self.tag(parts),
        }
    }

    fn other_markup(&mut self, parts: Parts<'_>) {
        let part = parts.first();
        match part.kind {
            StringType::EntityReference => self.entity(&part),
            StringType::Comment => {
                let value = self.interpreter.lines(part.place.start + 2..part.place.end - 2);
                let comment = Comment { value, bogus: false };
                self.reports.push(WaitingReport::Comment(comment, part.place.end));
            }
            StringType::ProcessingInstruction if self.has_instructions => {
                self.reports.push(WaitingReport::Instruction(part.place.start + "<?".len()));
            }
            StringType::ProcessingInstruction => {
                self.reports.push(WaitingReport::Bogus(part.place.start + "<".len()));
            }
            _ => self.declaration(parts),
        }
    }

    fn keywords(&mut self, name: &str) -> Option<String> {
        self.references.keywords(name).map(str::to_owned)
    }

    /// Records a mistake as a parse error, unless it only means that the analyser skips
    /// declarations.
    fn mistake(&mut self, parts: Parts<'_>) {
        self.was_mistake = true;
        if parts.message() == Some(SKIPPED_SUBSET) {
            self.subset = Some(parts.first().place);
        }
        if let Some(code) = parts.message()
            && ![SKIPPED_SUBSET, PARAMETER_ENTITY].contains(&code)
        {
            self.error(parts.first().place.start, code);
        }
    }
}
