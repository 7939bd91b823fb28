//! The engine: a general, predictive Earley recogniser with frames, over plain numbered rules.
//!
//! The engine knows symbols, never HTML. It takes [`Rules`], wrapped in an [`Automaton`], and reads
//! one [`Word`] after the other. Before each word it reports the acceptable terminals
//! ([`Recogniser::expected`]). For a refused word it finds the cheapest words that would make it
//! acceptable ([`Recogniser::cheapest`]). After an ambiguous text it returns a [`Forest`] of ranked
//! trees.
//!
//! The reference engine makes each step by Earley's scanning, prediction and completion ("An
//! efficient context-free parsing algorithm", 1970). It treats nullable symbols as Aycock and
//! Horspool do, and right recursion with Leo items; read it beside the papers. The fast engine
//! (`cores`) caches the results of such steps. Both share the code for frames, context lines,
//! splices and searches. `notes/engine.md` argues for linear time and lists what another engine
//! with the same contract must guarantee.
//!
//! | file | content |
//! | --- | --- |
//! | `symbols.rs`, `rules_builder.rs` | parts of rules; the builder that collects rules |
//! | `precedence.rs`, `text.rs` | precedence of operators; rules as text |
//! | `productions.rs` | collected and checked rules; nullable and productive nonterminals |
//! | `reach.rs`, `closure.rs` | reachability; prediction closures |
//! | `free.rs`, `kinds.rs` | lists in any order; frame kinds and sets of them |
//! | `rules.rs`, `contents.rs` | collected rules with their analysis, immutable |
//! | `problems.rs` | undefined, unproductive, duplicate and cyclic rules |
//! | `items.rs`, `chart.rs`, `leo.rs` | Earley items, sets and set construction; right recursion |
//! | `cores/`, `tables.rs` | the fast engine's sets; its lookup tables |
//! | `options.rs`, `sets.rs` | options of a recogniser; the chart of either engine |
//! | `rows.rs`, `frames.rs` | context rows; the stack of open frames |
//! | `wishes.rs`, `bounds.rs` | permitted virtual words; lower bounds on their cost |
//! | `path.rs`, `path_cache.rs` | results of a search; cached paths |
//! | `failure_cache.rs` | cached failures of searches |
//! | `caches.rs`, `automaton.rs` | caches of a recogniser; rules with a pool of caches |
//! | `machine.rs`, `known_paths.rs` | the effect of a word on a stack; paths that need no search |
//! | `recogniser.rs`, `steps.rs` | the contract; reading by known steps from site to site |
//! | `frame_view.rs` | a read-only view of a frame |
//! | `closable.rs` | an index from closing words to the frames that they would close |
//! | `cheapest.rs` | the search for the cheapest path to a refused word |
//! | `splice.rs`, `exchange.rs` | edits of the stack; those edits that work in place |
//! | `forest.rs`, `forest_builder.rs` | the parse forest; its construction from a chart |
//! | `cycles.rs`, `forest_view.rs` | infinite forests; nodes and alternatives |
//! | `trees.rs`, `fold.rs`, `best.rs` | trees by rank; folds over semirings; cheapest trees |
//! | `prune.rs`, `parse.rs` | forests with fewer trees; a whole text at once |
//! | `state.rs` | hashes of the recogniser's state |
//! | `presence.rs`, `branches.rs` | sets of assignments; the union of the parses of all branches |
//! | `print.rs` | rules and sets as text |
//!
//! The files have no cyclic dependencies (`tests/project/layers.rs` checks them), so read from the
//! top.
//!
//! Frames make element grammars fast. The engine recognises the content of each element in a
//! separate chart. The frame around it moves over the whole element by one terminal. Closing a
//! frame drops the inner chart, so memory follows depth, not length. A stack of frames can also be
//! edited, which one big chart cannot.
//!
//! ```
//! use wishful_earley::{Automaton, Options, Recogniser, RulesBuilder, Symbol, Word};
//!
//! let mut builder = RulesBuilder::new();
//! let (sum, plus, number) =
//!     (builder.nonterminal("sum"), builder.terminal("+"), builder.terminal("n"));
//! builder.rule(sum, [Symbol::Nonterminal(sum), Symbol::Terminal(plus), Symbol::Nonterminal(sum)]);
//! builder.rule(sum, [Symbol::Terminal(number)]);
//! builder.start(sum);
//!
//! let options = Options { keeps_chart: true, ..Options::default() };
//! let mut recogniser = Recogniser::new(Automaton::new(builder.build()?), options);
//! for terminal in [number, plus, number, plus, number] {
//!     assert!(recogniser.expected().contains(terminal.index()));
//!     recogniser.read(Word::plain(terminal))?;
//! }
//! assert_eq!(recogniser.forest().map(|forest| forest.count_trees(10)), Some(2));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod automaton;
mod best;
mod bounds;
mod branches;
mod caches;
mod chart;
mod cheapest;
mod closable;
mod closure;
mod contents;
mod cores;
mod cycles;
mod decisions;
mod exchange;
mod failure_cache;
mod fold;
mod forest;
mod forest_builder;
mod forest_view;
mod frame_view;
mod frames;
mod free;
mod intern;
mod items;
mod kinds;
mod known_paths;
mod lattice;
mod leo;
mod machine;
mod options;
mod parse;
mod path;
mod path_cache;
mod precedence;
mod presence;
mod print;
mod problems;
mod productions;
mod prune;
mod reach;
mod recall;
mod recogniser;
mod rows;
mod rules;
mod rules_builder;
mod sets;
mod sites;
mod splice;
mod state;
mod steps;
mod symbols;
mod tables;
mod text;
mod trees;
#[doc(hidden)]
pub mod util;
mod wishes;

pub use automaton::Automaton;
pub use branches::{Branches, PartialAssignment, PathStep};
pub use decisions::{Basis, DecisionId, Question};
pub use fold::{Semiring, TreeCount};
pub use forest::Forest;
pub use forest_view::{ForestAlternative, ForestChild, ForestNode};
pub use frame_view::FrameView;
pub use lattice::Lattice;
pub use machine::{Effect, ReadMode, Refusal};
pub use options::{Engine, Options};
pub use parse::SyntaxError;
pub use path::{NoPath, Path};
pub use presence::{PresenceCondition, PresenceConditions};
pub use print::ChartDump;
pub use problems::{RulesProblem, RulesProblemKind};
pub use recogniser::{Checkpoint, Recogniser, Refused, Work};
pub use rules::Rules;
pub use rules_builder::{RulesBuilder, RulesError};
pub use splice::SpliceRefused;
pub use symbols::{
    Associativity, Condition, ContextId, ContextLine, FlagId, FrameKind, FrameKindId, Guard,
    LabelId, NonterminalId, RuleId, Symbol, TerminalId, TerminalSet, Word,
};
pub use trees::{Tree, TreeLabel, Trees};
pub use util::BitRow;
pub use wishes::WishRow;

/// Runs the examples of the README as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
