//! Citations of a grammar's lines or statements in a list of repairs.
//!
//! ```text
//! marpa.grammar:81: block anywhere -> <html> <head> <body> closing ;
//! marpa.grammar: block anywhere -> <html> <head> <body> closing ;
//! ```

use crate::grammar::ast::FileSpan;
use crate::tree::document::Document;
use crate::tree::excerpt::condensed;

/// The style of citations of a document's grammar.
pub(in crate::tree) struct Citations<'d> {
    pub(in crate::tree) document: &'d Document,
    /// Set if whole statements are cited instead of lines.
    pub(in crate::tree) statements: bool,
}

impl Citations<'_> {
    /// Cites a position of the grammar: the file and line, and the source there.
    pub(in crate::tree) fn cite(&self, place: FileSpan) -> String {
        let grammar = &self.document.grammar;
        if self.statements
            && let Some((file, statement)) = grammar.statement(place)
        {
            return format!("{file}: {statement}");
        }
        let (at, line) = grammar.cited(place);
        format!("{at}: {}", condensed(line))
    }
}
