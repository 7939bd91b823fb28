//! The statements of a grammar: as written in its files, and in force.
//!
//! ```text
//! whatwg.grammar:67   <dd> <dt> ::= flow* excluding <dd> <dt> until li-scope ;       written
//! mine.grammar:2      <dd> |= <tr> ;                                                 written
//!
//! <dd> ::= flow* | <tr> excluding <dd> <dt> until li-scope ;                         in force
//! <dt> ::= flow* excluding <dd> <dt> until li-scope ;                                in force
//! ```
//!
//! A grammar in force is one list of statements without `use`, `replace`, `remove` and `|=`
//! (`compile::merge`). Each keeps its span in the file, and knows the edits that changed it. So a
//! span leads to the written statement that contains it, and from there to those in force that it
//! made: several if an edit split it, none if it was replaced.
//!
//! A [`Grammar`](super::Grammar) has no statements until [`Grammar::statements`] is first called.
//! Then it parses its files again, and keeps the result. [`Grammar::with`] compiles the grammar
//! with one [`Change`] of the statements in force, [`Grammar::without_written`] without a written
//! one.
//!
//! [`Grammar::statements`]: super::Grammar::statements
//! [`Grammar::with`]: super::Grammar::with
//! [`Grammar::without_written`]: super::Grammar::without_written
//!
//! # Citations
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

use super::ast::{At, File, FileSpan, Statement};
use super::compile::merge::{MergedStatements, merge};
use super::compile::walk;
use super::print;
use crate::base::{FileId, HashMap, Span};
use std::sync::{Arc, OnceLock};

crate::base::id_type! {
    /// A statement in force.
    pub StatementId
}

/// The statements of a grammar.
#[derive(Debug)]
pub struct Statements {
    /// The parsed files, used ones before those that use them.
    files: Arc<[File]>,
    /// Merged on first use, since citations of written statements do without.
    merged: OnceLock<MergedStatements>,
    /// The statements in force that a written statement made or edited, by its span. Computed on
    /// first use.
    made_by: OnceLock<HashMap<FileSpan, Vec<StatementId>>>,
}

/// A change of one statement.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Change {
    /// Another statement replaces one in force.
    Replaced(StatementId, Statement),
    /// A statement in force is removed.
    Without(StatementId),
    /// A statement is added before all others.
    Added(Statement),
}

impl Statements {
    /// Merges parsed files, used ones before those that use them.
    #[must_use]
    pub fn of(files: Vec<File>) -> Self {
        Self { files: files.into(), merged: OnceLock::new(), made_by: OnceLock::new() }
    }

    /// Iterates over the written statements, in the order of the ids of their files.
    pub fn written(&self) -> impl Iterator<Item = &At<Statement>> {
        let mut files: Vec<&File> = self.files.iter().collect();
        files.sort_by_key(|file| file.id);
        files.into_iter().flat_map(|file| &file.statements)
    }

    /// Returns the written statement that contains a span.
    #[must_use]
    pub fn written_at(&self, place: FileSpan) -> Option<&At<Statement>> {
        let file = self.files.iter().find(|file| file.id == place.file)?;
        let start = place.span.start;
        let after = file.statements.partition_point(|other| other.place.span.start <= start);
        let statement = &file.statements[after.checked_sub(1)?];
        if start < statement.place.span.end { Some(statement) } else { None }
    }

    /// Returns the merged statements.
    #[must_use]
    pub fn merged(&self) -> &MergedStatements {
        self.merged.get_or_init(|| merge(&self.files, &mut Vec::new()))
    }

    fn made_by(&self) -> &HashMap<FileSpan, Vec<StatementId>> {
        self.made_by.get_or_init(|| {
            let mut made_by: HashMap<FileSpan, Vec<StatementId>> = HashMap::default();
            for id in self.ids() {
                for place in self.makers(id) {
                    made_by.entry(place).or_default().push(id);
                }
            }
            made_by
        })
    }

    fn ids(&self) -> impl Iterator<Item = StatementId> + use<> {
        (0..self.in_force().len()).map(StatementId::new)
    }

    /// Returns the statements in force.
    #[must_use]
    pub fn in_force(&self) -> &[At<Statement>] {
        &self.merged().statements
    }

    /// Returns a statement in force.
    #[must_use]
    pub fn get(&self, id: StatementId) -> &Statement {
        &self.in_force()[id.index()].value
    }

    /// Returns the statements in force as one file, with the legend of the grammar's own file.
    #[must_use]
    pub fn file(&self) -> File {
        let (id, legend) = match self.files.last() {
            Some(own) => (own.id, own.legend.clone()),
            None => (FileId::new(0), String::new()),
        };
        File { id, legend, statements: self.in_force().to_vec(), lost: Vec::new() }
    }

    /// Returns the spans of the edits that changed a statement, in order.
    #[must_use]
    pub fn edits(&self, id: StatementId) -> &[FileSpan] {
        &self.merged().edits[id.index()]
    }

    /// Returns the spans of the written statements that made a statement in force.
    #[must_use]
    pub fn makers(&self, id: StatementId) -> Vec<FileSpan> {
        let own = self.in_force()[id.index()].place;
        let places = std::iter::once(own).chain(self.edits(id).iter().copied());
        places.filter_map(|place| Some(self.written_at(place)?.place)).collect()
    }

    /// Returns the statement in force that a span belongs to. If an edit split the statement,
    /// returns the part that contains the exact span, or else the first part.
    #[must_use]
    pub fn at(&self, place: FileSpan) -> Option<StatementId> {
        let parts = self.made_by().get(&self.written_at(place)?.place)?;
        if parts.len() > 1 {
            for &id in parts {
                if has(self.get(id), place) {
                    return Some(id);
                }
            }
        }
        parts.first().copied()
    }

    /// Iterates over the statements in force whose spans contain `place`: several if an edit has
    /// split the statement.
    pub fn around(&self, place: FileSpan) -> impl Iterator<Item = StatementId> {
        self.ids().filter(move |id| self.in_force()[id.index()].place.contains(place))
    }

    /// Cites the written statement that contains a span, on one line. A long statement is shortened
    /// to the part from `word` on; `word` is the text of the span.
    pub(crate) fn cited(&self, place: FileSpan, word: &str) -> Option<String> {
        Some(cited(&self.written_at(place)?.value, word))
    }

    /// Returns the statements with one change of those in force. The written ones stay the same.
    #[must_use]
    pub fn changed(&self, change: &Change) -> Self {
        let mut merged = self.merged().clone();
        match change {
            Change::Replaced(id, statement) => {
                merged.statements[id.index()].value = statement.clone();
            }
            Change::Without(id) => {
                merged.statements.remove(id.index());
                merged.edits.remove(id.index());
            }
            Change::Added(statement) => {
                let own = self.files.last().map_or(FileId::new(0), |own| own.id);
                let place = FileSpan { file: own, span: Span::at(0) };
                merged.statements.insert(0, At { value: statement.clone(), place });
                merged.edits.insert(0, Vec::new());
            }
        }
        let (files, merged) = (self.files.clone(), OnceLock::from(merged));
        Self { files, merged, made_by: OnceLock::new() }
    }
}

/// Reports whether a statement has an item or an exception with exactly this span.
fn has(statement: &Statement, place: FileSpan) -> bool {
    let mut has = false;
    walk::items(statement, &mut |_, at, _| has |= at == place);
    if let Statement::Rule { content, .. } = statement {
        walk::exceptions(content, &mut |exception| has |= exception.place == place);
    }
    has
}

/// Prints a statement on one line.
#[must_use]
pub fn on_one_line(statement: &Statement) -> String {
    one_line(&print::statement(statement))
}

/// Prints a statement on one line; of a long one the part from `word` on.
pub(crate) fn cited(statement: &Statement, word: &str) -> String {
    elided(&on_one_line(statement), &one_line(word))
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
    use crate::grammar::Grammar;

    #[test]
    fn a_long_statement_is_cited_from_the_relevant_part() {
        let elements = "<blockquote> ".repeat(10);
        let rule = format!("{elements}::= mixed-flow* ;");
        assert_eq!(elided(&rule, &rule), "<blockquote> … ::= mixed-flow* ;");
        let remedy = format!("TEXT -> {elements}<p> closing ;");
        assert_eq!(elided(&remedy, "<p>"), "TEXT -> <blockquote> … <p> closing ;");
        assert_eq!(elided("<a> -> <b> ;", "<b>"), "<a> -> <b> ;");
        let endless = elided(&format!("x = {}", "<é> ".repeat(100)), "<é>");
        assert_eq!(endless.chars().count(), CITED + 1);
    }

    /// Returns a variant of `marpa`, and the statements that it writes itself.
    fn variant(text: &str) -> (Grammar, Vec<FileSpan>) {
        let grammar = Grammar::source("mine", text).compile().unwrap();
        let places = grammar.statements().written().map(|statement| statement.place);
        let own = places.filter(|place| place.file.index() == 0).collect();
        (grammar, own)
    }

    fn has_acme(grammar: &Grammar) -> bool {
        grammar.element_names().any(|name| name == "acme")
    }

    #[test]
    fn a_written_statement_is_removed_with_its_effect() {
        let (grammar, places) = variant("use \"marpa\" ;\nblock |= <acme> ;\ninline |= <b> ;\n");
        let rest = grammar.without_written(places[1]).unwrap();
        assert!(has_acme(&grammar) && !has_acme(&rest));
        assert!(rest.statements().written_at(places[1]).is_none());
        assert!(rest.statements().written_at(places[2]).is_some());
        assert!(grammar.without_written(places[0]).is_none(), "it needs the base");
    }

    #[test]
    fn a_statement_in_force_is_removed_or_added() {
        let (grammar, places) = variant("use \"marpa\" ;\n<acme> ::= TEXT* ;\n");
        let id = grammar.statements().at(places[1]).unwrap();
        let rest = grammar.with(&Change::Without(id)).unwrap();
        assert_eq!(rest.statements().in_force().len() + 1, grammar.statements().in_force().len());
        assert!(has_acme(&grammar) && !has_acme(&rest));
        let added = rest.with(&Change::Added(grammar.statements().get(id).clone())).unwrap();
        assert!(has_acme(&added));
        assert_eq!(added.statements().in_force()[0], grammar.statements().in_force()[id.index()]);
    }
}
