//! The statements of a grammar by span, for citations.
//!
//! ```text
//! TEXT RAW inline -> <html> <head> <body> <tbody> <tr> <td> <p> closing ;
//! <*> <blockquote> … ::= mixed-flow* ;
//! ```
//!
//! One line of a file may be only a part of a rule. So a citation is the whole statement, printed
//! on one line without comments. In a long statement, text before the relevant part is elided,
//! because readers want that part and what follows it. A citation does not depend on the
//! statement's position in its file or on its layout.

use super::ast::{At, FileSpan, Statement};
use super::{parse, print};
use crate::base::Files;

/// The statements of each file of a grammar, in order.
#[derive(Clone, Debug)]
pub(crate) struct Statements(Vec<Vec<At<Statement>>>);

impl Statements {
    /// Parses the files again, once for all citations.
    pub(crate) fn of(files: &Files) -> Self {
        Self(files.iter().map(|(id, _)| parse::parse(id, files).0.statements).collect())
    }

    /// Returns the statement that contains a span.
    pub(crate) fn at(&self, place: FileSpan) -> Option<&At<Statement>> {
        let statements = self.0.get(place.file.index())?;
        let after = statements.partition_point(|other| other.place.span.start <= place.span.start);
        let statement = statements.get(after.checked_sub(1)?)?;
        if place.span.start < statement.place.span.end { Some(statement) } else { None }
    }

    /// Cites the statement that contains a span, on one line. A long statement is shortened to the
    /// part from `word` on; `word` is the text of the span.
    pub(crate) fn cited(&self, place: FileSpan, word: &str) -> Option<String> {
        Some(cited(&self.at(place)?.value, word))
    }
}

/// Prints a statement on one line; of a long one the part from `word` on.
pub(crate) fn cited(statement: &Statement, word: &str) -> String {
    elided(&one_line(&print::statement(statement)), &one_line(word))
}

/// Replaces each run of blanks by one blank.
pub(crate) fn one_line(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The greatest number of characters of a statement that are cited.
const CITED: usize = 100;

/// The number of characters at the beginning of a statement that are always cited.
const HEAD: usize = 24;

/// Shortens a long statement to its beginning and the part from `word` on, or from its operator on.
fn elided(statement: &str, word: &str) -> String {
    if offset_after(statement, CITED).is_none() {
        return statement.to_owned();
    }
    let operator = [" ::= ", " |= ", " -> ", " = "].iter().find_map(|word| statement.find(word));
    let right = operator.map_or(0, |at| at + 1);
    let meant = right + statement[right..].find(word).unwrap_or(0);
    let most = offset_after(statement, HEAD).unwrap_or(0);
    let head = statement[..most].rfind(' ').unwrap_or(0);
    let (head, tail) = if head < meant {
        (format!("{} … ", &statement[..head]), &statement[meant..])
    } else {
        (String::new(), statement)
    };
    match offset_after(tail, CITED) {
        Some(most) => format!("{head}{}…", &tail[..most]),
        None => format!("{head}{tail}"),
    }
}

/// Returns the offset after a number of characters, if there are more.
fn offset_after(text: &str, characters: usize) -> Option<usize> {
    let (offset, _) = text.char_indices().nth(characters)?;
    Some(offset)
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
}
