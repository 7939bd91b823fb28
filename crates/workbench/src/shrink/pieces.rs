//! The pieces of a document, and the parts of a tag.

use std::collections::HashMap;
use wishful::token::{Html5Tokenizer, Tag, TextTokenizer, TokenKind};

/// Splits a text into the source texts of its tokens: those of these rules, or of HTML.
pub(super) fn cut(text: &str, rules: Option<&TextTokenizer>) -> Vec<String> {
    if let Some(rules) = rules {
        let spans = rules.tokens(text, 0).map(|token| match token {
            Ok(token) => token.span,
            Err(unmatched) => unmatched.span,
        });
        return spans.map(|span| span.of(text).to_owned()).collect();
    }
    let mut tokenizer = Html5Tokenizer::without_errors(text);
    let mut pieces = Vec::new();
    loop {
        let token = tokenizer.next_token();
        if token.kind == TokenKind::EndOfFile {
            return pieces;
        }
        pieces.push(text[token.span.range()].to_owned());
    }
}

/// Maps the index of each start tag to that of its end tag. Tags that are not properly nested have
/// no entry.
pub(super) fn pairs(pieces: &[String]) -> HashMap<usize, usize> {
    let mut pairs = HashMap::new();
    let mut open: Vec<(usize, String)> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        match TagParts::of(piece) {
            Some(tag) if !tag.ends => open.push((at, tag.name)),
            Some(tag) => {
                if let Some(found) = open.iter().rposition(|(_, name)| *name == tag.name) {
                    pairs.insert(open[found].0, at);
                    open.truncate(found);
                }
            }
            None => {}
        }
    }
    pairs
}

/// Returns the bounds of the content of a piece that is no tag.
pub(super) fn inside(piece: &str) -> (usize, usize) {
    for (open, close) in [("<!--", "-->"), ("<?", ">")] {
        let is_delimited = piece.starts_with(open) && piece.ends_with(close);
        if is_delimited && piece.len() >= open.len() + close.len() {
            return (open.len(), piece.len() - close.len());
        }
    }
    (0, piece.len())
}

/// Returns the words of a document type declaration after the first, each with a preceding blank. A
/// quoted string is one word.
pub(super) fn words(piece: &str) -> Option<Vec<String>> {
    let (first, rest) = piece.split_at_checked("<!doctype".len())?;
    if !first.eq_ignore_ascii_case("<!doctype") {
        return None;
    }
    let mut rest = rest.strip_suffix('>')?.trim_start();
    let mut words = Vec::new();
    while let Some(begin) = rest.chars().next() {
        let end = match begin {
            '"' | '\'' => rest[1..].find(begin).map(|end| end + 2),
            _ => {
                rest.find(|letter: char| letter.is_whitespace() || letter == '"' || letter == '\'')
            }
        };
        let (word, after) = rest.split_at(end.unwrap_or(rest.len()));
        words.push(format!(" {word}"));
        rest = after.trim_start();
    }
    Some(words)
}

/// The parts of a tag.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct TagParts {
    pub(super) ends: bool,
    pub(super) name: String,
    /// The attributes: names, each with the source text after it (`=`, quotes, the value).
    pub(super) attributes: Vec<(String, String)>,
    pub(super) closes_itself: bool,
}

impl TagParts {
    /// Parses a piece that consists of exactly one tag.
    pub(super) fn of(piece: &str) -> Option<Self> {
        if !piece.starts_with('<') {
            return None;
        }
        let token = Html5Tokenizer::without_errors(piece).next_token();
        let is_whole = token.span.range().len() == piece.len();
        match token.kind {
            TokenKind::StartTag(tag) if is_whole => Some(Self::parts(piece, &tag, false)),
            TokenKind::EndTag(tag) if is_whole => Some(Self::parts(piece, &tag, true)),
            _ => None,
        }
    }

    fn parts(piece: &str, tag: &Tag, ends: bool) -> Self {
        let mut attributes = Vec::new();
        for attribute in &tag.attributes {
            let written = &piece[attribute.span.range()];
            let name = attribute.name.get(piece).len().min(written.len());
            let name = if written.is_char_boundary(name) { name } else { written.len() };
            attributes.push((written[..name].to_owned(), written[name..].to_owned()));
        }
        Self {
            ends,
            name: tag.name.get(piece).to_owned(),
            attributes,
            closes_itself: tag.self_closing,
        }
    }

    /// Writes the tag.
    pub(super) fn text(&self) -> String {
        let mut text = format!("<{}{}", if self.ends { "/" } else { "" }, self.name);
        for (name, value) in &self.attributes {
            text.push(' ');
            text.push_str(name);
            text.push_str(value);
        }
        // After an unquoted value, a slash without a blank would be part of the value.
        text.push_str(if self.closes_itself { " />" } else { ">" });
        text
    }
}
