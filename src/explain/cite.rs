//! Citing the grammar: for a place in one of its files, the line, and the whole statement that stands there.
//!
//! ```text
//! marpa.grammar:79   TEXT RAW inline -> <html> <head> <body> <tbody> <tr> <td> <p> closing ;
//! marpa.grammar:53   <*> <blockquote> … ::= mixed-flow* ;
//! ```
//!
//! A line alone may be half of a rule. So the statement is cited, printed on one line, without comments but one right behind
//! it; of a long one what stands left of the part that is meant is left out, since the part and what follows it are what is asked for.

use crate::base::Files;
use crate::grammar::ast::{At, Place, Statement};
use crate::grammar::{Grammar, parse, print};
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
    /// Those of each file, in order.
    files: Vec<Vec<At<Statement>>>,
}

impl<'a> Statements<'a> {
    /// Reads the grammar's files again: once for all citations of a document.
    pub(super) fn of(grammar: &'a Grammar) -> Self {
        let files: &Files = grammar.files();
        let statements = files.iter().map(|(id, _)| parse::parse(id, files).0.statements);
        Self { grammar, files: statements.collect() }
    }

    pub(super) fn cite(&self, place: Place) -> Cite {
        let (at, line) = self.grammar.cites(place);
        let text = self.grammar.files().get(place.file).text();
        let word = text.get(place.span.range()).unwrap_or_default();
        let line = match self.statement(place) {
            Some(At { value, place }) => {
                let cited = elided(&one_line(&print::statement(value)), &one_line(word));
                match remark(&text[place.span.range().end..]) {
                    Some(remark) => format!("{cited}  {}", one_line(remark)),
                    None => cited,
                }
            }
            None => one_line(line),
        };
        Cite { place: at, line, word: word.to_owned() }
    }

    /// Whether a remedy is written at a place: that of a `grant` which the grammar leaves out is a wish's.
    pub(super) fn is_remedy(&self, place: Place) -> bool {
        let statement = self.statement(place).map(|statement| &statement.value);
        matches!(statement, Some(Statement::Remedy { .. }))
    }

    /// The statement that a place is in.
    fn statement(&self, place: Place) -> Option<&At<Statement>> {
        let statements = self.files.get(place.file.index())?;
        let after = statements.partition_point(|other| other.place.span.start <= place.span.start);
        let statement = statements.get(after.checked_sub(1)?)?;
        (place.span.start < statement.place.span.end).then_some(statement)
    }
}

/// The comment on the line where a statement ends, behind it: where it comes from, often.
fn remark(behind: &str) -> Option<&str> {
    let line = behind.lines().next()?.trim_start_matches([' ', '\t', ';']);
    line.starts_with('#').then_some(line)
}

/// Runs of blanks as one blank.
fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// How many characters of a statement are cited.
const CITED: usize = 100;

/// How many characters at its beginning are cited in any case.
const HEAD: usize = 24;

/// A statement, of a long one its beginning and what stands from `word`, or from its operator, on.
fn elided(statement: &str, word: &str) -> String {
    let over = |text: &str, most: usize| text.char_indices().nth(most).map(|(at, _)| at);
    if over(statement, CITED).is_none() {
        return statement.to_owned();
    }
    let operator = [" ::= ", " |= ", " -> ", " = "].iter().find_map(|word| statement.find(word));
    let right = operator.map_or(0, |at| at + 1);
    let meant = statement[right..].find(word).map_or(right, |at| right + at);
    let head = over(statement, HEAD).and_then(|most| statement[..most].rfind(' ')).unwrap_or(0);
    let (head, tail) = match head < meant {
        true => (format!("{} … ", &statement[..head]), &statement[meant..]),
        false => (String::new(), statement),
    };
    match over(tail, CITED) {
        Some(most) => format!("{head}{}…", &tail[..most]),
        None => format!("{head}{tail}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_statement_is_cited_from_what_is_meant() {
        let elements = "<blockquote> ".repeat(10);
        let rule = format!("{elements}::= mixed-flow* ;");
        assert_eq!(elided(&rule, &rule), "<blockquote> … ::= mixed-flow* ;");
        let remedy = format!("TEXT -> {elements}<p> closing ;");
        assert_eq!(elided(&remedy, "<p>"), "TEXT -> <blockquote> … <p> closing ;");
        assert_eq!(elided("<a> -> <b> ;", "<b>"), "<a> -> <b> ;");
        let endless = elided(&format!("x = {}", "<é> ".repeat(100)), "<é>");
        assert_eq!(endless.chars().count(), CITED + 1);
    }

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
