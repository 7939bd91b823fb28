//! Functions for the project's own tests, benches and instruments. Nothing here is part of the
//! public API.

pub mod fuzz;

pub use crate::tree::not_written;

use crate::earley::{Engine, Refusal};
use crate::grammar::ast::FileSpan;
use crate::slippers::event::{Edit, Event, EventKind, Repair, TokenId};
use crate::slippers::{Mismatch, OpenElements, Playback, TraceRecord, TraceStep};
use crate::token::Tokens;
use crate::{Document, Grammar, ParseError, ParseOptions, Parser};
use std::collections::HashSet;

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
    let grammar = parser.grammar();
    let mut steps = Vec::new();
    let document = parser.run(text.as_bytes(), options, &mut steps)?;
    let mut places: HashSet<FileSpan> = allowances(&document).collect();
    places.extend(document.repairs().iter().filter_map(|repair| repair.place));
    // The rule of a fragment's root reads its outermost content.
    let root = document.context().and_then(|context| grammar.fragment_root(context));
    let root = root.map(|root| grammar.element_of_kind(root.within));
    let mut open = OpenElements::default();
    for step in steps {
        match step {
            TraceStep::Event(event) => {
                let current = open.current().map(|open| open.element);
                places.extend(current.or(root).map(|element| grammar.element(element).place));
                match event.kind {
                    EventKind::Open(element) => {
                        places.insert(grammar.element(element).place);
                    }
                    EventKind::Edit(edit) => {
                        if let Edit::Flag { flag, .. } = document.edits()[edit.index()] {
                            places.insert(grammar.latch(flag).place);
                        }
                    }
                    _ => {}
                }
                open.pass(&event, document.edits());
            }
            TraceStep::Record(
                _,
                TraceRecord::Rejected { refusal: Some(Refusal::Excluded(line)), .. },
            ) => {
                places.insert(grammar.context_place(line));
            }
            TraceStep::Record(_, TraceRecord::Inserted { tags, .. }) => {
                places.extend(tags.into_iter().filter_map(|(_, place)| place));
            }
            TraceStep::Record(_, TraceRecord::SetAside { place }) => places.extend(place),
            TraceStep::Record(_, TraceRecord::Settled { places: lines, .. }) => {
                places.extend(lines)
            }
            TraceStep::Record(_, TraceRecord::Applied { place }) => {
                places.insert(place);
            }
            TraceStep::Record(..) => {}
        }
    }
    Ok(places)
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
