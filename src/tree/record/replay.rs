//! Answers that need the history of a parse: [`Replay`].

use crate::slippers::event::RepairId;
use crate::token::TokenError;
use crate::tree::document::Document;
use crate::tree::node_ref::NodeRef;

/// The history of a document's parse.
///
/// A document keeps its tree and its repairs, not the events that they were made of. An answer that
/// needs the events runs the parser again, which costs as much as the first run. The document
/// caches the events, so that further answers cost no run. [`ParseOptions::record_events`] keeps
/// the events of the first run.
///
/// [`ParseOptions::record_events`]: crate::ParseOptions::record_events
#[derive(Clone, Copy, Debug)]
pub struct Replay<'d> {
    document: &'d Document,
}

impl Document {
    /// Returns the history of the parse, whose first answer may run the parser again.
    #[must_use]
    pub fn replay(&self) -> Replay<'_> {
        Replay { document: self }
    }
}

impl<'d> Replay<'d> {
    /// Returns the repairs that are mistakes of the author: all but the omissions that the grammar
    /// allows.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let options = ParseOptions::default();
    /// let html = "<!doctype html><title>T</title><p>One<p>Two";
    /// let conforming = parser.parse(html, &options).unwrap();
    /// assert_eq!((conforming.repairs().len(), conforming.replay().mistakes().count()), (8, 0));
    /// let html = "<!doctype html><title>T</title><div>never closed";
    /// let broken = parser.parse(html, &options).unwrap();
    /// let mistake = broken.replay().mistakes().next().unwrap();
    /// assert_eq!(broken.inserted_tag(mistake).as_deref(), Some("</div>"));
    /// ```
    pub fn mistakes(self) -> impl Iterator<Item = RepairId> + 'd {
        self.document.mistakes()
    }

    /// Reports whether a repair is a tag that the grammar lets an author omit there, hence no
    /// mistake.
    #[must_use]
    pub fn is_allowed(self, repair: RepairId) -> bool {
        self.document.is_allowed(repair)
    }

    /// Returns the parse errors that have a code in the standard, sorted by position. All other
    /// mistakes are [`mistakes`](Self::mistakes).
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let html = "<!doctype html><div/><br/>&amp";
    /// let document = parser.parse(html, &ParseOptions::default()).unwrap();
    /// let errors = document.replay().parse_errors().iter().map(|error| (error.at, error.code));
    /// let errors: Vec<_> = errors.collect();
    /// assert_eq!(errors, [
    ///     (19, "non-void-html-element-start-tag-with-trailing-solidus"),
    ///     (30, "missing-semicolon-after-character-reference"),
    /// ]);
    /// ```
    #[must_use]
    pub fn parse_errors(self) -> &'d [TokenError] {
        self.document.errors()
    }

    /// Returns the node that the text at a byte offset belongs to: a text node, the element whose
    /// tag it is, or a comment. Source without a node belongs to the element around it. Past the
    /// end of the text the result is `None`.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
    /// let document = parser.parse("<p>Hi <b>there</b>", &ParseOptions::default()).unwrap();
    /// assert_eq!(document.replay().node_at(7).unwrap().name(), Some("b"));
    /// assert_eq!(document.replay().node_at(9).unwrap().text().as_deref(), Some("there"));
    /// ```
    #[must_use]
    pub fn node_at(self, offset: u32) -> Option<NodeRef<'d>> {
        self.document.node_at(offset)
    }
}
