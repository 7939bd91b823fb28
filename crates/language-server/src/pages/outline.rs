//! The outline of a page: its elements, nested as in the tree.

use lsp_types::{DocumentSymbol, SymbolKind};

use super::super::places;
use super::extents::{Extents, start_tag};
use wishful::base::Span;
use wishful::tree::{Document, NodeRef, WalkStep};

/// The depth from which on elements become siblings. Readers of JSON often permit 128 levels, and
/// each element takes two.
const DEEPEST: usize = 50;

/// The largest number of elements that are shown. An editor requests the outline after each change,
/// and ten thousand symbols are two megabytes of JSON.
const MANY: usize = 4_000;

/// Returns the elements of a document as nested symbols: as many levels, from the outermost in, as
/// have at most [`MANY`] elements.
pub(super) fn symbols(document: &Document) -> Vec<DocumentSymbol> {
    let extents = Extents::of(document);
    let shown = shown_levels(document);
    // The children so far of the document and of each open element.
    let mut levels: Vec<Vec<DocumentSymbol>> = vec![Vec::new()];
    let mut depth = 0;
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) if node.is_element() => {
                depth += 1;
                if let Some(level) = levels.last_mut()
                    && depth <= shown
                {
                    level.push(symbol(node, extents.get(node)));
                }
                if depth < DEEPEST {
                    levels.push(Vec::new());
                }
            }
            WalkStep::Leave(node) if node.is_element() => {
                if depth < DEEPEST
                    && let Some(children) = levels.pop()
                    && let Some(symbol) = levels.last_mut().and_then(|level| level.last_mut())
                    && !children.is_empty()
                {
                    symbol.children = Some(children);
                }
                depth -= 1;
            }
            _ => {}
        }
    }
    levels.pop().unwrap_or_default()
}

/// Returns the number of levels that have at most [`MANY`] elements together.
fn shown_levels(document: &Document) -> usize {
    let mut counts: Vec<usize> = Vec::new();
    let mut depth = 0;
    for step in document.root().walk() {
        match step {
            WalkStep::Enter(node) if node.is_element() => {
                if counts.len() == depth {
                    counts.push(0);
                }
                counts[depth] += 1;
                depth += 1;
            }
            WalkStep::Leave(node) if node.is_element() => depth -= 1,
            _ => {}
        }
    }
    let mut all = 0;
    for (level, count) in counts.iter().enumerate() {
        all += count;
        if all > MANY {
            return level;
        }
    }
    counts.len()
}

#[allow(deprecated, reason = "the type has the member")]
fn symbol(node: NodeRef<'_>, extent: Span) -> DocumentSymbol {
    let file = &node.document().source().file;
    let range = places::range(file, extent);
    DocumentSymbol {
        name: name(node),
        detail: None,
        kind: SymbolKind::FIELD,
        range,
        selection_range: match start_tag(node) {
            Some(tag) => places::range(file, tag),
            None => lsp_types::Range { start: range.start, end: range.start },
        },
        tags: None,
        deprecated: None,
        children: None,
    }
}

/// Returns the name of an element in the outline: `div#top.wide`.
fn name(node: NodeRef<'_>) -> String {
    let mut name = node.name().unwrap_or_default().to_owned();
    if let Some(id) = node.element_id() {
        name.push_str(&format!("#{id}"));
    }
    for class in node.classes() {
        name.push_str(&format!(".{class}"));
    }
    // (The protocol does not permit an empty name.)
    if name.trim().is_empty() { "element".to_owned() } else { name }
}
