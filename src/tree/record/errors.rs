//! The parse errors with a code in the standard: those of the tokenizer, and one that needs the
//! tree.
//!
//! A start tag with `/>` is correct only for a void element or one in a namespace, which both end
//! at once. That depends on the element that the tag was read as, so the tokenizer cannot detect
//! it:
//!
//! ```text
//! <div/><br/><svg/>        at 4: non-void-html-element-start-tag-with-trailing-solidus
//! ```
//!
//! These errors are computed on the first request; parsing does no work for them. Mistakes without
//! a code are repairs.

use crate::base::BitRow;
use crate::slippers::event::{Event, EventKind};
use crate::token::{KindRef, TokenError};
use crate::tree::document::Document;

/// The code of the error in 13.2.2.
const TRAILING_SOLIDUS: &str = "non-void-html-element-start-tag-with-trailing-solidus";

impl Document {
    /// Returns the parse errors that have a code in the standard, sorted by position. All other
    /// mistakes are in [`repairs`](Document::repairs).
    #[must_use]
    #[doc(hidden)]
    pub fn errors(&self) -> &[TokenError] {
        self.errors.get_or_init(|| {
            let mut errors = self.parse.errors.clone();
            errors.extend(self.trailing_solidi());
            errors.sort_by_key(|error| error.at);
            errors
        })
    }

    fn trailing_solidi(&self) -> Vec<TokenError> {
        let tokens = self.tokens();
        let mut left = BitRow::new(tokens.len());
        for (index, token) in tokens.iter().enumerate() {
            if matches!(token.kind, KindRef::StartTag(tag) if tag.self_closing) {
                left.insert(index);
            }
        }
        for event in self.events() {
            if let Some(token) = event.token
                && self.ends_at_once(event)
            {
                left.remove(token.index());
            }
        }
        let mut errors = Vec::new();
        for index in left.iter() {
            // OK because the tag ends with `/>`.
            let at = tokens.span(index).end - 2;
            errors.push(TokenError { at, code: TRAILING_SOLIDUS });
        }
        errors
    }

    /// Reports whether an event acknowledges the self-closing flag of its start tag (13.2.5): it
    /// opens a void element, or one in a namespace.
    fn ends_at_once(&self, event: &Event) -> bool {
        let EventKind::Open(element) = event.kind else { return false };
        let facts = self.facts(element);
        facts.void || facts.namespace.is_some()
    }
}
