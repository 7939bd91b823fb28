//! The stretch of source that each node comes from.

use wishful::base::Span;
use wishful::tree::{Document, NodeKind, NodeRef, TagOrigin, WalkStep};

/// The extents of all nodes of a document: from the first byte of a node or its descendants to the
/// last one that is not blank. A node without source has an empty extent, at the position of the
/// repair that made it. The extent of an element contains those of its children, also where the
/// parser has moved them.
pub(super) struct Extents(Vec<Span>);

impl Extents {
    pub(super) fn of(document: &Document) -> Self {
        let mut extents: Vec<Option<Span>> = vec![None; document.len()];
        for step in document.root().walk() {
            let WalkStep::Leave(node) = step else { continue };
            let mut own = extents[node.id().index()];
            for span in own_spans(node) {
                own = Some(own.map_or(span, |known| known.join(span)));
            }
            own = own.or_else(|| inserted_at(node));
            extents[node.id().index()] = own;
            if let (Some(own), Some(parent)) = (own, node.parent()) {
                let around = &mut extents[parent.id().index()];
                *around = Some(around.map_or(own, |known| known.join(own)));
            }
        }
        Self(extents.into_iter().map(Option::unwrap_or_default).collect())
    }

    pub(super) fn get(&self, node: NodeRef<'_>) -> Span {
        self.0[node.id().index()]
    }
}

/// Returns the spans of a node without its descendants. Blanks at the end of a text do not count.
fn own_spans(node: NodeRef<'_>) -> Vec<Span> {
    let mut spans = node.spans();
    if node.kind() == NodeKind::Text {
        let text = node.document().text();
        for span in &mut spans {
            let written = span.of(text).trim_end();
            *span = Span::new(span.range().start, span.range().start + written.len());
        }
        spans.retain(|span| !span.is_empty());
    }
    spans
}

/// Returns the position at which the start tag of an element was inserted.
fn inserted_at(node: NodeRef<'_>) -> Option<Span> {
    let repair = node.start_tag()?.repair()?;
    let at = node.document().repairs().get(repair.index())?.span.start;
    Some(Span { start: at, end: at })
}

/// Returns the span of the start tag of an element, if it is written.
pub(super) fn start_tag(node: NodeRef<'_>) -> Option<Span> {
    match node.start_tag()? {
        TagOrigin::Written(span) => Some(span),
        _ => None,
    }
}

/// Returns the span of the end tag of an element, if it is written.
pub(super) fn end_tag(node: NodeRef<'_>) -> Option<Span> {
    match node.end_tag()? {
        TagOrigin::Written(span) => Some(span),
        _ => None,
    }
}
