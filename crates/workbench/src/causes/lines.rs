//! The statements of several grammars, with equal ones identified.
//!
//! Two statements are the same line if they are equal in canonical layout, regardless of position.
//! So a copy of a grammar shares its lines with the original, and a comment above a line changes
//! nothing.

use std::collections::HashMap;

use serde::Serialize;

use wishful::base::{Span, id_type};
use wishful::grammar::ast::{At, FileSpan, Statement};
use wishful::grammar::{Grammar, parse, print};
use wishful::slippers::event::Repair;

id_type! {
    /// The id of a line in [`Lines`].
    pub LineId
}

impl Serialize for LineId {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.index().serialize(serializer)
    }
}

/// A statement of one grammar or of several.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Line {
    /// The statement in the layout of `grammar fmt`, on one line.
    pub text: String,
    /// The first position in each grammar, as `mine.grammar:3`; `None` if the grammar lacks it.
    pub at: Vec<Option<String>>,
    /// The first span in each grammar, for removing it there.
    #[serde(skip)]
    pub(super) places: Vec<Option<FileSpan>>,
}

impl Line {
    /// Reports whether one of the grammars lacks it.
    #[must_use]
    pub fn is_changed(&self) -> bool {
        self.at.contains(&None)
    }

    /// Returns its position in the first grammar that has it.
    #[must_use]
    pub fn place(&self) -> &str {
        self.at.iter().flatten().next().map_or("", String::as_str)
    }
}

/// The lines of the compared grammars.
#[derive(Debug, Default)]
pub struct Lines {
    lines: Vec<Line>,
    /// The statements of each file of each grammar, sorted by span.
    statements: Vec<Vec<Vec<(Span, LineId)>>>,
}

impl Lines {
    /// Parses the files of grammars again.
    pub(super) fn of<'a>(grammars: impl ExactSizeIterator<Item = &'a Grammar>) -> Self {
        let mut found = Self::default();
        let mut known = HashMap::new();
        let count = grammars.len();
        for (number, grammar) in grammars.enumerate() {
            let files = grammar.files();
            let mut statements = Vec::new();
            for (id, _) in files.iter() {
                let mut of_file = Vec::new();
                for statement in parse::parse(id, files).0.statements {
                    of_file.push(found.note(statement, (number, count), grammar, &mut known));
                }
                statements.push(of_file);
            }
            found.statements.push(statements);
        }
        found
    }

    /// Records a statement of grammar `number`, out of `count`.
    fn note(
        &mut self,
        statement: At<Statement>,
        (number, count): (usize, usize),
        grammar: &Grammar,
        known: &mut HashMap<String, LineId>,
    ) -> (Span, LineId) {
        let At { value, place } = statement;
        let lines = &mut self.lines;
        let text = print::statement(&value).split_whitespace().collect::<Vec<_>>().join(" ");
        let id = *known.entry(text).or_insert_with_key(|text| {
            let text = text.clone();
            lines.push(Line { text, at: vec![None; count], places: vec![None; count] });
            LineId::new(lines.len() - 1)
        });
        let line = &mut self.lines[id.index()];
        line.at[number].get_or_insert_with(|| grammar.cites(place).0);
        line.places[number].get_or_insert(place);
        (place.span, id)
    }

    /// Returns the line that contains a span of a grammar; `None` if no statement does.
    pub(super) fn at(&self, grammar: usize, place: FileSpan) -> Option<LineId> {
        let statements = self.statements.get(grammar)?.get(place.file.index())?;
        let after = statements.partition_point(|(span, _)| span.start <= place.span.start);
        let (span, line) = statements.get(after.checked_sub(1)?)?;
        if place.span.start < span.end { Some(*line) } else { None }
    }

    /// Returns the line that permits a repair in a document of a grammar, if there is one.
    pub(super) fn of_repair(&self, grammar: usize, repair: &Repair) -> Option<LineId> {
        self.at(grammar, repair.place?)
    }

    /// Returns a line.
    #[must_use]
    pub fn get(&self, id: LineId) -> &Line {
        &self.lines[id.index()]
    }

    /// Iterates over all lines, in the order of the grammars.
    pub fn iter(&self) -> impl Iterator<Item = (LineId, &Line)> {
        self.lines.iter().enumerate().map(|(index, line)| (LineId::new(index), line))
    }

    /// Iterates over the lines that exactly one of two grammars has.
    pub fn changed(&self, [first, second]: [usize; 2]) -> impl Iterator<Item = (LineId, &Line)> {
        self.iter().filter(move |(_, line)| line.at[first].is_some() != line.at[second].is_some())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn grammar(name: &str, text: &str) -> Grammar {
        Grammar::from_text(name, text).expect("it is a grammar")
    }

    fn changed(lines: &Lines, pair: [usize; 2]) -> Vec<String> {
        lines.changed(pair).map(|(_, line)| format!("{} {}", line.place(), line.text)).collect()
    }
    #[test]
    fn a_line_is_what_it_says_wherever_it_stands() {
        let base = Grammar::load("marpa").expect("it is shipped");
        let variant = grammar("mine", "# A comment.\nuse \"marpa\" ;\n\nblock\n  |= <acme> ;\n");
        let copy = format!("# moved\n{}", base.files().iter().next().expect("it has one").1.text());
        let copy = grammar("copy", &copy);
        let lines = Lines::of([&base, &variant, &copy].into_iter());
        assert_eq!(changed(&lines, [0, 1]), ["mine:2 use \"marpa\" ;", "mine:4 block |= <acme> ;"]);
        assert_eq!(changed(&lines, [0, 2]), [""; 0]);
        let place = lines.iter().find(|(_, line)| line.text == "block |= <acme> ;").unwrap();
        assert_eq!(lines.at(1, place.1.places[1].unwrap()), Some(place.0));
        assert!(place.1.is_changed() && place.1.places[0].is_none());
    }
}
