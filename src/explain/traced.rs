//! Parsed documents with explanations for each token.

use super::{Explanation, TokenExplanations};
use crate::parser::{Input, ParseError, ParseOptions, Parser};
use crate::slippers::TraceStep;
use crate::slippers::event::{RepairId, TokenId};
use crate::tree::Document;

/// A document, and the history of its parse.
///
/// ```
/// use wishful::explain::{ExplanationStep, TracedDocument};
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap())?;
/// let traced = TracedDocument::parse(&parser, "<td>x", &ParseOptions::default())?;
/// let cell = traced.at(0).ok_or("a token")?;
/// let ExplanationStep::Round { rejected, .. } = &cell.steps[0] else { panic!() };
/// assert_eq!(rejected, "<td>");
/// assert_eq!(traced.of(traced.document().repair_ids().next().unwrap()), Some(cell));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct TracedDocument {
    pub(super) parser: Parser,
    pub(super) document: Document,
    pub(super) steps: Vec<TraceStep>,
    pub(super) options: ParseOptions,
}

impl TracedDocument {
    /// Parses text, bytes or tokens.
    ///
    /// # Errors
    /// The errors of [`Parser::parse`].
    pub fn parse(
        parser: &Parser,
        input: impl Input,
        options: &ParseOptions,
    ) -> Result<Self, ParseError> {
        let mut steps = Vec::new();
        let document = parser.run(input, options, &mut steps)?;
        Ok(Self { parser: parser.clone(), document, steps, options: options.clone() })
    }

    /// Returns the document.
    #[must_use]
    pub const fn document(&self) -> &Document {
        &self.document
    }

    /// Returns the document, and drops the history.
    #[must_use]
    pub fn into_document(self) -> Document {
        self.document
    }

    /// Explains the token at an offset of the text; the last token if the offset is past the end.
    /// Returns `None` if there are no tokens.
    #[must_use]
    pub fn at(&self, offset: u32) -> Option<Explanation> {
        let tokens = self.document.tokens();
        let last = tokens.len().checked_sub(1)?;
        Some(self.token(TokenId::new(tokens.at(offset).min(last))))
    }

    /// Explains the token for which a repair was made. Returns `None` if the document lacks the
    /// repair.
    #[must_use]
    pub fn of(&self, repair: RepairId) -> Option<Explanation> {
        let token = self.document.repairs().get(repair.index())?.token;
        if token.index() >= self.document.tokens().len() {
            return None;
        }
        Some(self.token(token))
    }

    /// Explains every token that was not accepted at once, in order.
    pub fn all(&self) -> impl Iterator<Item = Explanation> {
        self.account().all()
    }

    /// Explains one token.
    #[doc(hidden)]
    pub fn token(&self, token: TokenId) -> Explanation {
        self.account().of(token)
    }

    /// Explains every token, in order.
    #[doc(hidden)]
    pub fn every(&self) -> impl Iterator<Item = Explanation> {
        self.account().every()
    }

    fn account(&self) -> TokenExplanations<'_> {
        let Self { parser, document, steps, .. } = self;
        TokenExplanations { steps, grammar: parser.grammar(), document }
    }
}
