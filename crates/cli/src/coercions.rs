//! The notes about what XML requires to change: of `parse -f xml` and `fix --xhtml`.

use wishful::tree::Document;
use wishful_console::output::{MISTAKES, number};
use wishful_query::xml::Xml;

/// Returns a note for each of the first coercions, and one about the number of the others. `name`
/// is that of the file.
pub(super) fn notes(written: &Xml, document: &Document, name: &str) -> Vec<String> {
    let mut notes = Vec::new();
    for coercion in written.coercions.iter().take(MISTAKES) {
        notes.push(match coercion.span {
            Some(span) => format!("{name}:{}: note: {coercion}", document.position(span.start)),
            None => format!("{name}: note: {coercion}"),
        });
    }
    let left = written.coercions.len().saturating_sub(MISTAKES);
    if left > 0 {
        notes.push(format!("{name}: and {}", number(left, "more coercion")));
    }
    notes
}
