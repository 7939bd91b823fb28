//! The `events` format: what happened, a line each.
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
//! `given-up repair 3 given-up` says that the search for tags to insert before a token hit its limit; what was done instead follows.
//!
//! `unread` says that the recogniser read nothing for the event; a void element's `close` has neither token nor
//! repair.

use std::fmt::{self, Write};

use super::document::Document;
use super::excerpt::Quoted;
use crate::slippers::event::{Event, EventKind};

/// Writes the events of a document.
pub(super) fn write(document: &Document, out: &mut impl Write) -> fmt::Result {
    writeln!(out, "# wishful-events/1")?;
    document.events().iter().try_for_each(|event| line(document, event, out))
}

fn line(document: &Document, event: &Event, out: &mut impl Write) -> fmt::Result {
    let label = document.label_of(event);
    let (word, range) = match event.kind {
        EventKind::Open(_) => ("open", None),
        EventKind::Close(_) => ("close", None),
        EventKind::Text(range) => ("text", Some(range)),
        EventKind::Comment => ("comment", None),
        EventKind::Doctype => ("doctype", None),
        EventKind::Cruft(range) => ("cruft", range),
        EventKind::GivenUp => ("given-up", None),
        EventKind::End => ("end", None),
    };
    out.write_str(word)?;
    match event.kind {
        EventKind::Open(element) => write!(out, " <{}>", document.qualified_name(element, label))?,
        EventKind::Close(element) => {
            write!(out, " </{}>", document.qualified_name(element, label))?;
        }
        _ => {}
    }
    if let Some(range) = range {
        write!(out, " {range:?}")?;
    }
    if let Some(token) = event.token {
        write!(out, " token {}", token.index())?;
    }
    if let Some(cause) = event.cause {
        let kind = document.repair(cause).map_or("", |repair| repair.kind.name());
        write!(out, " repair {} {kind}", cause.index())?;
    }
    if let (EventKind::Text(_) | EventKind::Comment | EventKind::Cruft(_), Some(token)) =
        (event.kind, event.token)
    {
        write!(out, " {}", Quoted(document.written(token, range)))?;
    }
    let silent = match event.kind {
        EventKind::Close(_) => event.cause.is_none(),
        EventKind::GivenUp => true,
        _ => false,
    };
    out.write_str(if event.word.is_none() && !silent { " unread\n" } else { "\n" })
}
