//! The `tokens` format: one line for each physical token, with its span, its kind and its source.
//!
//! ```text
//! # wishful-tokens/1
//! 0..3 start-tag "<p>"
//! 3..7 text "Text"
//! 7..7 end-of-file ""
//! ```

use std::fmt::{self, Write};

use super::meter::Metered;
use crate::token::KindRef;
use crate::tree::document::Document;
use crate::tree::excerpt::Quoted;

/// Writes the tokens of a document.
pub(super) fn write<W: Write>(document: &Document, out: &mut Metered<'_, W>) -> fmt::Result {
    writeln!(out, "# wishful-tokens/1")?;
    for token in document.tokens().iter() {
        out.room()?;
        let written = document.text().get(token.span.range()).unwrap_or_default();
        writeln!(out, "{:?} {} {}", token.span, kind_name(token.kind), Quoted(written))?;
    }
    Ok(())
}

/// Returns the name of a kind of token. The names are stable, since scripts read them.
const fn kind_name(kind: KindRef<'_>) -> &'static str {
    match kind {
        KindRef::StartTag(_) => "start-tag",
        KindRef::EndTag(_) => "end-tag",
        KindRef::Text(_) => "text",
        KindRef::Comment(_) => "comment",
        KindRef::ProcessingInstruction(_) => "processing-instruction",
        KindRef::Doctype(_) => "doctype",
        KindRef::Lost => "lost",
        KindRef::EndOfFile => "end-of-file",
    }
}
