//! Character references for new text in pages without a declared encoding.
//!
//! The encoding of such a page is a guess from its bytes outside of ASCII. One more of these bytes
//! may change the guess, and a page of ASCII must stay one. So new characters outside of ASCII are
//! written as character references where a parser reads them: in text, and in values of attributes.
//!
//! ```text
//! wishful edit p --text naïve        <p>x      →  <p>na&#239;ve
//! wishful edit p --html '<!-- ï -->' <p>x      →  a byte of the guessed encoding
//! ```
//!
//! A script, a comment and a name hold no references. There the character is written in the guessed
//! encoding, and the parse of the new bytes decides whether that is right. To find these, the new
//! source is parsed as a text, for which no encoding matters.

use crate::rewrite::Part;
use wishful::base::Span;
use wishful::source::EncodingReason;
use wishful::token::{KindRef, LexicalState};
use wishful::tree::Document;
use wishful::{ParseError, ParseOptions, Parser};

/// Replaces characters in the written parts by references, if the encoding of the document is a
/// guess. `options` are those of the document's parse.
///
/// # Errors
/// Those of [`Parser::parse`].
pub(super) fn referenced(
    document: &Document,
    mut parts: Vec<Part>,
    parser: &Parser,
    options: &ParseOptions,
) -> Result<Vec<Part>, ParseError> {
    if !is_guessed(document) || first_foreign(&parts).is_none() {
        return Ok(parts);
    }
    let parsed = parser.parse(text_of(document.text(), &parts), options)?;
    let readable = readable(&parsed);
    let mut at = 0;
    for part in &mut parts {
        let start = at;
        match part {
            Part::Copy(span) => at += span.len(),
            Part::Write(text) => {
                at += text.len();
                *text = with_references(text, start, &readable);
            }
        }
    }
    Ok(parts)
}

/// Reports whether a document declares no encoding, in no way.
pub(super) fn is_guessed(document: &Document) -> bool {
    matches!(document.source().reason, EncodingReason::Guess | EncodingReason::Default)
}

/// Returns the first written character outside of ASCII.
pub(super) fn first_foreign(parts: &[Part]) -> Option<char> {
    parts.iter().find_map(|part| match part {
        Part::Copy(_) => None,
        Part::Write(text) => text.chars().find(|letter| !letter.is_ascii()),
    })
}

/// Returns the text that parts make of an old text.
pub(super) fn text_of(old: &str, parts: &[Part]) -> String {
    let mut text = String::with_capacity(old.len());
    for part in parts {
        text.push_str(match part {
            Part::Copy(span) => old.get(span.range()).unwrap_or_default(),
            Part::Write(written) => written,
        });
    }
    text
}

/// Returns the spans in which a parser reads character references, in order.
fn readable(document: &Document) -> Vec<Span> {
    let mut spans = Vec::new();
    for token in document.tokens().iter() {
        match token.kind {
            KindRef::Text(text)
                if matches!(text.state, LexicalState::Data | LexicalState::RcData) =>
            {
                spans.push(token.span);
            }
            KindRef::StartTag(tag) => {
                for attribute in tag.attributes() {
                    spans.extend(attribute.value.map(|value| value.span()));
                }
            }
            _ => {}
        }
    }
    spans
}

/// Replaces the characters of a text that are in one of these spans. `start` is the offset of the
/// text.
fn with_references(text: &str, start: usize, readable: &[Span]) -> String {
    let mut written = String::with_capacity(text.len());
    for (offset, letter) in text.char_indices() {
        let at = Span::at(start + offset).start;
        let next = readable.partition_point(|span| span.end <= at);
        let is_readable = readable.get(next).is_some_and(|span| span.start <= at);
        // A reference to a control character means another one (13.2.5.80).
        if letter.is_ascii() || letter.is_control() || !is_readable {
            written.push(letter);
        } else {
            written.push_str(&format!("&#{};", u32::from(letter)));
        }
    }
    written
}
