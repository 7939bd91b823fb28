//! Citations of the grammar: the line of a span in one of its files, and the whole statement that
//! contains it.
//!
//! ```text
//! marpa.grammar:79   TEXT RAW inline -> <html> <head> <body> <tbody> <tr> <td> <p> closing ;
//! marpa.grammar:53   <*> <blockquote> … ::= mixed-flow* ;
//! ```
//!
//! The statement is cited as [`crate::grammar::statements`] prints it. A comment on its last line
//! is cited, too, since it often says where the statement comes from. The cited form is the one in
//! force, after `|=`, `replace` and `remove`. Other statements that contributed to it are cited
//! with it, as written.

use crate::base::HashMap;
use crate::grammar::Grammar;
use crate::grammar::ast::{FileSpan, Statement};
use crate::grammar::statements::{cited, one_line};
use serde::Serialize;
use std::cell::RefCell;
use std::sync::Arc;

/// A span of the grammar, in a form for people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct Citation {
    /// The file and line: `marpa.grammar:93`.
    pub place: Arc<str>,
    /// The statement at the span, as it is in force, on one line, shortened if it is long.
    pub line: Arc<str>,
    /// The text of the span itself: a word of a remedy list, or a rule; `grant` if the wishes were
    /// searched.
    pub word: Arc<str>,
    /// The other statements that made this one, as written: the original one, and its edits.
    #[serde(skip_serializing_if = "is_empty")]
    pub made_by: Arc<[StatementText]>,
}

fn is_empty(made_by: &Arc<[StatementText]>) -> bool {
    made_by.is_empty()
}

/// A statement as written.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[non_exhaustive]
pub struct StatementText {
    /// The file and line: `mine.grammar:3`.
    pub place: String,
    /// The statement, on one line, shortened if it is long.
    pub line: String,
}

/// A cache of a grammar's citations, since many repairs cite the same few lines.
#[derive(Debug)]
pub(super) struct Citations<'a> {
    grammar: &'a Grammar,
    cited: RefCell<HashMap<FileSpan, Citation>>,
}

impl<'a> Citations<'a> {
    pub(super) fn of(grammar: &'a Grammar) -> Self {
        Self { grammar, cited: RefCell::default() }
    }

    pub(super) fn cite(&self, place: FileSpan) -> Citation {
        if let Some(cite) = self.cited.borrow().get(&place) {
            return cite.clone();
        }
        let cite = self.made(place);
        self.cited.borrow_mut().insert(place, cite.clone());
        cite
    }

    fn made(&self, place: FileSpan) -> Citation {
        let (at, line) = self.grammar.cites(place);
        let text = self.grammar.files().get(place.file).text();
        let word = text.get(place.span.range()).unwrap_or_default();
        let line = match self.statement(place) {
            Some(statement) => {
                let cited = cited(statement, word);
                let written = self.grammar.statements().written_at(place);
                let end = written.map_or(place, |written| written.place).span.range().end;
                match remark(&text[end..]) {
                    Some(remark) => format!("{cited}  {}", one_line(remark)),
                    None => cited,
                }
            }
            None => one_line(line),
        };
        let made_by = self.made_by(place).into();
        Citation { place: at.into(), line: line.into(), word: word.into(), made_by }
    }

    /// Reports whether the span is that of a remedy. For a `grant` that the grammar leaves
    /// implicit, it is that of a wish.
    pub(super) fn is_remedy(&self, place: FileSpan) -> bool {
        matches!(self.statement(place), Some(Statement::Remedy { .. }))
    }

    /// Returns the statement that contains a span: as it is in force, or as written if nothing of
    /// it is in force.
    fn statement(&self, place: FileSpan) -> Option<&Statement> {
        let statements = self.grammar.statements();
        match statements.at(place) {
            Some(id) => Some(statements.get(id)),
            None => Some(&statements.written_at(place)?.value),
        }
    }

    /// Returns the other written statements that made the statement at a span.
    fn made_by(&self, place: FileSpan) -> Vec<StatementText> {
        let statements = self.grammar.statements();
        let Some(id) = statements.at(place) else { return Vec::new() };
        let own = statements.written_at(place).map(|written| written.place);
        let mut made_by = Vec::new();
        for maker in statements.makers(id) {
            if Some(maker) != own
                && let Some(line) = statements.cited(maker, "")
            {
                made_by.push(StatementText { place: self.grammar.cites(maker).0, line });
            }
        }
        made_by
    }
}

/// Returns the comment after a statement on its last line, if there is one.
fn remark(after: &str) -> Option<&str> {
    let line = after.lines().next()?.trim_start_matches([' ', '\t', ';']);
    if line.starts_with('#') { Some(line) } else { None }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_statement_of_several_lines_is_one_line() {
        let text = "use \"marpa\" ;\n<acme> ::= ( TEXT # words\n   | <b> )*\n ;\n";
        let grammar = Grammar::source("mine", text).compile().unwrap();
        let element =
            grammar.elements().find(|(_, element)| element.name.as_deref() == Some("acme"));
        let cite = Citations::of(&grammar).cite(element.unwrap().1.place);
        assert_eq!((&*cite.place, &*cite.line), ("mine:2", "<acme> ::= (TEXT | <b>)* ;"));
    }

    /// Returns the rule in force for an element of a variant, and the statements that made it.
    fn rule_of(name: &str, variant: &str) -> (String, Vec<(String, String)>) {
        let grammar = Grammar::source("mine", variant).compile().unwrap();
        let mut elements = grammar.elements();
        let (_, element) = elements.find(|(_, one)| one.name.as_deref() == Some(name)).unwrap();
        let cite = Citations::of(&grammar).cite(element.place);
        let made_by = cite.made_by.iter().map(|one| (one.place.clone(), one.line.clone()));
        (format!("{}  {}", cite.place, cite.line), made_by.collect())
    }

    #[test]
    fn a_rule_is_cited_in_its_edited_form() {
        let (base, _) = rule_of("dt", "use \"whatwg\" ; allow unused \"because\" ;");
        let (place, _) = base.split_once("  ").unwrap();
        let written = "<dd> <dt> ::= flow* excluding <dd> <dt> until li-scope ;".to_owned();
        assert_eq!(base, format!("{place}  {written}"));

        let edit = "<dd> |= <tr> ;".to_owned();
        let (rule, made_by) = rule_of("dd", &format!("use \"whatwg\" ;\n{edit}"));
        assert_eq!(rule, "mine:2  <dd> ::= flow* | <tr> excluding <dd> <dt> until li-scope ;");
        assert_eq!(made_by, [(place.to_owned(), written)]);
        let (rule, made_by) = rule_of("dt", &format!("use \"whatwg\" ;\n{edit}"));
        assert_eq!(rule, format!("{place}  <dt> ::= flow* excluding <dd> <dt> until li-scope ;"));
        assert_eq!(made_by, [("mine:2".to_owned(), edit)]);

        let replaced = rule_of("nobr", "use \"whatwg\" ;\nreplace <nobr> ::= TEXT* ;");
        assert_eq!(replaced, ("mine:2  <nobr> ::= TEXT* ;".to_owned(), Vec::new()));
    }
}
