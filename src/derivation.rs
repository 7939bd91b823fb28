//! Derivations of a text by a grammar with its own tokens (`tokenizer text`).
//!
//! Unless the grammar has wishes or remedies, a text of this kind is not repaired. Either it
//! belongs to the language and has derivations, or a [`Report`] shows the position of the error and
//! the acceptable tokens there:
//!
//! ```text
//! error[syntax]: the text does not match the grammar
//!  --> input:1:5
//!   |
//! 1 | 1 + + 2
//!   |     ^ not acceptable here
//!   |
//!   = note: expected one of NUMBER
//! ```
//!
//! A token is the longest one that is acceptable at its position (`tokenizer text`), or the longest
//! one of all (`tokenizer text-longest`): by the first, a keyword may also be a name where only a
//! name can stand. By `tokenizer text-all`, all acceptable tokens are read, of each rule the
//! longest match, and the derivations are those of all divisions of the text into tokens.
//! `derivation/read.rs` reads texts, and repairs them.
//!
//! [`Derivations::read`] splits the text into tokens, reads them with the engine, and stores the
//! parse forest, which packs all derivations, however many. [`Derivations::trees`] unpacks them one
//! at a time, best first. Of two alternatives, the one that the grammar names first is better
//! (`earley::trees` has the full order).
//!
//! A [`Derivation`] is one of them, and a [`DerivationNode`] is a view of one of its nodes: a
//! rule's left side with children, or a token with its text. Groups and repetitions have no name in
//! the grammar, and no node here; their contents are children of the enclosing rule.
//! [`Derivations::render`] writes derivations for people (`tree`), scripts (`json`,
//! `wishful-derivation/1`) or Graphviz (`dot`).
//!
//! ```
//! use wishful::Grammar;
//! use wishful::derivation::Derivations;
//! use wishful::tree::Format;
//!
//! let sums = "start sum ; tokenizer text ; token NUMBER = /[0-9]+/ ; skip / +/ ;
//!     sum ::= sum \"+\" sum | NUMBER ; allow ambiguous \"sums group either way\" ;";
//! let grammar = Grammar::source("sums.grammar", sums).compile()?;
//! let derivations = Derivations::read(&grammar, "input", "1 + 2 + 3")?;
//! assert_eq!(derivations.count(1000), 2);
//!
//! let best = derivations.trees().next().ok_or("there is one at least")?;
//! let words: Vec<&str> = best.root().children().map(|child| child.text()).collect();
//! assert_eq!(words, ["1 + 2", "+", "3"]);
//! assert!(derivations
//!     .render(Format::Tree, 1)
//!     .is_some_and(|tree| tree.starts_with("2 derivations; the first:\nsum\n")));
//!
//! let refused = Derivations::read(&grammar, "input", "1 + + 2").unwrap_err();
//! assert!(refused.render(false).contains("expected one of NUMBER"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nothing recurses on the depth of a derivation.

mod read;

use std::fmt::{self, Write};

use serde_json::{Value, json};

use crate::base::{IndexSet, Level, Report, Span, graphviz};
use crate::earley::{Engine, Options, Recogniser, RuleId, Symbol, Tree, TreeCount, TreeLabel};
use crate::grammar::{Grammar, TokenizerKind};
use crate::tree::Format;
use read::{TextRead, TextReading};

/// The number of derivations up to which [`Derivations::render`] counts.
const MANY: usize = 1000;

/// All derivations of one text by one grammar.
#[derive(Clone, Debug)]
pub struct Derivations<'a> {
    grammar: &'a Grammar,
    text: &'a str,
    read: TextRead,
}

/// One derivation of a text.
#[derive(Clone, Debug)]
pub struct Derivation<'d> {
    of: &'d Derivations<'d>,
    tree: Tree,
}

/// A node of a derivation: a rule that was applied, or a token.
#[derive(Clone, Copy, Debug)]
pub struct DerivationNode<'d> {
    derivation: &'d Derivation<'d>,
    index: usize,
}

/// Checks whether a text belongs to the language of the grammar; messages call it `name`. It does
/// not compute derivations, so it can use the fast engine.
///
/// # Errors
/// The errors of [`Derivations::read`].
#[doc(hidden)]
pub fn check(grammar: &Grammar, name: &str, text: &str) -> Result<(), Report> {
    read::check(grammar, name, text)
}

/// The Earley sets of a text, and what it expects where it ends or is refused.
#[doc(hidden)]
#[derive(Clone, Debug)]
pub struct TextChart {
    /// The set before each token that was read, and the set after the last of them, with the items
    /// in dotted notation.
    pub sets: Vec<Vec<String>>,
    /// The tokens that were read.
    pub spans: Vec<Span>,
    /// The rules that expect a terminal after them, each with the index of that terminal.
    pub expected: Vec<(RuleId, usize)>,
    /// The report, if the text is refused.
    pub refused: Option<Report>,
}

/// Reads a text by the textbook algorithm; messages call it `name`. The sets are printed if there
/// are at most `most` tokens.
#[doc(hidden)]
#[must_use]
pub fn chart(grammar: &Grammar, name: &str, text: &str, most: usize) -> TextChart {
    if grammar.tokenizer() == TokenizerKind::TextAll {
        let refused = check(grammar, name, text).err();
        return TextChart { sets: Vec::new(), spans: Vec::new(), expected: Vec::new(), refused };
    }
    let options = Options { engine: Engine::Reference, keeps_chart: true, ..Options::default() };
    let mut recogniser = Recogniser::new(grammar.rules().clone(), options);
    let mut reading = TextReading::new(grammar, name, text, &mut recogniser);
    let read = reading.tokens(&mut |_, _| ());
    let spans = reading.spans();
    let expected = reading.recogniser.scanning();
    let is_small = spans.len() <= most;
    let sets = if is_small { reading.recogniser.chart().sets } else { Vec::new() };
    let refused = read.and_then(|()| reading.end()).err();
    TextChart { sets, spans, expected, refused }
}

/// A reader of many texts of one grammar, which compares their ends.
#[doc(hidden)]
pub struct TextEnds<'g> {
    grammar: &'g Grammar,
    recogniser: Recogniser,
}

/// The effect of a text on all longer texts that begin with it.
#[doc(hidden)]
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum TextEnd {
    /// No text that begins with this one is accepted.
    Dead,
    /// A state of the recogniser, and the text read after it, which more text may still change.
    /// The same texts may follow where both are equal.
    Known(usize, String),
    /// A state that is not compared with others.
    Unknown,
}

impl fmt::Debug for TextEnds<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "TextEnds of {}", self.grammar.name())
    }
}

impl<'g> TextEnds<'g> {
    /// Creates a reader.
    #[must_use]
    pub fn new(grammar: &'g Grammar) -> Self {
        Self { grammar, recogniser: Recogniser::new(grammar.rules().clone(), Options::default()) }
    }

    /// Reads a text. Reports whether it is accepted, and its end.
    pub fn read(&mut self, text: &str) -> (bool, TextEnd) {
        if self.grammar.tokenizer() == TokenizerKind::TextAll {
            return (check(self.grammar, "input", text).is_ok(), TextEnd::Unknown);
        }
        let start = self.recogniser.checkpoint();
        let mut reading = TextReading::new(self.grammar, "input", text, &mut self.recogniser);
        let mut states = Vec::new();
        let is_read = reading.tokens(&mut |at, set| states.push((at, set))).is_ok();
        let last = (text.len(), reading.recogniser.shared_set());
        let is_accepted = is_read && reading.end().is_ok();
        self.recogniser.rewind(start);
        let Some(rules) = self.grammar.text_rules() else { return (false, TextEnd::Dead) };
        let mut tokens = rules.tokens(text, 0);
        // The tokens before the first one that more text may change are final.
        let open = states.into_iter().find(|&(at, _)| tokens.reaches_end(at));
        let end = match open.or(is_read.then_some(last)) {
            None => TextEnd::Dead,
            Some((_, None)) => TextEnd::Unknown,
            Some((at, Some(set))) => TextEnd::Known(set, text[at..].to_owned()),
        };
        (is_accepted, end)
    }
}

impl<'a> Derivations<'a> {
    /// Reads a text; messages call it `name`.
    ///
    /// # Errors
    /// If the grammar describes markup, or the text does not belong to its language. In the latter
    /// case, the report lists the acceptable tokens at the position of the error.
    pub fn read(grammar: &'a Grammar, name: &str, text: &'a str) -> Result<Self, Report> {
        Ok(Self { grammar, text, read: read::read(grammar, name, text)? })
    }

    /// Returns the repairs that the wishes and remedies of the grammar allowed, in the order of the
    /// text, each with the statement that allows it; the report is empty if the text belongs to the
    /// language.
    ///
    /// ```
    /// use wishful::Grammar;
    /// use wishful::derivation::Derivations;
    ///
    /// let list = "start list ; tokenizer text ; token WORD = /[a-z]+/ ; skip / +/ ;
    ///     list ::= \"(\" (WORD \";\")* \")\" ; wish \";\" ; wish \")\" for EOF ;";
    /// let grammar = Grammar::source("list.grammar", list).compile()?;
    /// let derivations = Derivations::read(&grammar, "input", "(a b; , c;")?;
    /// let messages = derivations.repairs().diagnostics.iter().map(|repair| &*repair.message);
    /// assert_eq!(
    ///     messages.collect::<Vec<_>>(),
    ///     ["\";\" is missing", "this does not match the grammar", "\")\" is missing"]
    /// );
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn repairs(&self) -> &Report {
        &self.read.repairs
    }

    /// Returns [`Derivations::repairs`] without the derivations.
    #[doc(hidden)]
    #[must_use]
    pub fn into_repairs(self) -> Report {
        self.read.repairs
    }

    /// Returns the grammar.
    #[must_use]
    pub fn grammar(&self) -> &'a Grammar {
        self.grammar
    }

    /// Returns the number of derivations; counting stops at `limit`.
    #[must_use]
    pub fn count(&self, limit: usize) -> usize {
        match self.read.forest.count() {
            TreeCount::Exactly(count) => usize::try_from(count).map_or(limit, |all| all.min(limit)),
            TreeCount::Huge => limit,
            TreeCount::Infinite => self.read.forest.count_trees(limit),
        }
    }

    /// Iterates over the derivations lazily, best first.
    pub fn trees(&self) -> impl Iterator<Item = Derivation<'_>> {
        self.read.forest.trees().map(|tree| Derivation { of: self, tree })
    }

    /// Renders the first `most` derivations with their number: as `tree`, `json` (an object per
    /// line) or `dot`. Omits derivations that differ from an earlier one only in nodes without a
    /// name. Returns `None` for the formats that only documents have.
    #[must_use]
    pub fn render(&self, format: Format, most: usize) -> Option<String> {
        let count = self.count(MANY);
        let (mut trees, mut outlines, mut alike) = (Vec::new(), IndexSet::default(), 0);
        for tree in self.trees().take(MANY) {
            if outlines.len() == most {
                break;
            }
            if outlines.insert(tree.outline()) {
                trees.push(tree);
            } else {
                alike += 1;
            }
        }
        Some(match format {
            Format::Tree => {
                let outlines: Vec<String> = outlines.into_iter().collect();
                format!("{}{}", heading(count, outlines.len(), alike), outlines.join("\n"))
            }
            Format::Json => trees.iter().map(|tree| format!("{}\n", tree.json(count))).collect(),
            Format::Dot => trees.iter().map(Derivation::dot).collect(),
            _ => return None,
        })
    }

    /// Draws the parse forest, which packs all derivations, in the language of Graphviz.
    #[must_use]
    pub fn forest_dot(&self) -> String {
        self.read.forest.to_dot()
    }

    /// Returns the span of the text between two positions of the forest.
    fn stretch(&self, start: usize, end: usize) -> Span {
        let first = self.read.places[start].start;
        if start >= end {
            return Span { start: first, end: first };
        }
        Span { start: first, end: self.read.places[end].end }
    }
}

/// Returns a heading with the number of derivations, unless the only one is shown; `alike` of them
/// look like one that is shown.
fn heading(count: usize, shown: usize, alike: usize) -> String {
    let all = match count {
        0 | 1 => return String::new(),
        MANY => format!("{MANY} derivations or more"),
        count => format!("{count} derivations"),
    };
    let all = match alike {
        0 => all,
        alike => format!("{all}, {alike} of them the same but for groups and repetitions"),
    };
    match shown {
        1 => format!("{all}; the first:\n"),
        shown if shown + alike == count => format!("{all}:\n"),
        shown if shown < count || count == MANY => format!("{all}; the first {shown}:\n"),
        _ => format!("{all}:\n"),
    }
}

impl Derivation<'_> {
    /// Returns the root: the application of a rule of the start symbol.
    #[must_use]
    pub fn root(&self) -> DerivationNode<'_> {
        DerivationNode { derivation: self, index: 0 }
    }

    /// Returns the engine's tree, which has nodes for groups and repetitions.
    #[must_use]
    #[doc(hidden)]
    pub fn tree(&self) -> &Tree {
        &self.tree
    }

    /// Iterates over all nodes with their depths, in document order.
    pub fn nodes(&self) -> impl Iterator<Item = (usize, DerivationNode<'_>)> {
        let mut open = vec![(0, self.root())];
        std::iter::from_fn(move || {
            let (depth, node) = open.pop()?;
            let first = open.len();
            open.extend(node.children().map(|child| (depth + 1, child)));
            open[first..].reverse();
            Some((depth, node))
        })
    }

    /// Formats the nodes, one per line, indented by their depth.
    #[must_use]
    pub fn outline(&self) -> String {
        let mut out = String::new();
        for (depth, node) in self.nodes() {
            let _ = write!(out, "{}{}", Level(depth), node.name());
            let _ = match node.token_text() {
                _ if node.is_inserted() => writeln!(out, " (inserted)"),
                Some(text) => writeln!(out, " {text:?}"),
                None => writeln!(out),
            };
        }
        out
    }

    /// Formats the nodes as a flat list with the numbers of their parents, as for documents.
    fn json(&self, count: usize) -> Value {
        let mut open: Vec<usize> = Vec::new();
        let mut nodes = Vec::new();
        for (at, (depth, node)) in self.nodes().enumerate() {
            open.truncate(depth);
            let (parent, name) = (open.last(), node.name());
            nodes.push(if node.is_inserted() {
                json!({ "parent": parent, "token": name, "text": "", "inserted": true })
            } else if node.is_token() {
                json!({ "parent": parent, "token": name, "text": node.text() })
            } else {
                json!({ "parent": parent, "rule": name })
            });
            open.push(at);
        }
        let count = if count == MANY { Value::Null } else { count.into() };
        json!({ "format": "wishful-derivation/1", "derivations": count, "nodes": nodes })
    }

    fn dot(&self) -> String {
        let mut out = String::from("digraph derivation {\n  node [shape=plaintext];\n");
        for (_, node) in self.nodes() {
            let label = match node.token_text() {
                Some(text) => format!("{} {text}", node.name()),
                None => node.name().to_owned(),
            };
            let _ = writeln!(out, "  n{} [label={}];", node.index, graphviz(&label));
            for child in node.children() {
                let _ = writeln!(out, "  n{} -> n{};", node.index, child.index);
            }
        }
        out.push_str("}\n");
        out
    }
}

impl<'d> DerivationNode<'d> {
    /// Returns the left side of a rule, or the grammar's spelling of a token.
    #[must_use]
    pub fn name(self) -> &'d str {
        let grammar = self.derivation.of.grammar;
        match self.derivation.tree.label(self.index) {
            TreeLabel::Rule(rule) => {
                grammar.rules().name(Symbol::Nonterminal(grammar.rules().left(rule)))
            }
            TreeLabel::Terminal(terminal) => grammar.spelling(terminal),
        }
    }

    /// Returns the engine's rule of a node that is no token.
    #[must_use]
    #[doc(hidden)]
    pub fn rule(self) -> Option<RuleId> {
        match self.derivation.tree.label(self.index) {
            TreeLabel::Rule(rule) => Some(rule),
            TreeLabel::Terminal(_) => None,
        }
    }

    /// Reports whether the node is a token, which has no children.
    #[must_use]
    pub fn is_token(self) -> bool {
        matches!(self.derivation.tree.label(self.index), TreeLabel::Terminal(_))
    }

    /// Reports whether the node is a token that the text lacks ([`Derivations::repairs`]).
    #[must_use]
    pub fn is_inserted(self) -> bool {
        let word = self.derivation.tree.word(self.index);
        word.is_some_and(|word| self.derivation.of.read.inserted.binary_search(&word).is_ok())
    }

    /// Returns the span from the node's first token to its last; it is empty if the node has none.
    #[must_use]
    pub fn span(self) -> Span {
        let words = self.derivation.tree.span(self.index);
        self.derivation.of.stretch(words.start, words.end)
    }

    /// Returns the text of the span.
    #[must_use]
    pub fn text(self) -> &'d str {
        self.span().of(self.derivation.of.text)
    }

    /// Returns the children, from left to right.
    pub fn children(self) -> impl ExactSizeIterator<Item = DerivationNode<'d>> {
        let derivation = self.derivation;
        let grammar = derivation.of.grammar;
        let parts =
            derivation.tree.parts(self.index, |rule| grammar.is_helper(grammar.rules().left(rule)));
        parts.into_iter().map(move |index| DerivationNode { derivation, index })
    }

    /// Returns the text of a token, unless its name already contains it.
    fn token_text(self) -> Option<&'d str> {
        if self.is_token() && !self.name().starts_with('"') { Some(self.text()) } else { None }
    }
}
