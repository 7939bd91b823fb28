//! Descriptions of repairs and tags in words.
//!
//! ```text
//! inserted <tbody> before <tr> at 1:8 (marpa.grammar:88: <tr> -> <html> <head> <body> <tbody> …)
//! inserted </li> before <li> at 4:1, allowed (whatwg.grammar:188: wish any-end cost 2 for flow …)
//! set aside </b> at 1:24
//! closed <xmp> by force at the end of the parse at 9:1
//! ```
//!
//! These sentences say what the parser did. What an author reads in findings is in
//! `repair_groups`.

use crate::base::{Location, NameId, Position, Span};
use crate::grammar::ElementId;
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{
    ElementNumber, Event, EventKind, InsertionLocation, Repair, RepairId, RepairKind, TokenId,
};
use crate::token::KindRef;
use crate::tree::document::Document;
use crate::tree::excerpt::{Quoted, condensed};
use crate::tree::node_ref::NodeRef;
use serde::Serialize;

/// A line of a grammar that caused a repair.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct GrammarLine {
    /// The position of the cause: a word of a remedy, or a rule.
    pub at: Location,
    /// The statement, or the source at that position, on one line and shortened if it is long.
    pub text: String,
}

impl Document {
    /// Describes a repair as a sentence without a full stop: the action, its position, whether it
    /// is allowed, and the line of the grammar that causes it.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let document = parser.parse("<table><tr>", &ParseOptions::default()).unwrap();
    /// let fifth = document.describe_repair(document.repair_ids().nth(4).unwrap());
    /// assert!(fifth.starts_with("inserted <tbody> before <tr> at 1:8 (marpa"), "{fifth}");
    /// ```
    #[must_use]
    pub fn describe_repair(&self, repair: RepairId) -> String {
        let Some(record) = self.repair(repair) else { return String::new() };
        self.sentence(repair, self.position(record.span.start))
    }

    /// Describes a repair as a sentence, given its position.
    pub(in crate::tree) fn sentence(&self, repair: RepairId, position: Position) -> String {
        let Some(record) = self.repair(repair) else { return String::new() };
        let action = self.describe_action(repair);
        let allowed = self.allowed_mark(repair);
        match self.citation(record) {
            Some((at, line)) => format!("{action} at {position}{allowed} ({at}: {line})"),
            None => format!("{action} at {position}{allowed}"),
        }
    }

    /// Describes the action of a repair, without its position: `inserted <tbody> before <tr>`.
    #[must_use]
    pub fn describe_action(&self, repair: RepairId) -> String {
        let Some(record) = self.repair(repair) else { return String::new() };
        let rejected = self.rejected_token(repair);
        match record.kind {
            RepairKind::VirtualStart | RepairKind::VirtualEnd => {
                let tag = self.inserted_tag(repair).unwrap_or_default();
                format!("inserted {tag} before {rejected}{}", self.moved(repair))
            }
            RepairKind::Cruft => format!("set aside {rejected}"),
            RepairKind::Reopened => {
                let opened = self.inserted_tag(repair);
                let opened = opened.as_deref().unwrap_or("an element");
                format!("reopened {opened} before {rejected}{}", self.moved(repair))
            }
            RepairKind::Fostered => format!("moved {rejected} {}", self.destination(repair)),
            RepairKind::Rewritten => format!("read {rejected} as {}", self.reading(repair)),
            RepairKind::Adopted if self.event_of(repair).is_none() => {
                format!("closed for good, by {rejected}, an element that was to be reopened")
            }
            RepairKind::Adopted => format!("untangled the overlapping elements at {rejected}"),
            RepairKind::Unlinked => {
                format!(
                    "closed an element for {rejected}, but not those open inside it; they stay in it"
                )
            }
            RepairKind::Retracted => {
                format!("removed an open element and its content for {rejected}")
            }
            RepairKind::Merged => {
                format!("added the attributes of {rejected} to the open element of that name")
            }
            RepairKind::GivenUp => {
                format!("reached the limit of the search for tags to insert before {rejected}")
            }
            RepairKind::Unfinished => {
                let mut tag = String::new();
                if let Some(event) = self.event_of(repair)
                    && let EventKind::Close(element) = event.kind
                {
                    tag = self.tag(element, event, "<");
                }
                format!("closed {tag} by force at the end of the parse")
            }
        }
    }

    /// Returns the tag or text that a rewritten token was read as.
    pub(super) fn reading(&self, repair: RepairId) -> String {
        let Some(event) = self.event_of(repair) else { return "another tag".to_owned() };
        match event.kind {
            EventKind::Open(element) => self.tag(element, event, "<"),
            EventKind::Close(element) => self.tag(element, event, "</"),
            EventKind::Instead(number) => Quoted(self.string(number)).to_string(),
            _ => "another token".to_owned(),
        }
    }

    /// Returns where an inserted element was moved, such as `, and moved it before <table>`, or an
    /// empty text.
    fn moved(&self, repair: RepairId) -> String {
        match self.insertion_location(repair) {
            InsertionLocation::Here => String::new(),
            _ => format!(", and moved it {}", self.destination(repair)),
        }
    }

    /// Returns the insertion location of what a repair moved.
    #[doc(hidden)]
    #[must_use]
    pub fn insertion_location(&self, repair: RepairId) -> InsertionLocation {
        self.event_of(repair).map_or(InsertionLocation::Here, |event| event.location)
    }

    /// Returns, in words, the insertion location of what a repair moved.
    fn destination(&self, repair: RepairId) -> String {
        let Some(event) = self.event_of(repair) else { return "elsewhere".to_owned() };
        match event.location {
            InsertionLocation::Before(element) => {
                format!("before <{}>", self.numbered_name(element))
            }
            InsertionLocation::Inside(element) => format!("into <{}>", self.numbered_name(element)),
            InsertionLocation::Root => "at the end of the document".to_owned(),
            InsertionLocation::Here => "elsewhere".to_owned(),
        }
    }

    /// Returns the name of the element with a number; empty for a number that no element has.
    pub(super) fn numbered_name(&self, number: ElementNumber) -> String {
        match self.tables.elements.get(number.index()) {
            Some(element) => self.qualified_name(element.element, element.name),
            None => String::new(),
        }
    }

    /// Returns the line of the grammar that caused a repair: `file:line`, and its text, shortened.
    pub(in crate::tree) fn citation(&self, repair: &Repair) -> Option<(String, String)> {
        Some(self.cited_line(repair.place?))
    }

    /// Returns a line of the grammar as a citation: `file:line`, and its text, shortened.
    pub(super) fn cited_line(&self, place: FileSpan) -> (String, String) {
        let (at, line) = self.grammar.cited(place);
        (at, condensed(line))
    }

    /// Returns the line of the grammar that caused a repair, if there is one.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let text = "use \"marpa\" ;\n<acme> -> <table> ;";
    /// let parser = Parser::new(Grammar::source("mine", text).compile().unwrap()).unwrap();
    /// let document = parser.parse("<table><td>x", &ParseOptions::default()).unwrap();
    /// let tbody = document
    ///     .repair_ids()
    ///     .find(|&id| document.inserted_tag(id).as_deref() == Some("<tbody>"))
    ///     .unwrap();
    /// let line = document.grammar_line(tbody).unwrap();
    /// assert_eq!((line.at.file.as_str(), line.at.start.line), ("marpa.grammar", 92));
    /// assert!(line.text.starts_with("<td> -> "));
    /// ```
    #[must_use]
    pub fn grammar_line(&self, repair: RepairId) -> Option<GrammarLine> {
        let record = self.repair(repair)?;
        let place = record.place?;
        let at = Location::of(self.grammar.file(place)?, place.span)?;
        let (_, text) = self.citation(record)?;
        Some(GrammarLine { at, text })
    }

    /// Returns the tag that a repair inserted, if it inserted one.
    #[must_use]
    pub fn inserted_tag(&self, repair: RepairId) -> Option<String> {
        let record = self.repair(repair)?;
        let inserted = record.inserted?;
        if let Some(name) = self.node_of_repair(repair).and_then(NodeRef::qualified_name) {
            let opening = if record.kind == RepairKind::VirtualEnd { "</" } else { "<" };
            return Some(format!("{opening}{name}>"));
        }
        if let Some(event) = self.event_of(repair) {
            match event.kind {
                EventKind::Open(element) => return Some(self.tag(element, event, "<")),
                EventKind::Close(element) => return Some(self.tag(element, event, "</")),
                _ => {}
            }
        }
        Some(self.grammar.spelled(inserted).to_owned())
    }

    /// Returns the token that a repair is about: a tag by its name, text as an excerpt.
    #[must_use]
    pub fn rejected_token(&self, repair: RepairId) -> String {
        let Some(record) = self.repair(repair) else { return String::new() };
        // If the repair inserted tags, its span is only a position: the start of the piece.
        let end = if record.span.is_empty() { None } else { Some(record.span.end) };
        if let Some(words) = self.token_words(record.token, record.span.start, end) {
            return words;
        }
        match record.rejected {
            Some(terminal) => self.grammar.spelled(terminal).to_owned(),
            None => "an unknown token".to_owned(),
        }
    }

    /// Describes a token in a few words; a text by its part from `start` to `end`, or to its own
    /// end.
    fn token_words(&self, token: TokenId, start: u32, end: Option<u32>) -> Option<String> {
        let token = self.token(token)?;
        let text = self.text();
        let written = Span { start, end: end.unwrap_or(token.span.end) };
        Some(match token.kind {
            KindRef::StartTag(tag) => format!("<{}>", tag.name.get(text)),
            KindRef::EndTag(tag) => format!("</{}>", tag.name.get(text)),
            KindRef::Text(_) => Quoted(text.get(written.range())?).to_string(),
            KindRef::Comment(_) => "the comment".to_owned(),
            KindRef::ProcessingInstruction(_) => "the processing instruction".to_owned(),
            KindRef::Doctype(_) => "the document type".to_owned(),
            KindRef::Lost => "an unreadable token".to_owned(),
            KindRef::EndOfFile => "the end of the input".to_owned(),
        })
    }

    /// Spells a tag of an element: `<` or `</`, its name, `>`.
    pub(in crate::tree) fn tag(&self, element: ElementId, event: &Event, opening: &str) -> String {
        format!("{opening}{}>", self.qualified_name(element, self.name_in(event, element)))
    }

    /// Returns the name of the element that an event opens or closes. It is that of the word that
    /// was read, or the element's own if it was closed by force.
    pub(in crate::tree) fn name_in(&self, event: &Event, element: ElementId) -> Option<NameId> {
        if let Some(word) = event.word {
            return self.vocabulary.name(element, word.label);
        }
        let forced = &self.tables.forced;
        if let Some(cause) = event.cause
            && let Ok(index) = forced.binary_search_by_key(&cause, |&(repair, _)| repair)
            && let (_, Some(name)) = forced[index]
        {
            return Some(name);
        }
        self.vocabulary.name(element, 0)
    }

    /// Returns the ids of all repairs, in order.
    pub fn repair_ids(&self) -> impl ExactSizeIterator<Item = RepairId> + use<> {
        (0..self.repairs().len()).map(RepairId::new)
    }
}
