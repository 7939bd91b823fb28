//! Functions for the project's own tests, benches and instruments. Nothing here is part of the
//! public API.

pub mod fuzz;

pub use crate::tree::not_written;

use crate::earley::{Engine, Refusal};
use crate::grammar::ElementId;
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{Edit, Event, EventKind, Repair, TokenId};
use crate::slippers::{Mismatch, OpenElements, Playback, Trace, TracePoint, TraceRecord};
use crate::token::Tokens;
use crate::{Document, Grammar, ParseError, ParseOptions, Parser};
use std::collections::HashSet;

/// An observer that collects the grammar places in trace records.
struct FiredLines<'a> {
    grammar: &'a Grammar,
    places: HashSet<FileSpan>,
}

impl Trace for FiredLines<'_> {
    fn look(&mut self, _: TracePoint, look: &TraceRecord<'_>) {
        match *look {
            TraceRecord::Rejected { refusal: Some(Refusal::Excluded(line)), .. } => {
                self.places.insert(self.grammar.context_place(line));
            }
            TraceRecord::Inserted { places, .. } => self.places.extend(places.iter().flatten()),
            TraceRecord::SetAside { place } => self.places.extend(place),
            TraceRecord::Settled { places, .. } => self.places.extend(places),
            TraceRecord::Applied { place } => {
                self.places.insert(place);
            }
            _ => {}
        }
    }
}

impl FiredLines<'_> {
    /// Collects the places that the finished document refers to.
    fn note_document(&mut self, document: &Document, context: Option<&str>) {
        let grammar = self.grammar;
        self.places.extend(allowances(document));
        self.places.extend(document.repairs().iter().filter_map(|repair| repair.place));
        for edit in document.edits() {
            if let Edit::Flag { flag, .. } = edit {
                self.places.insert(grammar.latch(*flag).place);
            }
        }
        // The rule of a fragment's root reads its outermost content.
        let root = context.and_then(|context| root_element(grammar, context));
        let mut open = OpenElements::default();
        for event in document.events() {
            let current = open.current().map(|open| open.element);
            if let Some(element) = current.or(root) {
                self.places.insert(grammar.element(element).place);
            }
            if let EventKind::Open(element) = event.kind {
                self.places.insert(grammar.element(element).place);
            }
            open.pass(event, document.edits());
        }
    }
}

/// Returns the element whose rule reads the outermost content of a fragment.
fn root_element(grammar: &Grammar, context: &str) -> Option<ElementId> {
    let root = grammar.fragment_root(grammar.context(context)?)?;
    Some(grammar.element_of_kind(root.within))
}

/// Returns the places of the grammar that had an effect on an input. These are the rules by which
/// elements were read, and the lines by which tokens were refused or settled. They also include the
/// lines that repairs cite or that allow them, and the latches that turned.
///
/// # Errors
/// The errors of [`Parser::parse`].
pub fn fired(
    parser: &Parser,
    text: &str,
    options: &ParseOptions,
) -> Result<HashSet<FileSpan>, ParseError> {
    let mut fired = FiredLines { grammar: parser.grammar(), places: HashSet::new() };
    let document = parser.run(text.as_bytes(), options, &mut fired)?;
    fired.note_document(&document, options.fragment.as_deref());
    Ok(fired.places)
}

/// Iterates over the latches that are on in a document and that a document type declaration can
/// set.
pub fn set_by_doctype<'a>(
    grammar: &'a Grammar,
    document: &'a Document,
) -> impl Iterator<Item = &'a str> {
    let latches = grammar.latches().iter().filter(move |latch| {
        grammar.doctype_lines().iter().any(|line| line.flag == latch.flag)
            && document.active_latches().contains(&latch.name)
    });
    latches.map(|latch| latch.name.as_str())
}

/// Returns the events, in order.
pub fn events(document: &Document) -> &[Event] {
    document.events()
}

/// Returns the tokens.
pub fn tokens(document: &Document) -> &Tokens {
    document.tokens()
}

/// Plays a document's events back.
///
/// # Errors
/// If a word is not acceptable, which is a bug of the parse.
pub fn replay(grammar: &Grammar, document: &Document) -> Result<(), Mismatch> {
    Playback::new(grammar, None, Engine::Fast).run(document.events(), document.edits())?;
    Ok(())
}

/// Returns the token of a repair, and the line of the grammar that permits it.
pub fn cause(repair: &Repair) -> (TokenId, Option<FileSpan>) {
    (repair.token, repair.place)
}

/// Returns the places of the grammar lines that permit omitting a tag.
pub fn omissions(grammar: &Grammar) -> impl ExactSizeIterator<Item = FileSpan> {
    grammar.tree_facts().omissions.iter().map(|omission| omission.place)
}

/// Returns the location of a place, and its text.
pub fn cites(grammar: &Grammar, place: FileSpan) -> (String, &str) {
    grammar.cites(place)
}

/// Returns the lines about tag omission that permit the inserted tags.
pub fn allowances(document: &Document) -> impl Iterator<Item = FileSpan> {
    document.repair_ids().filter_map(|repair| document.allowance(repair))
}
