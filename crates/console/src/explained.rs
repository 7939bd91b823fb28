//! Shared parts of `wishful explain`: parsing with a trace, and finding the token at a position.

use super::grammars::{self, PreparedGrammar};
use super::inputs::LineColumn;
use wishful::base::{Position, SourceFile, Span};
use wishful::explain::{ExplainOptions, Page, TracedDocument};
use wishful::slippers::event::TokenId;
use wishful::tree::{Document, Extent};
use wishful::{ParseOptions, Parser};

/// The hint at the end of an abbreviated explanation.
pub const MORE: &str = "list them with --all";

/// An explained document, and whether the sink took all of the output.
pub struct Explained {
    /// The document.
    pub document: Document,
    /// The extent of the output that the sink took.
    pub extent: Extent,
}

/// Returns the parser of a grammar of markup.
///
/// # Errors
/// If the grammar does not describe markup.
pub fn markup(grammar: &PreparedGrammar) -> Result<&Parser, String> {
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
pub fn traced(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    options: &ParseOptions,
) -> Result<TracedDocument, String> {
    let traced = TracedDocument::parse(markup(grammar)?, bytes, options);
    traced.map_err(|error| grammars::advised(&error, grammar, options))
}

/// Returns the token at a position; the position after the last character gives the end of the
/// input.
pub fn token_at(document: &Document, place: LineColumn) -> Result<TokenId, String> {
    let offset = offset_at(&document.source().file, place)?;
    let tokens = document.tokens();
    if tokens.is_empty() {
        return Err("the document has no tokens".into());
    }
    Ok(TokenId::new(tokens.at(offset).min(tokens.len() - 1)))
}

/// Returns the offset of a position in a text.
///
/// # Errors
/// If there is no such position.
pub fn offset_at(file: &SourceFile, place: LineColumn) -> Result<u32, String> {
    let LineColumn { line, column } = place;
    let Some(offset) = file.offset(Position { line, column }) else {
        let end = file.position(Span::at(file.text().len()).start);
        if line > end.line {
            return Err(format!("line {line} does not exist: the text ends at {end}"));
        }
        let length = file.line(line).chars().count();
        return Err(format!("column {column} does not exist: line {line} has {length} characters"));
    };
    Ok(offset)
}

/// Writes the explanation of one position, or of every repair. The sink takes a paragraph and
/// returns whether it wants more.
///
/// # Errors
/// If the grammar cannot parse the document, or if there is no such position.
pub fn explain(
    grammar: &PreparedGrammar,
    bytes: &[u8],
    options: &ParseOptions,
    place: Option<LineColumn>,
    how: &ExplainOptions<'_>,
    sink: &mut dyn FnMut(&str) -> bool,
) -> Result<Explained, String> {
    let traced = traced(grammar, bytes, options)?;
    let document = traced.document();
    let mut page = Page::new(how, document.text(), sink);
    match place {
        Some(place) => {
            let token = token_at(document, place)?;
            page.say_mistakes(document, document.token_span(token).map_or(0, |span| span.start));
            page.token(document, &traced.token(token));
        }
        None => {
            page.say_mistakes(document, 0);
            for explanation in traced.all() {
                if page.ended {
                    break;
                }
                page.rounds(&explanation);
            }
            page.unfinished(document);
            page.mistakes_before(u32::MAX);
            page.summary(document);
        }
    }
    let extent = page.finish();
    Ok(Explained { document: traced.into_document(), extent })
}
