//! Shared parts of `wishful explain`: parsing with a trace, and finding the token at a position.

use super::grammars::{self, PreparedGrammar};
use super::inputs::LineColumn;
use wishful::base::{Position, Span};
use wishful::explain::TracedDocument;
use wishful::slippers::event::TokenId;
use wishful::tree::{Document, Extent};
use wishful::{ParseOptions, Parser};

/// An explained document, and whether the sink took all of the output.
pub(super) struct Explained {
    pub(super) document: Document,
    pub(super) extent: Extent,
}

/// Returns the parser of a grammar of markup.
///
/// # Errors
/// If the grammar does not describe markup.
pub(super) fn markup(grammar: &PreparedGrammar) -> Result<&Parser, String> {
    match grammar {
        PreparedGrammar::Markup(parser) => Ok(parser),
        PreparedGrammar::Xml(_) => Err(grammars::NOTHING_TO_REPAIR.to_owned()),
        PreparedGrammar::Text(_) => {
            Err("the grammar does not describe markup, so there are no repairs".to_owned())
        }
    }
}

/// Parses a document with a trace.
///
/// # Errors
/// If the grammar does not describe markup, or cannot parse the document.
pub(super) fn traced(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<TracedDocument, String> {
    let traced = TracedDocument::parse(markup(grammar)?, bytes, options);
    traced.map_err(|error| grammars::advised(&error, grammar, options))
}

/// Returns the token at a position; the position after the last character gives the end of the
/// input.
pub(super) fn token_at(document: &Document, place: LineColumn) -> Result<TokenId, String> {
    let LineColumn { line, column } = place;
    let file = &document.source().file;
    let Some(offset) = file.offset(Position { line, column }) else {
        let end = file.position(Span::at(file.text().len()).start);
        if line > end.line {
            return Err(format!("line {line} does not exist: the text ends at {end}"));
        }
        let length = file.line(line).chars().count();
        return Err(format!("column {column} does not exist: line {line} has {length} characters"));
    };
    let tokens = document.tokens();
    if tokens.is_empty() {
        return Err("the document has no tokens".into());
    }
    Ok(TokenId::new(tokens.at(offset).min(tokens.len() - 1)))
}
