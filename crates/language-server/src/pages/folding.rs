//! The folding ranges of a page: elements and comments of several lines.

use lsp_types::{FoldingRange, FoldingRangeKind};

use super::super::places;
use super::extents::{Extents, end_tag};
use wishful::base::Span;
use wishful::tree::{Document, NodeKind};

/// Returns the folding ranges of a document, one for each line at most. A written end tag at the
/// start of its line stays visible.
pub(super) fn ranges(document: &Document) -> Vec<FoldingRange> {
    let extents = Extents::of(document);
    let file = &document.source().file;
    let mut ranges: Vec<FoldingRange> = Vec::new();
    for node in document.nodes() {
        let kind = match node.kind() {
            NodeKind::Element => None,
            NodeKind::Comment => Some(FoldingRangeKind::Comment),
            _ => continue,
        };
        let range = places::range(file, extents.get(node));
        let (start_line, mut end_line) = (range.start.line, range.end.line);
        if let Some(tag) = end_tag(node)
            && is_first_on_line(document.text(), tag)
        {
            end_line = end_line.saturating_sub(1);
        }
        let is_known = ranges.last().is_some_and(|last| last.start_line == start_line);
        if start_line < end_line && !is_known {
            ranges.push(FoldingRange { start_line, end_line, kind, ..FoldingRange::default() });
        }
    }
    ranges
}

/// Reports whether only blanks are before a span on its line.
fn is_first_on_line(text: &str, span: Span) -> bool {
    let before = text.get(..span.range().start).unwrap_or_default();
    before.trim_end_matches([' ', '\t']).ends_with('\n')
}
