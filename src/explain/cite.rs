//! Citing the grammar: for a place in one of its files, the line, and the whole statement that stands there.
//!
//! ```text
//! marpa.grammar:79   TEXT RAW inline -> <html> <head> <body> <tbody> <tr> <td> <p> closing ;
//! marpa.grammar:53   <*> <blockquote> … ::= mixed-flow* ;
//! ```
//!
//! The statement is cited as [`crate::grammar::statements`] prints it, and a comment right behind it, which often says where it comes from.

use crate::grammar::Grammar;
use crate::grammar::ast::{Place, Statement};
use crate::grammar::statements::one_line;
use serde::Serialize;

/// A place of the grammar, as a person reads it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Cite {
    /// `marpa.grammar:93`.
    pub place: String,
    /// The statement that stands there, on one line, shortened if it is long.
    pub line: String,
    /// What stands at the very place: a word of a remedy list, a rule; `grant` if the wishes were asked.
    pub word: String,
}

/// The statements of a grammar, to be cited.
#[derive(Debug)]
pub(super) struct Statements<'a> {
    grammar: &'a Grammar,
}

impl<'a> Statements<'a> {
    pub(super) fn of(grammar: &'a Grammar) -> Self {
        Self { grammar }
    }

    pub(super) fn cite(&self, place: Place) -> Cite {
        let (at, line) = self.grammar.cites(place);
        let text = self.grammar.files().get(place.file).text();
        let word = text.get(place.span.range()).unwrap_or_default();
        let statements = self.grammar.statements_by_place();
        let cited = statements.cited(place, word).unwrap_or_else(|| one_line(line));
        let end = statements.at(place).map(|statement| statement.place.span.range().end);
        let line = match end.and_then(|end| remark(&text[end..])) {
            Some(remark) => format!("{cited}  {}", one_line(remark)),
            None => cited,
        };
        Cite { place: at, line, word: word.to_owned() }
    }

    /// Whether a remedy is written at a place: that of a `grant` which the grammar leaves out is a wish's.
    pub(super) fn is_remedy(&self, place: Place) -> bool {
        let statement =
            self.grammar.statements_by_place().at(place).map(|statement| &statement.value);
        matches!(statement, Some(Statement::Remedy { .. }))
    }
}

/// The comment on the line where a statement ends, behind it: where it comes from, often.
fn remark(behind: &str) -> Option<&str> {
    let line = behind.lines().next()?.trim_start_matches([' ', '\t', ';']);
    line.starts_with('#').then_some(line)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_of_several_lines_is_one_line() {
        let text = "use \"marpa\" ;\n<acme> ::= ( TEXT # words\n   | <b> )*\n ;\n";
        let grammar = Grammar::from_text("mine", text).unwrap();
        let element =
            grammar.elements().find(|(_, element)| element.name.as_deref() == Some("acme"));
        let cite = Statements::of(&grammar).cite(element.unwrap().1.place);
        assert_eq!(
            (cite.place.as_str(), cite.line.as_str()),
            ("mine:2", "<acme> ::= (TEXT | <b>)* ;")
        );
    }
}
