//! Completion of tags, attributes and their values.

use std::collections::BTreeSet;

use lsp_types::{
    CompletionItem, CompletionItemKind, CompletionTextEdit, Documentation, Range, TextEdit,
};

use super::super::places::{self, documentation};
use super::cursor::{TypedPart, TypedTag, element_starting_at};
use super::extents::start_tag;
use super::{hover, suggestions};
use wishful::base::Span;
use wishful::tree::{Document, NodeKind, NodeRef};
use wishful::{ParseOptions, Parser};
use wishful_check::{AllowedAttribute, Checker};

/// Returns the completions of the tag that is being typed before an offset.
pub(super) fn items(
    document: &Document,
    parser: &Parser,
    checker: &Checker,
    offset: usize,
) -> Vec<CompletionItem> {
    let Some(typed) = TypedTag::before(document, offset) else { return Vec::new() };
    let range = places::range(&document.source().file, Span::new(typed.word, offset));
    let is_name = matches!(typed.part, TypedPart::StartName | TypedPart::EndName);
    // What follows the cursor says nothing about what may be typed there.
    let rest = if is_name { "<!---->" } else { ">" };
    let text = [&document.text()[..typed.cut], rest].concat();
    let Ok(before) = parser.parse(text, &ParseOptions::default()) else { return Vec::new() };
    if is_name {
        // In a script or in other raw text, there is no comment.
        let found = before.node_at(Span::at(typed.cut).start);
        let Some(place) = found.filter(|node| node.kind() == NodeKind::Comment) else {
            return Vec::new();
        };
        return match typed.part {
            TypedPart::EndName => end_tags(checker, place, range),
            _ => start_tags(parser, checker, place, range),
        };
    }
    let Some(element) = element_starting_at(&before, typed.start) else { return Vec::new() };
    match &typed.part {
        TypedPart::Value(name, is_quoted) => match checker.attribute(element, name) {
            Some(declared) => values(&declared, element, *is_quoted, range),
            None => Vec::new(),
        },
        _ => attributes(checker, element, &present(document, &typed, element), range),
    }
}

fn item(label: &str, kind: CompletionItemKind, range: Range) -> CompletionItem {
    let edit = TextEdit { range, new_text: label.to_owned() };
    CompletionItem {
        label: label.to_owned(),
        kind: Some(kind),
        text_edit: Some(CompletionTextEdit::Edit(edit)),
        ..CompletionItem::default()
    }
}

fn start_tags(
    parser: &Parser,
    checker: &Checker,
    place: NodeRef<'_>,
    range: Range,
) -> Vec<CompletionItem> {
    let names = suggestions::elements(parser, checker, place);
    names.iter().map(|name| element_item(checker, name, range)).collect()
}

/// Returns the completion of the name of an element, with the rule of its content.
fn element_item(checker: &Checker, name: &str, range: Range) -> CompletionItem {
    let about = checker.rule_of(name).map(|rule| {
        documentation(format!("The element `<{name}>`. Its rule:\n\n{}", hover::fenced(&rule)))
    });
    CompletionItem { documentation: about, ..item(name, CompletionItemKind::PROPERTY, range) }
}

/// Returns the names of the open elements, innermost first.
fn end_tags(checker: &Checker, place: NodeRef<'_>, range: Range) -> Vec<CompletionItem> {
    let mut items: Vec<CompletionItem> = Vec::new();
    for element in place.ancestors() {
        if let Some(name) = element.name()
            && items.iter().all(|earlier| earlier.label != name)
        {
            let sort_text = Some(format!("{:05}", items.len()));
            let file = &element.document().source().file;
            let detail = start_tag(element)
                .map(|tag| format!("opened in line {}", file.point(tag.start).line));
            items.push(CompletionItem { sort_text, detail, ..element_item(checker, name, range) });
        }
    }
    items
}

/// Returns the names of the attributes that a start tag has, apart from the one that is being
/// typed.
fn present<'d>(document: &'d Document, typed: &TypedTag, before: NodeRef<'d>) -> BTreeSet<&'d str> {
    let mut names: BTreeSet<&str> = BTreeSet::new();
    for attribute in before.attributes() {
        names.insert(attribute.name());
    }
    if let Some(element) = element_starting_at(document, typed.start) {
        for attribute in element.attributes() {
            if attribute.name_span().range().start != typed.cut {
                names.insert(attribute.name());
            }
        }
    }
    names
}

/// Returns the attributes that an element may have and does not have.
fn attributes(
    checker: &Checker,
    element: NodeRef<'_>,
    present: &BTreeSet<&str>,
    range: Range,
) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for declared in checker.attributes(element) {
        let name = declared.name.as_str();
        if declared.obsolete.is_none() && !present.contains(name) && !name.contains('*') {
            items.push(CompletionItem {
                detail: Some(declared.description.clone()),
                documentation: Some(about(&declared, element)),
                ..item(name, CompletionItemKind::FIELD, range)
            });
        }
    }
    items
}

/// Returns the declaration of an attribute as documentation.
fn about(declared: &AllowedAttribute, element: NodeRef<'_>) -> Documentation {
    let lines = hover::declaration(declared, element.name().unwrap_or_default());
    documentation(lines.join("\n\n"))
}

/// Returns the values of an attribute that has no others.
fn values(
    declared: &AllowedAttribute,
    element: NodeRef<'_>,
    is_quoted: bool,
    range: Range,
) -> Vec<CompletionItem> {
    let mut items = Vec::new();
    for value in &declared.values {
        if value.is_empty() {
            continue;
        }
        let mut value_item = item(value, CompletionItemKind::VALUE, range);
        value_item.documentation = Some(about(declared, element));
        if !is_quoted {
            let edit = TextEdit { range, new_text: format!("\"{value}\"") };
            // Editors compare this text with what is typed, which has no quotes.
            value_item.filter_text = Some(value.clone());
            value_item.text_edit = Some(CompletionTextEdit::Edit(edit));
        }
        items.push(value_item);
    }
    items
}
