//! Grammars without one of their lines, for finding decisive lines.
//!
//! If the grammar does not compile without the line, the line is skipped.

use std::sync::OnceLock;

use super::lines::{Line, LineId, Lines};
use wishful::Parser;

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
    let rest = parsers[grammar].grammar().without_written(about.places[grammar]?)?;
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
