//! The limits of a run, and its result.

use std::fmt;
use std::sync::Arc;

use super::event::{Edit, Repair};
use crate::base::{Allowance, Names};
use crate::earley::Options;
use crate::token::sgml::EntityLimits;
use crate::token::{TokenError, Tokens};

/// The limits of a parse. Input beyond a limit is not parsed, and `Parse::limit` reports the limit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Limits {
    /// The maximum number of bytes of text. At most `u32::MAX`, since spans are 32 bits wide.
    pub text_bytes: u32,
    /// The maximum number of physical tokens. At most 268,435,455; a larger value means that
    /// number.
    pub tokens: u32,
    /// The maximum number of nodes of the tree, counted as they are made: elements, copies among
    /// them, and pieces of text, comments and the like. By the standard, a start tag may be copied
    /// for each later token, so a tree may be quadratic in its text.
    ///
    /// The parse ends after the token that reaches the limit; that token adds at most a few further
    /// nodes. Mirrors (`tree mirror` of a grammar) are no longer filled when nodes and copies
    /// together would exceed the limit; the parse goes on.
    pub nodes: Allowance,
    /// The maximum number of nodes of one search for the cheapest grant, before an addition for
    /// each open element. A search that is given up grants nothing, and is a repair of its own kind
    /// ([`RepairKind::GivenUp`](super::event::RepairKind::GivenUp)).
    pub search_nodes: u64,
    /// The limits on the expansion of entities that a grammar or a document declares. A reference
    /// that exceeds a limit stays as it is written, and is a parse error.
    pub entities: EntityLimits,
}

crate::base::setters! { Limits {
    text_bytes: u32, tokens: u32, nodes: Allowance, search_nodes: u64, entities: EntityLimits,
} }

impl Default for Limits {
    /// Returns the maximum that spans can hold, and more nodes than any document written by a
    /// person has (`notes/pipeline.md` has the count).
    fn default() -> Self {
        Self {
            text_bytes: u32::MAX,
            tokens: u32::MAX,
            nodes: Allowance { at_least: 1 << 20, per_byte: 8 },
            search_nodes: Options::default().search_nodes,
            entities: EntityLimits::default(),
        }
    }
}

/// A function that can end a parse. It is called once for every 65,536 tokens, and the parse ends
/// if it returns true.
///
/// ```
/// use wishful::{Grammar, Interrupt, ParseOptions, Parser};
/// let parser = Parser::new(Grammar::load("whatwg").unwrap()).unwrap();
/// let options = ParseOptions::default().interrupt(Interrupt::new(|| true));
/// let document = parser.parse("<p>".repeat(100_000), &options).unwrap();
/// assert_eq!(document.limit().map(|limit| limit.name()), Some("interrupted"));
/// assert!(document.len() < 70_000);
/// ```
#[derive(Clone)]
pub struct Interrupt(Arc<dyn Fn() -> bool + Send + Sync>);

impl Interrupt {
    /// The number of tokens between two calls.
    pub(super) const TOKENS: usize = 1 << 16;

    /// Wraps a function that reports whether the parse must end.
    pub fn new(is_requested: impl Fn() -> bool + Send + Sync + 'static) -> Self {
        Self(Arc::new(is_requested))
    }

    pub(super) fn is_requested(&self) -> bool {
        (self.0)()
    }
}

impl fmt::Debug for Interrupt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Interrupt").finish_non_exhaustive()
    }
}

/// The limit among the [`Limits`] that ended a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::text_bytes`].
    TextBytes,
    /// [`Limits::tokens`].
    Tokens,
    /// [`Limits::nodes`].
    Nodes,
    /// The caller's [`Interrupt`].
    Interrupted,
}

impl Limit {
    /// Returns the name of the limit in the output formats; a contract with scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TextBytes => "text-bytes",
            Self::Tokens => "tokens",
            Self::Nodes => "nodes",
            Self::Interrupted => "interrupted",
        }
    }
}

impl fmt::Display for Limit {
    /// Writes the name of the unit of which there are too many.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::TextBytes => "bytes",
            Self::Tokens => "tokens",
            Self::Nodes => "nodes",
            Self::Interrupted => "interrupts",
        })
    }
}

/// The result of one run.
#[derive(Debug, Default)]
pub(crate) struct Parse {
    /// The physical tokens; their spans tile the text (up to the limit, if one was reached).
    pub tokens: Tokens,
    /// The repairs, in order.
    pub repairs: Vec<Repair>,
    /// The edits that [`EventKind::Edit`](super::event::EventKind::Edit) events refer to.
    pub edits: Vec<Edit>,
    /// The strings that [`EventKind::Instead`](super::event::EventKind::Instead) events refer to.
    pub strings: Vec<String>,
    /// The names of elements that the grammar does not name.
    pub names: Names,
    /// The names of the grammar's latches that are on at the end, such as that of quirks mode, in
    /// their order.
    pub latches: Vec<String>,
    /// True if the text contains U+0000.
    pub has_nul: bool,
    pub errors: Vec<TokenError>,
    /// The maximum number of nodes: [`Limits::nodes`] for this text.
    pub most_nodes: usize,
    /// The limit that ended the run early, if one did.
    pub limit: Option<Limit>,
    /// The counters of the work done.
    pub work: ParseWork,
}

impl Parse {
    /// Creates the record of a parse whose events are still to come.
    pub(super) fn new(names: Names, tokens: Tokens) -> Self {
        Self {
            tokens,
            names,
            repairs: Vec::new(),
            edits: Vec::new(),
            strings: Vec::new(),
            latches: Vec::new(),
            has_nul: false,
            errors: Vec::new(),
            most_nodes: 0,
            limit: None,
            work: ParseWork::default(),
        }
    }
}

/// Counters of work, by which tests assert complexity.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[non_exhaustive]
pub struct ParseWork {
    /// The number of physical tokens.
    pub tokens: u64,
    /// The number of nodes made, as [`Limits::nodes`] counts them.
    pub nodes: u64,
    /// The number of virtual tags.
    pub virtual_tags: u64,
    /// The number of rounds of the loop.
    pub looks: u64,
    /// The number of entries of the list of active formatting elements that were inspected or
    /// moved.
    pub list_steps: u64,
    /// The work of the engine.
    pub engine: crate::earley::Work,
}

impl ParseWork {
    /// Returns all counters with their names, including the engine's.
    #[must_use]
    pub fn counters(&self) -> [(&'static str, u64); 11] {
        let engine = self.engine;
        [
            ("tokens", self.tokens),
            ("nodes", self.nodes),
            ("virtual tags", self.virtual_tags),
            ("looks", self.looks),
            ("list steps", self.list_steps),
            ("items", engine.items),
            ("sets", engine.sets),
            ("frames opened", engine.frames_opened),
            ("frames touched", engine.frames_touched),
            ("search nodes", engine.search_nodes),
            ("searches given up", engine.search_limits),
        ]
    }
}
