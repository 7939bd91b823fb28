//! What bounds a run, and what it found.

use super::event::{Edit, Repair};
use crate::base::{Allowance, Names};
use crate::earley::Options;
use crate::token::sgml::EntityLimits;
use crate::token::{TokenError, Tokens};

/// What bounds a parse; what is past a bound is not parsed, and `Parse::limit` says so.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Limits {
    /// Bytes of text. At most `u32::MAX`, since spans are 32 bits wide.
    pub text_bytes: u32,
    /// Physical tokens. At most 268,435,455; a larger number means as many.
    pub tokens: u32,
    /// Nodes of the tree, as they are made: elements, copies among them, and pieces of text,
    /// comments and the like. By the standard a start tag may be copied for each token behind it,
    /// so a tree may be quadratic in its text.
    ///
    /// The parse ends behind the token with which there are so many; what that token still makes is
    /// a few nodes. Mirrors (`tree mirror` of a grammar) are filled no more when nodes and copies
    /// together would be more than that; the parse goes on.
    pub nodes: Allowance,
    /// Nodes of one search for the cheapest grant, besides some for each open element. A search
    /// that is given up grants nothing, and is a repair of its own kind
    /// ([`RepairKind::GivenUp`](super::event::RepairKind::GivenUp)).
    pub search_nodes: u64,
    /// What references to entities that a grammar or a document declares may stand for; one that is
    /// over a limit stays as it is written, and is a parse error.
    pub entities: EntityLimits,
}

impl Default for Limits {
    /// As much as spans can hold, and as many nodes as no document has that anybody wrote
    /// (`notes/pipeline.md` has the count).
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

/// Which of the [`Limits`] ended a parse.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Limit {
    /// [`Limits::text_bytes`].
    TextBytes,
    /// [`Limits::tokens`].
    Tokens,
    /// [`Limits::nodes`].
    Nodes,
}

impl Limit {
    /// The word for it in the output formats; a contract with scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::TextBytes => "text-bytes",
            Self::Tokens => "tokens",
            Self::Nodes => "nodes",
        }
    }
}

impl std::fmt::Display for Limit {
    /// What there is too much of.
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(match self {
            Self::TextBytes => "bytes",
            Self::Tokens => "tokens",
            Self::Nodes => "nodes",
        })
    }
}

/// What one run found.
#[derive(Debug, Default)]
pub(crate) struct Parse {
    /// The physical tokens; their spans tile the text (up to the limit, if one was met).
    pub tokens: Tokens,
    /// Why, where it was not as written.
    pub repairs: Vec<Repair>,
    /// What [`EventKind::Edit`](super::event::EventKind::Edit) events do.
    pub edits: Vec<Edit>,
    /// What [`EventKind::Instead`](super::event::EventKind::Instead) events put there.
    pub strings: Vec<String>,
    /// The names of elements that the grammar does not name.
    pub names: Names,
    /// The names of the grammar's latches that are on at the end, such as that of quirks mode, in
    /// their order.
    pub latches: Vec<String>,
    /// Whether the text has a U+0000.
    pub has_nul: bool,
    /// The tokenizer's errors.
    pub errors: Vec<TokenError>,
    /// How many nodes there may be: [`Limits::nodes`] for this text.
    pub most_nodes: usize,
    /// The limit that ended the run early, if one did.
    pub limit: Option<Limit>,
    /// How much was done.
    pub work: Work,
}

/// Counters, by which complexity is asserted.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Work {
    /// Physical tokens.
    pub tokens: u64,
    /// Nodes that were made, as [`Limits::nodes`] counts them.
    pub nodes: u64,
    /// Virtual tags.
    pub virtual_tags: u64,
    /// Rounds of the loop.
    pub looks: u64,
    /// Entries of the list of formatting elements that were looked at or moved.
    pub list_steps: u64,
    /// What the engine did.
    pub engine: crate::earley::Work,
}

impl Work {
    /// All counters with their names, the engine's among them.
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
