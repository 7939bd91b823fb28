//! New content.

use std::sync::Arc;

use wishful::slippers::event::{RepairId, RepairKind};
use wishful::tree::{Document, NodeId, NodeRef, TagOrigin};
use wishful::{ParseOptions, Parser};

/// New content: HTML, text, or a node that is moved.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Insertion {
    /// HTML, which is parsed as a fragment in its new context.
    Html(String),
    /// Text, which is escaped as the context needs it.
    Text(String),
    /// A node of the document. It is moved there with its content.
    Node(NodeId),
}

/// New content after the parse of its HTML.
#[derive(Clone)]
pub(super) enum ParsedContent {
    /// Parsed HTML, and the context. Without one, the HTML was parsed as a document.
    Fragment(Arc<Document>, Option<String>),
    Text(String),
    Node(NodeId),
}

impl ParsedContent {
    /// Parses new content in the context of an element, by its qualified name.
    ///
    /// # Errors
    /// If the HTML has a mistake there, with the mistake in words.
    pub(super) fn of(
        insertion: &Insertion,
        context: Option<&str>,
        parser: &Parser,
        options: &ParseOptions,
    ) -> Result<Self, String> {
        let html = match insertion {
            Insertion::Text(text) => return Ok(Self::Text(text.clone())),
            Insertion::Node(node) => return Ok(Self::Node(*node)),
            Insertion::Html(html) => html,
        };
        let context = context.or(options.fragment.as_deref()).map(str::to_owned);
        let options = options.clone().fragment(context.as_deref());
        let fragment = parser.parse(html, &options).map_err(|error| error.to_string())?;
        if let Some(mistake) = mistake(&fragment, context.as_deref()) {
            return Err(mistake);
        }
        if let Some(limit) = fragment.limit() {
            return Err(format!("limit on the number of {limit} reached in the new HTML"));
        }
        if context.is_none() && has_loose_content(&fragment) {
            return Err("only comments and a whole document can stand there; \
                        insert the HTML in an element of the page"
                .to_owned());
        }
        Ok(Self::Fragment(Arc::new(fragment), context))
    }

    /// Reports whether the content is a fragment that omits tags.
    pub(super) fn omits_tags(&self) -> bool {
        let Self::Fragment(fragment, Some(_)) = self else { return false };
        fragment.nodes().any(|node| {
            [node.start_tag(), node.end_tag()]
                .iter()
                .any(|tag| matches!(tag, Some(TagOrigin::Virtual(_))))
        })
    }
}

/// Reports whether a document has content in an element without tags, as in `x<!DOCTYPE html>`.
fn has_loose_content(document: &Document) -> bool {
    let mut next = document.root().last_child();
    while let Some(top) = next {
        if top.is_element() && !is_written(top) {
            return top.descendants().any(|node| !node.is_element() || is_written(node));
        }
        next = top.previous_sibling();
    }
    false
}

/// Reports whether a node is an element with a written start tag.
pub(super) fn is_written(node: NodeRef<'_>) -> bool {
    matches!(node.start_tag(), Some(TagOrigin::Written(_)))
}

/// Returns the first mistake of new HTML, if it has one that is more than an omitted tag. Dropped
/// blanks are none.
fn mistake(fragment: &Document, context: Option<&str>) -> Option<String> {
    let within = context.map_or("the document".to_owned(), |name| {
        format!("<{}>", name.trim_start().replacen(' ', ":", 1))
    });
    let unfinished = fragment.errors().iter().find(|error| error.code.starts_with("eof-in"));
    if let Some(error) = unfinished {
        let place = error.code.trim_start_matches("eof-in-").replace('-', " ");
        return Some(format!("the new HTML ends inside of a {place}: complete it"));
    }
    let repair = fragment.repair_ids().find(|&repair| is_mistake(fragment, repair))?;
    let record = fragment.repair(repair)?;
    let (line, excerpt) = (fragment.position(record.span.start), fragment.rejected_token(repair));
    let is_end = excerpt.starts_with("</");
    let (cause, advice) = match record.kind {
        RepairKind::Cruft if is_end => {
            ("it has no start tag there".to_owned(), "delete it, or add its start tag")
        }
        RepairKind::Cruft => {
            (format!("it cannot stand in {within}"), "insert other HTML, or insert it elsewhere")
        }
        _ => (in_words(fragment, repair, ""), "write each element with both tags where it can be"),
    };
    Some(format!("the new HTML has a mistake at {line}, {excerpt}: {cause}; {advice}"))
}

/// Reports whether a repair of new HTML is more than an omitted tag or a dropped blank.
fn is_mistake(fragment: &Document, repair: RepairId) -> bool {
    let Some(record) = fragment.repair(repair) else { return false };
    match record.kind {
        RepairKind::VirtualEnd => false,
        RepairKind::VirtualStart => fragment.rejected_token(repair).starts_with("</"),
        RepairKind::Cruft => {
            let dropped = record.span.of(fragment.text());
            dropped.contains(|letter: char| !letter.is_ascii_whitespace())
        }
        _ => true,
    }
}

/// Describes what a parser does at a repair. `opened` says where the element begins that it ends.
pub(super) fn in_words(document: &Document, repair: RepairId, opened: &str) -> String {
    let Some(record) = document.repair(repair) else { return String::new() };
    let rejected = document.rejected_token(repair);
    let tag = document.inserted_tag(repair).unwrap_or_default();
    match record.kind {
        RepairKind::VirtualStart => format!("a parser inserts {tag} before {rejected}"),
        RepairKind::VirtualEnd => {
            let element = tag.replacen("</", "<", 1);
            format!("a parser ends the {element}{opened} before {rejected}")
        }
        RepairKind::Cruft => format!("a parser drops {rejected} there"),
        RepairKind::Reopened => format!("a parser opens {tag} once more before {rejected}"),
        RepairKind::Adopted => {
            format!("{rejected} ends an element while others inside of it are open")
        }
        RepairKind::Unlinked => {
            format!("{rejected} ends an element, but not those inside of it")
        }
        RepairKind::Retracted => format!("a parser removes an element before {rejected}"),
        RepairKind::Merged => {
            format!("a parser adds the attributes of {rejected} to the open element of that name")
        }
        RepairKind::GivenUp => format!("no parser finds the tags that {rejected} needs"),
        RepairKind::Unfinished => "a parser ends an element that is not complete".to_owned(),
        _ => {
            let action = document.describe_action(repair);
            let rest = action.split_once(' ').map_or("", |(_, rest)| rest);
            let verb = if record.kind == RepairKind::Fostered { "moves" } else { "reads" };
            format!("a parser {verb} {rest}")
        }
    }
}
