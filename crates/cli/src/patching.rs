//! The patch of a document, which the commands print that change documents.

use super::paint::{Paint, visible};
use wishful::tree::{Document, LineDiff};

/// Returns the patch from a document to its new bytes, which have the encoding of the document.
/// `change` is added to the name of the new document.
pub(super) fn patch(
    (name, change): (&str, &str),
    document: &Document,
    new: &[u8],
    paint: Paint,
) -> Vec<u8> {
    let names = [name, &format!("{name} {change}")];
    let (right, _) = document.source().encoding.decode_without_bom_handling(new);
    let lines = LineDiff { names, left: document.text(), right: &right };
    lines.patch(&|piece, text| paint.piece(piece, &visible(text))).into_bytes()
}
