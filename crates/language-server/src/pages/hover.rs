//! Hover: the history of a tag, the rule of its element, and the declaration of an attribute.

use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::super::places;
use super::cursor::ElementTag;
use super::open_page::OpenPage;
use wishful::Parser;
use wishful::base::Span;
use wishful::explain::{ExplainOptions, TracedDocument};
use wishful::tree::{AttributeRef, Document};
use wishful_check::{AllowedAttribute, Checker};

/// The greatest number of tags or values in a list. Most editors cannot fold a hover.
const LISTED: usize = 8;

/// Returns what is known about the construct at an offset.
pub(super) fn hover(
    page: &OpenPage,
    document: &Document,
    parser: &Parser,
    checker: &Checker,
    offset: u32,
) -> Option<Hover> {
    let mut span = document.tokens().span(document.tokens().at(offset));
    let mut paragraphs = Vec::new();
    match ElementTag::at(document, offset) {
        Some(tag) if let Some(found) = attribute_at(tag, offset) => {
            (span, paragraphs) = about_attribute(checker, tag, found);
        }
        tag => {
            // An inserted tag has the position of the token before which it is inserted.
            let mut repairs = document.repairs().iter().map(|repair| repair.span.start);
            if repairs.any(|at| span.start <= at && at < span.end) {
                paragraphs.push(fenced(&history(page, parser, offset)?));
            }
            if let Some(tag) = tag {
                about_element(checker, tag, &mut paragraphs);
            }
        }
    }
    if paragraphs.is_empty() {
        return None;
    }
    let contents = MarkupContent { kind: MarkupKind::Markdown, value: paragraphs.join("\n\n") };
    let range = Some(places::range(&document.source().file, span));
    Some(Hover { contents: HoverContents::Markup(contents), range })
}

/// Explains the token at an offset as `wishful explain` does.
fn history(page: &OpenPage, parser: &Parser, offset: u32) -> Option<String> {
    let text = page.text.file.text();
    let traced = TracedDocument::parse(parser, text, &page.options()).ok()?;
    let name = page.text.file.name();
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    let how = ExplainOptions::default().name(name);
    Some(traced.at(offset)?.text(traced.document(), &how))
}

/// Quotes lines of text in Markdown.
pub(super) fn fenced(text: &str) -> String {
    // A fence that is longer than any in the text.
    let longest = text.split(|letter| letter != '`').map(str::len).max().unwrap_or(0);
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}text\n{}\n{fence}", text.trim_end())
}

/// Adds the rule of an element, and the tags that are acceptable in its place.
fn about_element(checker: &Checker, tag: ElementTag<'_>, paragraphs: &mut Vec<String>) {
    let mut prefix = checker.before(tag.element);
    if let Some(rule) = prefix.rule(tag.element) {
        paragraphs.push(fenced(&rule));
    }
    if !tag.is_end
        && let Some(acceptable) = prefix.acceptable(LISTED)
    {
        paragraphs.push(acceptable);
    }
}

/// Returns the attribute of a start tag at an offset.
fn attribute_at(tag: ElementTag<'_>, offset: u32) -> Option<AttributeRef<'_>> {
    if tag.is_end {
        return None;
    }
    let mut attributes = tag.element.attributes();
    attributes.find(|&attribute| {
        let span = whole(attribute);
        span.start <= offset && offset < span.end
    })
}

/// Returns the span from the start of an attribute's name to the end of its value.
fn whole(attribute: AttributeRef<'_>) -> Span {
    let name = attribute.name_span();
    attribute.value_span().map_or(name, |value| name.join(value))
}

/// Describes the declaration of an attribute; returns its span as well.
fn about_attribute(
    checker: &Checker,
    tag: ElementTag<'_>,
    attribute: AttributeRef<'_>,
) -> (Span, Vec<String>) {
    let (name, element) = (attribute.name(), tag.element.name().unwrap_or_default());
    let span = whole(attribute);
    let Some(declared) = checker.attribute(tag.element, name) else {
        return (span, vec![format!("`{name}` is not an attribute of `<{element}>`")]);
    };
    (span, declaration(&declared, element))
}

/// Describes the declaration of an attribute of an element.
pub(super) fn declaration(declared: &AllowedAttribute, element: &str) -> Vec<String> {
    let AllowedAttribute { name, values, description, required, obsolete, citation, .. } = declared;
    let mut lines = vec![format!("`{name}` of `<{element}>`: {description}")];
    if let Some(advice) = obsolete {
        lines.push(format!("Obsolete: {advice}"));
    }
    if *required {
        lines.push(format!("`<{element}>` must have it."));
    }
    if !values.is_empty() {
        let shown = values.iter().take(LISTED).map(|value| format!("`{value}`"));
        let shown = shown.collect::<Vec<_>>().join(" ");
        lines.push(match values.len().saturating_sub(LISTED) {
            0 => format!("Values: {shown}"),
            more => format!("Values: {shown} and {more} more"),
        });
    }
    lines.push(fenced(citation));
    lines
}
