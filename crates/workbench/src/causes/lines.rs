//! The statements of several grammars, with equal ones identified.
//!
//! Two statements are the same line if they are equal in canonical layout, regardless of position.
//! So a copy of a grammar shares its lines with the original, and a comment above a line changes
//! nothing.

use std::collections::HashMap;
use std::sync::Arc;

use serde::Serialize;

use wishful::base::id_type;
use wishful::grammar::Grammar;
use wishful::grammar::ast::FileSpan;
use wishful::grammar::statements::{Statements, on_one_line};
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
    /// The statements of each grammar, and the lines of the written ones by their spans.
    grammars: Vec<(Arc<Statements>, HashMap<FileSpan, LineId>)>,
}

impl Lines {
    /// Collects the written statements of grammars.
    pub(super) fn of<'a>(grammars: impl ExactSizeIterator<Item = &'a Grammar>) -> Self {
        let mut found = Self::default();
        let mut known: HashMap<String, LineId> = HashMap::new();
        let count = grammars.len();
        for (number, grammar) in grammars.enumerate() {
            let statements = grammar.statements();
            let mut of_grammar = HashMap::new();
            for statement in statements.written() {
                let place = statement.place;
                let lines = &mut found.lines;
                let id = *known.entry(on_one_line(&statement.value)).or_insert_with_key(|text| {
                    let text = text.clone();
                    lines.push(Line { text, at: vec![None; count], places: vec![None; count] });
                    LineId::new(lines.len() - 1)
                });
                let line = &mut lines[id.index()];
                line.at[number].get_or_insert_with(|| grammar.cites(place).0);
                line.places[number].get_or_insert(place);
                of_grammar.insert(place, id);
            }
            found.grammars.push((statements.clone(), of_grammar));
        }
        found
    }

    /// Returns the line that contains a span of a grammar; `None` if no statement does.
    pub(super) fn at(&self, grammar: usize, place: FileSpan) -> Option<LineId> {
        let (statements, lines) = self.grammars.get(grammar)?;
        lines.get(&statements.written_at(place)?.place).copied()
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
        Grammar::source(name, text).compile().expect("it is a grammar")
    }

    fn changed(lines: &Lines, pair: [usize; 2]) -> Vec<String> {
        lines.changed(pair).map(|(_, line)| format!("{} {}", line.place(), line.text)).collect()
    }
    #[test]
    fn lines_are_identified_by_their_text() {
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
