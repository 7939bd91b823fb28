//! Grammars without one of their lines, for finding decisive lines.
//!
//! The line is blanked out in the text, and the grammar is loaded again from its texts, so all
//! other statements keep their spans. If the grammar does not compile without the line, the line is
//! skipped.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::OnceLock;

use super::lines::{Line, LineId, Lines};
use wishful::Parser;
use wishful::grammar::ast::FileSpan;
use wishful::grammar::{Grammar, Modes};

/// The number of changed lines above which none is removed, since the grammars are then no variants
/// of each other.
const MOST: usize = 64;

/// One of two grammars without a line that the other lacks.
pub(super) struct GrammarWithoutLine {
    pub(super) line: LineId,
    /// True if the line was removed from the first grammar.
    pub(super) of_first: bool,
    pub(super) parser: Parser,
}

/// Compiles the grammar without a line that the other one lacks. Returns `None` if it does not
/// compile.
fn hybrid(
    parsers: &[Parser],
    pair: [usize; 2],
    line: LineId,
    about: &Line,
) -> Option<GrammarWithoutLine> {
    let of_first = about.places[pair[0]].is_some();
    let grammar = if of_first { pair[0] } else { pair[1] };
    let rest = without(parsers[grammar].grammar(), about.places[grammar]?)?;
    Some(GrammarWithoutLine { line, of_first, parser: Parser::new(rest).ok()? })
}

/// The grammars without one line, which the first use compiles.
#[derive(Default)]
pub(super) struct GrammarsWithoutLine(OnceLock<Vec<GrammarWithoutLine>>);

impl GrammarsWithoutLine {
    pub(super) fn get(
        &self,
        parsers: &[Parser],
        pair: [usize; 2],
        lines: &Lines,
    ) -> &[GrammarWithoutLine] {
        self.0.get_or_init(|| {
            if lines.changed(pair).nth(MOST).is_some() {
                return Vec::new();
            }
            let changed = lines.changed(pair);
            changed.filter_map(|(line, about)| hybrid(parsers, pair, line, about)).collect()
        })
    }
}

/// Returns a grammar without the statement at a span; `None` if it does not compile.
fn without(grammar: &Grammar, place: FileSpan) -> Option<Grammar> {
    let mut texts: HashMap<PathBuf, String> = HashMap::new();
    for (id, file) in grammar.files().iter() {
        let text =
            if id == place.file { blanked(file.text(), place) } else { file.text().to_owned() };
        texts.insert(PathBuf::from(file.name()), text);
    }
    let on = grammar.modes().iter().filter(|mode| mode.on).map(|mode| mode.name.as_str());
    let own = grammar.files().iter().next()?.1.name();
    let rest = Grammar::load_from(own, &Modes::on(on), &texts).ok()?;
    // OK because the texts differ only if the loader has read the blanked text instead of the
    // original.
    let file = grammar.files().get(place.file);
    let is_without = rest
        .files()
        .iter()
        .any(|(_, other)| other.name() == file.name() && other.text() != file.text());
    if is_without { Some(rest) } else { None }
}

/// Replaces a statement by blanks and line feeds. Its semicolon, which is not in its span, is
/// replaced, too.
fn blanked(text: &str, place: FileSpan) -> String {
    let mut range = place.span.range();
    range.end += semicolon(&text[range.end..]);
    let blanks: String =
        text[range.clone()].chars().map(|letter| if letter == '\n' { '\n' } else { ' ' }).collect();
    [&text[..range.start], &blanks, &text[range.end..]].concat()
}

/// Returns the distance from a statement to the end of its semicolon. Comments may come between
/// them.
fn semicolon(behind: &str) -> usize {
    let mut before = 0;
    for line in behind.split_inclusive('\n') {
        let code = line.split('#').next().unwrap_or_default();
        if let Some(at) = code.find(';') {
            return before + at + 1;
        }
        before += line.len();
    }
    0
}

#[cfg(test)]
mod tests {
    use super::*;
    use wishful::grammar::parse;

    #[test]
    fn a_statement_goes_with_its_semicolon_and_nothing_else() {
        let text = "use \"marpa\" ;\n# One; two.\nblock |= <acme> # why;\n  ; inline |= <b> ;\n";
        let grammar = Grammar::from_text("mine", text).unwrap();
        let (id, file) = grammar.files().iter().next().unwrap();
        let statement = &parse::parse(id, grammar.files()).0.statements[1];
        let rest = blanked(file.text(), statement.place);
        let words: Vec<&str> = rest.split_whitespace().collect();
        assert_eq!(words.join(" "), "use \"marpa\" ; # One; two. inline |= <b> ;");
        assert_eq!(rest.len(), text.len());
        assert_eq!(rest.matches('\n').count(), text.matches('\n').count());
        assert!(without(&grammar, statement.place).is_some());
    }
}
