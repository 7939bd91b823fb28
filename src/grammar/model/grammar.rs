//! The compiled grammar: immutable, `Send + Sync`, shared by every parse.
//!
//! [`compile`](crate::grammar::compile) makes it, for a set of modes that are on. It holds the
//! engine's rules and the tables of the slippers. The tables say which terminals a physical tag may
//! be read as, which virtual tags are permitted for which token, and which remedies a rejected
//! token has. Each entry has the span of the statement that it comes from.
//!
//! **Terminals.** One physical tag may be read as one of several: `<input type=hidden>` and
//! `<input>`, `<noscript>` in the head and elsewhere, `<title>` of HTML and of another namespace.
//! [`Grammar::start_terminals`] lists them: those with a test on an attribute first, and those for
//! certain parents before those for any. If one of the tests holds for the tag, terminals without a
//! test do not count. This does not lose tags: `<input>` in a set includes `<input type=hidden>`,
//! unless the grammar subtracts it. The recogniser takes the first acceptable of those that count.
//! All elements of one name and namespace share one end terminal.
//!
//! **Elements.** An [`ElementId`] is an element as it occurs. It includes the test, the parent if
//! `P/<x>` has a rule, and the exceptions of the group in which it is read. Every element that is
//! not void has a frame kind, except one that the grammar names but uses in no rule: that has
//! terminals only.
//!
//! `tables.rs` has the wishes and remedies, `facts.rs` the other statements.

use super::facts::{DoctypeLine, Formatting, Foster, Fragments, Latch, Soft, TreeFacts};
use super::readings::Readings;
use super::tables::Tables;
use super::vocabulary::Vocabulary;
use crate::base::{BitRow, Files};
use crate::earley::{
    Automaton, ContextId, FrameKindId, Guard, NonterminalId, TerminalId, WishRow, Word,
};
use crate::grammar::ast::{AttributeTest, FileSpan};
use crate::grammar::statements::Statements;
use crate::token::{LexicalState, TextTokenizer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

crate::base::id_type! {
    /// An element as it occurs somewhere in the grammar.
    #[derive(Serialize, Deserialize)]
    #[doc(hidden)]
    pub ElementId
}

/// The source of tokens.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[doc(hidden)]
pub enum TokenizerKind {
    /// The tokenizer of the WHATWG standard.
    Html5,
    /// The delimiters of ISO 8879, without shorthand markup.
    Sgml,
    /// The delimiters of ISO 8879.
    SgmlShorttag,
    /// The grammar's own `token` and `skip` statements and its quoted strings: at each position
    /// the longest token that is acceptable there.
    Text,
    /// Like [`Self::Text`], but the longest token of all. If it is not acceptable, the text does
    /// not belong to the language.
    TextLongest,
    /// Like [`Self::Text`], but all acceptable tokens, of each rule the longest match.
    TextAll,
}

impl TokenizerKind {
    /// Reports whether the grammar defines its own tokens.
    #[must_use]
    pub const fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::TextLongest | Self::TextAll)
    }
}

/// The meaning of a terminal.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
#[doc(hidden)]
pub enum TerminalKind {
    /// The start tag of an element.
    Start(ElementId),
    /// The end tag of all elements with the name and namespace of this one.
    End(ElementId),
    /// `TEXT`
    Text,
    /// `SPACE`
    Space,
    /// `RAW`
    Raw,
    /// `NUL`
    Nul,
    /// `COMMENT`
    Comment,
    /// `PI`
    ProcessingInstruction,
    /// `DOCTYPE`
    Doctype,
    /// `CRUFT`
    Cruft,
    /// `EOF`
    EndOfFile,
    /// A zero-width terminal of a `mark` statement.
    Mark(usize),
    /// A token of this rule of [`Grammar::text_rules`].
    Token(usize),
}

/// The properties of an element.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct ElementInfo {
    /// The namespace; `None` for HTML.
    pub namespace: Option<String>,
    /// The name; `None` for a wildcard, which matches every name that the grammar does not mention.
    pub name: Option<String>,
    /// The test on an attribute that the start tag must pass.
    pub test: Option<AttributeTest>,
    /// The `P` of a rule for `P/<x>`.
    pub parent: Option<ElementId>,
    /// True if the element has neither content nor an end tag.
    pub void: bool,
    /// The lexical state of the text after the start tag.
    pub lexical: LexicalState,
    /// The frame kind; `None` if the element is void or occurs in no rule.
    pub kind: Option<FrameKindId>,
    /// The terminal of the start tag.
    pub start: TerminalId,
    /// The terminal of the end tag, which it shares with the other elements of its name.
    pub end: TerminalId,
    /// Guards: if one holds when the element is opened, the element is void.
    pub void_where: Vec<Guard>,
    /// The foster groups of its content.
    pub fosters: Vec<Foster>,
    /// The span of its name in its rule, or else of its first occurrence in the grammar.
    pub place: FileSpan,
}

/// A terminal that a physical start tag may be read as.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StartTerminal {
    /// The terminal.
    pub terminal: TerminalId,
    /// The test that the tag's attributes must pass.
    pub test: Option<AttributeTest>,
}

/// The terminals that physical tags of one name may be read as.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct TerminalsOfName {
    pub(crate) starts: Vec<StartTerminal>,
    pub(crate) ends: Vec<TerminalId>,
}

/// A declared mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Mode {
    /// The name.
    pub name: String,
    /// True if the grammar is compiled with the mode on.
    pub on: bool,
}

/// A compiled grammar.
///
/// ```
/// use wishful::Grammar;
/// let variant = Grammar::source("mine", r#"use "marpa" ;  block |= <acme> ;"#).compile().unwrap();
/// assert!(variant.element_names().any(|name| name == "acme"));
/// // Mistakes come all together, as a report with carets and advice.
/// let misspelt = Grammar::source("mine", r#"use "marpa" ;  blok |= <acme> ;"#);
/// let report = misspelt.compile().unwrap_err();
/// assert!(report.render(false).contains("did you mean `block`?"), "{}", report.render(false));
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Grammar {
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) files: Files,
    pub(crate) rules: Automaton,
    pub(crate) tokenizer: TokenizerKind,
    pub(crate) text_rules: Option<TextTokenizer>,
    /// By terminal.
    pub(crate) terminals: Vec<TerminalKind>,
    pub(crate) elements: Vec<ElementInfo>,
    /// By frame kind; `elements[element_of_kind[k]].kind` is `k`.
    pub(crate) element_of_kind: Vec<ElementId>,
    /// By name, for every name that some statement mentions.
    pub(crate) by_name: BTreeMap<String, TerminalsOfName>,
    /// The terminals of every other name.
    pub(crate) unnamed: TerminalsOfName,
    pub(crate) plain_terminals: BTreeMap<TerminalKind, TerminalId>,
    pub(crate) whole_text: bool,
    pub(crate) tables: Tables,
    pub(crate) context_places: Vec<FileSpan>,
    /// By nonterminal.
    pub(crate) helpers: Vec<bool>,
    pub(crate) frame_finite: bool,
    pub(crate) modes: Vec<Mode>,
    pub(crate) latches: Vec<Latch>,
    pub(crate) doctype_lines: Vec<DoctypeLine>,
    pub(crate) formatting: Option<Formatting>,
    pub(crate) soft: Option<Soft>,
    pub(crate) fragments: Fragments,
    /// The foster groups of the start symbol.
    pub(crate) root_fosters: Vec<Foster>,
    pub(crate) tree_facts: Arc<TreeFacts>,
    #[serde(skip)]
    pub(crate) vocabulary: Arc<Vocabulary>,
    #[serde(skip)]
    pub(crate) readings: Readings,
    /// Derived from the rules on first use.
    #[serde(skip)]
    pub(crate) skeleton: OnceLock<BitRow>,
    /// Parsed again on first use.
    #[serde(skip)]
    pub(crate) statements: OnceLock<Arc<Statements>>,
    /// Derived from the tables on first use.
    #[serde(skip)]
    pub(crate) before_end: OnceLock<Option<Arc<WishRow>>>,
}

impl Grammar {
    /// Returns the names and properties of elements and attributes.
    #[doc(hidden)]
    pub fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// Computes the parts that are not stored.
    pub(crate) fn prepared(mut self) -> Self {
        self.vocabulary = Arc::new(Vocabulary::of(&self));
        self.readings = Readings::of(&self);
        self
    }

    /// Returns the name of the grammar's file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the files: its own and those that it uses.
    #[must_use]
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// Returns the engine's rules.
    #[must_use]
    #[doc(hidden)]
    pub fn rules(&self) -> &Automaton {
        &self.rules
    }

    /// Returns the source of tokens.
    #[must_use]
    #[doc(hidden)]
    pub fn tokenizer(&self) -> TokenizerKind {
        self.tokenizer
    }

    /// Returns the token rules if the tokenizer is `text`: quoted strings first, then statements in
    /// order.
    #[must_use]
    #[doc(hidden)]
    pub fn text_rules(&self) -> Option<&TextTokenizer> {
        self.text_rules.as_ref()
    }

    /// Returns the meaning of a terminal.
    ///
    /// # Panics
    /// If the terminal is not one of this grammar.
    #[must_use]
    #[doc(hidden)]
    pub fn terminal_kind(&self, terminal: TerminalId) -> TerminalKind {
        self.terminals[terminal.index()]
    }

    /// Returns the spelling of a terminal: `<p>`, `</p>`, `TEXT`, `<input type=hidden>`, `"+"`.
    ///
    /// # Panics
    /// If the terminal is not one of this grammar.
    #[must_use]
    #[doc(hidden)]
    pub fn spelling(&self, terminal: TerminalId) -> &str {
        self.rules.terminal_name(terminal)
    }

    /// Returns the properties of an element.
    ///
    /// # Panics
    /// If the element is not one of this grammar.
    #[must_use]
    #[doc(hidden)]
    pub fn element(&self, element: ElementId) -> &ElementInfo {
        &self.elements[element.index()]
    }

    /// Iterates over the names of the elements that the grammar mentions.
    pub fn element_names(&self) -> impl Iterator<Item = &str> {
        self.elements().filter_map(|(_, element)| element.name.as_deref())
    }

    /// Iterates over all elements with their ids.
    #[doc(hidden)]
    pub fn elements(&self) -> impl Iterator<Item = (ElementId, &ElementInfo)> {
        self.elements.iter().enumerate().map(|(index, info)| (ElementId::new(index), info))
    }

    /// Returns the element of a frame kind.
    ///
    /// # Panics
    /// If the kind is not one of this grammar.
    #[must_use]
    #[doc(hidden)]
    pub fn element_of_kind(&self, kind: FrameKindId) -> ElementId {
        self.element_of_kind[kind.index()]
    }

    /// Returns the terminals that a start tag of this name (in lower case) may be read as, the most
    /// specific first. For a name that the grammar does not mention, these are the wildcards. If
    /// the test of one holds for the tag, those without a test do not count.
    #[must_use]
    pub(crate) fn start_terminals(&self, name: &str) -> &[StartTerminal] {
        &self.of_name(name).starts
    }

    /// Returns the namespace of the element whose tag a terminal is; `None` for HTML and for
    /// terminals that are not tags.
    #[must_use]
    #[doc(hidden)]
    pub fn namespace_of(&self, terminal: TerminalId) -> Option<&str> {
        match self.terminal_kind(terminal) {
            TerminalKind::Start(element) | TerminalKind::End(element) => {
                self.element(element).namespace.as_deref()
            }
            _ => None,
        }
    }

    /// Iterates over the elements with the same name, namespace and test as `element`: those that
    /// its start tag may open, depending on the context.
    pub(crate) fn alike(
        &self,
        element: ElementId,
    ) -> impl Iterator<Item = (ElementId, &ElementInfo)> {
        let own = self.element(element);
        let all = self.start_terminals(own.name.as_deref().unwrap_or_default());
        all.iter().filter_map(move |start| {
            let TerminalKind::Start(number) = self.terminal_kind(start.terminal) else {
                return None;
            };
            let other = self.element(number);
            let is_alike = other.end == own.end && other.test == own.test && other.kind.is_some();
            if is_alike { Some((number, other)) } else { None }
        })
    }

    /// Returns the terminals that an end tag of this name may be read as.
    #[must_use]
    pub(crate) fn end_terminals(&self, name: &str) -> &[TerminalId] {
        &self.of_name(name).ends
    }

    /// Reports whether a `soft` statement names the end tag of this name, after which the element
    /// may be resumed.
    #[must_use]
    pub fn is_soft_end(&self, name: &str) -> bool {
        self.readings().of_name(name).is_some_and(|readings| readings.is_soft)
    }

    /// Reports whether the text after some start tag of this name is not read as markup.
    #[doc(hidden)]
    #[must_use]
    pub fn may_be_raw(&self, name: &str) -> bool {
        self.start_terminals(name).iter().any(|start| match self.terminal_kind(start.terminal) {
            TerminalKind::Start(element) => self.element(element).lexical != LexicalState::Data,
            _ => false,
        })
    }

    /// Reports whether the attributes of some start tag of this name decide how it or a later tag
    /// is read.
    #[doc(hidden)]
    #[must_use]
    pub fn reads_attributes(&self, name: &str) -> bool {
        let is_copied = |element: ElementId| {
            let kind = self.element(element).kind.zip(self.formatting());
            kind.is_some_and(|(kind, formatting)| formatting.elements.contains(kind.index()))
        };
        self.start_terminals(name).iter().any(|start| match self.terminal_kind(start.terminal) {
            TerminalKind::Start(element) => start.test.is_some() || is_copied(element),
            _ => start.test.is_some(),
        })
    }

    fn of_name(&self, name: &str) -> &TerminalsOfName {
        self.by_name.get(name).unwrap_or(&self.unnamed)
    }

    /// Reports whether some statement names an element with this name, in any namespace.
    #[must_use]
    #[doc(hidden)]
    pub fn names(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// Returns the terminal of a kind that is not a tag, if the grammar mentions it.
    #[must_use]
    #[doc(hidden)]
    pub fn terminal(&self, kind: TerminalKind) -> Option<TerminalId> {
        self.readings.plain(kind).or_else(|| self.plain_terminals.get(&kind).copied())
    }

    /// Iterates over the marks.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Word> {
        self.plain_terminals.iter().filter_map(|(kind, &mark)| match kind {
            TerminalKind::Mark(_) => Some(Word::plain(mark)),
            _ => None,
        })
    }

    /// Reports whether a run of text is one token.
    #[must_use]
    pub(crate) fn whole_text(&self) -> bool {
        self.whole_text
    }

    /// Returns the span of an exclusion or inclusion.
    ///
    /// # Panics
    /// If the context line is not one of this grammar.
    #[must_use]
    #[doc(hidden)]
    pub fn context_place(&self, context: ContextId) -> FileSpan {
        self.context_places[context.index()]
    }

    /// Reports whether a nonterminal represents a group or a repetition, which have no name in the
    /// grammar.
    #[must_use]
    pub(crate) fn is_helper(&self, nonterminal: NonterminalId) -> bool {
        self.helpers.get(nonterminal.index()).copied().unwrap_or(false)
    }

    /// Returns the grammar's size and class in a few words: `1626 rules, frame-finite`, or
    /// `general` if some recursion does not pass through an element.
    #[must_use]
    pub fn summary(&self) -> String {
        let rules = self.rules.rule_count();
        let kind = if self.frame_finite { "frame-finite" } else { "general" };
        format!("{rules} {}, {kind}", if rules == 1 { "rule" } else { "rules" })
    }

    /// Reports whether every recursion passes through an element, so that the content of each
    /// element is a regular language.
    #[must_use]
    #[doc(hidden)]
    pub fn frame_finite(&self) -> bool {
        self.frame_finite
    }

    /// Returns the declared modes, and which of them are on.
    #[must_use]
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// Returns the latches, in the order of the engine's numbers of their flags.
    #[must_use]
    #[doc(hidden)]
    pub fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// Returns the tests on a document type declaration, in order.
    #[must_use]
    #[doc(hidden)]
    pub fn doctype_lines(&self) -> &[DoctypeLine] {
        &self.doctype_lines
    }

    /// Returns the `formatting` statement, if there is one.
    #[must_use]
    pub(crate) fn formatting(&self) -> Option<&Formatting> {
        self.formatting.as_ref()
    }

    /// Returns the `soft` statement, if there is one.
    #[must_use]
    #[doc(hidden)]
    pub fn soft(&self) -> Option<&Soft> {
        self.soft.as_ref()
    }

    /// Returns the foster groups outside all elements.
    #[must_use]
    pub(crate) fn root_fosters(&self) -> &[Foster] {
        &self.root_fosters
    }

    /// Returns the facts that only the tree needs.
    #[must_use]
    #[doc(hidden)]
    pub fn tree_facts(&self) -> &Arc<TreeFacts> {
        &self.tree_facts
    }

    /// Returns a citation of a span: `file:line`, and the text of that line.
    #[must_use]
    #[doc(hidden)]
    pub fn cites(&self, place: FileSpan) -> (String, &str) {
        let file = self.files.get(place.file);
        let line = file.position(place.span.start).line;
        (format!("{}:{line}", file.name()), file.line(line).trim())
    }
}

/// Asserts that threads can share a compiled grammar.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Grammar>();
};
