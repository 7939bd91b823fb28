//! The document: the owner of the tables, the text and the record of the parse.

use std::fmt;
use std::sync::{Arc, OnceLock};

use url::Url;

use super::lazy::{HistoryRecipe, Index, ReplayRecipe};
use super::node::{ElementRow, NodeContent, NodeId, PieceText};
use super::source::Source;
use super::tables::{Tables, TreeOptions};
use super::wording::{ContentSummary, Wording};
use crate::base::{NameId, Names, Position, Span};
use crate::grammar::model::TreeFacts;
use crate::grammar::{ElementId, Facts, Vocabulary};
use crate::slippers::event::{
    Edit, ElementNumber, Repair, RepairId, RepairKind, TokenId, piece_span,
};
use crate::slippers::{Limit, Parse, ParseWork};
use crate::token::{TagRef, TokenError, TokenRef, Tokens};

/// A parsed document: immutable, self-contained, `Send + Sync`.
///
/// ```
/// use wishful::{Grammar, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("marpa").unwrap()).unwrap();
/// let document = parser.parse("<p class=note>One<p>Two", &ParseOptions::default()).unwrap();
/// let paragraphs: Vec<_> = document.nodes().filter(|node| node.name() == Some("p")).collect();
/// assert_eq!(paragraphs[0].attribute("class"), Some("note"));
/// assert_eq!(document.repairs().len(), 8);
/// let first = document.repair_ids().next().unwrap();
/// assert!(document.describe_repair(first).starts_with("inserted <html> before <p> at 1:1"));
/// ```
pub struct Document {
    pub(super) grammar: Arc<dyn Wording>,
    pub(super) vocabulary: Arc<Vocabulary>,
    pub(super) tree_facts: Arc<TreeFacts>,
    pub(super) source: Source,
    pub(super) parse: Parse,
    pub(super) tables: Tables,
    pub(super) past: HistoryRecipe,
    /// The result of [`Document::errors`], computed on the first call.
    pub(super) errors: OnceLock<Vec<TokenError>>,
    /// The address of the document.
    pub(super) url: Option<Url>,
    index: OnceLock<Box<Index>>,
}

/// The parts of a document besides its text and its parse.
pub(crate) struct DocumentParts {
    /// The grammar, as the source of wordings.
    pub(crate) grammar: Arc<dyn Wording>,
    /// The names of the grammar, and the facts about its elements.
    pub(crate) vocabulary: Arc<Vocabulary>,
    /// Further facts of the grammar about trees.
    pub(crate) tree_facts: Arc<TreeFacts>,
    /// The tree, built with `options`.
    pub(crate) tables: Tables,
    /// The options that the tree was built with.
    pub(crate) options: TreeOptions,
    /// The recipe for computing the events again.
    pub(crate) again: ReplayRecipe,
    /// The address of the document.
    pub(crate) url: Option<Url>,
}

impl Document {
    /// Assembles the document of a parse of `source.file`'s text.
    pub(crate) fn new(source: Source, parse: Parse, making: DocumentParts) -> Self {
        let DocumentParts { grammar, vocabulary, tree_facts, tables, options, again, url } = making;
        let past = HistoryRecipe::new(again, options);
        let (errors, index) = (OnceLock::new(), OnceLock::new());
        Self { grammar, vocabulary, tree_facts, source, parse, tables, past, errors, url, index }
    }

    /// Returns the indexes of the document.
    pub(super) fn index(&self) -> &Index {
        self.index.get_or_init(Box::default)
    }

    /// Returns the number of nodes, which is at least one.
    #[must_use]
    #[allow(clippy::len_without_is_empty, reason = "the root is always there")]
    pub fn len(&self) -> usize {
        self.tables.nodes.len()
    }

    /// Returns the decoded text, which all spans refer to.
    #[must_use]
    pub fn text(&self) -> &str {
        self.source.file.text()
    }

    /// Returns the decoded text with its name, its lines and its encoding.
    #[must_use]
    pub fn source(&self) -> &Source {
        &self.source
    }

    /// Returns the line and column of an offset.
    #[must_use]
    pub fn position(&self, offset: u32) -> Position {
        self.source.file.position(offset)
    }

    /// Returns the physical tokens. Their spans tile the text, up to the limit if the parse hit
    /// one.
    #[must_use]
    #[doc(hidden)]
    pub fn tokens(&self) -> &Tokens {
        &self.parse.tokens
    }

    /// Returns the span of the token that holds an offset of the text. At or past the end of the
    /// text it returns that of the last token, the end of the input.
    #[must_use]
    pub fn token_at(&self, offset: u32) -> Option<Span> {
        let tokens = self.tokens();
        let last = tokens.len().checked_sub(1)?;
        Some(tokens.span(tokens.at(offset).min(last)))
    }

    /// Returns the edits that the [`Edit`](crate::slippers::event::EventKind::Edit) events refer
    /// to.
    #[must_use]
    #[doc(hidden)]
    pub fn edits(&self) -> &[Edit] {
        &self.parse.edits
    }

    /// Returns the repairs, in order: all deviations of the tree from the source, each with its
    /// reason.
    #[must_use]
    pub fn repairs(&self) -> &[Repair] {
        &self.parse.repairs
    }

    /// Returns the repairs that are mistakes of the author: all but the omissions that the grammar
    /// allows.
    #[doc(hidden)]
    pub fn mistakes(&self) -> impl Iterator<Item = RepairId> {
        self.repair_ids().filter(|&repair| !self.is_allowed(repair))
    }

    /// Returns the nodes of elements of the events; `None` for an element that is not in the tree.
    #[doc(hidden)]
    pub fn places_of(&self, elements: &[ElementNumber]) -> Vec<Option<NodeId>> {
        let mut nodes = Vec::with_capacity(elements.len());
        for element in elements {
            let content = NodeContent::Element(ElementRow::new(element.index()));
            let index = self.tables.nodes.iter().position(|node| node.content == content);
            nodes.push(index.map(NodeId::new));
        }
        nodes
    }

    /// Returns the names of the grammar's latches that are on at the end. With the WHATWG grammar
    /// they include whether the page is in quirks mode.
    ///
    /// ```
    /// use wishful::{Grammar, ParseOptions, Parser};
    /// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
    /// let document = parser.parse("<p>no doctype", &ParseOptions::default()).unwrap();
    /// assert!(document.active_latches().iter().any(|latch| latch == "quirks"));
    /// ```
    #[must_use]
    pub fn active_latches(&self) -> &[String] {
        &self.parse.latches
    }

    /// Returns the limit that ended the parse early, if one did.
    #[must_use]
    pub fn limit(&self) -> Option<Limit> {
        self.parse.limit
    }

    /// Returns the counters of the work that was done.
    #[must_use]
    pub fn work(&self) -> ParseWork {
        self.parse.work
    }

    /// Returns the grammar's name.
    #[must_use]
    pub(crate) fn grammar_name(&self) -> &str {
        self.grammar.title()
    }

    #[doc(hidden)]
    pub fn token(&self, id: TokenId) -> Option<TokenRef<'_>> {
        self.parse.tokens.get(id.index())
    }

    #[doc(hidden)]
    pub fn token_span(&self, id: TokenId) -> Option<Span> {
        Some(self.token(id)?.span)
    }

    /// Returns the span of a piece of a token: see [`piece_span`].
    #[doc(hidden)]
    pub fn piece_span(&self, id: TokenId, range: Option<Span>) -> Option<Span> {
        Some(piece_span(self.token(id)?, range))
    }

    /// Returns the source of a piece of a token.
    pub(super) fn written(&self, token: TokenId, range: Option<Span>) -> &str {
        let Some(span) = self.piece_span(token, range) else { return "" };
        self.text().get(span.range()).unwrap_or_default()
    }

    pub(super) fn start_tag(&self, id: TokenId) -> Option<TagRef<'_>> {
        self.parse.tokens.start_tag(id.index())
    }

    /// Returns the source of an element's physical start tag; for a copy, that of the copied
    /// element.
    pub(super) fn written_tag(&self, element: ElementNumber) -> Option<&str> {
        let token = self.tables.tag(ElementRow::new(element.index()))?;
        self.text().get(self.token_span(token)?.range())
    }

    /// Returns the value of a text token, or a range of it.
    pub(super) fn value(&self, token: TokenId, range: Option<Span>) -> &str {
        let Some(text) = self.parse.tokens.text(token.index()) else { return "" };
        let value = text.value.get(self.text());
        range.map_or(value, |range| value.get(range.range()).unwrap_or_default())
    }

    /// Returns the text of a piece of a text node.
    #[doc(hidden)]
    pub fn piece_text(&self, piece: PieceText) -> &str {
        match piece {
            PieceText::Whole(token) => self.value(token, None),
            PieceText::Range { token, range } => self.value(token, Some(range)),
            PieceText::Instead { string, .. } => self.string(string),
        }
    }

    /// Returns the span of a piece of a text in the source.
    #[doc(hidden)]
    pub fn source_of_piece(&self, piece: PieceText) -> Option<Span> {
        match piece {
            PieceText::Whole(token) => self.piece_span(token, None),
            PieceText::Range { token, range } => self.piece_span(token, Some(range)),
            PieceText::Instead { span, .. } => Some(span),
        }
    }

    /// Returns the span of a part of a piece of a text: of a range of the bytes of its
    /// [`Document::piece_text`]. The start of what a character reference stands for is that of the
    /// reference, and the end is its end.
    #[doc(hidden)]
    pub fn source_of_text(&self, piece: PieceText, part: Span) -> Option<Span> {
        let (token, first) = match piece {
            PieceText::Whole(token) => (token, 0),
            PieceText::Range { token, range } => (token, range.start),
            PieceText::Instead { span, .. } => return Some(span),
        };
        let part = Span { start: first + part.start, end: first + part.end };
        match self.parse.tokens.text(token.index()) {
            Some(text) => Some(text.value.span_of(part)),
            None => self.source_of_piece(piece),
        }
    }

    /// Returns a string of the parse that replaces a piece of a token.
    pub(super) fn string(&self, string: u32) -> &str {
        self.parse.strings.get(string as usize).map_or("", String::as_str)
    }

    #[doc(hidden)]
    pub fn repair(&self, id: RepairId) -> Option<&Repair> {
        self.parse.repairs.get(id.index())
    }

    pub(super) fn repair_kind(&self, id: RepairId) -> Option<RepairKind> {
        Some(self.repair(id)?.kind)
    }

    pub(super) fn facts(&self, element: ElementId) -> &Facts {
        self.vocabulary.facts(element)
    }

    pub(super) fn holds(&self, element: ElementId) -> ContentSummary {
        self.grammar.holds(element)
    }

    /// Returns the names of the elements, and those that the grammar mentions.
    #[doc(hidden)]
    pub fn element_names(&self) -> &Names {
        &self.parse.names
    }

    /// Returns the name of an element; `*` for an element that no tag can be read as.
    pub(super) fn spelled_name(&self, name: Option<NameId>) -> &str {
        name.and_then(|name| self.element_names().get(name)).unwrap_or("*")
    }

    /// Returns the name, preceded by the namespace and a colon if there is a namespace.
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
