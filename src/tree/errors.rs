//! The parse errors to which the standard gives a code: the tokenizer's, and the one that only the tree shows.
//!
//! A start tag that says `/>` must be that of a void element or of one with a namespace, which both end at once. Whether it
//! is depends on what the tag was read as, so the tokenizer cannot know:
//!
//! ```text
//! <div/><br/><svg/>        at 6: non-void-html-element-start-tag-with-trailing-solidus
//! ```
//!
//! That is found when errors are asked for the first time: parsing does no work for it. Mistakes without a code are
//! repairs.

use super::document::Document;
use crate::base::BitRow;
use crate::slippers::event::{Event, EventKind};
use crate::token::{KindRef, TokenError, TokenRef};

/// The code of section 13.2.2.
const TRAILING_SOLIDUS: &str = "non-void-html-element-start-tag-with-trailing-solidus";

impl Document {
    /// The parse errors that have a code in the standard, by place. What else is not as it should be is in
    /// [`repairs`](Document::repairs).
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<!doctype html><div/><br/>&amp", &ParseOptions::default()).unwrap();
    /// let errors: Vec<_> = document.errors().iter().map(|error| (error.at, error.code)).collect();
    /// assert_eq!(errors, [
    ///     (21, "non-void-html-element-start-tag-with-trailing-solidus"),
    ///     (30, "missing-semicolon-after-character-reference"),
    /// ]);
    /// ```
    #[must_use]
    pub fn errors(&self) -> &[TokenError] {
        self.errors.get_or_init(|| {
            let mut errors = self.parse.errors.clone();
            errors.extend(self.trailing_solidi());
            errors.sort_by_key(|error| error.at);
            errors
        })
    }

    fn trailing_solidi(&self) -> Vec<TokenError> {
        let slashed =
            |token: &TokenRef<'_>| matches!(token.kind, KindRef::StartTag(tag) if tag.self_closing);
        let tokens = self.tokens().iter().enumerate().filter(|(_, token)| slashed(token));
        let mut left = BitRow::of(self.tokens().len(), tokens.map(|(index, _)| index));
        let acknowledged = self.events().iter().filter(|event| self.ends_at_once(event));
        for token in acknowledged.filter_map(|event| event.token) {
            left.remove(token.index());
        }
        let error =
            |index: usize| TokenError { at: self.tokens().span(index).end, code: TRAILING_SOLIDUS };
        left.iter().map(error).collect()
    }

    /// Whether an event opens an element that may say `/>`.
    fn ends_at_once(&self, event: &Event) -> bool {
        let EventKind::Open(element) = event.kind else { return false };
        let facts = self.facts(element);
        facts.void || facts.namespace.is_some()
    }
}
