//! Blanks that float: they are in an element, but written after the end tag of it or of an element
//! around it.
//!
//! ```text
//! <body><p>x</p>⏎</body>⏎</html>⏎        the last two line ends are children of the body
//! ```
//!
//! No reader sees them, and no edit names them. So they keep their place in the source, and count
//! neither as content of their element nor in a comparison of trees.

use wishful::base::Span;
use wishful::tree::{NodeKind, NodeRef, TagOrigin};

/// Returns the pieces of a text node that do not float, with their spans.
pub(super) fn fixed_pieces<'a>(text: NodeRef<'a>) -> impl Iterator<Item = (Span, &'a str)> {
    let end = closed_at(text);
    text.spanned_texts().filter(move |&(span, piece)| {
        let is_after = end.is_some_and(|end| span.start >= end);
        !is_after || piece.contains(|letter: char| !letter.is_ascii_whitespace())
    })
}

/// Returns the last child of an element, without text that floats.
pub(super) fn last_fixed_child(node: NodeRef<'_>) -> Option<NodeRef<'_>> {
    let mut last = node.last_child();
    while let Some(child) = last
        && child.kind() == NodeKind::Text
        && fixed_pieces(child).next().is_none()
    {
        last = child.previous_sibling();
    }
    last
}

/// Returns the end of the innermost written end tag that may precede a text in it. Only a text that
/// ends each element inside of that one can float, so the searches for all texts together are
/// linear.
fn closed_at(text: NodeRef<'_>) -> Option<u32> {
    let mut inside = text;
    loop {
        let mut next = inside.next_sibling();
        while let Some(cruft) = next
            && cruft.kind() == NodeKind::Cruft
        {
            next = cruft.next_sibling();
        }
        if next.is_some() {
            return None;
        }
        inside = inside.parent()?;
        if let Some(TagOrigin::Written(tag)) = inside.end_tag() {
            return Some(tag.end);
        }
    }
}
