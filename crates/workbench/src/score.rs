//! Scores: the number of mistakes in documents, for finding the worst of many.
//!
//! A *mistake* is a repair that the grammar does not [allow][mistakes]. A long page has more of
//! them than a short one, so pages are compared by mistakes per thousand tokens. *Virtual* tags,
//! allowed ones included, are counted beside written ones. A page without `<html>`, `<head>` and
//! `</p>` may have more virtual tags than written ones, and no mistake.
//!
//! [mistakes]: wishful::tree::Replay::mistakes

use std::collections::BTreeMap;

use serde::Serialize;

use wishful::base::real;
pub use wishful::slippers::event::RepairKind;
pub use wishful::token::KindRef;
use wishful::tree::Document;

/// The counts of a document, or of several.
///
/// ```
/// use wishful_workbench::score::Score;
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
/// let document = parser.parse("<!doctype html><p>one</b><p>two", &ParseOptions::default())?;
/// let score = Score::of(&document);
/// assert_eq!((score.tokens, score.mistakes(), score.allowed), (6, 1, 8));
/// assert_eq!((score.virtual_tags, score.written_tags), (8, 3));
/// assert_eq!(score.per_thousand(), 1000.0 / 6.0);
/// # Ok::<(), wishful::ParseError>(())
/// ```
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
#[non_exhaustive]
pub struct Score {
    /// The number of tokens: tags, texts, comments, document types.
    pub tokens: usize,
    /// The number of repairs that are mistakes, by kind.
    pub kinds: BTreeMap<RepairKind, usize>,
    /// The number of repairs that are allowed.
    pub allowed: usize,
    /// The number of tags that repairs inserted.
    pub virtual_tags: usize,
    /// The number of tags in the text.
    pub written_tags: usize,
    /// The number of parse errors, as the standard defines them. The tokenizer reports them; they
    /// are no repairs.
    pub errors: usize,
}

impl Score {
    /// Counts the tokens, repairs and errors of a document.
    #[must_use]
    pub fn of(document: &Document) -> Self {
        let mut score = Self { errors: document.errors().len(), ..Self::default() };
        for token in document.tokens().iter() {
            score.tokens += usize::from(!matches!(token.kind, KindRef::EndOfFile | KindRef::Lost));
            let is_tag = matches!(token.kind, KindRef::StartTag(_) | KindRef::EndTag(_));
            score.written_tags += usize::from(is_tag);
        }
        for (id, repair) in document.repair_ids().zip(document.repairs()) {
            let is_tag = matches!(repair.kind, RepairKind::VirtualStart | RepairKind::VirtualEnd);
            score.virtual_tags += usize::from(is_tag);
            if document.is_allowed(id) {
                score.allowed += 1;
            } else {
                *score.kinds.entry(repair.kind).or_default() += 1;
            }
        }
        score
    }

    /// Adds the counts of another score.
    pub fn add(&mut self, other: &Self) {
        self.tokens += other.tokens;
        self.allowed += other.allowed;
        self.virtual_tags += other.virtual_tags;
        self.written_tags += other.written_tags;
        self.errors += other.errors;
        for (&kind, count) in &other.kinds {
            *self.kinds.entry(kind).or_default() += count;
        }
    }

    /// Returns the number of mistakes of all kinds.
    #[must_use]
    pub fn mistakes(&self) -> usize {
        self.kinds.values().sum()
    }

    /// Returns the number of mistakes per thousand tokens; 0 if there is no token.
    #[must_use]
    pub fn per_thousand(&self) -> f64 {
        self.rate(self.mistakes())
    }

    /// Returns `count` per thousand tokens; 0 if there is no token.
    #[must_use]
    pub fn rate(&self, count: usize) -> f64 {
        if self.tokens == 0 { 0.0 } else { 1000.0 * real(count) / real(self.tokens) }
    }
}
