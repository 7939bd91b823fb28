//! The compiled grammar: immutable, `Send + Sync`, shared by every parse.
//!
//! [`compile`](crate::grammar::compile) makes it, for a set of modes that are on. It holds the
//! engine's rules, and beside them what the slippers look up: which terminals a physical tag may
//! stand for, which virtual tags are permitted for the sake of which token, which remedies a
//! rejected token has, and of each of these the place in the grammar file that says so.
//!
//! **Terminals.** One physical tag may stand for several: `<input type=hidden>` and `<input>`,
//! `<noscript>` in the head and elsewhere, `<title>` of HTML and of another namespace.
//! [`Grammar::start_terminals`] lists them, those with a test on an attribute first, and those that
//! hold only in some place before those that hold anywhere. If the test of one of them holds for
//! the physical tag, those without a test do not count: wherever the grammar writes `<input>` it
//! means `<input type=hidden>`, too, unless it takes that away. Of those that count, the first
//! acceptable one is taken. All elements of one name (and namespace) share one end terminal.
//!
//! **Elements.** An [`ElementId`] is an element as it occurs: with its test, its parent if `P/<x>`
//! has a rule, and the exceptions of the group in which it is read. Unless it is void it has a
//! frame kind. A grammar may name an element that stands in none of its rules; that one has
//! terminals and no kind.
//!
//! `tables.rs` has what is done about rejected terminals, `facts.rs` the other statements.

use super::facts::{DoctypeLine, Formatting, Foster, Fragments, Latch, Soft, TreeFacts};
use super::readings::Readings;
use super::tables::Tables;
use super::vocabulary::Vocabulary;
use crate::base::{BitRow, Files};
use crate::earley::{
    Automaton, ContextId, FrameKindId, Guard, NonterminalId, TerminalId, WishRow, Word,
};
use crate::grammar::ast::{AttributeTest, Place};
use crate::grammar::statements::Statements;
use crate::token::{LexicalState, TextTokenizer};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::sync::{Arc, OnceLock};

crate::base::id_type! {
    /// An element as it occurs somewhere in the grammar.
    #[derive(Serialize, Deserialize)]
    pub ElementId
}

/// Where tokens come from.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) enum TokenizerKind {
    /// The tokenizer of the WHATWG standard.
    Html5,
    /// The delimiters of ISO 8879, without shorthand markup.
    Sgml,
    /// The delimiters of ISO 8879.
    SgmlShorttag,
    /// The grammar's own `token` and `skip` statements and its quoted strings.
    Text,
}

/// What a terminal stands for.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash, Serialize, Deserialize)]
pub(crate) enum TerminalKind {
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

/// What the grammar knows of an element.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct ElementInfo {
    /// Its namespace; none for HTML.
    pub namespace: Option<String>,
    /// Its name; `None` if it stands for every name that the grammar does not mention.
    pub name: Option<String>,
    /// The test on an attribute that its start tag must pass.
    pub test: Option<AttributeTest>,
    /// `P`, if this is the element of a rule for `P/<x>`.
    pub parent: Option<ElementId>,
    /// Whether it has neither content nor end tag.
    pub void: bool,
    /// How the text after its start tag is read.
    pub lexical: LexicalState,
    /// Its frame kind; `None` if it is void or stands in no rule.
    pub kind: Option<FrameKindId>,
    /// Its start tag.
    pub start: TerminalId,
    /// Its end tag, which it shares with the other elements of its name.
    pub end: TerminalId,
    /// Guards, any of which makes it void where it is opened.
    pub void_where: Vec<Guard>,
    /// What is read in it and stands elsewhere in the tree.
    pub fosters: Vec<Foster>,
    /// Where its rule names it, or else where the grammar first does.
    pub place: Place,
}

/// A terminal that a physical start tag may stand for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StartTerminal {
    /// The terminal.
    pub terminal: TerminalId,
    /// What the tag's attributes must pass.
    pub test: Option<AttributeTest>,
}

/// What physical tags of one name may stand for.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(crate) struct OfName {
    pub(crate) starts: Vec<StartTerminal>,
    pub(crate) ends: Vec<TerminalId>,
}

/// A declared mode.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Mode {
    /// Its name.
    pub name: String,
    /// Whether the grammar is compiled with it.
    pub on: bool,
}

/// A compiled grammar.
///
/// ```
/// use wishful::Grammar;
/// let variant = Grammar::from_text("mine", r#"use "marpa" ;  block |= <acme> ;"#).unwrap();
/// assert!(variant.element_names().any(|name| name == "acme"));
/// // Mistakes come all together, as a report with carets and advice.
/// let report = Grammar::from_text("mine", r#"use "marpa" ;  blok |= <acme> ;"#).unwrap_err();
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
    /// By terminal: what it stands for.
    pub(crate) terminals: Vec<TerminalKind>,
    pub(crate) elements: Vec<ElementInfo>,
    /// By frame kind; `elements[element_of_kind[k]].kind` is `k`.
    pub(crate) element_of_kind: Vec<ElementId>,
    /// By name, for every name that some statement mentions.
    pub(crate) by_name: BTreeMap<String, OfName>,
    /// For every other name.
    pub(crate) unnamed: OfName,
    pub(crate) plain_terminals: BTreeMap<TerminalKind, TerminalId>,
    pub(crate) whole_text: bool,
    pub(crate) tables: Tables,
    pub(crate) context_places: Vec<Place>,
    /// By nonterminal.
    pub(crate) helpers: Vec<bool>,
    pub(crate) frame_finite: bool,
    pub(crate) modes: Vec<Mode>,
    pub(crate) latches: Vec<Latch>,
    pub(crate) doctype_lines: Vec<DoctypeLine>,
    pub(crate) formatting: Option<Formatting>,
    pub(crate) soft: Option<Soft>,
    pub(crate) fragments: Fragments,
    /// What is read at the start symbol's level and stands elsewhere.
    pub(crate) root_fosters: Vec<Foster>,
    pub(crate) tree_facts: Arc<TreeFacts>,
    #[serde(skip)]
    pub(crate) vocabulary: Arc<Vocabulary>,
    #[serde(skip)]
    pub(crate) readings: Readings,
    /// Follows from the rules; worked out when it is first asked for.
    #[serde(skip)]
    pub(crate) skeleton: OnceLock<BitRow>,
    /// Read again when first cited.
    #[serde(skip)]
    pub(crate) statements: OnceLock<Statements>,
    /// Follows from the tables; worked out when it is first asked for.
    #[serde(skip)]
    pub(crate) before_end: OnceLock<Option<Arc<WishRow>>>,
}

impl Grammar {
    /// What elements and attributes are called and are.
    pub(crate) fn vocabulary(&self) -> &Arc<Vocabulary> {
        &self.vocabulary
    }

    /// Works out what is not stored.
    pub(crate) fn prepared(mut self) -> Self {
        self.vocabulary = Arc::new(Vocabulary::of(&self));
        self.readings = Readings::of(&self);
        self
    }

    /// The name of its file.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Its files: its own and those that it uses.
    #[must_use]
    pub fn files(&self) -> &Files {
        &self.files
    }

    /// The engine's rules.
    #[must_use]
    pub(crate) fn rules(&self) -> &Automaton {
        &self.rules
    }

    /// Where tokens come from.
    #[must_use]
    pub(crate) fn tokenizer(&self) -> TokenizerKind {
        self.tokenizer
    }

    /// The token rules, if tokens come from them: quoted strings first, then statements in order.
    #[must_use]
    pub(crate) fn text_rules(&self) -> Option<&TextTokenizer> {
        self.text_rules.as_ref()
    }

    /// What a terminal stands for.
    ///
    /// # Panics
    /// If the terminal is not one of this grammar.
    #[must_use]
    pub(crate) fn terminal_kind(&self, terminal: TerminalId) -> TerminalKind {
        self.terminals[terminal.index()]
    }

    /// How a terminal is written: `<p>`, `</p>`, `TEXT`, `<input type=hidden>`, `"+"`.
    ///
    /// # Panics
    /// If the terminal is not one of this grammar.
    #[must_use]
    pub(crate) fn spelling(&self, terminal: TerminalId) -> &str {
        self.rules.terminal_name(terminal)
    }

    /// An element.
    ///
    /// # Panics
    /// If the element is not one of this grammar.
    #[must_use]
    pub(crate) fn element(&self, element: ElementId) -> &ElementInfo {
        &self.elements[element.index()]
    }

    /// The names of the elements that it mentions.
    pub fn element_names(&self) -> impl Iterator<Item = &str> {
        self.elements().filter_map(|(_, element)| element.name.as_deref())
    }

    /// All elements with their ids.
    pub(crate) fn elements(&self) -> impl Iterator<Item = (ElementId, &ElementInfo)> {
        self.elements.iter().enumerate().map(|(index, info)| (ElementId::new(index), info))
    }

    /// The element whose content a frame kind is.
    ///
    /// # Panics
    /// If the kind is not one of this grammar.
    #[must_use]
    pub(crate) fn element_of_kind(&self, kind: FrameKindId) -> ElementId {
        self.element_of_kind[kind.index()]
    }

    /// What a start tag of this name (in lower case) may stand for, the most specific first; of a
    /// name that the grammar does not mention, the wildcards. If some test holds for the tag, those
    /// without a test do not count.
    #[must_use]
    pub(crate) fn start_terminals(&self, name: &str) -> &[StartTerminal] {
        &self.of_name(name).starts
    }

    /// The namespace of the element whose tag a terminal is; `None` for HTML's, and for what is no
    /// tag.
    #[must_use]
    pub(crate) fn namespace_of(&self, terminal: TerminalId) -> Option<&str> {
        match self.terminal_kind(terminal) {
            TerminalKind::Start(element) | TerminalKind::End(element) => {
                self.element(element).namespace.as_deref()
            }
            _ => None,
        }
    }

    /// All elements that a start tag of this one may stand for in some place: the same name and
    /// test.
    pub(crate) fn alike(
        &self,
        element: ElementId,
    ) -> impl Iterator<Item = (ElementId, &ElementInfo)> {
        let own = self.element(element);
        let of = move |(_, other): &(ElementId, &ElementInfo)| {
            other.end == own.end && other.test == own.test && other.kind.is_some()
        };
        let all = self.start_terminals(own.name.as_deref().unwrap_or_default());
        let elements = all.iter().filter_map(|start| match self.terminal_kind(start.terminal) {
            TerminalKind::Start(element) => Some((element, self.element(element))),
            _ => None,
        });
        elements.filter(of)
    }

    /// What an end tag of this name may stand for.
    #[must_use]
    pub(crate) fn end_terminals(&self, name: &str) -> &[TerminalId] {
        &self.of_name(name).ends
    }

    /// Whether the text behind some start tag of this name is read otherwise than as markup.
    pub(crate) fn may_be_raw(&self, name: &str) -> bool {
        self.start_terminals(name).iter().any(|start| match self.terminal_kind(start.terminal) {
            TerminalKind::Start(element) => self.element(element).lexical != LexicalState::Data,
            _ => false,
        })
    }

    fn of_name(&self, name: &str) -> &OfName {
        self.by_name.get(name).unwrap_or(&self.unnamed)
    }

    /// Whether some statement names an element so, in whatever namespace.
    #[must_use]
    pub(crate) fn names(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// The terminal of a kind that is no tag, if the grammar mentions it.
    #[must_use]
    pub(crate) fn terminal(&self, kind: TerminalKind) -> Option<TerminalId> {
        self.readings.plain(kind).or_else(|| self.plain_terminals.get(&kind).copied())
    }

    /// The marks.
    pub(crate) fn marks(&self) -> impl Iterator<Item = Word> {
        let is_mark = |(kind, _): &(&TerminalKind, _)| matches!(kind, TerminalKind::Mark(_));
        self.plain_terminals.iter().filter(is_mark).map(|(_, &mark)| Word::plain(mark))
    }

    /// Whether a run of text is one token.
    #[must_use]
    pub(crate) fn whole_text(&self) -> bool {
        self.whole_text
    }

    /// Where an exclusion or inclusion is written.
    ///
    /// # Panics
    /// If the context line is not one of this grammar.
    #[must_use]
    pub(crate) fn context_place(&self, context: ContextId) -> Place {
        self.context_places[context.index()]
    }

    /// Whether a nonterminal stands for a group or a repetition, which have no name in the grammar.
    #[must_use]
    pub(crate) fn is_helper(&self, nonterminal: NonterminalId) -> bool {
        self.helpers.get(nonterminal.index()).copied().unwrap_or(false)
    }

    /// What it comes to, in a few words: `1626 rules, frame-finite`, where it is `general` if elements do not bound all recursion.
    #[must_use]
    pub fn summary(&self) -> String {
        let rules = self.rules.rule_count();
        let kind = if self.frame_finite { "frame-finite" } else { "general" };
        format!("{rules} {}, {kind}", if rules == 1 { "rule" } else { "rules" })
    }

    /// Whether every recursion passes through an element, so that the content of each is regular.
    #[must_use]
    pub(crate) fn frame_finite(&self) -> bool {
        self.frame_finite
    }

    /// The modes that the grammar declares, and which of them are on.
    #[must_use]
    pub fn modes(&self) -> &[Mode] {
        &self.modes
    }

    /// The latches, by the engine's number of their flag.
    #[must_use]
    pub(crate) fn latches(&self) -> &[Latch] {
        &self.latches
    }

    /// The tests on a document type declaration, in order.
    #[must_use]
    pub(crate) fn doctype_lines(&self) -> &[DoctypeLine] {
        &self.doctype_lines
    }

    /// The formatting elements, if there are any.
    #[must_use]
    pub(crate) fn formatting(&self) -> Option<&Formatting> {
        self.formatting.as_ref()
    }

    /// The end tags that close nothing yet, if there are any.
    #[must_use]
    pub(crate) fn soft(&self) -> Option<&Soft> {
        self.soft.as_ref()
    }

    /// What is read outside all elements and stands elsewhere in the tree.
    #[must_use]
    pub(crate) fn root_fosters(&self) -> &[Foster] {
        &self.root_fosters
    }

    /// The facts that only the tree needs.
    #[must_use]
    pub(crate) fn tree_facts(&self) -> &Arc<TreeFacts> {
        &self.tree_facts
    }

    /// The statements of its files, to be cited by places.
    #[must_use]
    pub(crate) fn statements_by_place(&self) -> &Statements {
        self.statements.get_or_init(|| Statements::of(&self.files))
    }

    /// How a place is cited: `file:line`, and the text of that line.
    #[must_use]
    pub(crate) fn cites(&self, place: Place) -> (String, &str) {
        let file = self.files.get(place.file);
        let line = file.position(place.span.start).line;
        (format!("{}:{line}", file.name()), file.line(line).trim())
    }
}

/// A compiled grammar is shared between threads as it is.
const _: fn() = || {
    fn shared<T: Send + Sync>() {}
    shared::<Grammar>();
};
