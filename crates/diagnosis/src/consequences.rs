//! The repairs of a parser that follow from the mistakes of a page.

use crate::mistake::Mistake;
use crate::pieces::TextPieces;
use std::collections::HashSet;
use wishful::Document;
use wishful::base::Span;

/// Adds the repairs that only the original document has to the mistakes that they follow from: the
/// last mistake before each, or else the first.
pub(crate) fn add_consequences(
    mistakes: &mut [Mistake],
    document: &Document,
    repaired: &Document,
    pieces: &TextPieces,
) {
    let origins = pieces.origins();
    let left = described_mistakes(repaired);
    let left: HashSet<(u32, String)> =
        left.map(|(span, action)| (origins.span(span).start, action)).collect();
    for (span, action) in described_mistakes(document) {
        if left.contains(&(span.start, action.clone())) {
            continue;
        }
        let after = mistakes.partition_point(|mistake| mistake.place.start <= span.start);
        if let Some(mistake) = mistakes.get_mut(after.saturating_sub(1)) {
            mistake.consequences.push((span, action));
        }
    }
}

/// Returns the spans and descriptions of the repairs that are mistakes.
fn described_mistakes(document: &Document) -> impl Iterator<Item = (Span, String)> {
    document
        .mistakes()
        .filter_map(|id| Some((document.repair(id)?.span, document.describe_action(id))))
}
