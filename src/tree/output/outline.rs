//! The `tree` format: an indented outline with one line for each node, notes beside it, repairs
//! below.
//!
//! ```text
//! <html>                                  virtual
//!   <body>                                virtual
//!     <p class="note">                    virtual end
//!       "One"
//!       cruft "</b>"
//!
//! 2 repairs
//!   1:1   inserted <html> before <p>      mine.grammar:4: <p> -> <html> <body>
//!   1:20  set aside </b>                  mine.grammar:9: </b> -> cruft
//! ```
//!
//! A tag that the grammar lets an author omit is followed by `, allowed`. Below the repairs are the
//! parse errors that have a code in the standard: `1:22    duplicate-attribute`.
//!
//! A note also gives the tag that an element is a copy of: `copy of 1:4`, `reopened copy of 1:4`.
//! For a moved node it gives the kind of the repair: `fostered`, `adopted`. An element without a
//! note has both of its tags in the source, or is void. Nodes deeper than [`Level::DEEPEST`] are
//! indented to that level, with their depth in front. So the output is linear in the size of the
//! document.

use std::fmt::{self, Write};

use super::cursor::Cursor;
use super::meter::Metered;
use super::options::WriteOptions;
use crate::base::{Level, Position};
use crate::slippers::event::{RepairId, RepairKind};
use crate::tree::document::Document;
use crate::tree::excerpt::Quoted;
use crate::tree::node_ref::{NodeKind, NodeRef, TagOrigin};
use crate::tree::record::ALLOWED;
use crate::tree::record::Citations;
use crate::tree::walk::WalkStep;

/// The column of the notes.
const NOTES: usize = 40;

/// The width of the column of actions: that of `inserted </caption> before the end of the input`.
const ACTIONS: usize = 47;

/// The colour classes of an outline.
#[derive(Clone, Copy)]
enum OutlineColour {
    Plain,
    Text,
    Virtual,
    Cruft,
}

impl OutlineColour {
    const fn code(self) -> &'static str {
        match self {
            Self::Plain => "",
            Self::Text => "\x1b[32m",
            Self::Virtual => "\x1b[2m",
            Self::Cruft => "\x1b[31m",
        }
    }
}

/// Writes a document as an outline.
pub(super) fn write<W: Write>(
    document: &Document,
    options: WriteOptions,
    out: &mut Metered<'_, W>,
) -> fmt::Result {
    for row in document.outline_rows() {
        out.room()?;
        line(&row, options.colour, out)?;
    }
    if !options.bare {
        let citations = Citations { document, statements: options.statements };
        write_lists(document, &citations, options.hide_allowed, out)?;
    }
    match document.limit() {
        Some(limit) => {
            writeln!(out, "\nparsing stopped early: limit on the number of {limit} reached")
        }
        None => Ok(()),
    }
}

/// The positions of the tags that other tags are copies of; ascending.
struct CopiedTags(Vec<(u32, Position)>);

impl CopiedTags {
    fn of(document: &Document) -> Self {
        let mut starts = Vec::new();
        for copy in &document.tables.copies {
            if let Some(tag) = copy.tag
                && let Some(span) = document.token_span(tag)
            {
                starts.push(span.start);
            }
        }
        starts.sort_unstable();
        starts.dedup();
        let mut cursor = Cursor::new(&document.source().file);
        Self(starts.into_iter().map(|start| (start, cursor.position(start))).collect())
    }

    fn position(&self, start: u32) -> Option<Position> {
        let at = self.0.binary_search_by_key(&start, |&(start, _)| start).ok()?;
        Some(self.0[at].1)
    }
}

/// The parts of a line of an outline.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct OutlineRow<'a> {
    /// The node of the line.
    pub node: NodeRef<'a>,
    /// The number of the node's ancestors without the root.
    pub depth: usize,
    /// The description of the node, for example `<p class="note">`.
    pub label: String,
    /// The deviations of the node from the source, for example `virtual end`; may be empty.
    pub note: String,
}

impl Document {
    /// Returns the lines of the outline ([`Format::Tree`](crate::tree::Format::Tree)) for each node
    /// but the root, for use in a view of the tree.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let document = parser.parse("<p class=note>Hi", &ParseOptions::default()).unwrap();
    /// let rows: Vec<_> = document.outline_rows().skip(3).collect();
    /// assert_eq!((rows[0].label.as_str(), rows[0].depth), ("<p class=\"note\">", 2));
    /// assert_eq!(rows[0].note, "virtual end");
    /// assert_eq!(rows[1].label, "\"Hi\"");
    /// ```
    pub fn outline_rows(&self) -> impl Iterator<Item = OutlineRow<'_>> {
        self.outline_rows_from(0)
    }

    /// Returns the lines like [`Document::outline_rows`], without the first ones, each of which
    /// still costs a step.
    pub fn outline_rows_from(&self, first: usize) -> impl Iterator<Item = OutlineRow<'_>> {
        let copied = CopiedTags::of(self);
        let mut depth: usize = 0;
        let entered = self.root().walk().filter_map(move |step| match step {
            WalkStep::Enter(node) if node.kind() == NodeKind::Document => None,
            WalkStep::Enter(node) => {
                depth += 1;
                Some((node, depth - 1))
            }
            WalkStep::Leave(_) => {
                depth = depth.saturating_sub(1);
                None
            }
        });
        entered.skip(first).map(move |(node, depth)| {
            let mut label = String::new();
            // OK because writing to a string never fails.
            let _ = describe(node, &mut label);
            OutlineRow { node, depth, label, note: note(node, &copied) }
        })
    }
}

fn line(row: &OutlineRow<'_>, colour: bool, out: &mut impl Write) -> fmt::Result {
    let mut label = Level(row.depth).to_string();
    label.push_str(&row.label);
    let hue = match row.node.kind() {
        NodeKind::Element if row.node.is_virtual() => OutlineColour::Virtual,
        NodeKind::Text => OutlineColour::Text,
        NodeKind::Cruft => OutlineColour::Cruft,
        _ => OutlineColour::Plain,
    };
    paint(&label, hue, colour, out)?;
    if !row.note.is_empty() {
        let width = label.chars().count();
        write!(out, "{:1$}", "", NOTES.saturating_sub(width).max(2))?;
        paint(&row.note, OutlineColour::Virtual, colour, out)?;
    }
    out.write_char('\n')
}

/// Appends the description of a node to `label`.
fn describe(node: NodeRef<'_>, label: &mut String) -> fmt::Result {
    let text = node.text().unwrap_or_default();
    match node.kind() {
        NodeKind::Document => Ok(()),
        NodeKind::Element => element(node, label),
        NodeKind::Text => write!(label, "{}", Quoted(&text)),
        NodeKind::Comment => write!(label, "comment {}", Quoted(&text)),
        NodeKind::ProcessingInstruction => {
            write!(label, "pi {}", node.target().unwrap_or_default())?;
            if text.is_empty() { Ok(()) } else { write!(label, " {}", Quoted(&text)) }
        }
        NodeKind::Doctype => doctype(node, label),
        NodeKind::Cruft => write!(label, "cruft {}", Quoted(&text)),
    }
}

fn element(node: NodeRef<'_>, label: &mut String) -> fmt::Result {
    write!(label, "<{}", node.qualified_name().unwrap_or_default())?;
    for attribute in node.own_attributes() {
        write!(label, " {}", attribute.name())?;
        if attribute.value_span().is_some() {
            write!(label, "={}", Quoted(attribute.value()))?;
        }
    }
    label.write_char('>')
}

fn doctype(node: NodeRef<'_>, label: &mut String) -> fmt::Result {
    label.write_str("doctype")?;
    if let Some(name) = node.doctype_name() {
        write!(label, " {name}")?;
    }
    for part in [node.public_id(), node.system_id()].into_iter().flatten() {
        write!(label, " {}", Quoted(part))?;
    }
    Ok(())
}

/// Returns the note of a node: copies, virtual tags, moves, shadow root.
fn note(node: NodeRef<'_>, copied: &CopiedTags) -> String {
    let moved = moved_note(node);
    let copy = match node.start_tag() {
        Some(TagOrigin::Copied { of, repair }) => {
            let kind = repair.and_then(|repair| node.document().repair_kind(repair));
            let is_reopened = kind == Some(RepairKind::Reopened);
            let copy = if is_reopened { "reopened copy" } else { "copy" };
            match of.and_then(|tag| copied.position(tag.start)) {
                Some(position) => format!("{copy} of {position}"),
                None => copy.to_owned(),
            }
        }
        _ => String::new(),
    };
    let mut note = String::new();
    let shadow = node.shadow_root().map(|root| format!("shadow root ({root})"));
    for part in [&copy, tags_note(node), &moved, shadow.as_deref().unwrap_or_default()] {
        if !note.is_empty() && !part.is_empty() {
            note.push_str(", ");
        }
        note.push_str(part);
    }
    note
}

/// Returns the note on a moved node. For a text moved in part, the note lists the moved parts.
pub(in crate::tree) fn moved_note(node: NodeRef<'_>) -> String {
    let document = node.document();
    let first = node.moves().next();
    let Some(kind) = first.and_then(|repair| document.repair_kind(repair)) else {
        return String::new();
    };
    let word = match kind {
        // A virtual tag whose element is also moved has only one repair.
        RepairKind::VirtualStart | RepairKind::Reopened => RepairKind::Fostered.name(),
        _ => kind.name(),
    };
    if node.moved_by().is_some() {
        return word.to_owned();
    }
    let mut parts = Vec::new();
    for repair in node.moves() {
        if let Some(repair) = document.repair(repair)
            && let Some(part) = document.text().get(repair.span.range())
        {
            parts.push(Quoted(part).to_string());
        }
    }
    format!("{word} in part: {}", parts.join(", "))
}

/// Returns the note on the virtual tags of an element.
pub(in crate::tree) fn tags_note(node: NodeRef<'_>) -> &'static str {
    let document = node.document();
    match (virtual_kind(document, node.start_tag()), virtual_kind(document, node.end_tag())) {
        (None, None) => "",
        (None, Some(RepairKind::Unfinished)) => "unfinished",
        (Some(_), Some(RepairKind::Unfinished)) => "virtual start, unfinished",
        (None, Some(_)) => "virtual end",
        (Some(_), None) => "virtual start",
        (Some(_), Some(_)) => "virtual",
    }
}

/// Returns the kind of the repair that inserted a tag; `None` for a tag that is not virtual.
fn virtual_kind(document: &Document, tag: Option<TagOrigin>) -> Option<RepairKind> {
    let Some(TagOrigin::Virtual(repair)) = tag else { return None };
    document.repair_kind(repair)
}

/// Writes the lists below the tree: repairs, errors, and breaches of attribute declarations.
fn write_lists<W: Write>(
    document: &Document,
    citations: &Citations<'_>,
    hides: bool,
    out: &mut Metered<'_, W>,
) -> fmt::Result {
    if !document.repairs().is_empty() {
        write_repairs(document, citations, hides, out)?;
    }
    if !document.errors().is_empty() {
        write_errors(document, out)?;
    }
    write_breaches(document, citations, out)
}

fn write_repairs<W: Write>(
    document: &Document,
    citations: &Citations<'_>,
    hides: bool,
    out: &mut Metered<'_, W>,
) -> fmt::Result {
    let count = document.repairs().len();
    write!(out, "\n{count} {}", if count == 1 { "repair" } else { "repairs" })?;
    match count - document.mistakes().count() {
        0 => {}
        all if all == count => out.write_str(ALLOWED)?,
        some => write!(out, ", {some} of them allowed")?,
    }
    let is_unremarkable = document.unremarkable();
    let is_hidden = |repair: &RepairId| hides && is_unremarkable(*repair);
    match document.repair_ids().filter(is_hidden).count() {
        0 => writeln!(out)?,
        hidden => writeln!(out, "; {hidden} not shown")?,
    }
    let allows = !document.tree_facts.omissions.is_empty();
    let width = if allows { ACTIONS + ALLOWED.len() } else { ACTIONS };
    let mut cursor = Cursor::new(&document.source().file);
    for (id, repair) in document.repair_ids().zip(document.repairs()) {
        if is_hidden(&id) {
            continue;
        }
        out.room()?;
        let position = cursor.position(repair.span.start).to_string();
        let action = format!("{}{}", document.describe_action(id), document.allowed_mark(id));
        match repair.place {
            Some(place) => {
                let line = citations.cite(place);
                writeln!(out, "  {position:<7} {action:<width$}  {line}")?;
            }
            None => writeln!(out, "  {position:<7} {action}")?,
        }
    }
    Ok(())
}

fn write_errors(document: &Document, out: &mut impl Write) -> fmt::Result {
    let count = document.errors().len();
    writeln!(out, "\n{count} {}", if count == 1 { "error" } else { "errors" })?;
    let mut cursor = Cursor::new(&document.source().file);
    for error in document.errors() {
        let position = cursor.position(error.at).to_string();
        writeln!(out, "  {position:<7} {}", error.code)?;
    }
    Ok(())
}

/// Writes the list of attributes that break their declarations, if there are any.
fn write_breaches(
    document: &Document,
    citations: &Citations<'_>,
    out: &mut impl Write,
) -> fmt::Result {
    let breaches = document.attribute_errors();
    match breaches.len() {
        0 => return Ok(()),
        1 => out.write_str("\n1 attribute does not match its declaration\n")?,
        count => writeln!(out, "\n{count} attributes do not match their declarations")?,
    }
    let mut cursor = Cursor::new(&document.source().file);
    for breach in breaches {
        let position = cursor.position(breach.span.start).to_string();
        write!(out, "  {position:<7} {}", breach.what)?;
        if let Some(place) = breach.place {
            write!(out, "  {}", citations.cite(place))?;
        }
        out.write_char('\n')?;
    }
    Ok(())
}

fn paint(text: &str, hue: OutlineColour, colour: bool, out: &mut impl Write) -> fmt::Result {
    match hue {
        OutlineColour::Plain => out.write_str(text),
        _ if !colour => out.write_str(text),
        hue => write!(out, "{}{text}\x1b[0m", hue.code()),
    }
}
