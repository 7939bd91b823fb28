//! Renaming of elements: the start tag and the end tag that belong together in the tree.

use lsp_types::{LinkedEditingRanges, Range, TextEdit};

use super::super::places;
use super::cursor::{ElementTag, ends_name, name_span, shown};
use super::extents::{end_tag, start_tag};
use wishful::base::Span;
use wishful::tree::{Document, NodeRef};

/// Returns the range of the name of the tag at an offset.
///
/// # Errors
/// If there is no tag of an element.
pub(super) fn prepare(document: &Document, offset: u32) -> Result<Range, String> {
    let name = tag_at(document, offset)?.name();
    Ok(places::range(&document.source().file, name))
}

/// Returns the edits that rename the element whose tag is at an offset.
///
/// # Errors
/// If there is no tag of an element, or if the new name is none of a tag.
pub(super) fn rename(
    document: &Document,
    offset: u32,
    new_name: &str,
) -> Result<Vec<TextEdit>, String> {
    let tag = tag_at(document, offset)?;
    if !new_name.starts_with(|letter: char| letter.is_ascii_alphabetic())
        || new_name.contains(|letter| ends_name(letter) || letter == '\0')
    {
        return Err(format!(
            "`{new_name}` is no tag name: it begins with an ASCII letter, and has no blank, `/` or `>`"
        ));
    }
    Ok(edits(tag.element, new_name))
}

/// Returns the edits that rename the written tags of an element.
pub(super) fn edits(element: NodeRef<'_>, new_name: &str) -> Vec<TextEdit> {
    let file = &element.document().source().file;
    let mut edits = Vec::new();
    for name in names(element) {
        edits.push(TextEdit { range: places::range(file, name), new_text: new_name.to_owned() });
    }
    edits
}

/// Returns the ranges of both names of the element whose tag is at an offset. While one is typed,
/// the editor changes the other one.
pub(super) fn linked(document: &Document, offset: u32) -> Option<LinkedEditingRanges> {
    let tag = tag_at(document, offset).ok()?;
    let names = names(tag.element);
    let [start, end] = names[..] else { return None };
    let text = document.text();
    // The cursor is in one of the names, which are the same.
    let is_in_name = tag.name().start <= offset && offset <= tag.name().end;
    if !is_in_name || start.of(text) != end.of(text) {
        return None;
    }
    let file = &document.source().file;
    let ranges = vec![places::range(file, start), places::range(file, end)];
    Some(LinkedEditingRanges { ranges, word_pattern: Some(r"[^\s/>]+".to_owned()) })
}

/// Returns the spans of the names in the written tags of an element.
fn names(element: NodeRef<'_>) -> Vec<Span> {
    let tags = [start_tag(element), end_tag(element)];
    tags.into_iter().flatten().map(|tag| name_span(element.document(), tag)).collect()
}

fn tag_at(document: &Document, offset: u32) -> Result<ElementTag<'_>, String> {
    if let Some(tag) = ElementTag::at(document, offset) {
        return Ok(tag);
    }
    let token = document.tokens().span(document.tokens().at(offset)).of(document.text());
    if token.starts_with('<') && token.len() > 1 {
        return Err(format!(
            "no element has this tag: the parser set it aside, or reads `{}` otherwise",
            shown(token)
        ));
    }
    Err("there is no tag here; an element whose tags were both omitted has no name to change"
        .to_owned())
}
