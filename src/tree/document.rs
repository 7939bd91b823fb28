//! The document: the tables, the text and the record, owned together.

use std::fmt;
use std::sync::{Arc, OnceLock};

use url::Url;

use super::lazy::{Again, Index, Past};
use super::node::{Content, ElementRow, Node, NodeId};
use super::source::Source;
use super::tables::{Tables, TreeOptions};
use super::wording::{Holds, Wording};
use crate::base::{NameId, Names, Position, Span};
use crate::grammar::model::TreeFacts;
use crate::grammar::{ElementId, Facts, Vocabulary};
use crate::slippers::event::{Edit, ElementNumber, Repair, RepairId, TokenId};
use crate::slippers::{Limit, Parse, Work};
use crate::token::{TagRef, TokenError, TokenRef, Tokens};

/// A parsed document: immutable, self-contained, `Send + Sync`.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = parser.parse_str("<p class=note>One<p>Two", &ParseOptions::default()).unwrap();
/// let paragraphs: Vec<_> = document.nodes().filter(|node| node.name() == Some("p")).collect();
/// assert_eq!(paragraphs[0].attribute("class"), Some("note"));
/// assert_eq!(document.repairs().len(), 8);
/// let first = document.repair_ids().next().unwrap();
/// assert!(document.describe(first).starts_with("inserted <html> before <p> at 1:1"));
/// ```
pub struct Document {
    pub(super) grammar: Arc<dyn Wording>,
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) tree_facts: Arc<TreeFacts>,
    pub(super) source: Source,
    pub(super) parse: Parse,
    pub(super) tables: Tables,
    pub(super) past: Past,
    /// What [`Document::errors`] has found, if it was asked.
    pub(super) errors: OnceLock<Vec<TokenError>>,
    pub(super) index: Index,
}

/// What a document is made of besides its text and its parse.
pub(crate) struct Making {
    /// The grammar's words.
    pub(crate) grammar: Arc<dyn Wording>,
    /// What it calls things.
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// What else it says of trees.
    pub(crate) tree_facts: Arc<TreeFacts>,
    /// The tree, built with these options.
    pub(crate) tables: Tables,
    /// See there.
    pub(crate) options: TreeOptions,
    /// How its events are made again.
    pub(crate) again: Again,
    /// Where it is.
    pub(crate) url: Option<Url>,
}

impl Document {
    /// The document of a parse of `source.file`'s text.
    pub(crate) fn new(source: Source, parse: Parse, making: Making) -> Self {
        let Making { grammar, vocabulary, tree_facts, tables, options, again, url } = making;
        let (past, index) = (Past::new(again, options), Index::new(url));
        let errors = OnceLock::new();
        Self { grammar, vocabulary, tree_facts, source, parse, tables, past, errors, index }
    }

    /// How many nodes there are; at least one.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.tables.nodes.len()
    }

    /// The decoded text, which spans index.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.file.text()
    }

    /// The decoded text with its name and lines.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Line and column of an offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.source.file.position(offset)
    }

    /// The physical tokens; their spans tile the text up to a limit that was met.
    #[must_use]
    pub(crate) fn tokens(&self) -> &Tokens {
        &self.parse.tokens
    }

    /// Where the token stands that an offset of the text is in; at or behind the end of the text, the last one: the end of
    /// the input.
    #[must_use]
    pub fn token_at(&self, offset: u32) -> Option<Span> {
        let tokens = self.tokens();
        let last = tokens.len().checked_sub(1)?;
        Some(tokens.span(tokens.at(offset).min(last)))
    }

    /// What the [`Edit`](crate::slippers::event::EventKind::Edit) events do.
    #[must_use]
    pub(crate) fn edits(&self) -> &[Edit] {
        &self.parse.edits
    }

    /// Where the tree is not as written, and why, in order.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.parse.repairs
    }

    /// The repairs that are mistakes of the author: all but the omissions that the grammar
    /// allows.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let options = ParseOptions::default();
    /// let conforming = parser.parse_str("<!doctype html><title>T</title><p>One<p>Two", &options).unwrap();
    /// assert_eq!((conforming.repairs().len(), conforming.mistakes().count()), (8, 0));
    /// let broken = parser.parse_str("<!doctype html><title>T</title><div>never closed", &options).unwrap();
    /// assert_eq!(broken.inserted(broken.mistakes().next().unwrap()).as_deref(), Some("</div>"));
    /// ```
    pub fn mistakes(&self) -> impl Iterator<Item = RepairId> {
        self.repair_ids().filter(|&repair| !self.is_allowed(repair))
    }

    /// Where elements of the events are in the tree; none for one that is not there.
    pub(crate) fn places_of(&self, elements: &[ElementNumber]) -> Vec<Option<NodeId>> {
        let place = |element: &ElementNumber| {
            let row = ElementRow::new(element.index());
            let is = |node: &Node| matches!(node.content, Content::Element(of) if of == row);
            self.tables.nodes.iter().position(is).map(NodeId::new)
        };
        elements.iter().map(place).collect()
    }

    /// The names of the grammar's latches that are on at the end: with the WHATWG grammar, whether the page is in quirks
    /// mode.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse_str("<p>no doctype", &ParseOptions::default()).unwrap();
    /// assert!(document.latches().iter().any(|latch| latch == "quirks"));
    /// ```
    #[must_use]
    pub fn latches(&self) -> &[String] {
        &self.parse.latches
    }

    /// The limit that ended the parse early, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.parse.limit
    }

    /// How much was done.
    #[must_use]
    pub fn work(&self) -> Work {
        self.parse.work
    }

    /// What the grammar is called.
    #[must_use]
    pub(crate) fn grammar_name(&self) -> &str {
        self.grammar.title()
    }

    pub(super) fn token(&self, id: TokenId) -> Option<TokenRef<'_>> {
        self.parse.tokens.get(id.index())
    }

    pub(super) fn start_tag(&self, id: TokenId) -> Option<TagRef<'_>> {
        self.parse.tokens.start_tag(id.index())
    }

    /// The physical start tag of an element, as it is written; for a copy that of the element that was copied.
    pub(super) fn written_tag(&self, element: ElementNumber) -> Option<&str> {
        let token = self.tables.tag(ElementRow::new(element.index()))?;
        self.text().get(self.token(token)?.span.range())
    }

    /// A text token's value, or a range of it.
    pub(super) fn value(&self, token: TokenId, range: Option<Span>) -> &str {
        let Some(text) = self.parse.tokens.text(token.index()) else { return "" };
        let value = text.value.get(self.text());
        range.map_or(value, |range| value.get(range.range()).unwrap_or_default())
    }

    /// A string that stands for a piece of a token.
    pub(super) fn string(&self, string: u32) -> &str {
        self.parse.strings.get(string as usize).map_or("", String::as_str)
    }

    pub(super) fn repair(&self, id: RepairId) -> Option<&Repair> {
        self.parse.repairs.get(id.index())
    }

    pub(super) fn facts(&self, element: ElementId) -> &Facts {
        self.vocabulary.facts(element)
    }

    pub(super) fn holds(&self, element: ElementId) -> Holds {
        self.grammar.holds(element)
    }

    /// The names of the elements, and those that the grammar mentions.
    pub(crate) fn element_names(&self) -> &Names {
        &self.parse.names
    }

    /// The name of an element; a star for what no tag can be read as.
    pub(super) fn spelled_name(&self, name: Option<NameId>) -> &str {
        name.and_then(|name| self.element_names().get(name)).unwrap_or("*")
    }

    /// The name with its namespace before a colon if it has one.
    pub(super) fn qualified_name(&self, element: ElementId, name: Option<NameId>) -> String {
        let name = self.spelled_name(name);
        match self.facts(element).namespace.and_then(|name| self.element_names().get(name)) {
            Some(namespace) => format!("{namespace}:{name}"),
            None => name.to_owned(),
        }
    }
}

impl fmt::Debug for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut debug = f.debug_struct("Document");
        debug.field("file", &self.source.file.name()).field("nodes", &self.len());
        debug.field("repairs", &self.repairs().len()).finish_non_exhaustive()
    }
}
