//! The options of a parse.

use std::fmt::Debug;
use std::sync::Arc;

use url::Url;

use super::Parser;
use crate::earley::Engine;
use crate::slippers::{Interrupt, Limits};
use crate::token::Token;
use crate::tree::TreeOptions;

/// The options for parsing one input.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let options = ParseOptions::default().fragment("table");
/// let document = parser.parse("<td>cell", &options).unwrap();
/// assert_eq!(document.structure(), "(tbody (tr (td)))");
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The name of the input in messages; `input` if `None`.
    pub name: Option<String>,
    /// The context element, if the input is a fragment. It is a name such as `td` or `svg path`, or
    /// a start tag such as `<math:annotation-xml encoding=text/html>`. `None` parses a whole
    /// document.
    pub fragment: Option<String>,
    /// The latches of the grammar that are on from the start. In `whatwg` these are `quirks` (a
    /// fragment of a document in quirks mode), `form` (the context has a form ancestor) and
    /// `srcdoc` (an iframe srcdoc document).
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let options = ParseOptions::default().latches(["srcdoc"]);
    /// let document = parser.parse("<p><table>", &options).unwrap();
    /// assert_eq!(document.structure(), "(html (head) (body (p) (table)))");
    /// ```
    pub latches: Vec<String>,
    /// The address of the input, for relative references: see
    /// [`Document::base_url`](crate::tree::Document::base_url).
    pub url: Option<Url>,
    /// The encoding that the transport declares for the bytes (a label such as `latin1`).
    pub transport_encoding: Option<String>,
    /// The encoding to use regardless of the bytes.
    pub encoding: Option<String>,
    /// The limits of the parse.
    pub limits: Limits,
    /// The function that can end the parse early.
    pub interrupt: Option<Interrupt>,
    /// True if the input is only the beginning of a longer one, which was not read in full because
    /// it would exceed [`Limits::text_bytes`]. That limit then counts as reached, although this
    /// text is within it.
    pub partial: bool,
    /// True if the document keeps its events: for queries about its history, such as which repairs
    /// are allowed, or the parse errors. A document without events has a second run produce them.
    ///
    /// ```
    /// use wishful::{ParseOptions, Parser};
    /// let options = ParseOptions::default().record_events(true);
    /// let page = "<!doctype html><title>T</title><p>One<p>Two";
    /// let document = Parser::default().parse(page, &options)?;
    /// assert_eq!((document.repairs().len(), document.replay().mistakes().count()), (8, 0));
    /// # Ok::<(), wishful::ParseError>(())
    /// ```
    pub record_events: bool,
    /// The options for the tree.
    pub tree: TreeOptions,
    /// The implementation of the recogniser that reads; the answers do not depend on it.
    #[doc(hidden)]
    pub engine: Engine,
    /// The lexer that replaces the tokenizer of the grammar.
    #[doc(hidden)]
    pub lexer: Option<Arc<dyn TokenSource>>,
}

/// A replacement of the tokenizer of a grammar, for texts in which more is written than markup.
#[doc(hidden)]
pub trait TokenSource: Debug + Send + Sync {
    /// Returns the tokens of a text, which tile it. `None` leaves it to the tokenizer. `options`
    /// are those of the parse.
    fn tokens(&self, parser: &Parser, text: &str, options: &ParseOptions) -> Option<Vec<Token>>;
}

crate::base::setters! { ParseOptions {
    limits: Limits, partial: bool, record_events: bool, tree: TreeOptions,
} }

impl ParseOptions {
    /// Parses the input as a fragment in this context: a name such as `td` or `svg path`, or a
    /// start tag. `None` parses a whole document.
    #[must_use]
    pub fn fragment<'a>(self, context: impl Into<Option<&'a str>>) -> Self {
        Self { fragment: context.into().map(str::to_owned), ..self }
    }

    /// Names the input in messages.
    #[must_use]
    pub fn name<'a>(self, name: impl Into<Option<&'a str>>) -> Self {
        Self { name: name.into().map(str::to_owned), ..self }
    }

    /// Sets the address of the input.
    #[must_use]
    pub fn url(self, url: Option<Url>) -> Self {
        Self { url, ..self }
    }

    /// Sets the function that can end the parse early.
    #[must_use]
    pub fn interrupt(self, interrupt: impl Into<Option<Interrupt>>) -> Self {
        Self { interrupt: interrupt.into(), ..self }
    }

    /// Sets the lexer that replaces the tokenizer of the grammar.
    #[doc(hidden)]
    #[must_use]
    pub fn lexer(self, lexer: Option<Arc<dyn TokenSource>>) -> Self {
        Self { lexer, ..self }
    }

    /// Sets the latches of the grammar that are on from the start.
    #[must_use]
    pub fn latches(self, names: impl IntoIterator<Item = impl Into<String>>) -> Self {
        Self { latches: names.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets the encoding, regardless of the bytes.
    #[must_use]
    pub fn encoding<'a>(self, label: impl Into<Option<&'a str>>) -> Self {
        Self { encoding: label.into().map(str::to_owned), ..self }
    }

    /// Sets the encoding that the transport declares.
    #[must_use]
    pub fn transport_encoding<'a>(self, label: impl Into<Option<&'a str>>) -> Self {
        Self { transport_encoding: label.into().map(str::to_owned), ..self }
    }
}
