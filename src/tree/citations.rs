//! The lines or the statements of a grammar, as a list of repairs cites them.
//!
//! ```text
//! marpa.grammar:81: block anywhere -> <html> <head> <body> closing ;
//! marpa.grammar: block anywhere -> <html> <head> <body> closing ;
//! ```

use super::document::Document;
use super::excerpt::condensed;
use crate::grammar::ast::Place;

/// How places of the grammar of a document are cited.
pub(super) struct Citations<'d> {
    pub(super) document: &'d Document,
    /// Whether statements are cited and not lines.
    pub(super) statements: bool,
}

impl Citations<'_> {
    /// A place: where it is, and what stands there.
    pub(super) fn cite(&self, place: Place) -> String {
        let grammar = &self.document.grammar;
        let statement = self.statements.then(|| grammar.statement(place)).flatten();
        if let Some((file, statement)) = statement {
            return format!("{file}: {statement}");
        }
        let (at, line) = grammar.cited(place);
        format!("{at}: {}", condensed(line))
    }
}
