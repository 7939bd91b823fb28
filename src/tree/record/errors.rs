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
use crate::grammar::ElementId;
use crate::slippers::event::{EventKind, RepairKind};
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
        if left.is_empty() {
            return Vec::new();
        }
        let mut repairs = self.repairs().iter();
        if self.limit().is_some() || repairs.any(|repair| repair.kind == RepairKind::Retracted) {
            // Some elements were opened that are not in the tree.
            self.remove_acknowledged_by_events(&mut left);
        } else {
            self.remove_acknowledged(&mut left);
        }
        let mut errors = Vec::new();
        for index in left.iter() {
            // OK because the tag ends with `/>`.
            let at = tokens.span(index).end - 2;
            errors.push(TokenError { at, code: TRAILING_SOLIDUS });
        }
        errors
    }

    /// Removes the tokens of elements that end at once.
    fn remove_acknowledged(&self, tokens: &mut BitRow) {
        for element in self.nodes().elements() {
            if let Some(token) = element.own_token()
                && element.grammar_element().is_some_and(|element| self.ends_at_once(element))
            {
                tokens.remove(token.index());
            }
        }
    }

    /// Removes the tokens of elements that end at once, whether or not they are in the tree.
    fn remove_acknowledged_by_events(&self, tokens: &mut BitRow) {
        for event in self.events() {
            if let (Some(token), EventKind::Open(element)) = (event.token, event.kind)
                && self.ends_at_once(element)
            {
                tokens.remove(token.index());
            }
        }
    }

    /// Reports whether the start tag of an element acknowledges its self-closing flag (13.2.5): the
    /// element is void, or in a namespace.
    fn ends_at_once(&self, element: ElementId) -> bool {
        let facts = self.facts(element);
        facts.void || facts.namespace.is_some()
    }
}

#[cfg(test)]
mod tests {
    use crate::base::BitRow;
    use crate::{Grammar, ParseOptions, Parser};

    #[test]
    fn the_tree_acknowledges_what_its_events_do() {
        let parser = Parser::new(Grammar::load("whatwg").expect("shipped")).expect("it parses");
        let tags = [
            "<br/>",
            "<p/>",
            "<svg/>",
            "<image/>",
            "<b/>",
            "<table/>",
            "<td/>",
            "</p>",
            "<select/>",
            "<input/>",
            "<math/>",
            "<g/>",
            "<template/>",
            "x",
            "<frame/>",
            "<col/>",
        ];
        for first in tags {
            for second in tags {
                for third in tags {
                    let page = format!("<svg>{first}{second}{third}<svg/></b></svg>{first}{third}");
                    let document = parser.parse(&page, &ParseOptions::default()).expect("short");
                    let mut rows = [(); 2].map(|()| {
                        let tokens = document.tokens().len();
                        BitRow::of(tokens, 0..tokens)
                    });
                    document.remove_acknowledged(&mut rows[0]);
                    document.remove_acknowledged_by_events(&mut rows[1]);
                    assert_eq!(rows[0], rows[1], "{page}");
                }
            }
        }
    }
}
