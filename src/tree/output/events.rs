//! The `events` format: the steps of the parse, one line each.
//!
//! ```text
//! # wishful-events/1
//! open <html> repair 0 virtual-start
//! open <p> token 0
//! text 0..4 token 1 "Text"
//! cruft token 2 repair 1 cruft "</b>" unread
//! close </p> repair 2 virtual-end
//! end token 3
//! ```
//!
//! A node that is not inserted in the current element has its insertion location: `before #4`,
//! `inside #4` or `root`. Elements are numbered from 0 in the order of the lines `open` and
//! `edit copy`. A change of the tree or the stack of open elements is an `edit`:
//!
//! ```text
//! open <table> token 0
//! text 0..1 before #0 token 1 repair 0 fostered "x"
//! open <b> copy-of #3 repair 1 reopened
//! instead token 5 repair 2 rewritten "\u{fffd}"
//! edit copy #3 repair 3 adopted
//! edit splice 2..4 #5 repair 3 adopted
//! edit move #2 inside #5 repair 3 adopted
//! read INBODY
//! ```
//!
//! `given-up repair 3 given-up` means that the search for tags to insert before a token hit its
//! limit. The steps taken instead follow.
//!
//! `unread` means that the recogniser read nothing for the event. The `close` of a void element has
//! neither a token nor a repair.

use std::fmt::{self, Write};

use super::meter::Metered;
use crate::base::Span;
use crate::slippers::event::{Edit, Event, EventKind, InsertionLocation, RepairKind};
use crate::tree::document::Document;
use crate::tree::excerpt::Quoted;

/// Writes the events of a document.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    writeln!(out, "# wishful-events/1")?;
    for event in document.events() {
        out.room()?;
        line(document, event, out)?;
    }
    Ok(())
}

/// Returns the word of an event, and its range of a token.
const fn word_and_range(kind: EventKind) -> (&'static str, Option<Span>) {
    match kind {
        EventKind::Open(_) => ("open", None),
        EventKind::Close(_) => ("close", None),
        EventKind::Text(range) => ("text", Some(range)),
        EventKind::Comment => ("comment", None),
        EventKind::ProcessingInstruction => ("processing-instruction", None),
        EventKind::Doctype => ("doctype", None),
        EventKind::Cruft(range) => ("cruft", range),
        EventKind::Ignored(range) => ("ignored", range),
        EventKind::Instead(_) => ("instead", None),
        EventKind::Mark => ("read", None),
        EventKind::Edit(_) => ("edit", None),
        EventKind::GivenUp => ("given-up", None),
        EventKind::End => ("end", None),
    }
}

fn line(document: &Document, event: &Event, out: &mut impl Write) -> fmt::Result {
    let (word, range) = word_and_range(event.kind);
    out.write_str(word)?;
    match event.kind {
        EventKind::Open(element) => write!(out, " {}", document.tag(element, event, "<"))?,
        EventKind::Close(element) => write!(out, " {}", document.tag(element, event, "</"))?,
        EventKind::Mark => {
            let word = event.word.map_or("", |word| document.grammar.spelled(word.terminal));
            write!(out, " {word}")?;
        }
        EventKind::Edit(edit) => {
            if let Some(edit) = document.edits().get(edit.index()) {
                out.write_char(' ')?;
                write_edit(edit, out)?;
            }
        }
        _ => {}
    }
    if let Some(range) = range {
        write!(out, " {range:?}")?;
    }
    write_location(event.location, out)?;
    if let Some(other) = event.copy_of {
        write!(out, " copy-of #{}", other.index())?;
    }
    if let Some(token) = event.token {
        write!(out, " token {}", token.index())?;
    }
    if let Some(cause) = event.cause {
        let kind = document.repair_kind(cause).map_or("", RepairKind::name);
        write!(out, " repair {} {kind}", cause.index())?;
    }
    if let (
        EventKind::Text(_)
        | EventKind::Comment
        | EventKind::ProcessingInstruction
        | EventKind::Cruft(_)
        | EventKind::Ignored(_),
        Some(token),
    ) = (event.kind, event.token)
    {
        write!(out, " {}", Quoted(document.written(token, range)))?;
    }
    if let EventKind::Instead(string) = event.kind {
        write!(out, " {}", Quoted(document.string(string)))?;
    }
    let silent = match event.kind {
        EventKind::Close(_) => event.cause.is_none(),
        EventKind::GivenUp | EventKind::Edit(_) | EventKind::Ignored(_) => true,
        _ => false,
    };
    out.write_str(if event.word.is_none() && !silent { " unread\n" } else { "\n" })
}

fn write_location(location: InsertionLocation, out: &mut impl Write) -> fmt::Result {
    match location {
        InsertionLocation::Here => Ok(()),
        InsertionLocation::Before(element) => write!(out, " before #{}", element.index()),
        InsertionLocation::Inside(element) => write!(out, " inside #{}", element.index()),
        InsertionLocation::Root => out.write_str(" root"),
    }
}

fn write_edit(edit: &Edit, out: &mut impl Write) -> fmt::Result {
    match edit {
        Edit::Splice { range, others, .. } => {
            write!(out, "splice {range:?}")?;
            others.iter().try_for_each(|other| write!(out, " #{}", other.number.index()))
        }
        Edit::Retract { depth } => write!(out, "retract {depth}"),
        Edit::Copy { of } => write!(out, "copy #{}", of.index()),
        Edit::Move { element, to } => {
            write!(out, "move #{}", element.index())?;
            write_location(*to, out)
        }
        Edit::MoveChildren { from, to } => {
            write!(out, "move-children #{} inside #{}", from.index(), to.index())
        }
        Edit::Merge { token, into } => {
            write!(out, "merge {} into #{}", token.index(), into.index())
        }
        Edit::Waive => out.write_str("waive"),
        Edit::Apart => out.write_str("apart"),
        Edit::Flag { flag, on } => {
            write!(out, "flag {} {}", flag.index(), if *on { "on" } else { "off" })
        }
    }
}
